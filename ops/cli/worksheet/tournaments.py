"""A tournament on a worksheet: the player's rating at the start, and the table of games."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from ledger.register import identities
from ledger.wording import counted, decimal
from ops.words import said
from projections.queries import PoolQuery, RatingList
from projections.queries.explain.sheets import (
    PLAYED,
    ByeSheet,
    Cell,
    EnteredBy,
    GameSheet,
    TournamentSheet,
)
from projections.queries.recompute.not_counting import Uncounted
from projections.rulebooks.engine.rulebook import Rulebook

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
"""A game, or a bye, and the headings above them."""


def table(pool: PoolQuery, sheet: TournamentSheet, names: dict[int, str]) -> Iterator[str]:
    """Return a tournament: its heading, its games and byes, the sums."""
    yield from heading(pool, sheet)
    used = f"the list {sheet.list_used.period}, {_since(sheet.list_used)}"
    ratings = "the chain, just before this event" if pool.law.chained else used
    yield f"  edition {sheet.edition}; ratings of {ratings}"
    for seen in sheet.other_pools:
        used = f"the list {seen.used.period} of {seen.pool}, {_since(seen.used)}"
        yield f"  {seen.word} ratings of {used}"
    played = [_played(game, names) for game in sheet.games]
    yield from games_and_sums(pool.law, sheet.cells, sheet.entered_by, played, sheet.byes)


class PlayedGame(NamedTuple):
    """A game of a table: round, opponent, result, cells, and a remark."""

    round: int
    opponent: str
    result: str
    cells: dict[str, Cell]
    remark: str = ""


def _played(game: GameSheet, names: dict[int, str]) -> PlayedGame:
    colour = "w" if game.white else "b"
    opponent = f"{colour} {identities.show(game.opponent)} {names.get(game.opponent, '')}"
    corrected = game.corrected_by
    remark = "" if corrected is None else f"result corrected by #{corrected}"
    return PlayedGame(game.round, opponent, game.result, game.cells, remark)


def games_and_sums(
    law: Rulebook,
    cells: dict[str, Cell],
    entered_by: EnteredBy | None,
    games: Sequence[PlayedGame],
    byes: Sequence[ByeSheet] = (),
) -> Iterator[str]:
    """Yield the player's rating at the start, the games and byes, and the sums."""
    own = cells[law.own_rating]
    waits = "waits" in cells and bool(cells["waits"].value)
    rated = bool(own.value) and not waits
    if own.value:
        yield f"  own rating {own.value}: {own.why}"
    if own.value and not rated:
        article = cells["waits"].article
        yield f"  rated when it began, unrated since: the games wait [{article}]"
    if entered_by is not None:
        yield f"  {_entered(entered_by)}"
    head = ("rd", "opponent", "rating", "own", "D", "counted", "expected", "score", "diff", "")
    yield _ROW.format(*head)
    rows = [(game.round, _game(game, rated)) for game in games]
    for bye in byes:
        columns = ("- bye", *("",) * 5, bye.code, "", f"not counted: {bye.why}")
        rows.append((bye.round, _ROW.format(bye.round, *columns)))
    yield from (row for _, row in sorted(rows, key=lambda row: row[0]))
    total = value(cells, "entry_difference_hundredths") if rated else ""
    count = counted(int(cells["counted_games"].value), "counted game")
    article = cells["entry_difference_hundredths"].article
    yield f"  {'':>2} {f'sum over {count}':<73}{total:>8}  [{article}]"
    if rated and games and law.worksheet.legs is not None:
        yield from _sums(games)
    yield from _articles(games)
    for name in law.worksheet.shown_of_tournaments if own.value else ():
        yield cell_line(cells, name)


def _sums(games: Sequence[PlayedGame]) -> Iterator[str]:
    """Return expected score and score of the counted games, as tables 14 and 17 do."""
    counted = [game.cells for game in games if game.cells["counts"].value]
    for word, name in (("PA", "expected_score_hundredths"), ("PO", "score_hundredths")):
        total = decimal(sum((Fraction(cells[name].value) for cells in counted), Fraction(0)))
        articles = f"  [{counted[0][name].article}]" if counted else ""
        yield f"  {'':>2} {word + ', of the counted games':<73}{total:>8}{articles}"


