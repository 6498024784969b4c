"""The official track of a real ledger: proved list by list, kept, restored, made anew; on both
databases alike."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import islice

import msgspec
import pytest
from sqlalchemy import update

from ledger.store.ledger import Ledger
from ledger.store.requests import SealedList
from ops.closings.recordings import CloseList
from ops.house import House
from projections.official import Official, tables
from projections.official.advance import Advance
from projections.official.comparing import prove_state
from projections.official.proving import proved_state
from projections.official.snapshot import State
from projections.official.stopping import ListDiffers, ReplayStopped
from projections.official.store import MovedOn, ProjectionStore
from projections.queries import PoolQuery
from projections.queries.outlook import Outlook
from projections.state.closed_list import Horizon
from tests.oracles.world import Adjustment
from tests.support.kept_state import (
    a_rebuild_makes_the_same,
    kept_rows,
    lists_of,
    state_of,
)
from tests.support.recording import (
    a_ledger,
    begin,
    close_all,
    following,
    record,
    record_before,
    recorded,
    registered,
    submit,
    world_of,
)
from tests.support.verified_worlds import verify
from tests.support.worlds import (
    FIDE,
    RUBELE,
    carried_over,
    closings,
    digests,
    federation,
    games,
    rated,
    tournament,
)

PAIR = federation(
    [rated(1, 2000), rated(2, 2000), rated(3, 2000)],
    [tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1 3 ="))],
    periods=("2025-08", "2025-09"),
)


# ---------------------------------------------------------------------- followed, rebuilt, restored


@pytest.mark.parametrize("book", [FIDE, RUBELE])
def test_a_real_ledger_comes_to_the_lists_of_replay_in_memory(tmp_path, book):
    world, days = world_of(book, 4)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        sealed = recorded(ledger, world, book, days)
        assert [closing.event.list_digest for closing in sealed] == digests(
            closings(world, book, days)
        )
        assert verify(ledger).faults == []


@pytest.mark.parametrize("book", [FIDE, RUBELE])
def test_following_event_by_event_is_rebuilding_in_batches_of_any_size(tmp_path, book):
    """All tables row by row, and the state at the end."""
    world, days = world_of(book, 2)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, world, book, days)
        with following(ledger) as official:
            official.catch_up()
            followed, state = kept_rows(official.store.engine), state_of(official.track)
            for batch in (1, 7, 1000):
                official.rebuild(batch)
                assert kept_rows(official.store.engine) == followed, batch
                assert state_of(official.track) == state, batch


def test_progress_is_told_as_it_goes(tmp_path):
    told = []
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, PAIR, FIDE)
        end = ledger.read.head().next_position
        with following(ledger) as official:
            official.rebuild(batch=3, progress=lambda done, of: told.append((done, of)))
    assert told[0] == (3, end)
    assert told[-1] == (end, end)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


@pytest.mark.parametrize("book", [FIDE, RUBELE])
@pytest.mark.parametrize("seen", [0, 1, 3])
def test_a_process_that_restores_goes_on_as_if_it_had_seen_everything(tmp_path, book, seen):
    world, days = world_of(book, 6)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, world, book, days)
        with following(ledger) as first:
            close_all(ledger, first, replace(world, periods=world.periods[:seen]), book)
            first.catch_up()
        with following(ledger) as second:
            close_all(ledger, second, world, book, first=seen)
            second.catch_up()
            a_rebuild_makes_the_same(second)
        assert lists_of(ledger, book) == digests(closings(world, book, days))


def test_a_projection_of_another_version_is_made_anew(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, PAIR, FIDE)
        with following(ledger) as official:
            official.catch_up()
            rows = kept_rows(official.store.engine)
            other = ProjectionStore(official.store.engine, "another version")
            assert proved_state(other, ledger.read) is None
            assert other.position() == -1
            assert not any(kept_rows(official.store.engine).values())
        with following(ledger) as official:
            assert official.track.facts.position == -1
            official.catch_up()
            assert kept_rows(official.store.engine) == rows


def test_a_projection_that_was_deleted_is_made_anew(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, PAIR, FIDE)
        with following(ledger) as official:
            official.catch_up()
            rows = kept_rows(official.store.engine)
        for path in tmp_path.glob("ledger.projections*"):
            path.unlink()
        with following(ledger) as official:
            official.catch_up()
            assert kept_rows(official.store.engine) == rows


def test_what_is_open_is_not_kept_but_seen_again(tmp_path):
    """Only closings move the kept state; events after the last closing are read again next time."""
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, PAIR, FIDE)
        with following(ledger) as official:
            official.catch_up()
            kept = official.store.position()
        late = tournament("B", "2025-08-05", "2025-08-10", games(1, "2 1"))
        position = submit(ledger, late, FIDE)
        for _ in range(2):
            with following(ledger) as official:
                official.catch_up()
                assert official.store.position() == kept
                pending = official.track.facts.pools[FIDE].waiting()
                assert [report.position for report in pending] == [position]


def test_a_process_that_restores_reads_lists_of_years_ago_from_their_documents(tmp_path):
    """A tournament of September 2025 recorded 28 lists later, in another process: rated by the
    list of that September, on which 3 had 2100 (+12), not by a later list with 2300 for 3
    (+17).
    """
    periods = tuple(f"{2025 + at // 12}-{at % 12 + 1:02d}" for at in range(7, 36))
    world = federation(
        PAIR.carried,
        [
            tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1")),
            tournament("LATE", "2025-09-15", "2025-09-20", games(1, "3 1"), recorded=28),
        ],
        adjustments=[Adjustment(3, 2000, 2100, 0), Adjustment(3, 2100, 2300, 2)],
        periods=periods,
    )
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, world, FIDE)
        with following(ledger) as first:
            close_all(ledger, first, replace(world, periods=periods[:28]), FIDE)
            first.catch_up()
        with following(ledger) as second:
            close_all(ledger, second, world, FIDE, first=28)
            second.catch_up()
            pool = PoolQuery(second.track, FIDE)
            assert pool.state(1, 28).rating == 2010
            assert pool.state(1, 29).rating == 2022
        assert verify(ledger).faults == []


def test_two_processes_follow_one_ledger(tmp_path):
    """Each process takes in the closings of the other, in turns, whichever keeps the state."""
    world, _ = world_of(FIDE, 8)
    with (
        a_ledger(str(tmp_path / "ledger")) as ledger,
        Ledger.open(str(tmp_path / "ledger"), ledger.clock) as same,
    ):
        begin(ledger, world, FIDE)
        with following(ledger) as one, following(same) as two:
            for index, period in enumerate(world.periods):
                record_before(ledger, world, FIDE, index)
                closer = (one, two)[index % 2]
                house = House(closer.track.ledger, closer)
                CloseList(pool=FIDE, period=period).record(house)
                one.catch_up()
                two.catch_up()
            assert state_of(one.track) == state_of(two.track)
            rows = kept_rows(one.store.engine)
            two.rebuild()
            assert kept_rows(two.store.engine) == rows


def test_reports_recorded_before_their_pool_is_opened_wait_for_it(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        record(ledger, "players", registered(PAIR))
        submit(ledger, PAIR.tournaments[0], FIDE)
        begin(ledger, PAIR, FIDE)
        with following(ledger) as official:
            close_all(ledger, official, replace(PAIR, tournaments=()), FIDE)
        assert lists_of(ledger, FIDE) == digests(closings(PAIR, FIDE))


def test_ratings_may_be_carried_over_in_parts(tmp_path):
    """1 and 2 in the first part, 3 in the second."""
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        two, one = (replace(PAIR, carried=some) for some in (PAIR.carried[:2], PAIR.carried[2:]))
        begin(ledger, two, FIDE, last_part=False)
        part = msgspec.structs.replace(carried_over(one, FIDE), part=2, last_part=True)
        record(ledger, "part 2", part)
        with following(ledger) as official:
            close_all(ledger, official, PAIR, FIDE)
        assert lists_of(ledger, FIDE) == digests(closings(PAIR, FIDE))


def test_pools_of_one_ledger_do_not_touch_each_other(tmp_path):
    """The same people, the same kind of games, two systems; each list is as in a separate
    ledger.
    """
    fide, _ = world_of(FIDE, 2)
    rubele, days = world_of(RUBELE, 2)
    renamed = [replace(each, id=f"D{each.id}") for each in rubele.tournaments]
    rubele = replace(rubele, tournaments=tuple(renamed))
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, fide, FIDE)
        begin(ledger, replace(rubele, players=fide.players), RUBELE, days)
        with following(ledger) as official:
            close_all(ledger, official, fide, FIDE)
            close_all(ledger, official, rubele, RUBELE)
        assert lists_of(ledger, FIDE) == digests(closings(fide, FIDE))
        assert lists_of(ledger, RUBELE) == digests(closings(rubele, RUBELE, days))
        assert verify(ledger).faults == []


# ----------------------------------------------------------------------------- both databases alike


@pytest.mark.parametrize("book", [FIDE, RUBELE])
def test_sqlite_and_postgresql_come_to_the_same(tmp_path, postgres_database, book):
    """Digests, every row of every projection table, and the state."""
    world, days = world_of(book, 3)
    found = []
    for address in (str(tmp_path / "ledger"), postgres_database):
        with a_ledger(address) as ledger:
            sealed = recorded(ledger, world, book, days)
            with following(ledger) as official:
                official.catch_up()
                digests_of_it = [closing.event.list_digest for closing in sealed]
                found.append(
                    (digests_of_it, kept_rows(official.store.engine), state_of(official.track))
                )
                official.rebuild(batch=7)
                assert kept_rows(official.store.engine) == found[-1][1]
    sqlite, postgresql = found
    assert sqlite == postgresql


# ---------------------------------------------------------------------------- lists that do not fit


def tampered(document: SealedList, old: bytes, new: bytes) -> SealedList:
    """Return a list document with some bytes of the rows changed, and the block lines made
    to fit.
    """
    body = document.data[document.head_bytes :].replace(old, new, 1)
    header, _, _ = document.data.partition(b"\n")
    block = sha256(body).hexdigest().encode()  # the worlds here have one block
    head = header + b"\n" + block + b"\n"
    return SealedList("list", head + body, len(head))


def next_list(official: Official, through: int) -> SealedList:
    """The document of August, computed but not recorded."""
    replay = official.track.replay(FIDE).fork()
    due = replay.law.rulebook.calendar.due("2025-08", {})
    return replay.close(due, Horizon.at(through)).document


def close_falsely(ledger: Ledger, official: Official) -> int:
    """Record the closing of August with a list on which player 1 has 2345."""
    event = CloseList(pool=FIDE, period="2025-08").compose(House(ledger, official)).result.event
    document = next_list(official, event.through_position)
    false = tampered(document, b"00000001 2010", b"00000001 2345")
    changed = msgspec.structs.replace(event, list_digest=false.digest)
    return record(ledger, "close falsely", changed, documents=[false])


def test_a_list_that_does_not_reproduce_stops_replay_and_names_the_first_row(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, PAIR, FIDE)
        record_before(ledger, PAIR, FIDE, 0)
        with following(ledger) as official:
            position = close_falsely(ledger, official)
            official.catch_up()
            stopped = official.track.stopped[FIDE]
        assert stopped.position == position
        assert str(stopped) == (
            f"replay of fide-standard stopped at event #{position}: list 2025-08 of fide-standard "
            "does not reproduce: player 1: sealed rating 2345 k 20 period_games 2 inactive 0, "
            "recomputed rating 2010 k 20 period_games 2 inactive 0"
        )
        (fault,) = verify(ledger).faults
        assert str(fault.place) == f"event {position}"


def test_a_stopped_replay_stays_where_it_stopped(tmp_path):
    """Nothing is skipped, however often asked, in this process or in the next."""
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, PAIR, FIDE)
        record_before(ledger, PAIR, FIDE, 0)
        with following(ledger) as official:
            position = close_falsely(ledger, official)
            submit(ledger, tournament("B", "2025-08-05", "2025-08-06", games(1, "2 1")), FIDE)
            for _ in range(3):
                official.catch_up()
                assert official.track.stopped[FIDE].position == position
            with pytest.raises(ListDiffers):
                CloseList(pool=FIDE, period="2025-09").record(House(ledger, official))
        with following(ledger) as official:
            official.catch_up()
            with pytest.raises(ListDiffers):
                PoolQuery(official.track, FIDE)


def test_a_list_sealed_with_other_numbers_stops_replay(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, PAIR, FIDE)
        with following(ledger) as official:
            event = (
                CloseList(pool=FIDE, period="2025-08").compose(House(ledger, official)).result.event
            )
            document = next_list(official, event.through_position)
            other = msgspec.structs.replace(event, numbers_digests={"2024-03-01": "0" * 64})
            position = record(ledger, "other numbers", other, documents=[document])
            official.catch_up()
            with pytest.raises(ReplayStopped, match="was sealed with numbers") as stopped:
                PoolQuery(official.track, FIDE)
    assert stopped.value.position == position


def test_ratings_carried_over_after_a_list_stop_replay(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, PAIR, FIDE)
        record(ledger, "carried over again", carried_over(PAIR, FIDE))
        with following(ledger) as official:
            official.catch_up()
            with pytest.raises(ReplayStopped, match="after the first list was closed"):
                PoolQuery(official.track, FIDE)


def test_what_another_process_moved_on_is_not_written_over(tmp_path):
    """Only a process that knows the kept state may keep the next state."""
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, PAIR, FIDE)
        with following(ledger) as official:
            official.catch_up()
            rows = kept_rows(official.store.engine)
            for since in (-1, official.store.position() - 1):
                with pytest.raises(MovedOn):
                    official.store.write(since, {}, 0, State(b"", {}))
            assert kept_rows(official.store.engine) == rows


@pytest.mark.parametrize("damaged", [False, True])
def test_a_question_stays_at_its_position_whatever_becomes_of_the_stored_state(tmp_path, damaged):
    """Another process stores a later state with a list; or another process records, and the state
    is lost.
    """
    first, second = PAIR.periods
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, replace(PAIR, periods=(first,)), FIDE)
        with following(ledger) as other:
            other.catch_up()
            with following(ledger) as asking:
                known = asking.track.facts.position
                if damaged:
                    submit(
                        ledger, tournament("B", "2025-08-05", "2025-08-10", games(1, "2 1")), FIDE
                    )
                    with other.store.engine.begin() as connection:
                        connection.execute(update(tables.state_part).values(bytes=b"x"))
                else:
                    CloseList(pool=FIDE, period=second).record(House(ledger, other))
                other.catch_up()
                pool = PoolQuery(asking.track, FIDE)
                outlook = Outlook(pool, 1)
                assert (pool.known, outlook.due.period) == (known, second)
                assert asking.track.facts.position == known
                assert asking.track.replay(FIDE).begun().since[-1].isoformat() == f"{first}-01"


def test_who_is_overtaken_at_every_list_comes_to_the_end(tmp_path):
    """Another process is always a list ahead in the kept state."""
    played = games(1, "2 1")
    reports = [tournament(f"T{n}", "2025-07-05", "2025-07-10", played, n) for n in range(7)]
    periods = ("2025-08", "2025-09", "2025-10", "2025-11", "2025-12", "2026-01", "2026-02")
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, replace(PAIR, tournaments=tuple(reports), periods=periods), FIDE)
        with following(ledger) as official:
            official.store.empty()
        with following(ledger) as official, following(ledger) as other:
            ahead = one_list_after_the_other(ledger, other)
            overtaken: list[int] = []

            def move_on(done: int, _of: int) -> None:
                if other.store.position() < done:
                    overtaken.extend(islice(ahead, 1))

            official.catch_up(batch=1, progress=move_on)
            assert len(overtaken) == len(official.track.facts.pools[FIDE].closed) == len(periods)
            a_rebuild_makes_the_same(official)


def one_list_after_the_other(ledger: Ledger, official: Official) -> Iterator[int]:
    """Keep a further list each time; nothing is kept yet."""
    kept, advance = -1, Advance(official.track)
    for event in ledger.read.events():
        proved = advance.take(event)
        if proved is not None:
            state = prove_state(advance.track, event)
            assert state is not None
            official.store.write(kept, {event.position: proved.record}, event.position, state)
            yield (kept := event.position)
