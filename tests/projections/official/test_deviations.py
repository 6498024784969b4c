"""A list sealed by wrong code: replay stops, accepts exactly the recorded deviation,
and goes on.

The wrong code is a number altered while the list is sealed; its digest is left as it was.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

import pytest
from msgspec import structs

from ledger.events.deviations import DeviationRecorded
from ledger.store.ledger import Ledger
from ops.closings.record_deviation import (
    NothingDeviates,
    OtherwiseThanRows,
    differing,
)
from ops.closings.recordings import CloseList, RecordDeviation
from ops.house import House
from projections.official.sheets import digest_of
from projections.official.stopping import ListDiffers
from projections.queries import PoolQuery
from projections.queries.explain import explain
from projections.rating.category_history import Chain
from tests.oracles.world import World
from tests.support.recording import (
    a_ledger,
    begin,
    close_all,
    following,
    record,
    record_before,
)
from tests.support.spoiling import altered
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PAIR, RUBELE, federation, games, rated, tournament

WRONG, NEXT = "2025-08", "2025-09"
CAUSE = "a difference of 400 counted as 40"
CAPPED = tournament("A", "2025-07-02", "2025-07-20", games(1, "2 1"))
AFTER = tournament("B", "2025-08-02", "2025-08-20", games(1, "2 ="), recorded=1)
WORLD = federation([rated(1, 2300), rated(2, 2000), rated(3, 2000)], [CAPPED, AFTER])


@dataclass
class Desk:
    """A ledger with a first list sealed by wrong code."""

    address: str
    ledger: Ledger

    @contextmanager
    def pool(self) -> Iterator[PoolQuery]:
        """Return the pool, taken in by a separate process."""
        with following(self.ledger) as official:
            official.catch_up()
            yield PoolQuery(official.track, FIDE)

    def ratings(self, period: str) -> list[int]:
        with self.pool() as asked:
            number = asked.list_of(period).number
            return [asked.state(player.id, number).rating for player in WORLD.players]

    def record(self, said: DeviationRecorded) -> int:
        return record(self.ledger, f"deviation {self.ledger.read.head().next_position}", said)

    def said(self) -> DeviationRecorded:
        """Return the deviation to be recorded, from a separate ledger."""
        stopped = self.stopped()
        found = stopped.rows or {}
        players = "".join(f"{player:08d}" for player in sorted(found))
        sealed, recomputed = (
            "".join(found[player][at] for player in sorted(found)) for at in (0, 1)
        )
        return DeviationRecorded(
            pool=FIDE,
            period=WRONG,
            player=players,
            sealed=sealed,
            recomputed=recomputed,
            record_digest=stopped.digests["record_digest"],
            state_digest=stopped.digests["state_digest"],
            cause=CAUSE,
        )

    def stopped(self) -> ListDiffers:
        stopped = differing(House(self.ledger), FIDE)
        assert isinstance(stopped, ListDiffers)
        return stopped

    def found(self) -> dict[int, tuple[str, str]]:
        return dict(self.stopped().rows or {})


@contextmanager
def sealed_wrongly(
    address: str, world: World = WORLD, number: str = "difference_cap", value: int = 40
) -> Iterator[Desk]:
    """Make a world with the first list alone sealed by wrong code."""
    with a_ledger(address) as ledger:
        begin(ledger, world, FIDE)
        first = up_to_first(world)
        with following(ledger) as official, altered(number, value):
            close_all(ledger, official, first, FIDE)
        yield Desk(address, ledger)


def up_to_first(world: World) -> World:
    """Make a world up to the first list."""
    early = tuple(each for each in world.tournaments if each.recorded == 0)
    return replace(world, tournaments=early, periods=world.periods[:1])


@pytest.fixture
def desk(tmp_path) -> Iterator[Desk]:
    with sealed_wrongly(str(tmp_path / "a.ledger")) as made:
        yield made


def test_without_a_deviation_replay_stops_at_the_list_and_names_the_row(desk):
    """1 won against 300 less: +1.6 and not +9; the first row that differs is the row of 1."""
    with pytest.raises(ListDiffers, match=r"player 1: sealed rating 2309 .* rating 2303"):
        desk.ratings(WRONG)
    assert [str(fault) for fault in verify(desk.ledger).faults]


def test_recorded_it_passes_and_what_was_sealed_stays_official(desk):
    """Every answer, and a process that begins from nothing, gives the ratings as published."""
    now = desk.stopped().digests
    done = RecordDeviation(pool=FIDE, period=WRONG, cause=CAUSE).record(House(desk.ledger))
    rows, receipt = done.result, done.receipt
    assert rows == 2
    assert desk.ratings(WRONG) == [2309, 1991, 2000]
    found = verify(desk.ledger)
    assert (found.faults, found.lists, found.deviating) == ([], 1, 1)
    (event,) = desk.ledger.read.events(receipt.first_position)
    assert event.decoded().payload == DeviationRecorded(
        pool=FIDE,
        period=WRONG,
        player="0000000100000002",
        sealed="00000001 2309 20 001 -00000002 1991 20 001 -",
        recomputed="00000001 2303 20 001 -00000002 1997 20 001 -",
        record_digest=now["record_digest"],
        state_digest=now["state_digest"],
        cause=CAUSE,
    )


def test_the_state_that_a_deviation_names_is_kept_and_without_booked_announcements(desk):
    """The next process goes on from it."""
    done = RecordDeviation(pool=FIDE, period=WRONG, cause=CAUSE).record(House(desk.ledger))
    (event,) = desk.ledger.read.events(done.receipt.first_position)
    with desk.pool() as asked:
        facts, store = asked.official.facts, asked.official.store
        kept = store.progress() if store else None
        assert kept is not None
        assert kept.position == facts.pools[FIDE].closed[-1].position
        assert event.decoded().payload.state_digest == digest_of(kept.manifest)
        assert not facts.announcements.open
        assert [*facts.announcements] == [CAPPED.id]


def test_the_next_list_starts_from_what_was_sealed(desk):
    """2309 draws with 1991, both lists under their own law: no published point is lost."""
    RecordDeviation(pool=FIDE, period=WRONG, cause=CAUSE).record(House(desk.ledger))
    with following(desk.ledger) as official:
        record_before(desk.ledger, WORLD, FIDE, 1)
        CloseList(pool=FIDE, period=NEXT).record(House(desk.ledger, official))
    assert desk.ratings(NEXT) == [2309 - 7, 1991 + 7, 2000]
    assert verify(desk.ledger).faults == []


def test_the_explanation_shows_the_deviation_as_a_line_and_adds_up(desk):
    """Play as computed now, and the rest of the points sealed in the list."""
    RecordDeviation(pool=FIDE, period=WRONG, cause=CAUSE).record(House(desk.ledger))
    with desk.pool() as asked:
        (unit,) = explain(asked, 1, asked.list_of(WRONG)).units
    (line,) = [each for each in unit.lines if each.kind == "deviation"]
    assert (line.points, str(line.why)) == (Fraction(6), CAUSE)
    assert unit.before
    assert unit.after
    assert sum(each.points for each in unit.lines) == unit.after - unit.before == 9


def put(text: str, at: int, letter: str) -> str:
    return text[:at] + letter + text[at + 1 :]


def without_the_second(said: DeviationRecorded) -> DeviationRecorded:
    half = len(said.sealed) // 2
    return structs.replace(
        said, player=said.player[:8], sealed=said.sealed[:half], recomputed=said.recomputed[:half]
    )


def with_a_third(said: DeviationRecorded) -> DeviationRecorded:
    return structs.replace(
        said,
        player=f"{said.player}00000003",
        sealed=f"{said.sealed}00000003 2001 20 000 -",
        recomputed=f"{said.recomputed}00000003 2000 20 000 -",
    )


SPOILT: dict[str, Callable[[DeviationRecorded], DeviationRecorded]] = {
    "one row off in what was sealed": lambda said: structs.replace(
        said, sealed=put(said.sealed, 12, "8")
    ),
    "one row off in what comes out": lambda said: structs.replace(
        said, recomputed=put(said.recomputed, 12, "4")
    ),
    "a row left out": without_the_second,
    "a row too many": with_a_third,
    "another list": lambda said: structs.replace(said, period="2025-07"),
    "another printing": lambda said: structs.replace(said, printing=2),
    "a part that is not the last": lambda said: structs.replace(said, last_part=False),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_deviation_that_says_anything_else_is_not_accepted(desk, spoil):
    """Exactly the rows that differ, as they differ; the right deviation afterwards holds."""
    right = desk.said()
    desk.record(spoil(right))
    with pytest.raises(ListDiffers):
        desk.ratings(WRONG)
    desk.record(right)
    assert desk.ratings(WRONG) == [2309, 1991, 2000]


def test_a_deviation_in_parts_is_accepted_whole(desk):
    """A list may differ in more rows than an event takes."""
    right = desk.said()
    half = len(right.sealed) // 2
    desk.record(structs.replace(without_the_second(right), last_part=False))
    second = {"sealed": right.sealed[half:], "recomputed": right.recomputed[half:]}
    desk.record(structs.replace(right, player=right.player[8:], part=2, **second))
    assert desk.ratings(WRONG) == [2309, 1991, 2000]


def test_who_should_not_have_been_listed_stays_and_who_should_have_been_waits(tmp_path):
    """A newcomer listed below the floor keeps the rating published, and nothing waits twice."""
    five = tournament("A", "2025-07-02", "2025-07-20", games(4, "1 0 2 0 3 0 1 0 2 ="))
    world = federation([rated(player, 1420) for player in (1, 2, 3)], [five], newcomers=[4])
    with sealed_wrongly(str(tmp_path / "b.ledger"), world, "floor", 1000) as desk:
        assert desk.found()[4][1].strip() == ""
        RecordDeviation(pool=FIDE, period=WRONG, cause=CAUSE).record(House(desk.ledger))
        with desk.pool() as asked:
            state = asked.state(4, 1)
            assert state.rating > 1000
            assert state.fields["games"] == 5
            assert asked.official.replay(FIDE).begun().waiting.player.tolist() == []
            (unit,) = explain(asked, 4, asked.list_of(WRONG)).units
        assert unit.after == state.rating


def test_who_did_not_play_may_deviate_too(desk):
    """A flag printed wrongly: accepted, and the ratings afterwards stand."""
    RecordDeviation(pool=FIDE, period=WRONG, cause=CAUSE).record(House(desk.ledger))
    with following(desk.ledger) as official:
        official.catch_up()
        with altered("inactive_lists", 1):
            CloseList(pool=FIDE, period=NEXT).record(House(desk.ledger, official))
    cause = "shown as inactive after one list"
    assert (
        RecordDeviation(pool=FIDE, period=NEXT, cause=cause).record(House(desk.ledger)).result == 2
    )
    with following(desk.ledger) as official:
        CloseList(pool=FIDE, period="2025-10").record(House(desk.ledger, official))
    assert desk.ratings("2025-10") == [2309, 1991, 2000]
    assert verify(desk.ledger).faults == []


def test_in_a_chain_the_last_event_of_the_list_takes_the_difference(tmp_path):
    """Draughts: two events on a list; the capital after the second is the published capital."""
    one = tournament("A", "2025-07-02", "2025-07-03", games(1, "2 1"))
    two = tournament("B", "2025-07-12", "2025-07-13", games(1, "2 1"))
    world = federation(PAIR, [one, two], periods=("2025-08-01",))
    days = [("2025-08-01", date(2025, 8, 1)), ("2025-09-01", date(2025, 9, 1))]
    with a_ledger(str(tmp_path / "c.ledger")) as ledger:
        begin(ledger, world, RUBELE, days)
        with following(ledger) as official, altered("win_hundredths", 300, RUBELE):
            close_all(ledger, official, world, RUBELE)
        assert (
            RecordDeviation(pool=RUBELE, period="2025-08-01", cause=CAUSE)
            .record(House(ledger))
            .result
            == 2
        )
        with following(ledger) as official:
            CloseList(pool=RUBELE, period="2025-09-01").record(House(ledger, official))
            official.catch_up()
            asked = PoolQuery(official.track, RUBELE)
            kinds = [
                [line.kind for line in unit.lines]
                for unit in explain(asked, 1, asked.lists()[1]).units
            ]
            assert asked.state(1, 1).rating == asked.state(1, 2).rating
            standings = asked.official.replay(RUBELE).begun()
            chain = Chain(asked.facts, asked.known, standings, asked.law)
            assert sorted(chain.rating_changes(1)[:, :4].tolist()) == sorted(
                asked.rating_changes(1)[:, :4].tolist()
            )
        assert [("deviation" in kind) for kind in kinds] == [False, True]
        assert verify(ledger).faults == []


def test_what_a_deviating_list_gave_by_rule_is_what_was_sealed_with_it(tmp_path):
    """Draughts: a malus of 60 where the text has 50; list and derived event stand."""
    world = federation(PAIR, periods=("a",), on=date(2014, 1, 1))
    with a_ledger(str(tmp_path / "c.ledger")) as ledger:
        begin(ledger, world, RUBELE, [("a", date(2014, 12, 31))])
        with following(ledger) as official, altered("malus_points", 60, RUBELE):
            close_all(ledger, official, world, RUBELE)
        RecordDeviation(pool=RUBELE, period="a", cause=CAUSE).record(House(ledger))
        found = verify(ledger)
        assert (found.faults, found.deviating) == ([], 1)


def test_what_does_not_deviate_is_not_recorded(tmp_path, desk):
    """A list that reproduces, a list recorded already, and a list after the first that differs."""
    with pytest.raises(OtherwiseThanRows, match="another list differs first"):
        RecordDeviation(pool=FIDE, period=NEXT, cause=CAUSE).record(House(desk.ledger))
    RecordDeviation(pool=FIDE, period=WRONG, cause=CAUSE).record(House(desk.ledger))
    with pytest.raises(NothingDeviates):
        RecordDeviation(pool=FIDE, period=WRONG, cause=CAUSE).record(House(desk.ledger))
