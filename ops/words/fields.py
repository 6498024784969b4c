"""Names and texts of fields: columns of answers, and what each door takes.

They are words of the catalogue, as headings of tables and labels of forms.
"""

from collections.abc import Mapping
from typing import Final

from ledger.sentences import Sentence, Word

NAME: Final = "field"
"""What is named, for a translation: a column or an input."""

INPUT: Final = "input"
"""What is described, for a translation."""


_LABELS: Final[Mapping[str, Sentence]] = {
    "as_of": Sentence("Situation on"),
    "attach": Sentence("Attached files"),
    "by": Sentence("Decided by"),
    "known_at": Sentence("as known on"),
    "pool": Sentence("Rating system"),
    "search": Sentence("Name or number"),
    "text": Sentence("Name, place or number"),
    "weight": Sentence("Weight of the tournament"),
}
"""Inputs that forms name otherwise than answers do."""


def named(field: str) -> Word:
    """Return the name of a field in words."""
    return Word(field.replace("_", " "), NAME)


def label(field: str) -> Sentence:
    """Return the name of an input as forms write it."""
    return _LABELS.get(field) or named(field)


def described(text: str) -> Word:
    """Return the text that describes an input, in words: of an option, a parameter, a body."""
    return Word(text, INPUT)
