"""Withdrawn adjustments in the pools of Elo UISP and of draughts: before and after a closing."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, NamedTuple

import pytest

from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.pool import AdjustmentWithdrawn, RatingsAdjusted, RatingsAnnulled
from ledger.store.ledger import Ledger
from ops.closings.recordings import CloseList
from ops.events.decide import decide
from ops.house import House
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.explain import explain
from tests.support import recording
from tests.support.uisp_events import event
from tests.support.uisp_office import UISP, Office, an_office
from tests.support.verified_worlds import verify
from tests.support.worlds import RUBELE, federation, games, rated, tournament

PLAYER, OTHER = 4, 2
"""Both stand on 2000 in draughts, and on 1500 in Elo UISP."""
DRAUGHTS_DAYS = [(f"2014-{month:02d}", date(2014, month, 28)) for month in (3, 6, 9)]


class Place(NamedTuple):
    """A pool with three lists to close, none closed yet."""

    pool: str
    ledger: Ledger
    official: Official
    lists: tuple[str, ...]
    days: tuple[str, ...]
    """A day of an event that each list counts."""
    start: int
    """Rating of everybody."""

    def decide(self, fact: Fact) -> int:
        return decide(House(self.ledger, self.official), fact).receipt.first_position

    def adjust(self, before: int, after: int) -> int:
        columns: dict[str, Any] = {"before": f"{before:04d}", "after": f"{after:04d}"}
        return self.decide(
            RatingsAdjusted(pool=self.pool, player=f"{PLAYER:08d}", by="body", **columns)
        )

    def annul(self) -> int:
        return self.decide(RatingsAnnulled(pool=self.pool, player=f"{PLAYER:08d}", by="body"))

    def withdraw(self, position: int, before: int) -> int:
        of: dict[str, Any] = {
            "player": f"{PLAYER:08d}",
            "before": f"{before:04d}",
            "withdraws": position,
        }
        return self.decide(AdjustmentWithdrawn(pool=self.pool, by="appeals", **of))

    def play(self, at: int) -> None:
        """Record a win of the player against another, before a list."""
        name, day = f"T{at}", self.days[at]
        if self.pool == UISP:
            Office(self.ledger, self.official).submit(event(name, day, PLAYER, f"{OTHER} 1"))
            return
        played = tournament(name, day, day, games(PLAYER, f"{OTHER} 1"))
        recording.submit(self.ledger, played, self.pool)

    def close(self, at: int) -> None:
        CloseList(pool=self.pool, period=self.lists[at]).record(House(self.ledger, self.official))
        if self.pool == UISP:
            Office(self.ledger, self.official).publish(self.lists[at], self.days[at + 1])

    def asked(self) -> PoolQuery:
        self.official.catch_up()
        return PoolQuery(self.official.track, self.pool)

    def rating(self, at: int, player: int = PLAYER) -> int:
        """A rating on a list; 0: none."""
        pool = self.asked()
        found = pool.states([player], pool.list_of(self.lists[at]).number)
        return found[player].rating if player in found else 0

    def lines(self, at: int) -> list[tuple[str, int]]:
        pool = self.asked()
        units = explain(pool, PLAYER, pool.list_of(self.lists[at])).units
        return [(line.kind, int(line.points)) for unit in units for line in unit.lines]


@contextmanager
def uisp(address: str) -> Iterator[Place]:
    lists = ("2025-Q4", "2026-Q1", "2026-Q2")
    days = ("2025-08-01", "2025-10-05", "2026-01-05", "2026-04-05")
    with an_office(address, [rated(each, 1500) for each in range(1, 5)]) as office:
        yield Place(UISP, office.ledger, office.official, lists, days, 1500)


@contextmanager
def draughts(address: str) -> Iterator[Place]:
    lists = tuple(name for name, _ in DRAUGHTS_DAYS)
    people = [rated(each, 2000) for each in range(1, 5)]
    world = federation(people, periods=lists, on=date(2014, 1, 1))
    days = ("2014-02-01", "2014-05-01", "2014-08-01")
    with recording.a_ledger(address) as ledger, recording.following(ledger) as official:
        recording.begin(ledger, world, RUBELE, DRAUGHTS_DAYS)
        yield Place(RUBELE, ledger, official, lists, days, 2000)


PLACES = {"uisp": uisp, "draughts": draughts}


@pytest.fixture(params=PLACES)
def place(request, tmp_path) -> Iterator[Place]:
    with PLACES[request.param](str(tmp_path / "ledger")) as made:
        yield made
        assert verify(made.ledger).faults == []


@pytest.mark.parametrize("made", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("annulled", [False, True])
def test_while_its_list_is_open_it_never_acts(tmp_path, made, annulled):
    digests = set()
    for decided in (False, True):
        with made(str(tmp_path / f"{decided}")) as place:
            place.play(0)
            if decided:
                at = place.annul() if annulled else place.adjust(place.start, place.start + 30)
                place.withdraw(at, place.start)
            place.close(0)
            digests.add(place.asked().facts.closed[0].event.list_digest)
    assert len(digests) == 1


def test_after_its_list_the_opposite_points_come_on_the_next(place):
    at = place.adjust(place.start, place.start + 30)
    place.close(0)
    place.withdraw(at, place.start)
    place.close(1)
    assert [place.rating(number) for number in (0, 1)] == [place.start + 30, place.start]
    assert place.lines(1) == [("adjustment", -30)]


def test_what_the_player_won_in_between_stays(place):
    """The list with the adjustment counts an event too: only the decision is undone."""
    at = place.adjust(place.start, place.start + 30)
    place.play(0)
    place.close(0)
    won = place.rating(0) - place.start - 30
    other = place.rating(0, OTHER)
    place.withdraw(at, place.start)
    place.close(1)
    assert won > 0
    assert place.rating(1) == place.start + won
    assert place.rating(1, OTHER) == other


def test_the_list_that_takes_the_withdrawal_books_its_own_events_beside_it(place):
    at = place.adjust(place.start, place.start + 30)
    place.close(0)
    place.withdraw(at, place.start)
    place.play(1)
    place.close(1)
    lines = place.lines(1)
    assert ("adjustment", -30) in lines
    assert place.rating(1) == place.start + 30 + sum(points for _, points in lines)
    assert place.rating(1) > place.start


def test_an_annulment_on_a_closed_list_is_not_undone_by_a_withdrawal(place):
    """UISP I.3, Elo-Rubele VI.2: `entry-capital-decided` alone enters a player without a rating."""
    at = place.annul()
    place.close(0)
    with pytest.raises(Refused) as refusal:
        place.withdraw(at, place.start)
    assert refusal.value.code == "rating-cannot-hold"
    assert place.rating(0) == 0
