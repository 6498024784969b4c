"""A tournament on a worksheet: the player's rating at the start, and the table of games."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from ledger.sentences import Signed, tabled
from ops.explanations import tournament_words as words
from ops.words import said, written
from projections.queries import PoolQuery
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
from projections.rulebooks.engine.titles import title

HALF = Fraction(1, 2)

_LEAST: Final = (2, 34, 6, 6, 6, 8, 9, 6, 7)
"""Characters of the columns of a table of games, at least; before a remark stand two blanks."""
_GAPS: Final = (0, 1, 0, 1, 1, 1, 1, 1, 1)
_NAME: Final = 33
"""Characters of an opponent."""
_SUM: Final = 73
"""Characters before a sum below a table that is no wider than it must be."""


def table(pool: PoolQuery, sheet: TournamentSheet, names: dict[int, str]) -> Iterator[str]:
    """Return a tournament: its heading, its games and byes, the sums."""
    yield from heading(pool, sheet)
    yield f"  {said(words.ratings_used(sheet, chained=pool.law.chained))}"
    yield from (f"  {said(words.other_ratings(seen))}" for seen in sheet.other_pools)
    played = [_played(game, names) for game in sheet.games]
    yield from games_and_sums(pool.law, sheet.cells, sheet.entered_by, played, sheet.byes)


class Row(NamedTuple):
    """A line of a worksheet: a name, values, and what is said of them."""

    name: str
    values: tuple[str, ...]
    says: str


class PlayedGame(NamedTuple):
    """A game of a table: round, opponent, result, cells, and a remark."""

    round: int
    opponent: str
    result: str
    cells: dict[str, Cell]
    remark: str = ""


def _played(game: GameSheet, names: dict[int, str]) -> PlayedGame:
    opponent = words.named(game.opponent, names.get(game.opponent, ""))
    corrected = game.corrected_by
    remark = "" if corrected is None else said(words.corrected_result(corrected))
    with_colour = f"{said(words.colour(game))} {opponent}"
    return PlayedGame(game.round, with_colour, game.result, game.cells, remark)


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
        yield f"  {said(words.own_rating(own))}"
    if own.value and not rated:
        yield f"  {said(words.games_wait(cells['waits'].article))}"
    if entered_by is not None:
        yield f"  {said(words.entered(entered_by))}"
    yield from _games(cells, games, byes, rated=rated, sums=law.worksheet.legs is not None)
    shown = law.worksheet.shown_of_tournaments if own.value else ()
    yield from aligned([cell_row(cells, name) for name in shown])


def _games(
    cells: dict[str, Cell],
    games: Sequence[PlayedGame],
    byes: Sequence[ByeSheet],
    *,
    rated: bool,
    sums: bool,
) -> Iterator[str]:
    """Yield the games and byes in the order of rounds, the sums, the articles of the columns."""
    rows = [(game.round, _game(game, rated)) for game in games]
    rows += [(bye.round, _bye(bye)) for bye in byes]
    in_order = [row for _, row in sorted(rows, key=lambda row: row[0])]
    headings = (words.ROUND, words.OPPONENT, *words.GAME_COLUMNS.values())
    texts = [(*map(said, headings), ""), *in_order]
    widths = _widths(texts)
    yield from (_row(row, widths) for row in texts)
    room = _SUM + sum(widths) - sum(_LEAST)
    total = value(cells, "entry_difference_hundredths") if rated else ""
    over = said(words.sum_over(int(cells["counted_games"].value)))
    article = cells["entry_difference_hundredths"].article
    yield f"     {over:<{room}}{total:>8}  [{said(tabled(article))}]"
    if rated and games and sums:
        yield from _sums(games, room)
    if games:
        columns = ", ".join(map(said, words.game_columns(games[0].cells)))
        yield f"     {said(words.COLUMNS)}: {columns}"


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the characters of each column of a table of games, without the remarks.

    A blank stands before each number but the first, behind an opponent with room to spare.
    """
    columns = list(zip(*rows, strict=True))[: len(_LEAST)]
    longest = (max(map(len, column)) for column in columns)
    return [max(least, long + gap) for least, long, gap in zip(_LEAST, longest, _GAPS, strict=True)]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    number, opponent, *others, remark = cells
    of_number, of_opponent, *rooms = widths
    values = "".join(f"{cell:>{room}}" for cell, room in zip(others, rooms, strict=True))
    return f"  {number:>{of_number}} {opponent:<{of_opponent}}{values}  {remark}"


