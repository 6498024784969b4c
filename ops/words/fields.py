"""Names and texts of fields: columns of answers, and what each door takes.

They are words of the catalogue, as headings of tables and labels of forms.
"""

from typing import Final

from ledger.sentences import Word

NAME: Final = "field"
"""What is named, for a translation: a column or an input."""

INPUT: Final = "input"
"""What is described, for a translation."""


def named(field: str) -> Word:
    """Return the name of a field in words."""
    return Word(field.replace("_", " "), NAME)


def described(text: str) -> Word:
    """Return the text that describes an input, in words: of an option, a parameter, a body."""
    return Word(text, INPUT)
