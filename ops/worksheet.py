"""The worksheet as text: what an arbiter would write by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger import register
from ledger.wording import counted
from ops import category_rows, in_force
from ops.cli.output import decimal, say
from ops.worksheet_headings import heading, nothing_left
from projections.answers import Pool
from projections.explain.sheets import (
    PLAYED,
    ByeSheet,
    Cell,
    CorrectedSheet,
    EnteredBy,
    Explanation,
    GameSheet,
    Line,
    TournamentSheet,
    UnitSheet,
)
from projections.rulebooks.terms import Leg
from projections.steps.corrected import BOOKED, LAPSED, VOID

HALF = Fraction(1, 2)

_COLUMNS = {
    "opponent_rating": "rating",
    "own_rating": "own",
    "difference": "D",
    "expected_score_hundredths": "expected",
    "score_hundredths": "score",
    "game_difference_hundredths": "diff",
}
"""The columns of a table of games, and how they are headed."""

_ROW = "  {:>2} {:<34}{:>6}{:>6}{:>6}{:>8}{:>9}{:>6}{:>7}  {}"
"""A game, or a bye, and what stands above them."""


def write(pool: Pool, explained: Explanation) -> None:
    """Write a worksheet to standard output."""
    for line in lines(pool, explained):
        say(line.rstrip())


def lines(pool: Pool, explained: Explanation) -> Iterator[str]:
    """Give a worksheet line by line."""
    names = _names(pool, explained)
    on = explained.on
    who = f"{register.show(explained.player)} {names.get(explained.player, '')}"
    edition = explained.edition or "-"
    yield f"{who}: {pool.name}, list {on.period} of {on.list_date}, edition {edition}"
    yield f"sealed by #{on.position}, digest {on.digest}" if on.number else "carried over"
    if not any(unit.tournaments for unit in explained.units):
        yield "no tournament of this player was booked on this list"
    for unit in explained.units:
        yield ""
        yield from _unit(pool, unit, names)
    for each in explained.corrected:
        yield ""
        yield from _corrected(pool, each, names)
    yield ""
    yield f"rating {explained.old or 'none'} -> {explained.new or 'none'}"
    yield from category_rows.in_words(pool, explained.player, on)


def _names(pool: Pool, explained: Explanation) -> dict[int, str]:
    sheets = [*explained.units, *(each.again for each in explained.corrected)]
    met = {game.opponent for unit in sheets for each in unit.tournaments for game in each.games}
    return register.names(pool.official.ledger.read, sorted({explained.player, *met}))


def _unit(pool: Pool, unit: UnitSheet, names: dict[int, str]) -> Iterator[str]:
    for each in unit.tournaments:
        yield from _tournament(pool, each, names)
        yield ""
    if unit.year_ended:
        yield f"end of the year {unit.year_ended}"
    if unit.corrects:
        yield f"correction of {unit.corrects}, which an earlier list booked and which stays there"
    if unit.waiting and not unit.before:
        yield from _waiting(unit)
    yield from _choices(pool, unit)
    walked = unit.cells.get(pool.law.recounted.walked if unit.corrects else pool.law.walked)
    yield from (_leg(leg, walked.article if walked else "") for leg in unit.legs)
    yield from (_line(line) for line in unit.lines)
    if unit.before and unit.after:
        total = decimal(sum((line.points for line in unit.lines), Fraction(0)), sign=True)
        yield f"  {'sum of the lines':<18}{total:>10}   {unit.after} - {unit.before}"


def _corrected(pool: Pool, each: CorrectedSheet, names: dict[int, str]) -> Iterator[str]:
    """Show a unit of a closed list as it is computed again, beside what was booked."""
    unit, period = each.unit, each.of.period
    becomes = {
        BOOKED: "the difference is booked on this list",
        LAPSED: "lapsed: "
        + ("his rating ceased since" if each.tournament else "he has not been on every list since"),
        VOID: "his first rating is void",
    }[unit.kind]
    what = f"{each.tournament} on list {period}" if each.tournament else f"list {period}"
    yield f"{what}, which stays as sealed, computed again as corrected: {becomes}"
    yield from nothing_left(pool, each.uncounted) if each.uncounted else ()
    for played in each.again.tournaments:
        yield from _tournament(pool, played, names)
        yield ""
    if each.again.waiting and not each.again.before:
        yield from _waiting(each.again)
    yield f"  {'':<30}{'booked':>10}{'corrected':>10}"
    for name in _compared(pool, each):
        cell = each.again.cells[name]
        values = (_value(sheet.cells, name) for sheet in (each.booked, each.again))
        says = cell.why or f"{cell.article}: {cell.says}"
        yield "  {:<30}{:>10}{:>10}   {}".format(_title(name), *values, says)


def _tournament(pool: Pool, each: TournamentSheet, names: dict[int, str]) -> Iterator[str]:
    booked = each.booked
    yield from heading(pool, booked, (booked.starts, booked.ends), each.corrections)
    own = each.cells[pool.law.own]
    yield f"  edition {booked.edition}; ratings of {_list_used(pool, each)}"
    for seen in each.beside:
        used = f"the list {seen.used.period} of {seen.pool}, {in_force.since(seen.used)}"
        yield f"  {seen.word} ratings of {used}"
    rated = bool(own.value) and not _waits(each)
    if own.value:
        yield f"  own rating {own.value}: {own.why}"
    if own.value and not rated:
        article = each.cells["waits"].article
        yield f"  rated when it began, unrated since: the games wait [{article}]"
    if each.entered_by is not None:
        yield f"  {_entered(each.entered_by)}"
    head = ("rd", "opponent", "rating", "own", "D", "counted", "expected", "score", "diff", "")
    yield _ROW.format(*head)
    rows = [(game.round, _game(game, names, rated)) for game in each.games]
    rows += [(bye.round, _bye(bye)) for bye in each.byes]
    yield from (row for _, row in sorted(rows, key=lambda row: row[0]))
    total = _value(each.cells, "entry_difference_hundredths") if rated else ""
    games = counted(int(each.cells["counted_games"].value), "counted game")
    article = each.cells["entry_difference_hundredths"].article
    yield f"  {'':>2} {f'sum over {games}':<73}{total:>8}  [{article}]"
    if rated and pool.law.legs is not None:
        yield from _sums(each.games)
    yield from _articles(each.games)
    for name in pool.law.shown_of_tournaments if own.value else ():
        yield _shown_cell(each.cells, name)


def _sums(games: Sequence[GameSheet]) -> Iterator[str]:
    """Give what was expected and what was made of the games that count, as tables 14 and 17 do."""
    counted = [game.cells for game in games if game.cells["counts"].value]
    for word, name in (("PA", "expected_score_hundredths"), ("PO", "score_hundredths")):
        total = decimal(sum((Fraction(cells[name].value) for cells in counted), Fraction(0)))
        articles = f"  [{counted[0][name].article}]" if counted else ""
        yield f"  {'':>2} {word + ', of the counted games':<73}{total:>8}{articles}"


def _articles(games: Sequence[GameSheet]) -> Iterator[str]:
    """Give the article of each column of a table of games."""
    if games:
        cells = games[0].cells
        said = [f"{title} [{cells[name].article}]" for name, title in _COLUMNS.items()]
        if "counted_difference" in cells:
            said.append(f"counted [{cells['counted_difference'].article}]")
        yield f"  {'':>2} columns: {', '.join(said)}"


def _entered(by: EnteredBy) -> str:
    said = f"enters with {by.rating}: {by.why}"
    if by.source is None:
        return said
    which = f"{by.source.body} {by.source.list} of {by.source.list_date}"
    return f"{said}: {which} ({by.source.column}) says {by.told}"


def _list_used(pool: Pool, each: TournamentSheet) -> str:
    if pool.law.chained:
        return "the chain, just before this event"
    return f"the list {each.list_used.period}, {in_force.since(each.list_used)}"


def _waits(each: TournamentSheet) -> bool:
    """Tell whether the results wait for a first rating."""
    return "waits" in each.cells and bool(each.cells["waits"].value)


def _game(game: GameSheet, names: dict[int, str], rated: bool) -> str:
    cells = game.cells
    counted = bool(cells["counts"].value)
    rated = counted and rated
    colour = "w" if game.white else "b"
    opponent = f"{colour} {register.show(game.opponent)} {names.get(game.opponent, '')}"[:33]
    columns = [
        _value(cells, "opponent_rating") if cells["opponent_rating"].value else "-",
        _value(cells, "own_rating") if cells["own_rating"].value else "-",
        *(
            (_value(cells, name) if rated else "")
            for name in ("difference", _counted(cells), "expected_score_hundredths")
        ),
        _score(cells) if counted or game.result in PLAYED else game.result,
        _signed(cells["game_difference_hundredths"]) if rated else "",
    ]
    why = _special(cells) if rated else ""
    why = why if counted else f"not counted: {cells['counts'].why}"
    if game.corrected_by is not None:
        why = "; ".join(filter(None, (why, f"result corrected by #{game.corrected_by}")))
    return _ROW.format(game.round, opponent, *columns, why)


def _bye(bye: ByeSheet) -> str:
    none = ("",) * 5
    return _ROW.format(bye.round, "- bye", *none, bye.code, "", f"not counted: {bye.why}")


def _score(cells: dict[str, Cell]) -> str:
    score = Fraction(cells["score_hundredths"].value)
    return "½" if score == HALF else decimal(score)


def _special(cells: dict[str, Cell]) -> str:
    """Say why a difference counts otherwise than it is, or in full though others do not."""
    cell = cells[_counted(cells)]
    if cell.usual and cell.value == cells["difference"].value:
        return ""
    return cell.why or f"{cell.article}: {cell.says}"


def _counted(cells: dict[str, Cell]) -> str:
    return "counted_difference" if "counted_difference" in cells else "difference"


def _waiting(unit: UnitSheet) -> Iterator[str]:
    yield f"results that wait for a first rating [{unit.cells['pooled_games'].article}]"
    for row in unit.waiting:
        source = "carried over" if row["position"] < 0 else f"report #{row['position']}"
        ended = f"{row['ended_month'] // 12}-{row['ended_month'] % 12 + 1:02d}"
        stands = f"does not count: {row['why']}" if "why" in row else "counts"
        score = decimal(Fraction(row["half_points"], 2))
        games = counted(row["counted_games"], "game")
        yield (
            f"  {source}, ended {ended}: {games}, opponents' ratings "
            f"{row['opponent_rating_sum']}, score {score}: {stands}"
        )


def _choices(pool: Pool, unit: UnitSheet) -> Iterator[str]:
    """Give the steps from the sums to the lines: K and why, sums, first rating."""
    for name, cell in unit.printed.items():
        yield f"  {name + ' printed before':<30}{cell.value!s:>10}   {cell.why}"
    for name in _shown(pool, unit):
        yield _shown_cell(unit.cells, name)


def _shown_cell(cells: dict[str, Cell], name: str) -> str:
    """Give a value in a line of its own, with the clause it stands on, or what its column does."""
    cell = cells[name]
    says = cell.why or f"{cell.article}: {cell.says}"
    return f"  {_title(name):<30}{_value(cells, name):>10}   {says}"


def _title(name: str) -> str:
    """Give a column's name in words, without the parts of a point it is computed in."""
    return re.sub("(_half)?_(hundredths|tenths)$", "", name).replace("_", " ")


