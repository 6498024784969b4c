"""The outlook of a player: the next list, computed with everything recorded so far.

All numbers are provisional.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from projections.categories.change import Change
from projections.categories.ladder import Ladder
from projections.finding import Finding
from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList, categories
from projections.queries.categories import NoCategories
from projections.queries.coming_lists import NOT_ANNOUNCED, lists_from, next_list
from projections.queries.corrections import corrected_by
from projections.queries.explain.cells import points
from projections.queries.explain.sheets import Line
from projections.queries.merges_on_lists import merges_in_words
from projections.queries.open_reports import contains
from projections.queries.outlook.lapses import Ceases, Lapse, ceases, lapses
from projections.rating import Rated, undecided
from projections.rating.corrected import BOOKED, Correction
from projections.replay import Replay
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.categories import reached
from projections.rulebooks.engine.columns import Clause
from projections.state.adjustments import DecidedChange
from projections.state.closed_list import Horizon
from projections.state.reports import Report


@dataclass(frozen=True, slots=True)
class OpenTournament:
    """A tournament of the open period; in a chain with the points of the player."""

    report: Report
    points: int | None


@dataclass(frozen=True, slots=True)
class CorrectionDue:
    """A correction of a closed list on the next list."""

    tournament: str
    events: tuple[int, ...]
    """Positions of the correcting events, where known."""
    points: Fraction | int


@dataclass(frozen=True, slots=True)
class CategoryNotHeld:
    """A category not held by the player, with the rating needed to reach it."""

    category: str
    threshold: int
    article: str
    proposed: bool
    """Whether a committee decides about it."""


class Outlook:
    """The next list of a pool, computed for a player with everything recorded."""

    def __init__(self, pool: PoolQuery, player: int) -> None:
        """Compute the next list, as known at the position of the pool.

        Raises OutsideRulebook where no adopted edition covers the list; NotCovered before the
        beginning of the pool or the registration of the player.
        """
        self.pool, self.player, self.last = pool, player, pool.lists()[-1]
        pool.check_registered(player)
        self._replay: Replay = pool.official.known_at(pool.known).replay(pool.name).fork()
        self.due = next_list(pool, self._replay.facts)
        self.official = pool.state(player, self.last.number).rating
        whenever = replace(self.due, cut_off=date.max, last_official_day=date.max)
        self._recorded = self._replay.book(whenever, Horizon.at(pool.known)).reports
        booked, outcomes, games = self._replay.rate(self.due, Horizon.at(pool.known))
        self._booked, self._outcomes, self._games = booked, outcomes, games
        self._counted = {report.position for rated in outcomes for report in rated.counted(player)}

    @property
    def rating(self) -> int:
        """The provisional rating; 0 is none."""
        return int(self._replay.begun().state["rating"][self.player])

    @property
    def games(self) -> int:
        """The counted games of the open period."""
        return int(self._games[self.player])

    @property
    def penalties(self) -> int:
        """The points of all inactivity penalties, also on the next list."""
        register = self.pool.law.year_end.penalties
        return int(self._replay.begun().state[register.taken][self.player]) if register else 0

    @property
    def removal_clause(self) -> Clause | None:
        """The clause that removes a listed player from the list; None where none does."""
        if self.rating or not self.official:
            return None
        rated, at = [
            (rated, at)
            for rated, at in self._steps()
            if rated.step.rating_before[at] and not rated.unit["rating"][at]
        ][-1]
        if rated.step.handover is not None:
            words = merges_in_words(self.pool, self.player, self._row)
            return Clause(self.pool.law.correction_article, words)
        ended = rated.step.year_end_inputs is not None
        return rated.unit.why(self.pool.law.year_end.renews["rating"] if ended else "rating", at)

    @property
    def year_end_lines(self) -> list[tuple[int, Line]]:
        """The lines of the year ends on the list, each with the year."""
        return [
            (rated.step.year_end_inputs.year_end.year, line)
            for rated, at in self._steps()
            if rated.step.year_end_inputs is not None
            for line in points(self.pool.law.year_end.lines, rated.step.edition, rated, at)
        ]

    @property
    def corrections(self) -> list[CorrectionDue]:
        """The corrections of closed lists on the next list."""
        recounted = [
            CorrectionDue(rated.step.recount.tournament, (), int(rated.unit["moved"][at]))
            for rated, at in self._steps()
            if rated.step.recount is not None
        ]
        units = [unit for unit in self._booked.corrections.units if unit.player == self.player]
        return [*recounted, *(self._corrected(unit) for unit in units if unit.kind == BOOKED)]

    def _corrected(self, unit: Correction) -> CorrectionDue:
        known = (self.last.through_position, self.pool.known)
        found = corrected_by(self.pool, self.player, unit.number, *known)
        by = tuple(position for one in found for position in one.positions)
        of = ", ".join(one.tournament for one in found)
        law = self.pool.law.frozen_corrections
        assert law is not None
        return CorrectionDue(of, by, Fraction(unit.due - unit.booked, law.per))

    @property
    def decided(self) -> DecidedChange:
        """The decisions of the body on the next list."""
        return self._booked.changes.get(self.player, DecidedChange())

    @property
    def tournaments(self) -> list[OpenTournament]:
        """The open tournaments with counted games of the player."""
        reports = (one for one in self._booked.rated() if one.position in self._counted)
        return [OpenTournament(report, self._points(report)) for report in reports]

    @property
    def not_rated(self) -> list[Report]:
        """The player's reports on the next list without counted games of the player."""
        others = (one for one in self._booked.reports if one.position not in self._counted)
        return [report for report in others if contains(report, self.player)]

    @cached_property
    def undecided(self) -> frozenset[str]:
        """The tournaments with an open decision about an entry rating."""
        of_steps = (undecided.of_step(self.pool.law, rated) for rated in self._outcomes)
        return frozenset(found.about for of_step in of_steps for found in of_step)

    @property
    def enters_undecided(self) -> list[Finding]:
        """The open decisions about the entry rating of the player."""
        law, counted = self.pool.law, {one.report.tournament for one in self.tournaments}
        of_steps = (undecided.of_step(law, rated, self.player) for rated, _ in self._steps())
        return [found for of_step in of_steps for found in of_step if found.about in counted]

    @property
    def not_due(self) -> list[Report]:
        """The player's reports for a later list."""
        booked = {report.position for report in self._booked.reports}
        later = (report for report in self._recorded if report.position not in booked)
        return [report for report in later if contains(report, self.player)]

    def ceases(self) -> tuple[Ceases, str] | None:
        """Return the year end with which the rating ceases, and the next list after."""
        found = self.rating and ceases(self.pool, self._replay, self.player, self.due.cut_off)
        if not found:
            return None
        on = [due.period for due in self._lists_ahead() if due.cut_off >= found.on]
        return found, on[0] if on else NOT_ANNOUNCED

    def category_changes(self) -> list[tuple[Change, RatingList]]:
        """Return the coming changes of category, each with the unpublished or next list."""
        unpublished = (row for row in self.pool.lists() if row.in_force_from == NOT_IN_FORCE)
        coming = {row.number: row for row in (*unpublished, self._row)}
        changes = self._categories.changes if self._categories else ()
        return [(change, coming[change.number]) for change in changes if change.number in coming]

    @property
    def has_categories(self) -> bool:
        """Whether the pool has categories on the day of the next list."""
        return self._categories is not None

    def next_category(self) -> CategoryNotHeld | None:
        """Return the category above the present one and the rating; None at the top."""
        places = self._category_places()
        above = max(places) + 1 if places else 0
        return self._not_held(above) if places and above < len(self._ladder.categories) else None

    def unheld_category(self) -> CategoryNotHeld | None:
        """Return the category reached by the rating and not held, or None."""
        places = self._category_places()
        return self._not_held(places[0]) if places and places[0] > places[1] else None

    def _not_held(self, place: int) -> CategoryNotHeld:
        ladder = self._ladder
        proposed = ladder.permanence == "committee"
        return CategoryNotHeld(*ladder.categories[place], ladder.article, proposed)

    @property
    def _ladder(self) -> Ladder:
        assert self._categories is not None
        return self._categories.ladder

    def _category_places(self) -> tuple[int, int] | None:
        """Return the place reached by the rating, and the place held."""
        if self._categories is None or not self.rating:
            return None
        place = int(reached(np.array(self.rating), self._ladder.categories))
        return place, int(self._categories.place[self.player])

    def lapses(self) -> list[Lapse]:
        """Return the first list with each lapse of the rulebook; empty for the unrated."""
        if not self.rating:
            return []
        ahead = [*self._lists_ahead()]
        return list(lapses(self.pool, self._replay, self.player, ahead, self.games))

    def _lists_ahead(self) -> Iterator[Due]:
        return lists_from(self.due, self.pool.law.calendar, self._replay.facts.announced)

    @property
    def _row(self) -> RatingList:
        day, known = self.due.list_date, self.pool.known
        of_list = (self.last.number + 1, self.due.period, day)
        return RatingList(*of_list, known, Horizon.at(known), known, "")

    @cached_property
    def _categories(self) -> categories.CategoriesOnDay | None:
        try:
            year_ends = self._booked.year_end_places.values()
            return categories.after_list(
                self.pool, self.player, self._row, self._rating_changes(), year_ends
            )
        except NoCategories:
            return None

    def _rating_changes(self) -> NDArray[np.int64]:
        chained, number = self.pool.law.chained, self._row.number
        rows = []
        for rated, at in self._steps():
            before, after = int(rated.step.listed["rating"][at]), int(rated.unit["rating"][at])
            change = int(rated.unit["moved"][at]) if chained else after - before
            place = self._place(rated) if chained else 0
            if after or before:
                rows.append((self.player, number, place, after, change))
        return np.array(rows, dtype=np.int64).reshape(-1, 5)

    def _steps(self) -> Iterator[tuple[Rated, int]]:
        for rated in self._outcomes:
            for at in np.flatnonzero(rated.step.players == self.player).tolist():
                yield rated, at

    def _place(self, rated: Rated) -> int:
        report, booked = self._report(rated), self._booked
        return booked.places[report.position] if report else booked.place_of(rated.step)

    def _report(self, rated: Rated) -> Report | None:
        """Return the only report of the player in a step of a chain, if any."""
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
