"""Calculations from typed numbers: a first rating, or the change of a rating, with its worksheet.

The steps are assembled and rated as those of a list, from a source of typed numbers: the columns of
an edition have no second formula. Nothing is read from a ledger, and no number set by a body
(`parameter-set`) is known: an edition holds as its text states it. `projections.calculation` is the
calculation as asked.

    typed_source    its numbers as the source of a step
    sheets          the typed document of the answer
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

import numpy as np
from msgspec.structs import replace

from ledger import columns
from ledger.sentences import Sentence
from projections.calculation import PLAYER, Calculation, TypedTournament
from projections.queries.calculation.sheets import Calculated, CalculatedStep, sheet_of
from projections.queries.calculation.typed_source import Played, TypedSource, as_admitted, played
from projections.queries.explain.cells import printed_before
from projections.queries.explain.sheets import Cell
from projections.rating import Rated, rate
from projections.rating.assembler import group_of, step_of
from projections.rating.layout import lay_out
from projections.rulebooks import rulebook
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.months import month_number
from projections.rulebooks.engine.rulebook import Rulebook, before_coverage, in_force
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS
from projections.rulebooks.engine.whole import whole


def calculate(asked: Calculation, today: date) -> Calculated:
    """Return the calculation asked for; `today` stands for days that are not typed.

    Raises OutsideRulebook for an unknown rulebook or edition, and for a day before the first.
    """
    plan = _Plan(asked, today)
    steps = tuple(_steps(plan))
    new = steps[-1].after if steps else asked.rating or None
    return Calculated(
        asked.rulebook, plan.edition.name, plan.list_date, asked.rating or None, new, steps
    )


@dataclass(frozen=True)
class _Plan:
    """The calculation with its days and editions."""

    asked: Calculation
    today: date

    @cached_property
    def law(self) -> Rulebook:
        return rulebook(self.asked.rulebook)

    @cached_property
    def tournaments(self) -> tuple[Played, ...]:
        found, first = [], PLAYER + 1
        for number, typed in enumerate(self.asked.tournaments, start=1):
            found.append(played(typed, number, self._days(typed), first))
            first += len(typed.games)
        return tuple(found)

    def _days(self, typed: TypedTournament) -> tuple[date, date]:
        """Return first and last day: as typed, else the day of the edition, else today."""
        named = self.law.edition(self.asked.edition).name if self.asked.edition else None
        otherwise = date.fromisoformat(named) if named else self.today
        start = typed.start or typed.end or otherwise
        return start, max(typed.end or start, start)

    @cached_property
    def list_date(self) -> date:
        """The list that counts the tournaments: as typed, or the first of the next month."""
        last = max((one.report.end for one in self.tournaments), default=self.today)
        return self.asked.list_date or (last.replace(day=1) + timedelta(days=32)).replace(day=1)

    @cached_property
    def edition(self) -> Edition:
        """The edition of the list."""
        return self.edition_on(self.list_date)

    def edition_on(self, day: date) -> Edition:
        """Return the edition asked for, or the edition in force on a day."""
        if self.asked.edition:
            return as_admitted(self.law.edition(self.asked.edition))
        dated = [one for one in self.law.editions if one.name not in self.law.undated_editions]
        found: Edition | None = in_force(((date.fromisoformat(e.name), e) for e in dated), day)
        if found is None:
            raise before_coverage(self.law.name, date.fromisoformat(dated[0].name), day)
        return as_admitted(found)


def _steps(plan: _Plan) -> Iterator[CalculatedStep]:
    """Yield the steps, each from the state after the step before."""
    printed = _printed_before(plan)
    state = _state(plan, printed)
    groups = [(one,) for one in plan.tournaments] if plan.law.chained else [plan.tournaments]
    for group in groups:
        rated = _rated(plan, group, state)
        yield sheet_of(plan.law, rated, printed)
        state = {name: int(rated.unit[of][0]) for name, of in plan.law.state.items()}
        printed = {}


def _rated(plan: _Plan, group: Sequence[Played], state: Mapping[str, int]) -> Rated:
    edition = plan.edition_on(group[0].report.begins) if plan.law.chained else plan.edition
    source = TypedSource(plan.law, plan.list_date, plan.asked, tuple(group), state, edition)
    by_edition: dict[str, list[Played]] = {}
    for one in group:
        by_edition.setdefault(plan.edition_on(one.report.begins).name, []).append(one)
    parts = tuple(
        lay_out(plan.edition_on(some[0].report.begins), [one.report for one in some])
        for some in by_edition.values()
    )
    numbers = [columns.read(one.report.player, columns.PLAYER) for one in group]
    players = np.unique(np.concatenate([[PLAYER], *numbers])).astype(np.int64)
    assembled = source.with_typed_facts(group_of(source, parts, players))
    return rate(step_of(source, assembled, edition, {}))


def _printed_before(plan: _Plan) -> dict[str, Cell]:
    """Return the values printed on the list before: as typed, or by the rules of then."""
    asked, before = plan.asked, _month_before(plan.list_date)
    found = {}
    for name, column in plan.law.printed.items() if asked.rating else ():
        facts = {
            "peak": np.array([max(asked.peak, asked.rating)]),
            "games": np.array([asked.games]),
            "birth_year": np.array([asked.birth_year]),
            "list_year": before.year,
            "list_month": month_number(before),
        }
        cell = printed_before(plan.edition, column, facts)
        typed = asked.k if name == "k" else None
        as_typed = replace(cell, value=typed, why=Sentence("as typed"))
        found[name] = cell if typed is None else as_typed
    return found


def _month_before(day: date) -> date:
    return (day.replace(day=1) - timedelta(days=1)).replace(day=1)


def _state(plan: _Plan, printed: Mapping[str, Cell]) -> dict[str, int]:
    asked = plan.asked
    year = plan.tournaments[0].report.end.year if plan.tournaments else plan.today.year
    known = {
        "rating": asked.rating,
        "games": asked.games,
        "peak": max(asked.peak, asked.rating),
        "rounding_tenths": asked.rounding_tenths,
        "counted_years": int(asked.counted_this_year) << max(year - FIRST_YEAR_OF_SETS, 0),
        **{name: int(whole(np.array(cell.value), name)) for name, cell in printed.items()},
    }
    return {name: known.get(name, 0) for name in plan.law.state}