def _shown(pool: Pool, unit: UnitSheet) -> tuple[str, ...]:
    """Give the columns to show; of who enters with nothing to go by, only that it is nothing."""
    if unit.year_ended:
        numbers = pool.law.turned.keys() - pool.law.wide - {"rating"}
        return tuple(sorted(pool.law.turned[each] for each in numbers))
    if unit.corrects:
        return pool.law.recounted.shown
    base = unit.cells.get(pool.law.base)
    if unit.before or (base and base.value):
        return tuple(name for name in pool.law.shown if name in unit.cells)
    columns = tuple(name for name in pool.law.shown_entering if name in unit.cells)
    return columns if unit.cells[columns[0]].value else (columns[0], pool.law.entry)


def _compared(pool: Pool, each: CorrectedSheet) -> tuple[str, ...]:
    """Give the columns to show of both sides: of a closed list's unit with what is compared.

    In a chain the points beside play are lines.
    """
    shown = _shown(pool, each.booked if each.booked.before else each.again)
    if each.tournament:
        return tuple(name for name in shown if name not in pool.law.echoes)
    assert pool.law.corrects is not None
    last = pool.law.corrects.change
    taken = () if last in shown or pool.law.corrects.entry else (last,)
    return (*shown, *taken)


def _leg(leg: Leg, article: str) -> str:
    """Write a stretch of a walk: how much of the deviation it used, at which coefficient."""
    used = decimal((leg.end - leg.start) / leg.coefficient, sign=True)
    span = f"{decimal(leg.start)} to {decimal(leg.end)}"
    of = f"   of the deviation: {span}" + (f" [{article}]" if article else "")
    return f"  {'S ' + str(leg.coefficient):<30}{used:>10}{of}"


def _line(line: Line) -> str:
    says = (line.why or line.says).removeprefix(f"{line.article}: ")
    points = decimal(line.points, sign=True) if line.kind != "exit" else ""
    return f"  {'line: ' + line.kind:<18}{points:>10}   [{line.article}] {says}"


def _value(cells: dict[str, Cell], name: str) -> str:
    return decimal(Fraction(cells[name].value))


def _signed(cell: Cell) -> str:
    return decimal(Fraction(cell.value), sign=True)
