"""Reader of cross tables as CSV files, scored 2-1-0: the tabellone of Italian draughts.

The layout is our own, as no public layout was found: `FORMATS.md`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.intake.formats.cells import EMPTY, WORDS, Cell, word_in
from ledger.intake.formats.cross_table.matrix import MatrixReader
from ledger.intake.formats.cross_table.sheet import (
    CODES,
    KEYS,
    PO,
    WRITTEN,
    Columns,
    Sheet,
    read_sheet,
)
from ledger.intake.formats.header import HeaderReader
from ledger.intake.formats.layout import MOST_ROUNDS, Field
from ledger.intake.formats.named_byes import without_byes
from ledger.intake.formats.pairings import COMPATIBLE
from ledger.intake.formats.players import Player, in_order, read_entrant, within_limits
from ledger.intake.formats.points import report_wrong_total
from ledger.intake.formats.problems import Place, Problems, Value
from ledger.intake.formats.reading import DRAUGHTS, NO_FACTS, Reading, check_choices, joined
from ledger.intake.formats.rows import Row
from ledger.intake.formats.text import numbered_lines
from ledger.intake.formats.trf.records import Records

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

    `facts` are those of the TRF reader and win over the file. Games always count 2-1-0, which is
    how they are written; under `points` "ignore" wrong totals are only warned of. `date_order` is
    how dates with two digits of year are read. ValueError for anything else in these two. Nothing
    in the file raises.
    """
    check_choices(points, date_order)
    problems = Problems()
    lines = numbered_lines(data, problems)
    sheet = read_sheet(lines, problems) if lines else Sheet()
    if sheet.columns is None:
        return Reading(None, problems.all())
    records = Records(tournament=sheet.tournament, several=sheet.arbiters)
    header = SheetHeaderReader(records, facts, problems, date_order, announced).header()
    players = without_byes(_players(sheet, sheet.columns, problems), facts, problems)
    check_fair(players, problems)
    check_played(players, points, problems)
    return joined(header, players, DRAUGHTS, points, problems)


class SheetHeaderReader(HeaderReader):
    """Reads the rows about the tournament; places are named by key, not by TRF record."""

    def _recorded(self, code: str) -> Value:
        line = self.records.tournament.get(code)
        key = next((key for key, known in KEYS.items() if known == code), code)
        return Value(line.value if line else "", Place(key, line.number if line else 0))


def _players(sheet: Sheet, columns: Columns, problems: Problems) -> tuple[Player, ...]:
    rounds = max(len(columns.rounds), len(columns.opponents))
    most = MOST_ROUNDS if columns.opponents else None
    if not within_limits(len(sheet.rows), rounds, problems, most):
        return ()
    if columns.opponents:
        players = MatrixReader(sheet, columns, problems).players()
    else:
        read = [_player(row, texts, columns, problems) for row, texts in sheet.rows]
        players = [player for player in read if player]
    return in_order(players, problems)


def _player(row: Row, texts: Sequence[str], columns: Columns, problems: Problems) -> Player | None:
    entrant = read_entrant(row, problems)
    if entrant is None:
        return None
    rounds = range(1, len(columns.rounds) + 1)
    reader = RoundReader(row.line, problems)
    cells = tuple(reader.cell(number, texts[columns.rounds[number]]) for number in rounds)
    return Player(entrant, cells, row, round_field, WRITTEN)


def round_field(what: str, number: int, _within: slice) -> Field:
    """Name a part of a round, from 1; a cell of a table has no columns."""
    return Field(f"{what} of R{number}", 0, 0)


@dataclass(frozen=True, slots=True)
class RoundReader:
    """Reads the rounds of a line; faults go to `problems`."""

    line: int
    problems: Problems

    def cell(self, number: int, text: str) -> Cell:
        """Read a round, from 1: a game, or a bye."""
        bye = _BYES.get(text.lower().replace(" ", "").replace(":", ""))
        if bye is not None:
            return Cell(0, "-", bye) if bye else EMPTY
        word, points = word_in(text), "".join(filter(str.isdigit, text))
        if word in WORDS and f"bye{points}" in _BYES:
            return Cell(0, "-", _BYES[f"bye{points}"], word)
        match = _GAME.fullmatch(text[:-1].lower() + text[-1:].upper())
        if match is None or not int(match[1]):
            self._refuse(number, text)
            return Cell(None, None, None)
        return Cell(int(match[1]), _COLOURS.get(match[2], "-"), CODES[match[3]])

    def _refuse(self, number: int, text: str) -> None:
        expected = "opponent, w, b or x, and 2 1 0 + -, like 12w2 or 12x2; bye; or nothing"
        remedy = "correct this round"
        if _CLOCK.fullmatch(text.lower()):
            remedy = "a spreadsheet program has made a time or a day of it: write it with an x"
        self.problems.refuse(Place(f"R{number}", self.line), text, expected, remedy)


_PLAYED: Final = {"1": 2, "=": 1, "0": 0}


_UNFAIR: Final = COMPATIBLE & {"00", "=0", "0="}


def check_fair(players: Sequence[Player], problems: Problems) -> None:
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
    expected = f"2-0, 1-1 or 0-2 with line {other.entrant.line}"
    remedy = "correct one of the two rows"
    place = player.place_in_round("result", number, slice(0))
    problems.refuse(place, scores, expected, remedy)


def check_played(players: Sequence[Player], points: str, problems: Problems) -> None:
    """Compare the column PO, the points of games played, with the scores."""
    for player in players:
        row, cells = player.row, player.cells or ()
        printed = PO.read(row, problems)
        if printed is None or any(cell.result is None for cell in cells):
            continue
        played = sum(_PLAYED.get(cell.result or "", 0) for cell in cells)
        if printed != 2 * played:
            expected = f"{played}, the sum of the games played (without forfeits and byes)"
            remedy = "correct the results or the total"
            report_wrong_total(
                row.place(PO.name), row.text(PO.name), expected, remedy, points, problems
            )
