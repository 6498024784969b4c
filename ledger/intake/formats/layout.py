"""Columns of a player's line: TRF16 record 001, from 1, both inclusive; words of other records."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ledger.intake.formats.problems import Place, Problems, Value, Words
from ledger.intake.formats.text import Line, composed, whole
from ledger.sentences import Sentence
from ledger.tournaments.report import Entrant


class Field(NamedTuple):
    """A field of a line: name and columns, both inclusive."""

    name: Words
    first: int
    last: int

    def of(self, text: str) -> str:
        """Return the text in these columns, stripped, in Unicode form NFC."""
        return composed(text[self.first - 1 : self.last])

    def at(self, line: int) -> Place:
        """Return the place of this field in a line (from 1)."""
        return Place(self.name, line, self.first, self.last)

    def value(self, line: Line) -> Value:
        """Return the text in these columns of a line, with its place."""
        return Value(self.at(line.number), self.of(line.text))

    def of_entrant(self, entrant: Entrant) -> Place:
        """Return the place of this field of an entrant; without columns outside TRF."""
        return self.at(entrant.line) if entrant.in_columns else Place(self.name, entrant.line)


START_NUMBER: Final = Field("start number", 5, 8)
SEX: Final = Field("sex", 10, 10)
TITLE: Final = Field("title", 11, 13)
NAME: Final = Field("name", 15, 47)
RATING: Final = Field("rating", 49, 52)
FEDERATION: Final = Field("federation", 54, 56)
REPORTED_NUMBER: Final = Field("player's number", 58, 68)
BIRTH: Final = Field("birth", 70, 79)
POINTS: Final = Field("points", 81, 84)
RANK: Final = Field("rank", 86, 89)

FIELDS: Final = (
    *(START_NUMBER, SEX, TITLE, NAME, RATING, FEDERATION),
    *(REPORTED_NUMBER, BIRTH, POINTS, RANK),
)

SEPARATORS: Final = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
"""Columns that are blank."""

BEFORE_ROUNDS: Final = 91
"""Columns before those of the first round."""

ROUND_WIDTH: Final = 10
"""Columns of a round: opponent 4, blank, colour, blank, result, two blanks."""

MOST_ROUNDS: Final = 400


def is_number_of_rounds(value: Value, problems: Problems) -> bool:
    """Return whether a text is a number of rounds; refuse any other."""
    if 1 <= (whole(value.text) or 0) <= MOST_ROUNDS:
        return True
    expected = Sentence("a number from {least} to {most}", least=1, most=MOST_ROUNDS)
    problems.refuse(*value, expected, Sentence("correct or delete the line"))
    return False


ROUND: Final = slice(0, 8)
OPPONENT: Final = slice(0, 4)
COLOUR: Final = slice(5, 6)
RESULT: Final = slice(7, 8)
ROUND_SEPARATORS: Final = (4, 6, 8, 9)
"""Offsets inside a round that are blank."""


def round_field(what: Sentence, number: int, within: slice = ROUND) -> Field:
    """Return the columns of a round (from 1), or of the offsets `within` the round."""
    before = BEFORE_ROUNDS + ROUND_WIDTH * (number - 1)
    name = Sentence("{field} of round {number}", field=what, number=number)
    return Field(name, before + within.start + 1, before + within.stop)


def rounds_of(text: str) -> int:
    """Count the rounds for which a line has any column."""
    return max(0, -(-(len(text) - BEFORE_ROUNDS) // ROUND_WIDTH))


def round_text(text: str, number: int) -> str:
    """Return the ten columns of a round, filled up with blanks."""
    before = BEFORE_ROUNDS + ROUND_WIDTH * (number - 1)
    return text[before : before + ROUND_WIDTH].ljust(ROUND_WIDTH)


def stray_column(text: str, separators: Iterable[int] = SEPARATORS) -> int:
    """Return the first separator column with a character; 0 if all are blank."""
    for column in separators:
        if not text[column - 1 : column].isspace() and len(text) >= column:
            return column
    return 0


def in_columns(
    line: Line,
    problems: Problems,
    name: Field = NAME,
    fits: Callable[[str], bool] = lambda text: not stray_column(text),
) -> Line:
    """Realign a line in which decomposed letters or counted bytes moved the columns.

    A program that counts bytes of UTF-8 leaves the `name` one blank short for each further byte of
    its letters. `fits` tells whether a text stands in its columns; a line that cannot be made to
    is given back as it is.
    """
    if fits(line.text):
        return line
    composed = unicodedata.normalize("NFC", line.text)
    if fits(composed):
        return replace(line, text=composed)
    letters = line.text[name.first - 1 : name.last]
    missing = len(letters.encode()) - len(letters)
    end = name.last - missing
    filled = line.text[:end] + " " * missing + line.text[end:]
    if not fits(filled):
        return line
    place = name.at(line.number)._replace(field="columns")
    found = Sentence("columns counted in bytes")
    expected = Sentence("columns counted in characters")
    remedy = Sentence("the line was read so; check its fields")
    problems.warn_once(place, found, expected, remedy)
    return replace(line, text=filled)


def refuse_stray(line: Line, problems: Problems, separators: Sequence[int] = SEPARATORS) -> bool:
    """Refuse a line with a character between two fields; return True if refused."""
    column = stray_column(line.text, separators)
    if column:
        place, found = Place("columns", line.number, column), line.text[column - 1]
        remedy = Sentence("move every field to its columns")
        problems.refuse(place, found, Sentence("a blank between two fields"), remedy)
    return bool(column)


_WORD: Final = re.compile("[^ ]+")


class Word(NamedTuple):
    """A word of a line and the position: line from 1, columns both inclusive."""

    text: str
    line: int
    first: int
    last: int

    def named(self, field: Words) -> Value:
        """Return the word and its place, under the name of a field."""
        return Value(Place(field, self.line, self.first, self.last), self.text)

    @property
    def number(self) -> int | None:
        """The word as a whole number; None for anything else."""
        return whole(self.text)


def words_of(line: Line) -> list[Word]:
    """Return the words after the record's code, columns 1-3."""
    return [
        Word(match.group(), line.number, match.start() + 1, match.end())
        for match in _WORD.finditer(line.text, 3)
    ]


def word_at(words: list[Word], index: int, line: Line) -> Word:
    """Return a word by index; an empty word at the end of the line if missing."""
    end = len(line.text) + 1
    return words[index] if index < len(words) else Word("", line.number, end, end)
