"""Random histories with a list corrected after the closing, or just before: two
ledgers.

In one the corrections come after the closing, and the list is printed again; in the other they come
before it. Everything else is the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ledger.events.pool import ListPublished
from ledger.store.ledger import Ledger
from ops.closings import reprint_list
from ops.closings.recordings import CloseList, ReprintList
from ops.house import House
from projections import list_document
from projections.official import Official
from projections.official.track import Track
from projections.queries import PoolQuery
from tests.oracles import random_worlds, rubele_eras
from tests.support import quarters, revising, revising_quarters, revising_years, years
from tests.support.recording import adjusted, begin, following, record, submit
from tests.support.worlds import FIDE


@dataclass(frozen=True)
class History:
    """A history in a ledger: the facts before a closing, and the corrections."""

    pools: Sequence[str]
    periods: Sequence[str]
    record: Callable[[Official, int], None]
    """Records what comes before the closing of a list, by its index."""
    correct: Callable[[int], None]
    """Corrects some of what is recorded, as before the closing of a list."""


def fide(ledger: Ledger, seed: int) -> History:
    """Begin seven months of a federation."""
    world = random_worlds.fide_world(seed, players=16, periods=7)
    desk = revising.Revising(ledger, world, Random(seed))
    begin(ledger, world, FIDE)

    def before(_: Official, index: int) -> None:
        for played in world.tournaments:
            if played.recorded == index:
                desk.standing[played.id] = revising.Standing(played, submit(ledger, played, FIDE))
        for decided in world.adjustments:
            if decided.recorded == index:
                record(ledger, f"adjust {decided.player} {index}", adjusted(decided, FIDE))

    return History([FIDE], world.periods, before, lambda index: desk.revise(index, 0.5))


def uisp(ledger: Ledger, seed: int) -> History:
    """Begin five quarters; every list but the last is published before the next closing."""
    season, book = quarters.small(seed), "uisp"
    desk = revising_quarters.Revising(ledger, season, book, Random(seed))
    quarters.begin(ledger, season, book)

    def before(official: Official, index: int) -> None:
        for event in season.events:
            if event.played.recorded == index:
                desk.submit(event)
        if index:
            publish(ledger, official, book, season.quarters[index - 1].issue)

    periods = [quarter.period for quarter in season.quarters]
    return History([book], periods, before, desk.revise)


def publish(ledger: Ledger, official: Official, book: str, day) -> None:
    """Record the publication of the last printing of the last list."""
    official.catch_up()
    last = official.track.facts.pools[book].closed[-1].event
    said = ListPublished(pool=book, period=last.period, printing=last.printing, published_on=day)
    record(ledger, f"publish {last.period}", said)


def draughts(ledger: Ledger, seed: int) -> History:
    """Begin some years of both disciplines."""
    era = rubele_eras.era(seed)
    desk = revising_years.Revising(ledger, era, Random(seed), share=0.4)
    years.begin(ledger, era)

    def before(official: Official, index: int) -> None:
        years.decide(ledger, official, era, index)
        for event in era.events:
            if event.played.recorded == index:
                desk.submit(event)

    periods = [day.isoformat() for day in era.lists]
    return History(list(years.POOLS.values()), periods, before, lambda at: desk.revise(at + 1))


SYSTEMS = {"fide": fide, "uisp": uisp, "draughts": draughts}


@dataclass
class Lists:
    """Close the lists of a history; lists of a single index are corrected, or printed again."""

    ledger: Ledger
    history: History
    corrected: int
    """Index of the lists that are corrected."""
    late: bool
    """Whether the corrections come after the closing."""

    def close_until(self, official: Official, last: int) -> None:
        """Record, close and correct, up to the lists of an index."""
        house = House(self.ledger, official)
        for index in range(last + 1):
            self.history.record(official, index)
            if index == self.corrected and not self.late:
                self.history.correct(index)
            for pool in self.history.pools:
                CloseList(pool=pool, period=self.history.periods[index]).record(house)
            if index == self.corrected and self.late:
                self.history.correct(index)
                with following(self.ledger) as anew:  # what came before is not in its memory
                    for pool in self.history.pools:
                        reprinted(House(self.ledger, anew), pool, self.history.periods[index])


def reprinted(house: House, pool: str, period: str) -> None:
    """Print a list again, unless nothing would change."""
    try:
        ReprintList(pool=pool, period=period).record(house)
    except reprint_list.NothingChanges:
        return


def rows_of(track: Track, pools: Sequence[str]) -> dict[tuple[str, str], dict[int, str]]:
    """The rows of every list, as sealed, by pool and period."""
    return {
        (pool, closed.event.period): list_document.texts(track.sealed(closed.event))
        for pool in pools
        for closed in track.facts.pools[pool].closed
    }


def printings(official: Official, pools: Sequence[str]) -> set[int]:
    """The last printings of the lists."""
    return {one.event.printing for pool in pools for one in official.track.facts.pools[pool].closed}


__all__ = ["SYSTEMS", "History", "Iterator", "Lists", "PoolQuery", "following"]
