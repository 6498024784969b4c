"""Reader of cross tables as CSV files, scored 2-1-0: the tabellone of Italian draughts.

The layout is our own, as no public layout was found: `FORMATS.md`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ledger.intake.formats.cells import EMPTY, UNREADABLE, WORDS, Cell, word_in
from ledger.intake.formats.cross_table.sheet import CODES, KEYS, PO, WRITTEN, Sheet, read_sheet
from ledger.intake.formats.header import HeaderReader
from ledger.intake.formats.layout import MOST_ROUNDS, Field
from ledger.intake.formats.named_byes import without_byes
from ledger.intake.formats.pairings import COMPATIBLE
from ledger.intake.formats.players import Player, in_order, read_entrant, within_limits
from ledger.intake.formats.problems import Place, Problems, Value
from ledger.intake.formats.reading import (
    CORRECT_RESULTS,
    DRAUGHTS,
    NO_FACTS,
    Reading,
    check_choices,
    joined,
    report_wrong_total,
)
from ledger.intake.formats.rows import CORRECT_ROUND, Row
from ledger.intake.formats.table import CORRECT_ROW
from ledger.intake.formats.text import numbered_lines
from ledger.sentences import Count, Sentence, plain
from ledger.tournaments.report import Entrant

_NAMES: Final = {code: key for key, code in KEYS.items()}

_GAME: Final = re.compile("([0-9]{1,4}) ?([wbx:-]) ?([210+WDL-])")
_COLOURS: Final = {"w": "w", "b": "b"}
_BYES: Final = {"bye": "U", "bye2": "U", "bye1": "H", "bye0": "Z", "-": "Z", "": ""}
"""Rounds without a game: two points, one, none; - for an absence."""

_CLOCK: Final = re.compile("[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?|[0-9]{1,2}[-/][a-z]{3}.*")
"""Cells such as 12:2 or 12-2 after conversion by a spreadsheet program."""


def read_cross_table(
    data: bytes,
    facts: Mapping[str, str] = NO_FACTS,
    *,
    points: str = "2-1-0",
    date_order: str = "",
    announced: Mapping[str, str] = NO_FACTS,
) -> Reading:
    """Read a cross table and report all its faults at once.

    The arguments are those of the TRF reader, but games always count 2-1-0, which is how they are
    written; under `points` "ignore" wrong totals are only warned of. ValueError for unknown
    `points` or `date_order`. Nothing in the file raises.
    """
    check_choices(points, date_order)
    problems = Problems()
    lines = numbered_lines(data, problems)
    sheet = read_sheet(lines, problems) if lines else None
    if sheet is None:
        return Reading(None, problems.all())
    header = HeaderReader(sheet.records, facts, problems, date_order, announced, _NAMES).header()
    players = without_byes(_players(sheet, problems), facts, problems)
    _check_fair(players, problems)
    _check_played(players, points, problems)
    return joined(header, players, DRAUGHTS, points, problems)


def _players(sheet: Sheet, problems: Problems) -> tuple[Player, ...]:
    rounds = max(len(sheet.columns.rounds), len(sheet.columns.opponents))
    most = MOST_ROUNDS if sheet.columns.opponents else None
    if not within_limits(len(sheet.rows), rounds, problems, most):
        return ()
    read = [(read_entrant(row, problems), row) for row in sheet.rows]
    entrants = [(entrant, row) for entrant, row in read if entrant]
    if sheet.columns.opponents:
        players = _players_of_matrix(entrants, sheet.columns.opponents, problems)
    else:
        names = [f"R{number}" for number in range(1, rounds + 1)]
        players = [_player(entrant, row, names, problems) for entrant, row in entrants]
    return in_order(players, problems)


def _player(entrant: Entrant, row: Row, rounds: Sequence[str], problems: Problems) -> Player:
    cells = tuple(_cell(row.value(name), problems) for name in rounds)
    fields = tuple(Field(name, 0, 0) for name in rounds)
    return Player(entrant, cells, row, fields, WRITTEN)


def _cell(value: Value, problems: Problems) -> Cell:
    """Read a round: a game, or a bye."""
    text = value.text
    bye = _BYES.get(text.lower().replace(" ", "").replace(":", ""))
    if bye is not None:
        return Cell(0, "-", bye) if bye else EMPTY
    word, points = word_in(text), "".join(filter(str.isdigit, text))
    if word in WORDS and f"bye{points}" in _BYES:
        return Cell(0, "-", _BYES[f"bye{points}"], word)
    match = _GAME.fullmatch(text[:-1].lower() + text[-1:].upper())
    if match and int(match[1]):
        return Cell(int(match[1]), _COLOURS.get(match[2], "-"), CODES[match[3]])
    expected = Sentence("opponent, w, b or x, and 2 1 0 + -, like 12w2 or 12x2; bye; or nothing")
    remedy = CORRECT_ROUND
    if _CLOCK.fullmatch(text.lower()):
        remedy = Sentence(
            "a spreadsheet program has made a time or a day of it: write it with an x"
        )
    problems.refuse(*value, expected, remedy)
    return UNREADABLE


_PLAYED: Final = {"1": 2, "=": 1, "0": 0}
_UNFAIR: Final = COMPATIBLE & {"00", "=0", "0="}


def _check_fair(players: Sequence[Player], problems: Problems) -> None:
    """Refuse played games with scores that do not add up to 2, as TRF allows."""
    by_number = {player.entrant.number: player for player in players}
    for player in players:
        for number, cell in enumerate(player.cells or (), 1):
            other = by_number.get(cell.opponent or 0)
            if other and player.entrant.number < other.entrant.number:
                _check_game(player, other, number, problems)


def _check_game(player: Player, other: Player, number: int, problems: Problems) -> None:
    mine, his = player.cell(number), other.cell(number)
    if his.opponent != player.entrant.number or f"{mine.result}{his.result}" not in _UNFAIR:
        return
    scores = f"{_PLAYED[mine.result or '']}-{_PLAYED[his.result or '']}"
    expected = Sentence("2-0, 1-1 or 0-2 with line {line}", line=other.entrant.line)
    place = player.place_in_round(Sentence("result"), number, slice(0))
    problems.refuse(place, scores, expected, Sentence("correct one of the two rows"))


def _check_played(players: Sequence[Player], points: str, problems: Problems) -> None:
    """Compare the column PO, the points of games played, with the scores."""
    for player in players:
        cells = player.cells or ()
        printed = PO.read(player.row, problems)
        if printed is None or any(cell.result is None for cell in cells):
            continue
        played = sum(_PLAYED.get(cell.result or "", 0) for cell in cells)
        if printed != 2 * played:
            expected = Sentence(
                "{total}, the sum of the games played (without forfeits and byes)", total=played
            )
            value = player.row.value(PO.name)
            report_wrong_total(*value, expected, CORRECT_RESULTS, points, problems)


# A round robin as a matrix: row i, column j is the score of i against j.
#
# Such a table does not say in which round a game was played. A report needs rounds, so games are
# put in them by start number (every player one game in each). A warning says so, though nobody
# need do anything: worksheets and `ledger tournament correct result` name games by them.

_SELF: Final = frozenset({"X", "■", "*", "-", ""})
"""Texts on the diagonal."""

Opponents = Mapping[int, int]
"""Opponents in a round, by start number; 0 is none."""


def _players_of_matrix(
    entrants: Sequence[tuple[Entrant, Row]], columns: Sequence[int], problems: Problems
) -> list[Player]:
    """Read all rows and assign the games to rounds; [] if rows and columns do not fit."""
    numbers = [entrant.number for entrant, _ in entrants]
    if sorted(numbers) != sorted(columns):
        unmatched = ", ".join(map(str, sorted(set(numbers) ^ set(columns))))
        found = plain(unmatched) or Sentence("a start number twice")
        expected = Sentence("a column for each start number, and no other")
        remedy = Sentence("let rows and columns be the same players")
        problems.refuse(Place("header"), found, expected, remedy)
        return []
    scores = {entrant.number: _scores(entrant, row, columns, problems) for entrant, row in entrants}
    rounds = [opponents for opponents in circle(sorted(numbers)) if _has_game(opponents, scores)]
    remedy = Sentence(
        "games were put in {rounds} by start number, not those that were played; corrections name "
        "games by these",
        rounds=Count(len(rounds), "round"),
    )
    problems.warn(Place("rounds"), "", Sentence("the round of each game"), remedy)
    return [
        _player_of_matrix(entrant, row, scores[entrant.number], rounds) for entrant, row in entrants
    ]


def _scores(
    entrant: Entrant, row: Row, columns: Iterable[int], problems: Problems
) -> dict[int, Cell]:
    """Read a row by opponent, without the diagonal."""
    values = {
        number: Value(
            Place(Sentence("score against {opponent}", opponent=number), row.line),
            row.text(str(number)),
        )
        for number in columns
    }
    own = values.pop(entrant.number)
    if own.text.upper() not in _SELF:
        problems.refuse(*own, Sentence("X on the diagonal"), CORRECT_ROW)
    return {number: _score(number, value, problems) for number, value in values.items()}


def _score(opponent: int, value: Value, problems: Problems) -> Cell:
    if not value.text:
        return EMPTY
    result = CODES.get(value.text.upper())
    if result is None:
        expected = Sentence("2, 1 or 0 in one game; + or - if forfeited; or nothing")
        problems.refuse(*value, expected, Sentence("correct the score"))
    return Cell(opponent, "-", result)


def circle(numbers: Sequence[int]) -> list[Opponents]:
    """Pair all players with each other, in rounds: the last seat is fixed, the others rotate.

    An odd number of players leaves out one in each round.
    """
    seats = [*numbers, 0] if len(numbers) % 2 else [*numbers]
    rounds: list[Opponents] = []
    for _ in range(len(seats) - 1):
        rounds.append(dict(zip(seats, reversed(seats), strict=True)))
        seats[:-1] = [seats[-2], *seats[:-2]]
    return rounds


def _has_game(opponents: Opponents, scores: Mapping[int, Mapping[int, Cell]]) -> bool:
    return any(
        opponent and not scores[number][opponent].empty
        for number, opponent in opponents.items()
        if number
    )


def _player_of_matrix(
    entrant: Entrant, row: Row, scores: Mapping[int, Cell], rounds: Sequence[Opponents]
) -> Player:
    order = [opponents[entrant.number] for opponents in rounds]
    cells = tuple(scores[opponent] if opponent else EMPTY for opponent in order)
    fields = tuple(
        Field(Sentence("the game against {opponent}", opponent=opponent), 0, 0)
        for opponent in order
    )
    return Player(entrant, cells, row, fields, WRITTEN)
