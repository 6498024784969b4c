"""The worksheet as text, as an arbiter would write it by hand.

What its lines say is in `ops/explanations/words.py`; here they are laid out.
"""

from collections.abc import Iterator
from fractions import Fraction

from ledger.register import identities
from ledger.sentences import Sentence, Signed, tabled
from ops.answers import categories
from ops.cli.output import say
from ops.cli.worksheet.tournaments import (
    Row,
    aligned,
    cell_row,
    name_of,
    nothing_left,
    table,
    value,
)
from ops.explanations import words
from ops.words import said, written
from projections.queries import PoolQuery, RatingList
from projections.queries.explain.sheets import CorrectedSheet, Explanation, Line, UnitSheet
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import Leg


def write(pool: PoolQuery, explained: Explanation) -> None:
    """Write a worksheet to standard output."""
    for line in lines(pool, explained):
        say(line.rstrip())


def lines(pool: PoolQuery, explained: Explanation) -> Iterator[str]:
    """Return a worksheet line by line."""
    names = _names(pool, explained)
    yield said(words.headline(explained, names.get(explained.player, "")))
    yield said(words.origin(pool, explained.list))
    if not any(unit.tournaments for unit in explained.units):
        yield said(words.NOTHING_BOOKED)
    for unit in explained.units:
        yield ""
        yield from _unit(pool, unit, names)
    for correction in explained.corrected:
        yield ""
        yield from _correction_lines(pool, correction, names)
    yield ""
    yield said(words.rating_change(explained.old, explained.new))
    yield from map(said, _categories(pool, explained.player, explained.list))


def _categories(pool: PoolQuery, player: int, on: RatingList) -> Iterator[Sentence]:
    """Yield the category held on the day of a list, and the changes that rest on the list."""
    found = categories.on_list(pool, on, player)
    if found is not None:
        held = categories.held_before(found, on.in_force_from).category
        yield words.category(held, found.ladder.article)
    yield from map(words.category_change, categories.changes_on(pool, player, on))


def _names(pool: PoolQuery, explained: Explanation) -> dict[int, str]:
    sheets = [*explained.units, *(correction.corrected for correction in explained.corrected)]
    met = {
        game.opponent
        for unit in sheets
        for tournament in unit.tournaments
        for game in tournament.games
    }
    return identities.names(pool.official.ledger.read, sorted({explained.player, *met}))


def _unit(pool: PoolQuery, unit: UnitSheet, names: dict[int, str]) -> Iterator[str]:
    for tournament in unit.tournaments:
        yield from table(pool, tournament, names)
        yield ""
    if unit.year_ended:
        yield said(words.year_ended(unit.year_ended))
    if unit.corrects:
        yield said(words.corrects(unit.corrects))
    yield from steps_and_lines(pool.law, unit)


def steps_and_lines(law: Rulebook, unit: UnitSheet, *, typed: bool = False) -> Iterator[str]:
    """Yield the waiting results, the steps from sums to lines, and the lines with their sum.

    `typed`: of a calculation, whose tournaments have numbers.
    """
    if unit.waiting and not unit.before:
        yield from _waiting(unit, typed=typed)
    walked = unit.cells.get(
        law.chained_corrections.walked if unit.corrects else law.worksheet.walked
    )
    legs = (_leg(leg, walked.article if walked else "") for leg in unit.legs)
    yield from aligned([*_choices(law, unit), *legs])
    sums = [*map(_line, unit.lines)]
    if unit.before and unit.after:
        total = sum((line.points for line in unit.lines), Fraction(0))
        change = f"{unit.after} - {unit.before}"
        sums.append(Row(said(words.SUM), (written(Signed(total)),), change))
    yield from aligned(sums, 18)


def _correction_lines(
    pool: PoolQuery, correction: CorrectedSheet, names: dict[int, str]
) -> Iterator[str]:
    """Show a unit of a closed list as computed again, beside the booked values."""
    yield said(words.computed_again(correction))
    yield from nothing_left(pool, correction.uncounted) if correction.uncounted else ()
    for played in correction.corrected.tournaments:
        yield from table(pool, played, names)
        yield ""
    if correction.corrected.waiting and not correction.corrected.before:
        yield from _waiting(correction.corrected)
    rows = [Row("", (said(words.BOOKED_SO_FAR), said(words.AS_CORRECTED)), "")]
    for name in _columns_of_both(pool, correction):
        says = said(correction.corrected.cells[name].words)
        both = (value(sheet.cells, name) for sheet in (correction.booked, correction.corrected))
        rows.append(Row(name_of(name), tuple(both), says))
    yield from aligned(rows)


def _waiting(unit: UnitSheet, *, typed: bool = False) -> Iterator[str]:
    yield said(words.waiting(unit))
    for row in unit.waiting:
        yield f"  {said(words.waiting_result(row, typed=typed))}"
        if row.get("average_denominator"):
            yield f"    {said(words.round_robin(row))}"


def _choices(law: Rulebook, unit: UnitSheet) -> Iterator[Row]:
    """Return the steps from the sums to the lines: K and why, sums, first rating."""
    for name, cell in unit.printed_before.items():
        heading = said(words.printed_before(name))
        yield Row(heading, (str(cell.value),), said(cell.why or cell.says))
    for name in _columns_of_unit(law, unit):
        yield cell_row(unit.cells, name)


def _columns_of_unit(law: Rulebook, unit: UnitSheet) -> tuple[str, ...]:
    """Return the columns to show; of an entry without a basis only two."""
    if unit.year_ended:
        numbers = law.year_end.renews.keys() - law.wide - {"rating"}
        return tuple(sorted(law.year_end.renews[number] for number in numbers))
    if unit.corrects:
        return law.chained_corrections.shown
    if not unit.cells:  # a merge or a separation in a chain: lines alone
        return ()
    base = unit.cells.get(law.base)
    if unit.before or (base and base.value):
        return tuple(name for name in law.worksheet.shown if name in unit.cells)
    columns = tuple(name for name in law.worksheet.shown_entering if name in unit.cells)
    return columns if unit.cells[columns[0]].value else (columns[0], law.entry)


def _columns_of_both(pool: PoolQuery, correction: CorrectedSheet) -> tuple[str, ...]:
    """Return the columns to show of both sides; for a closed list also the compared values.

    In a chain the points beside play are lines.
    """
    shown = _columns_of_unit(
        pool.law, correction.booked if correction.booked.before else correction.corrected
    )
    if correction.tournament:
        return tuple(name for name in shown if name not in pool.law.points_events)
    assert pool.law.frozen_corrections is not None
    last = pool.law.frozen_corrections.change
    taken = () if last in shown or pool.law.frozen_corrections.entry else (last,)
    return (*shown, *taken)


def _leg(leg: Leg, article: str) -> Row:
    """Return a stretch of a walk: how much of the deviation it used, at which coefficient."""
    used = Signed((leg.end - leg.start) / leg.coefficient)
    return Row(said(words.coefficient(leg)), (written(used),), said(words.leg(leg, article)))


def _line(line: Line) -> Row:
    points = written(Signed(line.points)) if line.kind != "exit" else ""
    says = f"[{said(tabled(line.article))}] {said(words.line_reason(line))}"
    return Row(said(words.line_kind(line)), (points,), says)
