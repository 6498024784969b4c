"""Cells, lines and legs of a row of columns, for worksheets, cross tables and the outlook."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from ledger.sentences import Sentence, tabled
from projections.queries.explain.sheets import Cell, Leg, Line, Stated
from projections.rating import Rated
from projections.rulebooks.engine import terms
from projections.rulebooks.engine.columns import UNIT, Column, Columns, Level
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import LineKind

PRINTED_BEFORE: Final = Sentence("As printed on the list before, for the games of this list.")

SCALES = {"half hundredths": 200, "hundredths": 100, "tenths": 10}
"""Denominator of the values of a column, by unit; the name of the column ends likewise."""


def cells(edition: Edition, sheet: Columns, level: Level, row: int, rows: int) -> dict[str, Cell]:
    """Return a row of all columns of a level with `rows` rows, in the order of the text."""
    return {
        name: cell_of(rule, sheet, row)
        for name, rule in edition.columns.items()
        if rule.level is level and np.shape(sheet[name]) == (rows,)
    }


def cell_of(rule: Column, sheet: Columns, row: int) -> Cell:
    """Return the cell of a column in a row."""
    value: int | Fraction = int(sheet[rule.name][row])
    unit = rule.unit
    if scale := scale_of(rule):
        value = Fraction(value, SCALES[scale])
        unit = rule.unit.removeprefix(scale).replace(" of a point", "points") or "fraction"
    choice = sheet.choices.get(rule.name)
    why = Stated(sheet.why(rule.name, row)) if choice else None
    usual = choice is None or choice.usual(row)
    return Cell(value, unit, rule.article, rule.does, tabled(rule.sentence), why, usual)


def scale_of(rule: Column) -> str:
    """Return the scale of a column of fractions, one of SCALES; empty: whole numbers."""
    scales = (scale for scale in SCALES if rule.unit.startswith(scale))
    return next((one for one in scales if rule.name.endswith(one.replace(" ", "_"))), "")


def printed_before(edition: Edition, column: str, facts: Mapping[str, Any]) -> Cell:
    """Return what the list before printed by a UNIT column, for the player of row 0 of `facts`."""
    cell = cell_of(edition.columns[column], edition.evaluate([UNIT], facts, [column]), 0)
    return replace(cell, says=PRINTED_BEFORE)


def legs(law: Rulebook, rated: Rated, row: int) -> list[terms.Leg]:
    """Return the legs of a row over thresholds; empty where the regulation has none."""
    if law.worksheet.legs is None:
        return []
    before, after = (int(rated.unit[name][row]) for name in (law.base, law.worksheet.walked))
    return law.worksheet.legs(rated.step.edition.numbers, before, after)


def leg_sheets(cells: Mapping[str, Cell], walked: str, legs: Iterable[terms.Leg]) -> Iterator[Leg]:
    """Yield the legs of a walk with their points, under the article of the column walked."""
    for leg in legs:
        used = (leg.end - leg.start) / leg.coefficient
        yield Leg(leg.start, leg.end, leg.coefficient, used, cells[walked].article)


def points(kinds: Iterable[LineKind], edition: Edition, rated: Rated, row: int) -> Iterator[Line]:
    """Yield the lines with points, of the kinds known to the edition.

    With the body behind a parameter, where one was set.
    """
    sheet, rows = rated.unit, len(rated.step.players)
    for kind in (kind for kind in kinds if kind.column in edition.columns):
        points = Fraction(int(np.broadcast_to(sheet[kind.column], rows)[row]), kind.per)
        rule = edition.columns[kind.column]
        if points:
            says, why = tabled(rule.sentence), None
            if rule.name in sheet.choices:
                clause = sheet.why(rule.name, row)
                why = clause.says if clause.article == rule.article else clause.sentence
            if set_by := edition.set_by(rule.needs):
                why = Sentence("{says} ({set_by})", says=why or says, set_by=set_by)
            yield Line(kind.kind, points, rule.article, says, why)
