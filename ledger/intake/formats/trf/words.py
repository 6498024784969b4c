"""Records that are read word by word: their fields always have blanks between them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ledger.intake.formats.problems import Place
from ledger.intake.formats.text import Line, whole

_WORD: Final = re.compile("[^ ]+")


class Word(NamedTuple):
    """A word of a line and where it stands: the line from 1, its columns, both inclusive."""

    text: str
    line: int
    first: int
    last: int

    def at(self, field: str) -> Place:
        """Give its place under the name of a field."""
        return Place(field, self.line, self.first, self.last)

    @property
    def number(self) -> int | None:
        """Give the whole number it is; None for anything else."""
        return whole(self.text)


def words_of(line: Line) -> list[Word]:
    """Give the words after the record's code, columns 1-3."""
    return [
        Word(match.group(), line.number, match.start() + 1, match.end())
        for match in _WORD.finditer(line.text, 3)
    ]


def word_at(words: list[Word], index: int, line: Line) -> Word:
    """Give a word by its index; an empty one behind the end of the line where it is missing."""
    end = len(line.text) + 1
    return words[index] if index < len(words) else Word("", line.number, end, end)
