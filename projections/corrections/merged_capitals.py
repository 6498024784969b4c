"""Merged players of a chain: whose competitions on closed lists count for the kept player.

Reading `merged_capitals`: from the list that takes in a merge, the capital of the merged number has
ended, as by an annulment. Each of its competitions on closed lists becomes one of the kept player,
as by a correction of the entrant: rated with the capital that the kept player had just before it
(`own_inputs`), and walked from the present capital. Competitions of the kept player are not
computed again, and opponents book nothing: on closed lists they met the number that stood there.
Later corrections of these competitions treat the kept player in the same way.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from msgspec import structs

from ledger import columns
from ledger.columns import Players
from projections.corrections.competitions import Chain, ClosedCompetition, Then, rated_again
from projections.rating.capital_changes import lookup
from projections.state.merges import Names, names_at, names_of_player, renamed
from projections.state.reports import Report


@dataclass(frozen=True)
class MergedCapitals:
    """The merges of a pool, as a list to come takes them in."""

    chain: Chain
    reports_at: Callable[[list[int]], list[Report]]
    """Reads booked reports again, with the entrants as reported."""
    through: int
    """The position up to which the list takes facts."""

    @cached_property
    def names(self) -> Names:
        """The merged numbers as the list takes them in."""
        return names_at(self.chain.facts.merges, self.through)

    def booked_otherwise(self) -> Iterator[tuple[int, Report]]:
        """Yield the competitions of numbers merged since the last list, with their reports."""
        before = names_at(self.chain.facts.merges, self.chain.facts.closed_through())
        new = [merged for merged, kept in self.names.items() if before.get(merged) != kept]
        if not new:
            return
        positions = [
            position
            for position, entries in self.chain.competitions.items()
            if any(np.isin(entry.player, new).any() for entry in entries)
        ]
        yield from ((report.position, report) for report in self.reports_at(positions))

    def kept_players(self, number: int, report: Report) -> list[int]:
        """Return the players of whom a report has a number merged since list `number`."""
        booked = self.chain.names_booked(number)
        entrants = set(columns.read(report.player, columns.PLAYER).tolist())
        merged = (who for who in entrants if who in self.names)
        kept = {self.names[who] for who in merged if booked.get(who) != self.names[who]}
        return sorted(kept - entrants)

    def taken_over(self, competition: ClosedCompetition, report: Report) -> ClosedCompetition:
        """Return a competition with the results of merged numbers as those of the kept players."""
        number = competition.booked[0]
        for player in self.kept_players(number, report):
            booked = self.chain.names_booked(number)
            names = names_of_player(booked, self.names, player, player)
            (named,) = renamed([structs.replace(report, position=competition.position)], names)
            competition = self._with_player(competition, named, player)
        return competition

    def _with_player(
        self, competition: ClosedCompetition, report: Report, player: int
    ) -> ClosedCompetition:
        """Return a competition with the result of one player from a report."""
        then, base = Then(self.chain.standings, competition.booked), self.chain.booked.law.base
        rated = rated_again(self.chain, report, competition.edition, then)
        one = np.array([player], dtype=np.int64)
        values = {
            name: lookup(one, rated.step.players, rated.unit[name]) for name in competition.now
        }
        values[base] = np.where(values[base] > 0, values[base], then.capital(one))
        return competition.with_rows(one, values)

    def without_merged(self, players: Players) -> Players:
        """Return the players without merged numbers, whose capitals have ended."""
        return players[~np.isin(players, list(self.names))] if self.names else players
