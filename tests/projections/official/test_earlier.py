"""The track as known at an earlier position: equal to a replay from zero, at a bounded cost."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import BoundedSemaphore, Event, Thread
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from ledger.errors import LedgerError
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from ops.house import House, reading
from ops.players.outlook import player_outlook
from ops.pools.pending_decisions import pending_decisions
from ops.pools.pools import pools
from ops.tournaments.register import last_ended
from projections.official import Official, snapshot, tables
from projections.official.advance import Advance, beginning
from projections.official.earlier import EarlierPositionsBusy, EarlierTracks
from projections.official.shared import SharedOfficial
from projections.official.track import Track
from tests.support.corrected_families import FAMILIES, SEVERAL
from tests.support.counts import FULL
from tests.support.kept_state import a_rebuild_makes_the_same
from tests.support.recording import a_ledger, begin, close_all, following
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, federation, games, rated, tournament

PERIODS = tuple(f"2025-{month:02}" for month in range(8, 13))
REPORTS = [
    tournament(f"T{n}", f"2025-{7 + n:02}-05", f"2025-{7 + n:02}-10", games(1, "2 1 3 ="), n)
    for n in range(len(PERIODS))
]
WORLD = federation([rated(player, 2000) for player in (1, 2, 3)], REPORTS, periods=PERIODS)


@pytest.fixture(autouse=True)
def states_two_apart(monkeypatch):
    """Short histories have few closings."""
    apart(monkeypatch, 2)


def apart(monkeypatch: pytest.MonkeyPatch, closings: int) -> None:
    monkeypatch.setattr("projections.official.STATES_APART", closings)


def from_zero(official: Official, position: int) -> Track:
    """The same by applying every event."""
    read = official.track.ledger.read
    return Advance(beginning(official.track.ledger)).take_all(read.events(0, position))


def past_of(track: Track) -> EarlierTracks:
    assert isinstance(track.past, EarlierTracks)
    return track.past


def state(then: Track) -> Any:
    facts = then.facts
    parts = snapshot.write(facts, then.standings()).parts
    return facts.position, facts.chain_hash, then.stopped.keys(), parts


def answers(official: Official, position: int, names: Sequence[str]) -> dict[Any, str]:
    """Return the answer as known at a position, or the refusal."""
    house = House(official.track.ledger, official)
    asked: dict[Any, Any] = {"pools": lambda: pools(house, f"#{position}")}
    for name in names:
        asked |= {
            (name, "pending"): lambda name=name: pending_decisions(
                house, house.pool(name, position)
            ),
            (name, "tournaments"): lambda name=name: last_ended(
                [house.pool(name, position)], None, 0
            ),
        }
        for player in (2, 5):
            asked[name, player] = lambda name=name, player=player: player_outlook(
                house.pool(name, position), player
            )
    return {what: said(ask) for what, ask in asked.items()}


def said(ask: Any) -> str:
    try:
        return repr(ask())
    except LedgerError as error:
        return repr(error)


def check(ledger: Ledger, names: Sequence[str], positions: Sequence[int]) -> None:
    with closing(Official(ledger)) as official, pytest.MonkeyPatch.context() as monkeypatch:
        official.catch_up()
        replayed = cache(lambda position: from_zero(official, position))
        ours = [answers(official, position, names) for position in positions]
        for position in positions:  # who asked has changed nothing
            assert state(official.track.known_at(position)) == state(replayed(position))
        monkeypatch.setattr(Track, "known_at", lambda _, position: replayed(position))
        assert ours == [answers(official, position, names) for position in positions]


@contextmanager
def history(address: str, name: str, seed: int) -> Iterator[Ledger]:
    family = FAMILIES[name]
    with a_ledger(address) as ledger:
        family.record(ledger, family.short(seed), seed, False)
        yield ledger


@pytest.mark.parametrize("name", SEVERAL)
def test_it_is_a_replay_from_zero_for_any_history(name):
    """Corrected reports, decisions, newcomers, year ends; facts, standings and answers."""
    seeds = st.integers(0, 60) if FULL else st.sampled_from(FAMILIES[name].seeds)

    @settings(
        max_examples=12 if FULL else 1,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],  # to shorten a history takes minutes
    )
    @given(seeds, st.integers(2, 5), st.lists(st.floats(0, 0.999), max_size=3))
    def equal(seed: int, closings: int, places: list[float]) -> None:
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as monkeypatch:
            apart(monkeypatch, closings)
            with history(str(Path(folder) / "ledger"), name, seed) as ledger:
                events = ledger.read.head().next_position
                positions = sorted({int(place * events) for place in (*places, 0.6, 0.9)})
                check(ledger, FAMILIES[name].pools, positions)

    equal()


def test_it_is_a_replay_from_zero_on_postgresql(postgres_database):
    with history(postgres_database, "fide", 6) as ledger:
        check(ledger, [FIDE], [ledger.read.head().next_position - 12])


@pytest.fixture
def ledger(tmp_path) -> Iterator[Ledger]:
    """Make a ledger with five closed lists, the last at positions 19 and 22; states stay at every
    second.
    """
    with a_ledger(str(tmp_path / "ledger")) as made, following(made) as official:
        begin(made, WORLD, FIDE)
        close_all(made, official, WORLD, FIDE)
        official.catch_up()
        yield made


def stored(ledger: Ledger) -> list[int]:
    with following(ledger) as official:
        rows = official.store.rows(tables.earlier_state.select().order_by("position"))
        return sorted({row.position for row in rows})


def closed_at(ledger: Ledger) -> list[int]:
    with following(ledger) as official:
        official.catch_up()
        return [closed.position for closed in official.track.facts.pools[FIDE].closed]


def test_every_second_state_stays_wherever_chunks_end(ledger):
    assert stored(ledger) == closed_at(ledger)[1::2]
    with following(ledger) as official:
        official.catch_up()
        a_rebuild_makes_the_same(official, 1, 3, 1000)


def test_it_begins_from_the_last_state_before(ledger, monkeypatch):
    """Before the first state, at the state, afterwards, and after the last closing."""
    lists, taken = closed_at(ledger), list[int]()
    take = Advance.take

    def counted(advance: Advance, event: Recorded) -> Any:
        taken.append(event.position)
        return take(advance, event)

    monkeypatch.setattr(Advance, "take", counted)
    with following(ledger) as official:
        official.catch_up()
        for position, begins in (
            (lists[1] - 1, -1),
            (lists[1], lists[1]),
            (lists[1] + 1, lists[1]),
            (lists[4] - 1, lists[3]),
        ):
            taken.clear()
            assert official.track.known_at(position).facts.position == position
            assert taken == [*range(begins + 1, position + 1)]


def test_only_the_last_tracks_stay_in_memory(ledger, monkeypatch):
    """And a track asked again is not computed again."""
    computed = list[int]()
    compute = EarlierTracks.computed

    def counted(past: EarlierTracks, track: Track, position: int) -> Track:
        computed.append(position)
        return compute(past, track, position)

    monkeypatch.setattr(EarlierTracks, "computed", counted)
    with closing(SharedOfficial(ledger)) as shared:
        for position in (5, 6, 7, 8, 5, 9, 5, 6):
            with reading(shared) as house:
                assert house.official.known_at(position).facts.position == position
                assert len(past_of(house.official)) <= 4
    assert computed == [5, 6, 7, 8, 9, 6]


def test_beyond_a_few_questions_about_other_positions_are_refused(ledger, monkeypatch):
    """A single track is computed at a time, so that the service goes on answering; kept tracks are
    given.
    """
    going_on, done = Event(), Event()
    compute = EarlierTracks.computed

    def slow(past: EarlierTracks, track: Track, position: int) -> Track:
        going_on.set()
        assert done.wait(60)
        return compute(past, track, position)

    with closing(SharedOfficial(ledger)) as shared:
        with reading(shared) as house:
            house.official.known_at(9)
        monkeypatch.setattr(EarlierTracks, "computed", slow)
        monkeypatch.setattr(past_of(shared.latest()), "_turns", BoundedSemaphore(1))

        def ask() -> None:
            with reading(shared) as house:
                house.official.known_at(5)

        asking = Thread(target=ask)
        asking.start()
        assert going_on.wait(60)
        try:
            with reading(shared) as house:
                assert house.official.known_at(9).facts.position == 9
                with pytest.raises(EarlierPositionsBusy, match="known at #6"):
                    house.official.known_at(6)
        finally:
            done.set()
            asking.join()
        with reading(shared) as house:
            assert house.official.known_at(6).facts.position == 6


@pytest.mark.parametrize("part", ["", "facts", f"standings/{FIDE}"])
def test_a_state_that_was_changed_is_not_used_and_is_a_fault(ledger, part):
    """The ledger alone gives the answer."""
    at = closed_at(ledger)[3]
    manifests, parts = tables.earlier_state, tables.state_part
    with following(ledger) as official:
        official.catch_up()
        with official.store.engine.begin() as connection:
            changed = manifests.update().where(manifests.c.position == at)
            changed = changed.values(manifest=b"another")
            if part:
                stored = official.store.earlier_state(at)
                assert stored is not None
                digest = snapshot.part_names(stored[1])[part]
                changed = parts.update().where(parts.c.digest == digest).values(bytes=b"another")
            assert connection.execute(changed).rowcount == 1
        with capture_logs() as logs:
            assert state(official.track.known_at(at + 1)) == state(from_zero(official, at + 1))
        assert [line["event"] for line in logs] == ["earlier_state_is_wrong"]
    found = {str(fault.place) for fault in verify(ledger).faults}
    assert (
        f"projection {ledger.engine.url.database}.projections, its state after event {at}" in found
    )
    assert len(found) == 1 or part == "facts"  # that other states have too
