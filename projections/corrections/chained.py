"""Corrections of closed lists in pools with chained ratings.

A closed list stays as sealed. A unit (a player in a competition) touched by a corrected fact is
computed again with its own inputs: capitals just before the competition, in the order of booking
(decision 0005), and editions as adopted then. Readings of points open in the texts:

* Reading `own_inputs`: later changes of a capital are not among the inputs. A player without a
  capital then takes the later initial capital; a player still without one enters now.
* Reading `booked_so_far`: a unit is compared with all amounts booked for it, so chains of
  corrections telescope; a correction undone between two closings makes no difference.
* Reading `others_stay`: play in other competitions is not computed again. Points given once a year
  belong to the first booked of the corrected competitions that count.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

import numpy as np

from ledger.columns import Players
from projections.corrections.chain_walk import Walk
from projections.corrections.competitions import (
    Chain,
    ClosedCompetition,
    as_booked,
    as_corrected,
    edition_of,
)
from projections.corrections.merged_capitals import MergedCapitals
from projections.corrections.separated_capitals import in_sequence
from projections.rating import undecided
from projections.rating.corrected import NOTHING_CORRECTED, Corrections
from projections.state.pool import CorrectedReport
from projections.state.reports import Report


@dataclass(frozen=True)
class Chained:
    """The corrections of closed lists that the open list of a chain books."""

    chain: Chain
    reports: Sequence[CorrectedReport]
    merged: MergedCapitals

    def due(self) -> Corrections:
        """Return the corrections of corrected competitions, and of those of merged players."""
        chain, merged = self.chain, self.merged
        reports = dict(self._reports())
        corrected = {position: one for position, one in self._competitions(reports) if one}
        if not corrected and not merged.merges.changes:
            return NOTHING_CORRECTED
        players = merged.without_merged(self._players(corrected, reports))
        walk = self._walk(corrected, players)
        if merged.separated:
            corrected = in_sequence(chain, merged, walk, corrected, reports)
            walk = self._walk(corrected, players)
        editions = [(edition_of(chain, report), report.now) for report in self.reports]
        rated = [(edition, report) for edition, report in editions if edition and report]
        recounts = replace(
            walk.recounts(),
            undecided=tuple(
                replace(finding, code="entry-by-correction")
                for one in corrected.values()
                for finding in one.undecided
            ),
            withheld=tuple(undecided.withheld(chain.booked.law, rated)),
        )
        found = Corrections(recounts=recounts.under(chain.as_set))
        return self._with_merges(found, walk) if merged.merges.changes else found

    def _reports(self) -> Iterator[tuple[int, Report | None]]:
        """Yield the present reports of competitions that may come out otherwise, by position."""
        yield from self.merged.booked_otherwise()
        yield from ((report.position, report.now) for report in self.reports)

    def _competitions(
        self, reports: Mapping[int, Report | None]
    ) -> Iterator[tuple[int, ClosedCompetition | None]]:
        """Yield the competitions to compare, with the results of merged players."""
        corrected = {report.position: report for report in self.reports}
        for position, report in reports.items():
            if position in corrected:
                found = as_corrected(self.chain, corrected[position])
            else:
                found = as_booked(self.chain, position)
                if not self.merged.players_otherwise(found, report):
                    continue
            yield position, found and self.merged.taken_over(found, report)

    def _players(
        self,
        corrected: Mapping[int, ClosedCompetition],
        reports: Mapping[int, Report | None],
    ) -> Players:
        """Return the players of corrected reports, and merged and separated players."""
        by_correction = {report.position for report in self.reports}
        found = [np.array([*self.merged.merges.states], dtype=np.int64)]
        for position, competition in corrected.items():
            if position in by_correction:
                found.append(competition.player)
            else:
                otherwise = self.merged.players_otherwise(competition, reports[position])
                found.append(np.array(otherwise, dtype=np.int64))
        return np.unique(np.concatenate(found))

    def _walk(self, corrected: Mapping[int, ClosedCompetition], players: Players) -> Walk:
        others = [
            as_booked(self.chain, at) for at in self.chain.competitions if at not in corrected
        ]
        walk = Walk(self.chain, players, self.merged.carried_years()[players])
        for competition in sorted([*corrected.values(), *others], key=attrgetter("booked")):
            walk.add(competition, corrected=competition.position in corrected)
        return walk

    def _with_merges(self, found: Corrections, walk: Walk) -> Corrections:
        merges = self.merged.merges
        handover = merges.handover.with_years(self.chain.law.years, walk.players, walk.years)
        left = dict(found.recounts.left)
        for year, players in self.merged.idle(walk.players, walk.years):
            left[year] = np.union1d(left.get(year, players), players)
        recounts = replace(found.recounts, left=left)
        return replace(found, recounts=recounts, handover=handover, joins=merges.joins)
