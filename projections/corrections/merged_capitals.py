"""Merged and separated players of a chain: which competitions a list books otherwise.

Reading `merged_capitals`: each competition of the merged number on closed lists becomes one of the
kept player, as by a correction of the entrant: rated with the capital that the kept player had just
before it (`own_inputs`), and walked from the present capital. Where the capital itself goes on,
nothing is booked. Competitions of the kept player are not computed again, and opponents book
nothing: on closed lists they met the number that stood there. Later corrections of these
competitions treat the kept player in the same way.

Reading `separated_capitals`: the opposite is booked for the kept player. The competitions reported
for the separated number since the merge count for that number, with its capital just before each;
so do corrections of its older ones recorded while it was merged. A kept player without a capital
enters with the first competition of its own since the merge.

`chain_merges` says whose capital goes on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from msgspec import structs

from ledger import columns
from ledger.columns import Players, Wide
from projections.corrections.capitals_then import Then
from projections.corrections.chain_merges import ChainMerges
from projections.corrections.competitions import (
    Chain,
    ClosedCompetition,
    Columns,
    edition_of,
    rated_again,
)
from projections.finding import Finding
from projections.rating import undecided
from projections.rating.capital_changes import lookup
from projections.rating.chain_steps import years_ended
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS
from projections.state.merges import Names, names_at, names_of_player, renamed
from projections.state.pool import CorrectedReport
from projections.state.reports import Report


@dataclass(frozen=True)
class MergedCapitals:
    """The merges of a pool, as a list to come takes them in."""

    chain: Chain
    """After the merges and separations of the list."""
    reports_at: Callable[[list[int]], list[Report]]
    """Reads booked reports again, with the entrants as reported."""
    through: int
    """The position up to which the list takes facts."""
    merges: ChainMerges

    @cached_property
    def names(self) -> Names:
        """The merged numbers as the list takes them in."""
        return names_at(self.chain.facts.merges, self.through)

    @cached_property
    def separated(self) -> dict[int, int]:
        """The players whose competitions are rated again after a separation.

        With the list of the merge.
        """
        given_back = [(joined.merged, joined.number) for joined in self.merges.ended]
        dropped = [(joined.kept, joined.number) for joined in self.merges.dropped]
        return {
            player: number for player, number in (*given_back, *dropped) if player not in self.names
        }

    def booked_otherwise(self) -> Iterator[tuple[int, Report | None]]:
        """Yield the competitions that change with a merge or a separation, with their reports.

        Without a report, if it was withdrawn since.
        """
        positions = sorted({*self._of_new_merges(), *self._of_separations()})
        if positions:
            found = {report.position: report for report in self.reports_at(positions)}
            yield from ((position, found.get(position)) for position in positions)

    def _of_new_merges(self) -> Iterator[int]:
        """Yield the competitions of merged numbers whose capital ends."""
        for joined in self.merges.begun:
            if joined.carrier == joined.kept:
                yield from self._with(joined.merged)

    def _with(self, player: int) -> Iterator[int]:
        for position, entries in self.chain.competitions.items():
            if any((entry.player == player).any() for entry in entries):
                yield position

    def _of_separations(self) -> Iterator[int]:
        """Yield the competitions of separated numbers, and all booked since the merge."""
        for joined in self.merges.ended:
            yield from self._with(joined.merged)
            for position, entries in self.chain.competitions.items():
                if entries[0].number >= joined.number:
                    yield position

    def players_otherwise(self, competition: ClosedCompetition, report: Report | None) -> list[int]:
        """Return the players whose results in a competition are others by merges since.

        A report that names both players of a merge stays as it is.
        """
        entrants = set[int]()
        if report is not None:
            entrants = set(columns.read(report.player, columns.PLAYER).tolist())
        booked, found = self.chain.names_booked(competition.booked[0]), set[int]()
        for player in entrants:
            called = (booked.get(player, player), self.names.get(player, player))
            if called[0] != called[1]:
                found |= {*called} - (entrants - {player})
        rated = set(competition.player.tolist())
        since = self.chain.standings.moved.separated_on(competition.booked[0])
        found |= (self.separated.keys() | since) & (entrants | rated)
        found |= {joined.kept for joined in self.merges.ended} & rated - entrants
        return sorted(found - {*self.names})

    def taken_over(
        self, competition: ClosedCompetition, report: Report | None
    ) -> ClosedCompetition:
        """Return a competition with the results of players as merges since leave them."""
        for player in self.players_otherwise(competition, report):
            competition = self.with_player(competition, report, player)
        return competition

    def with_player(
        self, competition: ClosedCompetition, report: Report | None, player: int, points: int = 0
    ) -> ClosedCompetition:
        """Return a competition with the result of one player from a report.

        `points` are added to the capital that the player had just before.
        """
        base, number = self.chain.booked.law.base, self._number(competition, report, player)
        booked = self.chain.names_booked(competition.booked[0])
        names = names_of_player(booked, self.names, player, number)
        then = Then(self.chain.standings, competition.booked, number)
        one = np.array([number], dtype=np.int64)
        values: Columns = {name: np.zeros_like(one) for name in self.chain.result}
        asking: tuple[Finding, ...] = ()
        if report is not None and self._counts(competition, report):
            (named,) = renamed([structs.replace(report, position=competition.position)], names)
            rated = rated_again(self.chain, named, competition.edition, then, {number: points})
            values = {name: lookup(one, rated.step.players, rated.unit[name]) for name in values}
            asking = tuple(undecided.of_step(self.chain.booked.law, rated, number))
        values[base] = np.where(values[base] > 0, values[base], then.capital(one) + points)
        return competition.with_rows(np.array([player], dtype=np.int64), values, asking)

    def _number(self, competition: ClosedCompetition, report: Report | None, player: int) -> int:
        """Return the number under which a player was rated in a competition.

        Before a capital went on, that of the number whose capital it was.
        """
        if report is None or player in columns.read(report.player, columns.PLAYER):
            return player
        pairs = self.chain.standings.moved.taken_over_since(competition.booked[0])
        carriers = (who for kept, who in pairs if kept == player and self.names.get(who) == kept)
        return next(carriers, player)

    def _counts(self, competition: ClosedCompetition, report: Report) -> bool:
        number = competition.booked[0]
        corrected = CorrectedReport(number, competition.position, None, report)
        return edition_of(self.chain, corrected) is not None

    def carried_years(self) -> Wide:
        """Return carried-over years by register number, those of merged numbers joined."""
        years = self.chain.carried_years.copy()
        for merged, kept in self.names.items():
            years[kept] |= years[merged]
        return years

    def idle(self, players: Players, years: Wide) -> Iterator[tuple[int, Players]]:
        """Yield years without a valid event of separated players, which ended in the meantime.

        `years` are the years with valid events of `players`.
        """
        for player, number in self.separated.items():
            closed, first = self.chain.facts.closed, number - 1
            since = closed[first - 1].event.cut_off if first else self.chain.standings.since[0]
            for year in years_ended(closed[first:], since):
                taken = years >> (year - FIRST_YEAR_OF_SETS) & 1
                idle = players[(players == player) & (taken == 0)]
                if len(idle):
                    yield year, idle

    def without_merged(self, players: Players) -> Players:
        """Return the players without merged numbers, whose capitals have ended."""
        return players[~np.isin(players, list(self.names))] if self.names else players