def _sums(games: Sequence[PlayedGame], room: int) -> Iterator[str]:
    """Return expected score and score of the counted games, as tables 14 and 17 do."""
    counted = [game.cells for game in games if game.cells["counts"].value]
    for word, name in (
        (words.EXPECTED, "expected_score_hundredths"),
        (words.SCORED, "score_hundredths"),
    ):
        total = written(sum((Fraction(cells[name].value) for cells in counted), Fraction(0)))
        articles = f"  [{said(tabled(counted[0][name].article))}]" if counted else ""
        yield f"     {said(word):<{room}}{total:>8}{articles}"


def _game(game: PlayedGame, rated: bool) -> tuple[str, ...]:
    cells = game.cells
    counted = bool(cells["counts"].value)
    rated = counted and rated
    why = _special(cells) if rated else ""
    why = why if counted else said(words.not_counted(cells["counts"].why))
    return (
        str(game.round),
        game.opponent[:_NAME],
        value(cells, "opponent_rating") if cells["opponent_rating"].value else "-",
        value(cells, "own_rating") if cells["own_rating"].value else "-",
        *(
            (value(cells, name) if rated else "")
            for name in ("difference", _counted(cells), "expected_score_hundredths")
        ),
        _score(cells) if counted or game.result in PLAYED else game.result,
        signed(cells["game_difference_hundredths"]) if rated else "",
        "; ".join(filter(None, (why, game.remark))),
    )


def _bye(bye: ByeSheet) -> tuple[str, ...]:
    why = said(words.not_counted(bye.why))
    return (str(bye.round), f"- {said(words.BYE)}", *("",) * 5, bye.code, "", why)


def _score(cells: dict[str, Cell]) -> str:
    score = Fraction(cells["score_hundredths"].value)
    return "½" if score == HALF else written(score)


def _special(cells: dict[str, Cell]) -> str:
    """Return the reason for a capped difference, or for one counted in full."""
    cell = cells[_counted(cells)]
    if cell.usual and cell.value == cells["difference"].value:
        return ""
    return said(cell.words)


def _counted(cells: dict[str, Cell]) -> str:
    return "counted_difference" if "counted_difference" in cells else "difference"


def cell_row(cells: dict[str, Cell], name: str) -> Row:
    """Return a value of its own: name, value, and its clause or the sentence of its column."""
    return Row(name_of(name), (value(cells, name),), said(cells[name].words))


def aligned(rows: Sequence[Row], least: int = 30, number: int = 10) -> Iterator[str]:
    """Yield rows of a name, values and a sentence; each column as wide as its longest text."""
    room = max([least, *(len(name) + 1 for name, _, _ in rows)])
    of_value = max([number, *(len(one) + 1 for _, values, _ in rows for one in values)])
    for name, values, says in rows:
        texts = "".join(f"{one:>{of_value}}" for one in values)
        yield f"  {name:<{room}}{texts}   {says}"


def name_of(column: str) -> str:
    """Return the name of a column in words."""
    return said(title(column))


def value(cells: dict[str, Cell], name: str) -> str:
    """Write a value as decimals."""
    return written(Fraction(cells[name].value))


def signed(cell: Cell) -> str:
    """Write a value with its sign."""
    return written(Signed(cell.value))


def nothing_left(pool: PoolQuery, sheet: Uncounted) -> Iterator[str]:
    """Head a competition without counted games after its correction, with the reason."""
    yield from heading(pool, sheet)
    yield f"  {said(words.counts_no_more(sheet))}"
    yield ""


def heading(pool: PoolQuery, sheet: TournamentSheet | Uncounted) -> Iterator[str]:
    """Head a tournament: name, days, report, correcting events."""
    name = pool.official.facts.announcements[sheet.tournament].name
    yield said(words.heading(sheet, name))
    if sheet.corrections:
        yield f"  {said(words.corrected_by(sheet))}"
