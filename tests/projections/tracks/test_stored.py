"""The revised track stored by a process and continued by the next equals the track
computed whole.
"""

import shutil
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update
from structlog.testing import capture_logs

from ledger.store import connecting
from ledger.store.ledger import Ledger
from ops.house import open_house, reading
from ops.tournaments.corrections import CorrectResult
from ops.upkeep.verify_ledger import verify
from projections.official import snapshot, tables
from projections.official import store as official_store
from projections.official.shared import SharedOfficial
from projections.official.snapshot import State, part_names
from projections.tracks import continued as continued_module
from projections.tracks import stored, storing
from projections.tracks.continued import continued
from projections.tracks.marks import Gone, StoredState
from projections.tracks.revised import in_order, revised
from projections.tracks.stored import NAME, StoredTrack, damaged, stored_track
from projections.tracks.storing import store_track
from tests.support.command import done
from tests.support.continued_histories import HISTORIES, positions
from tests.support.corrected_families import SEVERAL
from tests.support.corrected_ledgers import corrected_ledger
from tests.support.kept_state import store_of
from tests.support.media import read_only
from tests.support.recording import LONG_AFTER, a_ledger
from tests.support.worlds import FIDE


def whole(track):
    """Return everything about a track: the state, and the bytes and records of the lists."""
    parts = snapshot.write(track.facts, track.standings()).parts
    lists = [(closed, track.sealed(closed.event)) for closed in in_order(track.facts)]
    return parts, lists, [records(track, closed) for closed, _ in lists]


def going_on(store, official) -> Any:
    """Return the track at a position, continued from the stored track; None without a
    stored track.
    """
    made = stored_track(store, official)
    return None if made is None else continued(made, official)


def records(track, closed):
    """The manifest and the blocks of a list's record, each checked as for an answer."""
    of_pool = track.records(closed.event.pool)
    manifest = of_pool._manifest(closed.number)
    return [(line, of_pool._blocks([line.digest])[0].encoded()) for line in manifest.lines]


@pytest.mark.parametrize(("family", "seed"), HISTORIES)
def test_a_history_continued_from_what_is_stored_is_the_one_computed_whole(
    family, seed, tmp_path_factory, tmp_path
):
    """Each position by a separate process, which stores the track for the next."""
    source, times = str(tmp_path / "ledger"), 0
    corrected_ledger(tmp_path_factory, family, seed, tmp_path / "ledger")
    with open_house(source, LONG_AFTER) as house:
        ends = positions(house.official.facts.position, 3, 4)
    for position in ends:
        with open_house(source, LONG_AFTER) as house:
            store, official = store_of(house), house.official.known_at(position)
            further, expected = going_on(store, official), revised(official)
            if further is not None and in_order(further.track.facts):
                assert whole(further.track) == whole(expected.track)
                times += 1
            if in_order(expected.track.facts):
                store_track(store, expected if further is None else further)
                check_parts(store)
    assert times


def check_parts(store):
    """The parts stored are those of the states that stay, each marked by who has it."""
    with store.engine.connect() as connection:
        rows = connection.execute(select(tables.state_part)).all()
        there, official = {row.digest for row in rows}, official_parts(connection)
        manifests = connection.execute(select(tables.earlier_state.c.manifest)).scalars()
        staying = {part for one in manifests for part in part_names(one).values()}
    stored = {part for one in StoredTrack(store).manifest() for part in one.parts.values()}
    assert {row.digest for row in rows if row.stays} == staying
    assert {row.digest for row in rows if row.revised} == stored
    assert there == official | staying | stored


# ---------------------------------------------------------------------------- a ledger with a tail


@pytest.fixture(scope="module")
def late(tmp_path_factory):
    """Make a ledger with other lists on the revised track, and everything about the track."""
    address = tmp_path_factory.mktemp("late") / "ledger"
    corrected_ledger(tmp_path_factory, "fide", 7, address)
    with opened(str(address)) as house:
        asked(house)
        return str(address), whole(revised(house.official).track)


@pytest.fixture
def copy(late, tmp_path):
    """A copy with a stored track."""
    address, _ = late
    shutil.copy(address, tmp_path / "copy.ledger")
    shutil.copy(f"{address}.projections", tmp_path / "copy.ledger.projections")
    return str(tmp_path / "copy.ledger")


def asked(house) -> Any:
    """Return the revised track at the head, as the house computes or continues the track."""
    made = house.revised_beside(house.official)
    return made.track, made


