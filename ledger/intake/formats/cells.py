"""A round of a player's line: opponent, colour and result (TRF16 record 001)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final

from ledger.intake.formats import layout
from ledger.intake.formats.layout import round_field
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.text import Line, whole

WORDS: Final = frozenset(
    {
        *("bye", "dummy", "nobody", "noopponent", "walkover", "exempt", "exempte", "exemption"),
        *("spielfrei", "freilos", "riposa", "riposo", "turnodiriposo"),
        *("descansa", "descanso", "folga", "isento", "vrijgeloot", "vapaakierros"),
        *("wolnylos", "volnylos", "volno", "eronyero", "slobodan", "odmor", "repaus"),
        *("frirond", "frirunde", "oversidder"),
    }
)
"""Only words that nobody is called by alone; others (Frei, Libre, Bay) are byes if said so."""


CODES: Final = {
    **dict.fromkeys("1+WU", "U"),
    "F": "F",
    **dict.fromkeys("=DH", "H"),
    **dict.fromkeys("0-LZ", "Z"),
    "": "",
}
"""The code of the bye for each result against one."""


_LETTERS: Final = re.compile(r"[^\W\d_]+")


def word_in(text: str) -> str:
    """Return a text as a single word, in small letters without accents, signs and digits.

    `BYE 2` and `Bye, Bye` are `bye`, and `Spiel-Frei` is `spielfrei`.
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return "".join(dict.fromkeys(_LETTERS.findall(plain)))


WITH_OPPONENT: Final = frozenset("1=0+-WDL")
RESULTS: Final = "1 = 0, + - if forfeited, or W D L"
"""Possible results against an opponent, in words."""
WITHOUT_OPPONENT: Final = {
    **{code: code for code in "HFUZ"},
    "": "",
    "-": "Z",
    "=": "H",
    "+": "F",
}
"""Codes of a round without opponent, and the code of the bye each stands for."""

FORFEITED: Final = ("+", "-")
"""Codes of a forfeit; those of a team tournament may name no opponent."""

_PLAIN: Final = re.compile(" *([0-9]{1,4}) ([wb]) ([1=0+-])  ")
"""The ten columns of a game against somebody."""

_COLOURS: Final = {"w": "w", "b": "b", "-": "-", "": "-"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a player as printed, in capitals.

    `opponent` is a start number, 0 for none; `colour` is w, b or -; `result` is a code of a game
    or a bye, "" where none stands. What could not be read is None.
    """

    opponent: int | None
    colour: str | None
    result: str | None
    bye_word: str = field(default="", compare=False)
    """The word for a bye that stands in place of an opponent, in small letters."""

    @property
    def empty(self) -> bool:
        """Whether the round has no opponent and no result."""
        return self.opponent == 0 and self.result == ""


EMPTY: Final = Cell(0, "-", "")
UNREADABLE: Final = Cell(None, None, None)


def cells_of(line: Line, problems: Problems, *, of_teams: bool = False) -> tuple[Cell, ...]:
    """Read the rounds of a line, the first at index 0.

    `of_teams` says that the file reports a team tournament.
    """
    texts = [layout.round_text(line.text, number) for number in _rounds_of(line)]
    plain = [_plain(text) for text in texts]
    aligned = [
        cell is not None or all(text[offset].isspace() for offset in layout.ROUND_SEPARATORS)
        for cell, text in zip(plain, texts, strict=True)
    ]
    if not all(aligned):
        field = round_field("columns", aligned.index(False) + 1)
        remedy = "let opponent, colour and result stand in their columns, blanks between them"
        found = line.text[field.first - 1 : field.last]
        problems.refuse(field.at(line.number), found, '"OOOO C R", like "  12 w 1"', remedy)
    return tuple(
        cell or (CellReader(line, number, problems, of_teams).cell() if good else UNREADABLE)
        for number, cell, good in zip(_rounds_of(line), plain, aligned, strict=True)
    )


def _rounds_of(line: Line) -> range:
    return range(1, layout.rounds_of(line.text) + 1)


def _plain(text: str) -> Cell | None:
    """Read a game in the usual form; None for any other round."""
    match = _PLAIN.fullmatch(text)
    opponent = int(match[1]) if match else 0
    return Cell(opponent, match[2], match[3]) if match and opponent else None


@dataclass(frozen=True, slots=True)
class CellReader:
    """Reads a round (from 1) of a line."""

    line: Line
    number: int
    problems: Problems
    of_teams: bool = False
    """Whether a forfeit needs no opponent: a team may come to a match whose other team does not."""

    def cell(self) -> Cell:
        """Read opponent, colour and result."""
        text = layout.round_text(self.line.text, self.number)
        if text.isspace():
            return EMPTY
        word, code = word_in(text[layout.OPPONENT]), text[layout.RESULT].strip().upper()
        if word in WORDS and code in CODES:
            return Cell(0, "-", CODES[code], word)
        opponent = self._opponent(text[layout.OPPONENT].strip())
        colour = self._colour(text[layout.COLOUR].strip())
        if opponent == 0 and colour in {"w", "b"}:
            self._warn("colour", layout.COLOUR, colour, "- as there is no opponent", "look at it")
        return Cell(opponent, colour, self._result(text[layout.RESULT].strip(), opponent))

    def _refuse(self, what: str, within: slice, found: str, expected: str, remedy: str) -> None:
        place = round_field(what, self.number, within).at(self.line.number)
        self.problems.refuse(place, found, expected, remedy)

    def _warn(self, what: str, within: slice, found: str, expected: str, remedy: str) -> None:
        """Warn once for all rounds: the field is named without the round."""
        place = round_field(what, self.number, within).at(self.line.number)
        self.problems.warn_once(place._replace(field=what), found, expected, remedy)

    def _opponent(self, text: str) -> int | None:
        number = whole(text) if text else 0
        if number is None:
            expected = "a start number, or 0000 for none"
            self._refuse("opponent", layout.OPPONENT, text, expected, "correct the pairing")
        return number

    def _colour(self, text: str) -> str | None:
        colour = _COLOURS.get(text.lower())
        if colour is None:
            self._refuse("colour", layout.COLOUR, text, "w, b or - for none", "correct the colour")
        return colour

    def _result(self, text: str, opponent: int | None) -> str | None:
        code = text.upper()
        if opponent == 0:
            return self._bye(code)
        if code in WITH_OPPONENT or not code:
            return code
        if opponent is not None:
            expected = f"the result against {opponent}: {RESULTS}"
            remedy = "correct the result, or the opponent to 0000"
            self._refuse("result", layout.RESULT, text, expected, remedy)
        return None

    def _bye(self, code: str) -> str | None:
        if self.of_teams and code in FORFEITED:
            return code
        bye = WITHOUT_OPPONENT.get(code)
        if bye is None:
            expected = "H (half point), F or U (full point) or Z (none), as there is no opponent"
            remedy = "correct the result or the opponent"
            self._refuse("result", layout.RESULT, code, expected, remedy)
        elif code in WITH_OPPONENT:
            expected = "H, F, U or Z, as there is no opponent"
            self._warn("bye", layout.RESULT, code, expected, f"it was read as {bye}")
        return bye
