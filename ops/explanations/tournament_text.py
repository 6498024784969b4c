"""A tournament of an explanation as plain text: its basis, the table of games, the sums."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from ledger.register import identities
from ledger.sentences import Sentence, Signed, tabled
from ops.explanations import tournament_words as words
from ops.words import said, written
from projections.queries.calculation.sheets import CalculatedGame, CalculatedTournament
from projections.queries.explain.sheets import ByeSheet, Cell, GameSheet, TournamentSheet
from projections.queries.explain.shown import DIFFERENCE, RATINGS, SCORE
from projections.queries.recompute.not_counting import Uncounted
from projections.rulebooks.engine.titles import title

HALF: Final = Fraction(1, 2)

_LEAST: Final = (2, 34)
_WIDTH: Final = 6
_WIDER: Final = {"counted_difference": 8, "expected_score_hundredths": 9, DIFFERENCE: 7}
"""Characters of round and opponent, of a column, and of the wider columns, at least."""
_NAME: Final = 33
"""Characters of an opponent."""
_SHORTER: Final = 11
"""Characters by which the words before a sum are shorter than the table."""


def table(sheet: TournamentSheet | Uncounted, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a tournament: its heading and basis, its games and byes, the sums.

    `names` are those of players, by number.
    """
    yield said(words.heading(sheet))
    yield from (f"  {said(says)}" for says in sheet.basis)
    if isinstance(sheet, TournamentSheet):
        games = [(game.round, _game(sheet, game, _opponent(game, names))) for game in sheet.games]
        byes = [(bye.round, _bye(sheet, bye)) for bye in sheet.byes]
        in_order = sorted((*games, *byes), key=lambda at: at[0])
        yield from _games_and_sums(sheet, [texts for _, texts in in_order])


def typed_table(sheet: CalculatedTournament) -> Iterator[str]:
    """Yield a typed tournament: its heading and basis, its games, the sums."""
    yield said(words.typed_tournament(sheet))
    yield from (f"  {said(says)}" for says in sheet.basis)
    opponent = said(words.AS_TYPED)
    yield from _games_and_sums(sheet, [_game(sheet, game, opponent) for game in sheet.games])


def _opponent(game: GameSheet, names: Mapping[str, str]) -> str:
    number = identities.show(game.opponent)
    return f"{said(words.colour(game))} {number} {names.get(number, '')}"


def _game(
    sheet: TournamentSheet | CalculatedTournament, game: GameSheet | CalculatedGame, opponent: str
) -> tuple[str, ...]:
    values = (game_value(game, name) for name in sheet.columns)
    remarks = "; ".join(map(said, words.remarks(game)))
    return str(game.round), opponent[:_NAME], *values, remarks


def _bye(sheet: TournamentSheet, bye: ByeSheet) -> tuple[str, ...]:
    values = (bye.code if name == SCORE else "" for name in sheet.columns)
    why = said(words.not_counted(bye.why))
    return str(bye.round), f"- {said(words.BYE)}", *values, why


def game_value(game: GameSheet | CalculatedGame, name: str) -> str:
    """Write a value of a game; one without meaning in it is empty, or the code of the result."""
    if name not in game.shown:
        return game.result if name == SCORE else "-" if name in RATINGS else ""
    if name == DIFFERENCE:
        return written(Signed(game.cells[name].value))
    if name == SCORE and game.cells[name].value == HALF:
        return "½"
    return value(game.cells[name])


def _games_and_sums(
    sheet: TournamentSheet | CalculatedTournament, rows: Sequence[tuple[str, ...]]
) -> Iterator[str]:
    """Yield the table of games, the sums, the articles of the columns, and further values."""
    columns = [words.GAME_COLUMNS[name] for name in sheet.columns]
    texts = [(*map(said, (words.ROUND, words.OPPONENT, *columns)), ""), *rows]
    widths = _widths(sheet.columns, texts)
    yield from (_row(cells, widths) for cells in texts)
    yield from _sums(sheet, sum(widths) - _SHORTER)
    if sheet.games:
        headings = ", ".join(map(said, words.game_columns(sheet.columns, sheet.games[0].cells)))
        yield f"     {said(words.COLUMNS)}: {headings}"
    further = (name for name in sheet.shown if name not in sheet.sums)
    yield from aligned([row(title(name), sheet.cells[name]) for name in further])


def _sums(sheet: TournamentSheet | CalculatedTournament, room: int) -> Iterator[str]:
    """Yield the sums shown; of an unrated player how many games count."""
    over = words.sum_over(int(sheet.cells["counted_games"].value))
    if not sheet.sums:
        yield _sum(over, "", sheet.cells["entry_difference_hundredths"], room)
    for name in (name for name in sheet.shown if name in sheet.sums):
        cell = sheet.sums[name]
        yield _sum(words.SUMS.get(name, over), value(cell), cell, room)


def _sum(says: Sentence, total: str, cell: Cell, room: int) -> str:
    return f"     {said(says):<{room}}{total:>8}  [{said(tabled(cell.article))}]"


def _widths(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the characters of each column of a table of games, without the remarks.

    A blank stands before each number but the first, behind an opponent with room to spare.
    """
    least = [*_LEAST, *(_WIDER.get(name, _WIDTH) for name in columns)]
    gaps = [0, 1, 0, *(1 for _ in columns[1:])]
    texts = list(zip(*rows, strict=True))[: len(least)]
    longest = (max(map(len, column)) for column in texts)
    return [max(few, long + gap) for few, long, gap in zip(least, longest, gaps, strict=True)]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    number, opponent, *others, remark = cells
    of_number, of_opponent, *rooms = widths
    values = "".join(f"{cell:>{room}}" for cell, room in zip(others, rooms, strict=True))
    return f"  {number:>{of_number}} {opponent:<{of_opponent}}{values}  {remark}"


class Row(NamedTuple):
    """A name, values, and what is said of them."""

    name: str
    values: tuple[str, ...]
    says: str


def row(name: Sentence, cell: Cell) -> Row:
    """Return a value as a row: its name, and its clause or the sentence of its column."""
    return Row(said(name), (value(cell),), said(cell.words))


def aligned(rows: Sequence[Row], least: int = 30, number: int = 10) -> Iterator[str]:
    """Yield rows of a name, values and a sentence; each column as wide as its longest text."""
    room = max([least, *(len(name) + 1 for name, _, _ in rows)])
    of_value = max([number, *(len(one) + 1 for _, values, _ in rows for one in values)])
    for name, values, says in rows:
        texts = "".join(f"{one:>{of_value}}" for one in values)
        yield f"  {name:<{room}}{texts}   {says}"


def value(cell: Cell) -> str:
    """Write a value as decimals."""
    return written(Fraction(cell.value))