def computed_whole(made) -> bool:
    """Whether all lists were computed."""
    return made.computed_lists == len(in_order(made.track.facts))


@contextmanager
def opened(address):
    with open_house(address, LONG_AFTER) as house:
        yield house


def test_the_next_process_computes_no_list(copy, late):
    """Of a track with other lists than the official, before and after."""
    with opened(copy) as house:
        assert list(damaged(house.official.store)) == []
        shown, made = asked(house)
        official = [closed.event.list_digest for closed in in_order(house.official.facts)]
        assert [closed.event.list_digest for closed in in_order(shown.facts)] != official
        assert (made.computed_lists, len(made.marks)) == (0, 2)
        assert not shown.results.records
        assert whole(shown) == late[1]


@pytest.mark.parametrize("lost", [tables.record, tables.block])
def test_a_record_that_the_official_track_lost_is_read_all_the_same(sample, tmp_path, lost):
    """What both tracks have is kept once: the official track makes it anew for both."""
    address = shutil.copy(sample, tmp_path / "copy.ledger")
    with opened(str(address)) as house:
        shown, _ = asked(house)
        assert len(shown.results.records) < len(in_order(shown.facts))
        before = whole(shown)
    with opened(str(address)) as house:
        with house.official.store.engine.begin() as connection:
            connection.execute(delete(lost))
        shown, made = asked(house)
        assert made.computed_lists == 0
        assert whole(shown) == before
        assert whole(revised(house.official).track) == before


def test_a_preview_computes_the_lists_from_the_corrected_one_on(copy):
    """A correction in the last list, by a process that has computed nothing."""
    with opened(copy) as house, house.tentatively() as tentative:
        (report, *_) = house.official.facts.pools[FIDE].booked[-1]
        recorded = house.read.at([report])[report]
        won = recorded.decoded().payload.games.white_result[0] == "1"
        result = ("0", "1") if won else ("1", "0")
        tournament = recorded.stream.removeprefix("tournament-")
        CorrectResult(
            tournament=tournament, game=f"#{report}#0", white=result[0], black=result[1], by="body"
        ).record(tentative)
        tentative.catch_up()
        made = continued(house.revised_beside(house.official), tentative.official)
        assert made is not None
        assert 0 < made.computed_lists < len(in_order(made.track.facts))
        assert whole(made.track) == whole(revised(tentative.official).track)


def test_a_command_answers_the_same_from_what_is_stored(sample, tmp_path):
    """Two previews and a question, with and without the stored track."""
    address = str(shutil.copy(sample, tmp_path / "sample.ledger"))
    preview = ("tournament", "correct", "result", "T-000001", "1:1", "--white", "0")
    words = (*preview, "--black", "1", "--by", "commission", "--preview", "--ledger", address)
    rating = ("player", "rating", "fide-standard", "10-1", "--track", "revised")
    first = done(*words), done(*rating, "--ledger", address)
    with open_house(address) as house:
        assert stored_track(store_of(house), house.official) is not None
    assert (done(*words), done(*rating, "--ledger", address)) == first
    Path(f"{address}.projections").unlink()
    assert (done(*words), done(*rating, "--ledger", address)) == first


def test_long_parts_are_stored_in_pieces(copy, late, monkeypatch):
    """Of both tracks; every part here is longer than the limit."""
    with opened(copy) as house, monkeypatch.context() as patch:
        before = snapshot.write(house.official.facts, house.official.standings())
        patch.setattr(snapshot, "LONGEST_PART", 40)
        cut = snapshot.write(house.official.facts, house.official.standings())
        assert max(map(len, cut.parts.values())) == 40
        assert b"".join(parts_of(cut)) == b"".join(parts_of(before))
        named = {name: cut.parts[part] for name, part in part_names(cut.manifest).items()}
        pools = {name: snapshot.read_standings(name, named) for name in house.official.standings()}
        assert snapshot.write(snapshot.read_facts(named), pools).digest == cut.digest
        store_track(store_of(house), revised(house.official))
    with opened(copy) as house:
        shown, made = asked(house)
        assert (made.computed_lists, whole(shown)) == (0, late[1])


def parts_of(state):
    return (state.parts[digest] for digest in part_names(state.manifest).values())


# ------------------------------------------------------------------------------ changed and missing


def changed(data):
    return bytes([data[0] ^ 1]) + data[1:]


def official_parts(connection):
    """Return the digests of the parts of the official state to continue from."""
    statement = select(tables.progress.c.manifest).where(tables.progress.c.name == "official")
    return set(part_names(connection.execute(statement).scalar_one()).values())


