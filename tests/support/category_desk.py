"""A draughts pool and a chess pool with ratings beyond thresholds, and short questions."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from ledger import columns
from ledger.events.base import Fact
from ledger.events.pool import CategoryAwarded, CategoryWithdrawn, ParameterSet
from ledger.store.ledger import Ledger
from ops.closings.recordings import CloseList
from ops.house import House
from projections.categories.change import Change
from projections.official import Official
from projections.queries import PoolQuery, categories
from projections.queries.explain.category_changes import rests_on
from tests.oracles.world import Game, Tournament, World
from tests.support.recording import LONG_AFTER, a_ledger, begin, following, record, submit
from tests.support.worlds import RUBELE, Days

LADDER = (("Third", 0), ("Second", 1500), ("First", 1800))
"""What a body might set for chess."""


def day(text: str) -> date:
    return date.fromisoformat(text)


@dataclass
class Desk:
    """A pool for questions about categories."""

    ledger: Ledger
    official: Official
    name: str

    def pool(self, known: int | None = None) -> PoolQuery:
        self.official.catch_up()
        return PoolQuery(self.official.track, self.name, known)

    def say(self, fact: Fact) -> int:
        """Record a fact; return the position."""
        return record(self.ledger, f"said {self.ledger.read.head().next_position}", fact)

    def submit(self, *played: Tournament) -> None:
        for tournament in played:
            submit(self.ledger, tournament, self.name)

    def close(self, *periods: str) -> None:
        for period in periods:
            CloseList(pool=self.name, period=period).record(House(self.ledger, self.official))

    def category(self, player: int, as_of: str | None = None, known: int | None = None) -> str:
        on = None if as_of is None else day(as_of)
        return categories.on_day(self.pool(known), on, player).name(player)

    def title(self, player: int, as_of: str | None = None) -> str:
        on = None if as_of is None else day(as_of)
        return categories.on_day(self.pool(), on, player).title(player)

    def history(self, player: int) -> list[str]:
        """Each change of a player in a few words, oldest first."""
        changes = categories.on_day(self.pool(), None, player).changes
        return [
            f"{change.on} {change.how} {change.before or 'none'} to {change.after or 'none'}"
            + (f", beside {change.outranked}" if change.outranked else "")
            for change in changes
        ]

    def of_list(self, period: str, known: int | None = None) -> list[Change]:
        pool = self.pool(known)
        return categories.changes_of_list(pool, pool.list_of(period))

    def told(self, period: str) -> list[str]:
        """Return each change of a bulletin in a few words, with the basis."""
        pool = self.pool()
        return [
            f"{change.player} {change.how} {change.before or 'none'} to {change.after or 'none'}"
            f" by {' '.join(map(str, rests_on(pool, change))) or 'law'}"
            for change in self.of_list(period)
        ]

    def set_ladder(
        self,
        permanence: str,
        rows: Iterable[tuple[str, int | None]] = LADDER,
        since: str = "2025-01-01",
    ) -> int:
        """Let the body set categories and the time of keeping a category."""
        said: dict[str, Any] = {"pool": self.name, "in_force_from": day(since), "by": "the-body"}
        self.say(ParameterSet(name="categories", rows=tuple(rows), unit="points", **said))
        return self.say(ParameterSet(name="permanence", word=permanence, **said))

    def award(self, player: int, category: str, on: str) -> int:
        return self.say(CategoryAwarded(**self._decided(player, category, on)))

    def withdraw(self, player: int, category: str, on: str) -> int:
        return self.say(CategoryWithdrawn(**self._decided(player, category, on)))

    def _decided(self, player: int, category: str, on: str) -> dict[str, Any]:
        who = columns.write([player], columns.PLAYER)
        said = {"pool": self.name, "on": day(on), "player": who, "category": category}
        return {**said, "by": "the-committee"}


@contextmanager
def at_a_desk(
    address: str,
    world: World,
    name: str = RUBELE,
    days: Days = (),
    clock: Callable[[], int] = LONG_AFTER,
) -> Iterator[Desk]:
    with a_ledger(address, clock) as ledger, following(ledger) as official:
        begin(ledger, world, name, days)
        yield Desk(ledger, official, name)


def beats(winner: int, *losers: int) -> tuple[Game, ...]:
    return tuple(Game(winner, loser, "1", "0") for loser in losers)
