"""Rows of named texts, and how a field of a row is read in every format."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from ledger.intake.formats.layout import Field
from ledger.intake.formats.problems import Place, Problems, Value, Words, characters
from ledger.intake.formats.text import Line, whole
from ledger.sentences import Sentence

T = TypeVar("T")

CORRECT_IT: Final = Sentence("correct it")
"""The remedy of a wrong value."""

COMPLETE_IT: Final = Sentence("complete it")
"""The remedy of a value that is missing."""

SHORTEN_IT: Final = Sentence("shorten it")
"""The remedy of a text that is too long."""

ONE_OF_TWO: Final = Sentence("correct one of the two lines")
"""The remedy of two lines that contradict each other."""

CORRECT_POINTS: Final = Sentence("correct the points")
"""The remedy of wrong points for a result."""

CORRECT_ROUND: Final = Sentence("correct this round")
"""The remedy of a round in the row of a player."""

DELETE_ONE: Final = Sentence("delete one of the two lines")
"""The remedy of two lines that say the same thing."""

NOT_READ: Final = Sentence("it was not read")
"""What became of a value that the ledger does not take."""

A_PLAYER: Final = Sentence("the start number of a player (001)")
"""Expected where a record names a player."""

_NO_FIELDS: Final[Mapping[str, Field]] = MappingProxyType({})


class Row(NamedTuple):
    """Texts about one player, stripped and in NFC, by field name."""

    line: int
    """Line of the file on which the row begins, from 1."""
    texts: Mapping[str, str]
    fields: Mapping[str, Field] = _NO_FIELDS
    """Columns of the fields, where known."""

    def text(self, name: str) -> str:
        """Return the text of a field; "" where the row has no such field."""
        return self.texts.get(name, "")

    def place(self, name: str) -> Place:
        """Return the place of a field in the file."""
        field = self.fields.get(name)
        return field.at(self.line) if field else Place(name, self.line)

    def value(self, name: str) -> Value:
        """Return the text of a field and its place."""
        return Value(self.place(name), self.text(name))


def row_in(line: Line, fields: Mapping[str, Field]) -> Row:
    """Return the row of a line with these columns."""
    return Row(line.number, {name: field.of(line.text) for name, field in fields.items()}, fields)


@dataclass(frozen=True, slots=True)
class FieldSpec(Generic[T]):
    """A field of a row: name, parser, and words of a problem."""

    name: str
    parse: Callable[[str], T | None]
    """Returns None for a text that cannot be read."""
    expected: Words
    remedy: Words
    nothing: T
    """Value of an empty text, and of an unreadable one."""
    blank: str = ""
    """A text of these characters alone counts as empty."""
    is_required: bool = False
    """Whether an empty text is a problem too."""
    is_refused: bool = True
    """Whether an unreadable text refuses the file; otherwise it is a warning."""

    def read(self, row: Row, problems: Problems) -> T:
        """Return the value of this field in a row."""
        text = row.text(self.name)
        if not (text.strip(self.blank) or self.is_required):
            return self.nothing
        value = self.parse(text)
        if value is not None:
            return value
        report_problem = problems.refuse if self.is_refused else problems.warn
        report_problem(*row.value(self.name), self.expected, self.remedy)
        return self.nothing


def short_text(name: str, longest: int, blank: str = "") -> FieldSpec[str]:
    """Return a field of text of at most `longest` characters."""
    return FieldSpec(
        name,
        lambda text: text if len(text) <= longest else None,
        characters(longest),
        SHORTEN_IT,
        nothing="",
        blank=blank,
    )


def one_of(name: str, values: Mapping[str, T], expected: Words, nothing: T) -> FieldSpec[T]:
    """Return a field of an enumeration of words, in capital or small letters."""
    return FieldSpec(
        name, lambda text: values.get(text.lower()), expected, CORRECT_IT, nothing=nothing
    )


def whole_number(
    name: str, least: int, most: int, expected: Words = "", remedy: Words = CORRECT_IT
) -> FieldSpec[int]:
    """Return a field of a whole number; empty is 0, which is refused where `least` is more."""

    def parse(text: str) -> int | None:
        number = whole(text or "0")
        return number if number is not None and least <= number <= most else None

    expected = expected or Sentence("a whole number from {least} to {most}", least=least, most=most)
    return FieldSpec(name, parse, expected, remedy, nothing=0, is_required=least > 0)