def own_parts(connection):
    """Return the rows of the parts of states that only the revised track has."""
    here, official = tables.state_part.c, official_parts(connection)
    own = select(tables.state_part).where(here.revised, here.stays.is_(False))
    return [row for row in connection.execute(own) if row.digest not in official]


def change_parts(connection, change):
    """Change each stored part that only the revised track has, in some way."""
    parts = own_parts(connection)
    assert parts
    for row in parts:
        here = tables.state_part.c.digest == row.digest
        connection.execute(update(tables.state_part).where(here).values(bytes=change(row.bytes)))
    for row in connection.execute(select(tables.revised)).all():
        here = tables.revised.c
        same = (here.digest == row.digest) & (here.owner == row.owner)
        connection.execute(update(tables.revised).where(same).values(bytes=change(row.bytes)))


def change_manifest(connection, change):
    here = tables.progress.c
    (manifest,) = connection.execute(
        select(tables.progress.c.manifest).where(here.name == NAME)
    ).one()
    statement = update(tables.progress).where(here.name == NAME)
    connection.execute(statement.values(manifest=change(manifest)))


def other_values(**values):
    def change(connection):
        statement = update(tables.progress).where(tables.progress.c.name == NAME)
        connection.execute(statement.values(**values))

    return change


def of_another_packing(data):
    """The same length, another content, packed as a part is."""
    try:
        was = zlib.decompress(data)
    except zlib.error:
        return changed(data)
    return zlib.compress(changed(was), level=1)


def remove_parts(connection):
    """Remove each stored part that only the revised track has."""
    for row in own_parts(connection):
        here = tables.state_part.c.digest == row.digest
        connection.execute(delete(tables.state_part).where(here))
    connection.execute(delete(tables.revised))


