"""Which lists counted a report, and which later lists took its corrections."""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from ledger.events.report import EntrantReassigned
from ledger.tournaments.current_report import Correction, RecordedReport
from projections.queries import PoolQuery
from projections.queries.corrections import affects_lists
from projections.queries.findings.corrections import changes_nothing
from projections.state.closed_list import Closed
from projections.state.history import TournamentHistory, history_of
from projections.state.pool import PoolFacts


class Game(NamedTuple):
    """A game of a report: its place, the rows of its entrants, and their register numbers."""

    at: int
    rows: Collection[int]
    players: Collection[int]


class ListsOfReport:
    """The lists of all pools with a current report."""

    def __init__(self, pools: Mapping[str, PoolQuery], report: int, known: RecordedReport) -> None:
        """Find the lists with the report at a position; `known` is its tournament."""
        self._report, self._known, root = report, known, known.roots[report]
        versions = [position for position, first in known.roots.items() if first == root]
        closed = {
            name: pool.facts.closed[number - 1]
            for name, pool in pools.items()
            for number in _lists(pool.facts, versions)
        }
        self.booked = {name: on.event.period for name, on in closed.items()}
        """By pool, the list that counted the report, or one that it replaced."""
        late = known.of_report(root)
        self._taken = {name: [*self._late(pools[name], on, late)] for name, on in closed.items()}

    def correcting(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return by pool the later lists that took corrections of a game, oldest first."""
        found = {
            pool: tuple(dict.fromkeys(on for one, on in taken if self._concerns(one, game)))
            for pool, taken in self._taken.items()
        }
        return {pool: lists for pool, lists in found.items() if lists}

    @cached_property
    def _history(self) -> TournamentHistory:
        return history_of(self._known)

    def _late(
        self, pool: PoolQuery, booked: Closed, corrections: Collection[Correction]
    ) -> Iterator[tuple[Correction, str]]:
        """Yield the corrections after a list with the list that took each; none without effect."""
        later = pool.facts.closed[booked.number :] if pool.law.corrected else ()
        for one in corrections:
            if one.no_effect or one.position <= booked.horizon.facts or not affects_lists(one):
                continue
            taking = next((on for on in later if on.horizon.facts >= one.position), None)
            if taking and changes_nothing(pool, self._history, one) is None:
                yield one, taking.event.period

    def _concerns(self, correction: Correction, game: Game) -> bool:
        """Return whether a correction concerns a game.

        One of the whole report, or of the tournament, concerns every game; one of a game or of an
        entrant of a report replaced since concerns none, for the replacement concerns them all.
        """
        fact = correction.payload
        entrant = fact.entrant if isinstance(fact, EntrantReassigned) else None
        index, player = getattr(fact, "game", None), getattr(fact, "player", None)
        if entrant is None and index is None:
            return not player or player in game.players
        here = correction.report == self._report
        return here and (index == game.at or entrant in game.rows)


def _lists(facts: PoolFacts, positions: Collection[int]) -> Iterator[int]:
    """Yield the numbers of a pool's lists with a report at any of some positions."""
    for number, booked in enumerate(facts.booked, start=1):
        for position in positions:
            at = bisect_left(booked, position)
            if booked[at : at + 1] == [position]:
                yield number
