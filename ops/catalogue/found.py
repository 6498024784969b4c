"""A sentence found for the catalogue, in the code or in a table."""

import ast
from pathlib import Path
from typing import Final, NamedTuple

from ledger.sentences import parsed

ROOT: Final = Path(__file__).parents[2]


class Found(NamedTuple):
    """A template, the one for several, and the file where both stand."""

    template: str
    more: str
    file: str
    of: str | None = None
    """Of what the words of a table are said."""

    @property
    def id(self) -> str | tuple[str, str]:
        """The key of the sentence in the catalogue."""
        return (self.template, self.more) if self.more else self.template


def has_words(template: str) -> bool:
    """Return whether a template says anything beside its values."""
    return any(letter.isalpha() for text, *_ in parsed(template) for letter in text)


def name_of(function: ast.expr) -> str:
    """Return the name of a function that is called by its name alone; of any other ""."""
    return function.id if isinstance(function, ast.Name) else ""