DAMAGES = {
    "parts changed": lambda c: change_parts(c, changed),
    "parts packed otherwise": lambda c: change_parts(c, of_another_packing),
    "parts cut": lambda c: change_parts(c, lambda data: data[: len(data) // 2]),
    "parts gone": remove_parts,
    "manifest changed": lambda c: change_manifest(c, lambda data: data[:-1] + b"\0"),
    "manifest cut": lambda c: change_manifest(c, lambda data: data[:40]),
    "manifest empty": lambda c: change_manifest(c, lambda _: b""),
    "other code": other_values(version="another"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_is_made_anew(copy, late, damage):
    """And stored again: the next process continues from the repaired track. Verification names the
    damage until then.
    """
    with opened(copy) as house, house.official.store.engine.begin() as connection:
        DAMAGES[damage](connection)
    with opened(copy) as house, capture_logs():
        every = [
            str(fault.place) for fault in verify(house).faults
        ]  # nothing is kept of its reports
    places = [place for place in every if place.startswith("projection")]
    assert all(", the revised track" in place for place in places)
    assert bool(places) == (damage != "other code")
    with opened(copy) as house:
        shown, made = asked(house)
        assert computed_whole(made)
        assert whole(shown) == late[1]
    with opened(copy) as house:
        shown, made = asked(house)
        assert made.computed_lists == 0
        assert whole(shown) == late[1]


@pytest.mark.parametrize("damage", ["parts changed", "parts packed otherwise", "parts gone"])
def test_a_list_or_a_record_that_is_damaged_is_made_anew(copy, late, damage):
    """The states are read before: damage is met when somebody asks about a list."""
    with opened(copy) as house:
        shown, made = asked(house)
        assert made.computed_lists == 0
        with house.official.store.engine.begin() as connection:
            DAMAGES[damage](connection)
        with capture_logs():
            assert whole(shown) == late[1]
    with opened(copy) as house:
        assert computed_whole(asked(house)[1])  # what it found damaged is not used again
    with opened(copy) as house:
        shown, made = asked(house)
        assert (made.computed_lists, whole(shown)) == (0, late[1])


def test_lists_beyond_the_size_are_left_out(copy, late, monkeypatch):
    """The newest stay; a question about an older list waits for the computation."""
    with opened(copy) as house:
        store = house.official.store
        every = dict(store.rows(stored.OWNERS))
        most = sum(every.values()) // 2
        monkeypatch.setattr(storing, "MOST_BYTES", most)
        store_track(store, revised(house.official))
        left = dict(store.rows(stored.OWNERS))
        assert left.keys() < every.keys()
        assert 0 < sum(left.values()) <= most
    with opened(copy) as house:
        shown, made = asked(house)
        assert made.computed_lists == 0
        assert whole(shown) == late[1]
        monkeypatch.setattr(storing, "MOST_BYTES", 1)
        store_track(house.official.store, revised(house.official))
        assert house.official.store.rows(stored.OWNERS) == []


# ------------------------------------------------------------------------------- other processes


def test_a_track_of_a_later_position_or_of_another_history_is_not_used(copy):
    with opened(copy) as house:
        store, position = house.official.store, house.official.facts.position
        assert stored_track(store, house.official) is not None
        assert stored_track(store, house.official.known_at(position - 1)) is None
        (*_, last) = StoredTrack(store).manifest()
        assert last.position == position
        other = StoredState(last.first, position, b"another", last.parts)
        with store.engine.begin() as connection:
            change_manifest(connection, lambda _: storing.written([other]))
        assert StoredTrack(store).manifest() == [other]
        assert stored_track(store, house.official) is None


def test_a_mark_that_another_process_replaced_is_not_missed(copy, late):
    """A process has begun with the stored track; another process stores a track without marks."""
    with opened(copy) as house:
        made: Any = stored_track(store_of(house), house.official)
        with opened(copy) as other:
            store_track(store_of(other), replace(revised(other.official), marks=[]))
        for mark in made.marks:
            with pytest.raises(Gone):
                assert mark.state
        further: Any = continued(made, house.official)
        assert whole(further.track) == late[1]
        store_track(house.official.store, further)
    with opened(copy) as house:
        assert whole(asked(house)[0]) == late[1]


def test_a_track_is_not_stored_over_parts_that_are_gone_meanwhile(copy):
    """The process goes on with stored parts, which another process removes before the change."""
    with opened(copy) as house:
        store, official = house.official.store, house.official
        made = going_on(store, official)
        write = store.change

        def after_another(change):
            write(lambda connection: connection.execute(delete(tables.revised)))
            write(change)

        store.change = after_another
        store_track(store, made)
        assert store.rows(stored.OWNERS) == []


@pytest.mark.parametrize("prepared", ["a stored track", "none"])
def test_processes_at_a_time_store_one_track(copy, late, prepared):
    if prepared == "none":
        with opened(copy) as house, house.official.store.engine.begin() as connection:
            connection.execute(delete(tables.progress).where(tables.progress.c.name == NAME))
    gate = Barrier(3, timeout=60)

    def ask(_number):
        with opened(copy) as house:
            house.catch_up()
            gate.wait()
            return whole(asked(house)[0])

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(ask, range(3))) == [late[1]] * 3
    with opened(copy) as house:
        assert asked(house)[1].computed_lists == 0


def test_who_may_not_write_is_answered(copy, late, tmp_path):
    """With a stored track and without: computed then, and stored nowhere."""
    with read_only(tmp_path), opened(copy) as house:
        assert whole(asked(house)[0]) == late[1]


def test_who_may_not_store_is_answered(copy, late, monkeypatch):
    """The database of projections refuses every change; the line names why."""
    with opened(copy) as house, house.official.store.engine.begin() as connection:
        connection.execute(delete(tables.progress).where(tables.progress.c.name == NAME))
        connection.exec_driver_sql(
            "CREATE TRIGGER refuse BEFORE INSERT ON revised BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    with capture_logs() as logs, opened(copy) as house:
        assert whole(asked(house)[0]) == late[1]
    assert [log["event"] for log in logs] == ["revised_track_is_not_stored"]


def test_who_may_only_read_what_is_stored_is_answered(copy, late, monkeypatch):
    """The file beside a writable ledger: with a stored track, then a damaged track."""
    real = connecting.is_read_only
    ends = connecting.ANSWERS
    for damage in ("nothing", "manifest changed"):
        with opened(copy) as house, house.official.store.engine.begin() as connection:
            DAMAGES.get(damage, lambda _: None)(connection)
        with monkeypatch.context() as patch, capture_logs() as logs:
            patch.setattr(
                connecting, "is_read_only", lambda file: file.suffix == ends or real(file)
            )
            with opened(copy) as house:
                assert whole(asked(house)[0]) == late[1]
        named = [log["event"] for log in logs]
        damaged_and_not_stored = ["stored_revised_track_is_damaged", "revised_track_is_not_stored"]
        assert named == ([] if damage == "nothing" else damaged_and_not_stored)


def test_a_tentative_track_and_an_earlier_one_are_not_stored(copy):
    with opened(copy) as house:
        position = house.official.facts.position
        assert house.official.store is not None
        assert house.official.known_at(position - 1).store is None
        assert revised(house.official).track.store is None
        with house.tentatively() as tentative:
            assert tentative.official.store is None


def test_what_is_not_needed_any_more_is_removed(copy):
    """A track stored after another leaves the parts of both, and removes the others."""
    with opened(copy) as house:
        counted = select(func.count()).where(tables.state_part.c.revised)
        (before,) = house.official.store.rows(counted)
        alone = replace(revised(house.official), marks=[], computed_lists=1)
        store_track(house.official.store, alone)
        (after,) = house.official.store.rows(counted)
        assert after < before
        count = select(func.count()).where(tables.progress.c.name == NAME)
        assert house.official.store.rows(count) == [(1,)]


def test_of_a_track_with_a_stopped_pool_no_part_stays(copy, monkeypatch):
    """Its states were stored as they were made; the track itself is not."""
    counted = select(func.count()).where(tables.state_part.c.revised)
    with opened(copy) as house:
        store = house.official.store
        (before,) = store.rows(counted)
        with store.engine.begin() as connection:
            connection.execute(delete(tables.progress).where(tables.progress.c.name == NAME))
        held: list[Any] = []
        nobody: dict[str, Any] = {FIDE: None}

        def stopped(official, **keep):
            made = revised(official, **keep)
            held.extend(store.rows(counted))
            return replace(made, track=replace(made.track, stopped=nobody))

        monkeypatch.setattr(continued_module, "revised", stopped)
        asked(house)
        assert held >= [before] > [(0,)]
        check_parts(store)
        assert store.rows(counted) == [(0,)]


def test_a_part_of_both_tracks_stays_until_neither_needs_it(copy, late):
    """The official track moves on to a state without any of its parts; then the revised one."""
    with opened(copy) as house:
        store, nothing = house.official.store, State(b"state\n", {})
        with store.engine.connect() as connection:
            shared = {*official_parts(connection)}
            shared -= {row.digest for row in own_parts(connection)}
        before = store.progress().manifest

        def move_on(connection):
            here = update(tables.progress).where(tables.progress.c.name == "official")
            connection.execute(here.values(manifest=nothing.manifest))
            official_store._replace_state(connection, before, nothing)

        store.change(move_on)
        left = store.query(lambda c: official_store.stored_parts(c, shared), set[str]())
        assert left < shared
        made: Any = stored_track(store, house.official)
        assert made.marks
        assert all(mark.state for mark in made.marks)
    with opened(copy) as house, capture_logs():
        assert whole(asked(house)[0]) == late[1]


def test_a_service_continues_and_stores_it_too(copy, late):
    """Later readings are read apart from the request that began with the stored track."""
    with Ledger.open(copy, LONG_AFTER) as ledger, closing(SharedOfficial(ledger)) as shared:
        with reading(shared) as house:
            assert asked(house)[1].computed_lists == 0
        with reading(shared) as house:
            shown, _ = asked(house)
            assert not shown.results.records
            assert whole(shown) == late[1]
            with store_of(house).engine.begin() as connection:
                connection.execute(delete(tables.progress).where(tables.progress.c.name == NAME))
    with (
        Ledger.open(copy, LONG_AFTER) as ledger,
        closing(SharedOfficial(ledger)) as shared,
        reading(shared) as house,
    ):
        assert computed_whole(asked(house)[1])
    with opened(copy) as house:
        assert asked(house)[1].computed_lists == 0


def test_postgresql_stores_it_too(postgres_database):
    """With damage made anew, and needless parts removed."""
    family, seed = SEVERAL["fide"], 7
    with a_ledger(postgres_database, LONG_AFTER) as ledger:
        family.record(ledger, family.short(seed), seed, False)
    for lists in (7, 0):
        with opened(postgres_database) as house:
            shown, made = asked(house)
            assert made.computed_lists == lists
            digests = [closed.event.list_digest for closed in in_order(shown.facts)]
            assert len({shown.sealed(closed.event) for closed in in_order(shown.facts)}) == 7
    with opened(postgres_database) as house, house.official.store.engine.begin() as connection:
        change_parts(connection, changed)
    with opened(postgres_database) as house:
        shown, made = asked(house)
        assert [closed.event.list_digest for closed in in_order(shown.facts)] == digests
        assert computed_whole(made)
        store_track(house.official.store, replace(made, marks=[], computed_lists=1))
    with opened(postgres_database) as house:
        assert asked(house)[1].computed_lists == 0
