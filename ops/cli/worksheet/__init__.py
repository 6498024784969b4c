"""The worksheet as text, as an arbiter would write it by hand."""

from collections.abc import Iterator
from fractions import Fraction

from ledger.register import identities
from ledger.wording import counted, decimal
from ops.answers import categories
from ops.cli.output import say
from ops.cli.worksheet.tournaments import cell_line, nothing_left, table, title, value
from ops.words import said
from projections.queries import PoolQuery, RatingList
from projections.queries.explain.sheets import CorrectedSheet, Explanation, Line, UnitSheet
from projections.rating.corrected import BOOKED, LAPSED, MERGED, VOID
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import Leg


def write(pool: PoolQuery, explained: Explanation) -> None:
    """Write a worksheet to standard output."""
    for line in lines(pool, explained):
        say(line.rstrip())


def lines(pool: PoolQuery, explained: Explanation) -> Iterator[str]:
    """Return a worksheet line by line."""
    names = _names(pool, explained)
    on = explained.list
    who = f"{identities.show(explained.player)} {names.get(explained.player, '')}"
    edition = explained.edition or "-"
    yield f"{who}: {pool.name}, list {on.period} of {on.list_date}, edition {edition}"
    yield _origin(pool, on)
    if not any(unit.tournaments for unit in explained.units):
        yield "no tournament of this player was booked on this list"
    for unit in explained.units:
        yield ""
        yield from _unit(pool, unit, names)
    for correction in explained.corrected:
        yield ""
        yield from _correction_lines(pool, correction, names)
    yield ""
    yield f"rating {explained.old or 'none'} -> {explained.new or 'none'}"
    yield from _categories(pool, explained.player, on)


def _origin(pool: PoolQuery, on: RatingList) -> str:
    if not on.number:
        return "carried over"
    if pool.track != "official":
        return f"computed on the {pool.track} track as known at #{pool.known}, never published"
    return f"sealed by #{on.position}, digest {on.digest}"


def _categories(pool: PoolQuery, player: int, on: RatingList) -> Iterator[str]:
    """Yield the category held on the day of a list, and the changes that rest on the list."""
    found = categories.on_list(pool, on, player)
    if found is not None:
        category = categories.held_before(found, on.in_force_from).category
        by = f" [{found.ladder.article}]" if category else ""
        yield f"category {category or 'none'}{by}"
    for change in categories.changes_on(pool, player, on):
        skipped = f", skipping {', '.join(change.skipped)}" if change.skipped else ""
        step = f"{change.before or 'none'} -> {change.after or 'none'}"
        by = " ".join(change.rests_on)
        yield f"category {step}: {change.how}{skipped}, by {by} [{change.article}]"


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
        yield f"end of the year {unit.year_ended}"
    if unit.corrects:
        yield f"correction of {unit.corrects}, which an earlier list booked and which stays there"
    yield from steps_and_lines(pool.law, unit)


def steps_and_lines(law: Rulebook, unit: UnitSheet, report: str = "report #") -> Iterator[str]:
    """Yield the waiting results, the steps from sums to lines, and the lines with their sum.

    `report` is written before the number of a report.
    """
    if unit.waiting and not unit.before:
        yield from _waiting(unit, report)
    yield from _choices(law, unit)
    walked = unit.cells.get(
        law.chained_corrections.walked if unit.corrects else law.worksheet.walked
    )
    yield from (_leg(leg, walked.article if walked else "") for leg in unit.legs)
    yield from (_line(line) for line in unit.lines)
    if unit.before and unit.after:
        total = decimal(sum((line.points for line in unit.lines), Fraction(0)), sign=True)
        yield f"  {'sum of the lines':<18}{total:>10}   {unit.after} - {unit.before}"


def _correction_lines(
    pool: PoolQuery, correction: CorrectedSheet, names: dict[int, str]
) -> Iterator[str]:
    """Show a unit of a closed list as computed again, beside the booked values."""
    becomes = {
        BOOKED: "the difference is booked on this list",
        LAPSED: "lapsed: "
        + (
            "the rating of the player ended since"
            if correction.tournament
            else "the player has not been on every list since"
        ),
        VOID: "the first rating of the player is void",
        MERGED: "the difference is booked on this list, with the merge or separation of players",
    }[correction.kind]
    what = f"{correction.tournament} on list" if correction.tournament else "list"
    what = f"{what} {correction.list.period}, which stays as sealed"
    yield f"{what}, computed again as corrected: {becomes}"
    yield from nothing_left(pool, correction.uncounted) if correction.uncounted else ()
    for played in correction.corrected.tournaments:
        yield from table(pool, played, names)
        yield ""
    if correction.corrected.waiting and not correction.corrected.before:
        yield from _waiting(correction.corrected)
    yield f"  {'':<30}{'booked':>10}{'corrected':>10}"
    for name in _columns_of_both(pool, correction):
        cell = correction.corrected.cells[name]
        values = (value(sheet.cells, name) for sheet in (correction.booked, correction.corrected))
        yield "  {:<30}{:>10}{:>10}   {}".format(title(name), *values, said(cell.words))


def _waiting(unit: UnitSheet, report: str = "report #") -> Iterator[str]:
    yield f"results that wait for a first rating [{unit.cells['pooled_games'].article}]"
    for row in unit.waiting:
        source = "carried over" if row["position"] < 0 else f"{report}{row['position']}"
        ended = f"{row['ended_month'] // 12}-{row['ended_month'] % 12 + 1:02d}"
        status = f"does not count: {row['why']}" if "why" in row else "counts"
        score = decimal(Fraction(row["half_points"], 2))
        games = counted(row["counted_games"], "game")
        yield (
            f"  {source}, ended {ended}: {games}, opponents' ratings "
            f"{row['opponent_rating_sum']}, score {score}: {status}"
        )
        if row.get("average_denominator"):
            average = Fraction(row["average_numerator"], row["average_denominator"])
            yield f"    a round robin of {row['all_opponents']} opponents; Rc {decimal(average)}"


def _choices(law: Rulebook, unit: UnitSheet) -> Iterator[str]:
    """Return the steps from the sums to the lines: K and why, sums, first rating."""
    for name, cell in unit.printed_before.items():
        yield f"  {name + ' printed before':<30}{cell.value!s:>10}   {cell.why}"
    for name in _columns_of_unit(law, unit):
        yield cell_line(unit.cells, name)


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


def _leg(leg: Leg, article: str) -> str:
    """Write a stretch of a walk: how much of the deviation it used, at which coefficient."""
    used = decimal((leg.end - leg.start) / leg.coefficient, sign=True)
    span = f"{decimal(leg.start)} to {decimal(leg.end)}"
    of = f"   of the deviation: {span}" + (f" [{article}]" if article else "")
    return f"  {'S ' + str(leg.coefficient):<30}{used:>10}{of}"


def _line(line: Line) -> str:
    says = said(line.why or line.says)
    points = decimal(line.points, sign=True) if line.kind != "exit" else ""
    return f"  {'line: ' + line.kind:<18}{points:>10}   [{line.article}] {says}"
