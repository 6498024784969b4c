"""An explanation, or a calculation, as plain text, as an arbiter would write it by hand.

What it shows, and in which order, the document says; here its rows are laid out.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from ledger.sentences import Signed, tabled
from ops.answers.explanation import ExplanationDocument
from ops.explanations import words
from ops.explanations.tournament_text import Row, aligned, row, table, typed_table, value
from ops.words import said, written
from projections.queries.calculation.sheets import Calculated, CalculatedStep
from projections.queries.explain.sheets import CorrectedSheet, Leg, Line, UnitSheet
from projections.rulebooks.engine.titles import title

_KIND: Final = 18
"""Characters of the kind of a line, at least."""


def lines(explained: ExplanationDocument) -> Iterator[str]:
    """Yield an explanation line by line."""
    yield said(words.headline(explained))
    yield said(words.origin(explained))
    if not any(unit.tournaments for unit in explained.units):
        yield said(words.NOTHING_BOOKED)
    for unit in explained.units:
        yield ""
        for played in unit.tournaments:
            yield from table(played, explained.names)
            yield ""
        yield from map(said, words.headings(unit))
        yield from _step(unit)
    for correction in explained.corrected:
        yield ""
        yield from _correction(correction, explained.names)
    yield ""
    yield said(words.rating_change(explained.old, explained.new))
    yield from map(said, words.categories(explained))


def lines_of_calculation(calculated: Calculated) -> Iterator[str]:
    """Yield a calculation line by line."""
    yield said(words.calculation(calculated))
    yield said(words.NOT_FROM_A_LEDGER)
    for step in calculated.steps:
        yield ""
        for played in step.tournaments:
            yield from typed_table(played)
            yield ""
        yield from _step(step, typed=True)
    yield ""
    yield said(words.rating_change(calculated.old, calculated.new))


def _step(step: UnitSheet | CalculatedStep, *, typed: bool = False) -> Iterator[str]:
    """Yield what stands below the tournaments: results that wait, values, lines with their sum."""
    yield from _waiting(step, typed=typed)
    rows = [row(*of) for of in words.named_values(step)]
    yield from aligned([*rows, *map(_leg, step.legs)])
    sums = [*map(_line, step.lines)]
    if step.before and step.after:
        total = sum((line.points for line in step.lines), Fraction(0))
        change = f"{step.after} - {step.before}"
        sums.append(Row(said(words.SUM), (written(Signed(total)),), change))
    yield from aligned(sums, _KIND)


def _waiting(step: UnitSheet | CalculatedStep, *, typed: bool = False) -> Iterator[str]:
    """Yield the results that wait, of an unrated player."""
    if step.before or not step.waiting:
        return
    yield said(words.waiting(step))
    for result in step.waiting:
        yield f"  {said(words.waiting_result(result, typed=typed))}"
        if result.get("average_denominator"):
            yield f"    {said(words.round_robin(result))}"


def _leg(leg: Leg) -> Row:
    points = written(Signed(leg.points))
    return Row(said(words.coefficient(leg)), (points,), said(words.leg(leg)))


def _line(line: Line) -> Row:
    points = written(Signed(line.points)) if line.kind != "exit" else ""
    says = f"[{said(tabled(line.article))}] {said(line.why or line.says)}"
    return Row(said(words.line_kind(line)), (points,), says)


def _correction(correction: CorrectedSheet, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a unit of a closed list as computed again, beside the booked values."""
    yield said(words.computed_again(correction))
    yield from (f"  {said(words.decision(taken))}" for taken in correction.decisions)
    ended = (correction.uncounted,) if correction.uncounted else ()
    for played in (*ended, *correction.corrected.tournaments):
        yield from table(played, names)
        yield ""
    yield from _waiting(correction.corrected)
    rows = [Row("", (said(words.BOOKED_SO_FAR), said(words.AS_CORRECTED)), "")]
    for name in correction.shown:
        sides = [sheet.cells[name] for sheet in (correction.booked, correction.corrected)]
        rows.append(Row(said(title(name)), (*map(value, sides),), said(sides[1].words)))
    yield from aligned(rows)
