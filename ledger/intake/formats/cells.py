"""A round of a player's line: opponent, colour and result (TRF16 record 001)."""

import re
from dataclasses import dataclass, field
from typing import Final

from ledger.intake.formats import layout
from ledger.intake.formats.layout import round_field
from ledger.intake.formats.problems import Place, Problems, Value
from ledger.intake.formats.text import Line, unaccented, whole
from ledger.sentences import Sentence

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
    return "".join(dict.fromkeys(_LETTERS.findall(unaccented(text))))


WITH_OPPONENT: Final = frozenset("1=0+-WDL")
RESULT: Final = Sentence("the result against {opponent}: 1 = 0, + - if forfeited, or W D L")
"""The possible results against an opponent."""
CORRECT_PAIRING: Final = Sentence("correct the pairing")
WITHOUT_OPPONENT: Final = {**{code: code for code in "HFUZ"}, "": "", "-": "Z", "=": "H", "+": "F"}
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
    cells, is_refused = list[Cell](), False
    for number in range(1, layout.rounds_of(line.text) + 1):
        text = layout.round_text(line.text, number)
        match = _PLAIN.fullmatch(text)
        if match and int(match[1]):
            cells.append(Cell(int(match[1]), match[2], match[3]))
        elif all(text[offset].isspace() for offset in layout.ROUND_SEPARATORS):
            cells.append(CellReader(line, number, problems, of_teams).cell())
        else:
            cells.append(UNREADABLE)
            if not is_refused:
                place = round_field(Sentence("columns"), number).at(line.number)
                found = line.text[place.column - 1 : place.last_column]
                expected = Sentence('"OOOO C R", like "  12 w 1"')
                remedy = Sentence(
                    "move opponent, colour and result to their columns, blanks between them"
                )
                problems.refuse(place, found, expected, remedy)
            is_refused = True
    return tuple(cells)


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
        opponent = self._value(Sentence("opponent"), layout.OPPONENT)
        colour = self._value(Sentence("colour"), layout.COLOUR)
        result = self._value(Sentence("result"), layout.RESULT)
        if not (opponent.text or colour.text or result.text):
            return EMPTY
        word, code = word_in(opponent.text), result.text.upper()
        if word in WORDS and code in CODES:
            return Cell(0, "-", CODES[code], word)
        number, letter = self._opponent(opponent), self._colour(colour)
        if number == 0 and letter in {"w", "b"}:
            place, remedy = colour.place._replace(field="colour"), Sentence("check the opponent")
            expected = Sentence("- as there is no opponent")
            self.problems.warn_once(place, letter, expected, remedy)
        return Cell(number, letter, self._result(result, number))

    def _value(self, what: Sentence, within: slice) -> Value:
        return round_field(what, self.number, within).value(self.line)

    def _opponent(self, value: Value) -> int | None:
        number = whole(value.text or "0")
        if number is None:
            expected = Sentence("a start number, or 0000 for none")
            self.problems.refuse(*value, expected, CORRECT_PAIRING)
        return number

    def _colour(self, value: Value) -> str | None:
        colour = _COLOURS.get(value.text.lower())
        if colour is None:
            expected, remedy = Sentence("w, b or - for none"), Sentence("correct the colour")
            self.problems.refuse(*value, expected, remedy)
        return colour

    def _result(self, value: Value, opponent: int | None) -> str | None:
        code = value.text.upper()
        if opponent == 0:
            return self._bye(value.place, code)
        if code in WITH_OPPONENT or not code:
            return code
        if opponent is not None:
            remedy = Sentence("correct the result, or the opponent to 0000")
            self.problems.refuse(*value, RESULT.about(opponent=opponent), remedy)
        return None

    def _bye(self, place: Place, code: str) -> str | None:
        if self.of_teams and code in FORFEITED:
            return code
        bye = WITHOUT_OPPONENT.get(code)
        if bye is None:
            expected = Sentence(
                "H (half point), F or U (full point) or Z (none), as there is no opponent"
            )
            remedy = Sentence("correct the result or the opponent")
            self.problems.refuse(place, code, expected, remedy)
        elif code in WITH_OPPONENT:
            place = place._replace(field="bye")
            expected = Sentence("H, F, U or Z, as there is no opponent")
            self.problems.warn_once(
                place, code, expected, Sentence("it was read as {code}", code=bye)
            )
        return bye