def _articles(games: Sequence[PlayedGame]) -> Iterator[str]:
    """Return the article of each column of a table of games."""
    if games:
        cells = games[0].cells
        columns = [f"{title} [{cells[name].article}]" for name, title in _COLUMNS.items()]
        if "counted_difference" in cells:
            columns.append(f"counted [{cells['counted_difference'].article}]")
        yield f"  {'':>2} columns: {', '.join(columns)}"


def _entered(by: EnteredBy) -> str:
    entry = f"{'plays' if by.guest else 'enters'} with {by.rating}: {said(by.words)}"
    if by.source is None:
        return entry
    which = f"{by.source.body} {by.source.list} of {by.source.list_date}"
    return f"{entry}: {which} ({by.source.column}) says {by.listed}"


def _since(row: RatingList) -> str:
    """Return the day from which a list is in force; the list before the first may be empty."""
    empty = row.in_force_from == date.min
    return "empty: nothing was carried over" if empty else f"in force from {row.in_force_from}"


def _game(game: PlayedGame, rated: bool) -> str:
    cells = game.cells
    counted = bool(cells["counts"].value)
    rated = counted and rated
    columns = [
        value(cells, "opponent_rating") if cells["opponent_rating"].value else "-",
        value(cells, "own_rating") if cells["own_rating"].value else "-",
        *(
            (value(cells, name) if rated else "")
            for name in ("difference", _counted(cells), "expected_score_hundredths")
        ),
        _score(cells) if counted or game.result in PLAYED else game.result,
        signed(cells["game_difference_hundredths"]) if rated else "",
    ]
    why = _special(cells) if rated else ""
    why = why if counted else f"not counted: {cells['counts'].why}"
    why = "; ".join(filter(None, (why, game.remark)))
    return _ROW.format(game.round, game.opponent[:33], *columns, why)


def _score(cells: dict[str, Cell]) -> str:
    score = Fraction(cells["score_hundredths"].value)
    return "½" if score == HALF else decimal(score)


def _special(cells: dict[str, Cell]) -> str:
    """Return the reason for a capped difference, or for one counted in full."""
    cell = cells[_counted(cells)]
    if cell.usual and cell.value == cells["difference"].value:
        return ""
    return said(cell.words)


def _counted(cells: dict[str, Cell]) -> str:
    return "counted_difference" if "counted_difference" in cells else "difference"


def cell_line(cells: dict[str, Cell], name: str) -> str:
    """Return a value on a line of its own, with its clause or the description of its column."""
    cell = cells[name]
    return f"  {title(name):<30}{value(cells, name):>10}   {said(cell.words)}"


def title(name: str) -> str:
    """Return a column's name in words, without the parts of a point it is computed in."""
    return re.sub("(_half)?_(hundredths|tenths)$", "", name).replace("_", " ")


def value(cells: dict[str, Cell], name: str) -> str:
    """Write a value as decimals."""
    return decimal(Fraction(cells[name].value))


def signed(cell: Cell) -> str:
    """Write a value with its sign."""
    return decimal(Fraction(cell.value), sign=True)


def nothing_left(pool: PoolQuery, sheet: Uncounted) -> Iterator[str]:
    """Head a competition without counted games after its correction, with the reason."""
    yield from heading(pool, sheet)
    yield f"  counts no more [{sheet.article}]: {said(sheet.why)}"
    yield ""


def heading(pool: PoolQuery, sheet: TournamentSheet | Uncounted) -> Iterator[str]:
    """Head a tournament: name, days, report, correcting events."""
    title = pool.official.facts.announcements[sheet.tournament].name
    yield f"{sheet.tournament} {title}, {sheet.start} to {sheet.end} (#{sheet.report})"
    by = [f"#{event.position} ({event.kind})" for event in sheet.corrections]
    yield from ([f"  as corrected by {', '.join(by)}"] if by else [])
