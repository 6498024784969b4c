"""Looking ahead: how a player would stand if the next list were closed with what is recorded now.

Provisional is the list in force and the open period, computed as the list would book it; it is
said of every number, for none of it is official.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.categories.change import Change
from projections.explain.cells import points
from projections.explain.sheets import Line
from projections.finding import Finding
from projections.outlook.ceasing import Ceases, ceases
from projections.outlook.parts import Ahead, CorrectionDue, Lapse, OpenTournament, Withheld
from projections.queries import NOT_IN_FORCE, NotCovered, PoolQuery, RatingList, categories
from projections.queries.categories import NoCategories
from projections.queries.coming_lists import NOT_ANNOUNCED, lists_from, next_list
from projections.queries.corrected_by import corrected_by
from projections.rating import Rated, undecided
from projections.replay import Replay
from projections.replay.closing import shown_from
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.categories import reached
from projections.rulebooks.engine.columns import LISTED
from projections.state.pool import DecidedChange
from projections.state.reports import Report
from projections.steps.capital_changes import ADJUSTED_PLACE
from projections.steps.corrected import BOOKED, Correction


class Outlook:
    """The next list of a pool, computed for one player with everything recorded."""

    def __init__(self, pool: PoolQuery, player: int) -> None:
        """Compute it, as known.

        Raises OutsideRulebook where no adopted edition covers the list, NotCovered where the pool
        or the player was not there yet.
        """
        self.pool, self.player, self.last = pool, player, pool.lists()[-1]
        then = pool.official.known_at(pool.known)
        if player > then.facts.players:
            raise NotCovered(f"at #{pool.known} the register held no such player")
        self._replay: Replay = then.replay(pool.name).fork()
        self.due = next_list(pool, self._replay.facts)
        self.official = pool.state(player, self.last.number).rating
        whenever = replace(self.due, cut_off=date.max, last_official_day=date.max)
        self._recorded = self._replay.book(whenever, pool.known).reports
        booked, outcomes, games = self._replay.rate(self.due, pool.known)
        self._booked, self._outcomes, self._games = booked, outcomes, games
        reports = (each for rated in outcomes for each in rated.counted(player))
        self._counted = {each.position for each in reports}

    @property
    def rating(self) -> int:
        """Give the provisional rating; 0 is none."""
        return int(self._replay.begun().state["rating"][self.player])

    @property
    def games(self) -> int:
        """Give the games that count in the open period."""
        return int(self._games[self.player])

    @property
    def taken(self) -> int:
        """Give the points taken at the ends of years, those on the next list too."""
        kept = self.pool.law.year_end.penalties
        return int(self._replay.begun().state[kept.taken][self.player]) if kept else 0

    @property
    def off_the_list(self) -> str:
        """Give the clause by which a player who is listed would be no more; "" where he stays."""
        if self.rating or not self.official:
            return ""
        with_it = (each for each in self._steps() if each[0].step.rating_before[each[1]])
        rated, at = [(rated, at) for rated, at in with_it if not rated.unit["rating"][at]][-1]
        ended = rated.step.year_end_inputs is not None
        return rated.unit.why(self.pool.law.year_end.renews["rating"] if ended else "rating", at)

    @property
    def ends_of_years(self) -> list[tuple[int, Line]]:
        """Give the points that the ends of years on the list take or give back, with the year."""
        return [
            (rated.step.year_end_inputs.turn.year, line)
            for rated, at in self._steps()
            if rated.step.year_end_inputs is not None
            for line in points(self.pool.law.year_end.lines, rated.step.edition, rated, at)
        ]

    @property
    def corrections(self) -> list[CorrectionDue]:
        """Give what the next list corrects of closed ones, and by how many points."""
        recounted = [
            CorrectionDue(rated.step.recount.tournament, "", int(rated.unit["moved"][at]))
            for rated, at in self._steps()
            if rated.step.recount is not None
        ]
        mine = (each for each in self._booked.corrections.units if each.player == self.player)
        return [*recounted, *(self._corrected(each) for each in mine if each.kind == BOOKED)]

    def _corrected(self, unit: Correction) -> CorrectionDue:
        """Give a correction of a closed list with what was recorded since that brings it."""
        known = (self.last.through_position, self.pool.known)
        found = corrected_by(self.pool, self.player, unit.number, *known)
        by = " ".join(f"#{position}" for each in found for position in each.positions)
        of = ", ".join(each.tournament for each in found)
        law = self.pool.law.frozen_corrections
        assert law is not None
        return CorrectionDue(of, by, Fraction(unit.due - unit.booked, law.per))

    @property
    def decided(self) -> DecidedChange:
        """Return what the body decided about the rating, for the next list."""
        return self._booked.changes.get(self.player, DecidedChange())

    @property
    def tournaments(self) -> list[OpenTournament]:
        """Give the tournaments on which the provisional rating rests."""
        return [
            OpenTournament(each, self._points(each))
            for each in self._booked.rated()
            if each.position in self._counted
        ]

    @property
    def not_rated(self) -> list[Report]:
        """Give the player's reports that the next list takes, in which no game of his counts."""
        taken = (each for each in self._booked.reports if each.position not in self._counted)
        return [each for each in taken if _stands_in(self.player, each)]

    @cached_property
    def undecided(self) -> frozenset[str]:
        """Give the tournaments in which an entry needs a decision about the rating it has."""
        found = [one for each in self._outcomes for one in undecided.of_step(self.pool.law, each)]
        return frozenset(tournament for _, tournament in found)

    @property
    def enters_undecided(self) -> list[Finding]:
        """Give what is to be decided of the rating with which the player enters and plays."""
        law, counted = self.pool.law, {each.report.tournament for each in self.tournaments}
        found = (e for rated, _ in self._steps() for e in undecided.of(law, rated, self.player))
        return [each for each in found if each.about in counted]

    @property
    def not_due(self) -> list[Report]:
        """Give the player's reports that a later list takes, if they are as they stand."""
        taken = {each.position for each in self._booked.reports}
        later = (each for each in self._recorded if each.position not in taken)
        return [each for each in later if _stands_in(self.player, each)]

    def ceases(self) -> tuple[Ceases, str] | None:
        """Give the end of a year with which the rating would cease, and the list that shows it."""
        found = None
        if self.rating:
            found = ceases(self.pool, self._replay, self.player, self.due.cut_off)
        if found is None:
            return None
        on = [due.period for due in self._lists_ahead() if due.cut_off >= found.on]
        return found, on[0] if on else NOT_ANNOUNCED

    def changes(self) -> list[tuple[Change, RatingList]]:
        """Give the changes of category to come, each with the list that would bring it.

        That is the next one, or one that is closed and to be published.
        """
        waiting = (each for each in self.pool.lists() if each.in_force_from == NOT_IN_FORCE)
        coming = {each.number: each for each in (*waiting, self._row)}
        changes = self._held.changes if self._held else ()
        return [(each, coming[each.number]) for each in changes if each.number in coming]

    @property
    def has_categories(self) -> bool:
        """Tell whether there are categories on the day of the next list."""
        return self._held is not None

    def ahead(self) -> Ahead | None:
        """Give the next category and the points to it; None where there is none above."""
        held = self._held
        if held is None or not self.rating:
            return None
        steps = held.ladder.categories
        stands = int(reached(np.array(self.rating), steps))
        above = max(stands, int(held.place[self.player])) + 1
        if above >= len(steps):
            return None
        name, threshold = steps[above]
        return Ahead(name, threshold - self.rating, threshold, held.ladder.article)

    def withheld(self) -> Withheld | None:
        """Give the category that the rating has reached and the player does not hold."""
        held = self._held
        if held is None or not self.rating:
            return None
        stands = int(reached(np.array(self.rating), held.ladder.categories))
        if stands <= int(held.place[self.player]):
            return None
        ladder = held.ladder
        return Withheld(
            *ladder.categories[stands], ladder.article, ladder.permanence == "committee"
        )

    def lapses(self) -> list[Lapse]:
        """Give the first list that shows each lapse the rulebook knows; none of who is unrated."""
        if not self.rating:
            return []
        found = (self._lapse(name) for name in self.pool.law.lapses)
        return [each for each in found if each is not None]

    def _lapse(self, name: str) -> Lapse | None:
        """Give the first list that shows a lapse, so far as the next lists are known."""
        state = self._replay.begun().state
        mine = {field: values[self.player : self.player + 1] for field, values in state.items()}
        for at, due in enumerate(self._lists_ahead()):
            edition = self._replay.law.edition_of_list(due.list_date)
            facts = shown_from(mine, np.array([0 if at else self.games]), due)
            if edition.evaluate([LISTED], facts, [name])[name][0]:
                article = edition.columns[name].article
                shown = at == 0 and self._shown(name)
                return Lapse(name, due.period, due.list_date, article, at == 0, shown)
        return None

    def _shown(self, name: str) -> bool:
        """Tell whether the last list shows a lapse."""
        held, day = self.pool.state(self.player, self.last.number), self.last.list_date
        edition = self._replay.law.edition_on(day)
        if edition is None or not held.rating:
            return False
        state = {field: np.array([value]) for field, value in held.fields.items()}
        games = np.array([held.games if held.number == self.last.number else 0])
        facts = shown_from(state, games, replace(self.due, list_date=day))
        return bool(edition.evaluate([LISTED], facts, [name])[name][0])

    def _lists_ahead(self) -> Iterator[Due]:
        """Give the days of the next lists, as far as they are known."""
        return lists_from(self.due, self.pool.law.calendar, self._replay.facts.announced)

    @property
    def _row(self) -> RatingList:
        day, known = self.due.list_date, self.pool.known
        return RatingList(self.last.number + 1, self.due.period, day, known, known, "")

    @cached_property
    def _held(self) -> categories.CategoriesOnDay | None:
        try:
            year_ends = self._booked.year_end_places.values()
            return categories.after_list(
                self.pool, self.player, self._row, self._moves(), year_ends
            )
        except NoCategories:
            return None

    def _moves(self) -> NDArray[np.int64]:
        """Give the player's changes on the next list, as `PoolQuery.moves` those of others."""
        chained, number = self.pool.law.chained, self._row.number
        rows = []
        for rated, at in self._steps():
            before, after = int(rated.step.listed["rating"][at]), int(rated.unit["rating"][at])
            moved = int(rated.unit["moved"][at]) if chained else after - before
            place = self._place(rated) if chained else 0
            if after or before:
                rows.append((self.player, number, place, after, moved))
        return np.array(rows, dtype=np.int64).reshape(-1, 5)

    def _steps(self) -> Iterator[tuple[Rated, int]]:
        """Give the steps in which the player stands, and his row there."""
        for rated in self._outcomes:
            at = int(np.searchsorted(rated.step.players, self.player))
            if at < len(rated.step.players) and rated.step.players[at] == self.player:
                yield rated, at

    def _place(self, rated: Rated) -> int:
        if rated.step.year_end_inputs is not None:
            return self._booked.year_end_places[rated.step.year_end_inputs.turn.year]
        if rated.step.recount is not None:
            return self._booked.corrections.recounts.place(rated.step.recount)
        report = self._report(rated)
        return ADJUSTED_PLACE if report is None else self._booked.places[report.position]

    def _report(self, rated: Rated) -> Report | None:
        """Give the player's report in a step of a chain: there is one at most."""
        for part in rated.step.parts:
            for entry in np.flatnonzero(part.player == self.player).tolist():
                return part.reports[int(part.tournament[entry])]
        return None

    def _points(self, report: Report) -> int | None:
        if not self.pool.law.chained:
            return None
        for rated, at in self._steps():
            found = self._report(rated)
            if found is not None and found.position == report.position:
                return int(rated.unit["moved"][at])
        return None


def _stands_in(player: int, report: Report) -> bool:
    return bool((columns.read(report.player, columns.PLAYER) == player).any())
