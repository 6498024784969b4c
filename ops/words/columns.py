"""Tables of text: columns aligned, the widest text columns wrapped where a terminal is narrow.

Columns are wrapped at blanks first; words are broken where that is not enough.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

TITLE, HEADING, NOTE = "\x1b[3m", "\x1b[1m", "\x1b[2m"
"""Styles of a terminal: italic, bold, faint."""

_GAP: Final = "  "
_LEAST: Final = 4
"""No column is narrower than this number of characters."""
_WHOLE: Final = 14
"""Words up to this number of characters, as days and names of pools, are broken last."""


def lines(
    headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool], width: int | None
) -> Iterator[str]:
    """Yield the lines of a table, headings first, without blanks at the end of a line.

    `right` marks the columns aligned to the right; these are never wrapped. `width` is the number
    of characters of a line; None sets no limit.
    """
    table = [headings, *rows]
    widths = [max(_width(cell) for cell in column) for column in zip(*table, strict=True)]
    if width is not None:
        words = [_longest_word(column) for column in zip(*table, strict=True)]
        widths = _fitted(_fitted(widths, right, width, words), right, width)
    for row in table:
        wrapped = [_wrapped(cell, room) for cell, room in zip(row, widths, strict=True)]
        for line in zip_longest(*wrapped, fillvalue=""):
            cells = zip(line, widths, right, strict=True)
            yield _GAP.join(_padded(*cell) for cell in cells).rstrip()


def _fitted(
    widths: Sequence[int], right: Sequence[bool], width: int, least: Sequence[int] = ()
) -> list[int]:
    """Return widths of columns for a line, reducing the widest text column step by step.

    With `least` no column is made narrower than that, so that no word is broken; the line may
    then be too wide.
    """
    fitted, least = list(widths), least or [_LEAST] * len(widths)
    texts = [at for at, number in enumerate(right) if not number]
    excess = sum(fitted) + len(_GAP) * (len(fitted) - 1) - width
    while excess > 0 and (wider := [at for at in texts if fitted[at] > least[at]]):
        fitted[max(wider, key=lambda at: fitted[at])] -= 1
        excess -= 1
    return fitted


def _longest_word(cells: Sequence[str]) -> int:
    """Return the width of the longest word, of which very long ones count as broken."""
    longest = max((_width(word) for cell in cells for word in cell.split()), default=0)
    return max(_LEAST, min(longest, _WHOLE))


def _wrapped(cell: str, room: int) -> list[str]:
    """Return the lines of a cell, broken at blanks where possible."""
    broken: list[str] = []
    while _width(cell) > room:
        end = next(at for at in range(len(cell), 0, -1) if at == 1 or _width(cell[:at]) <= room)
        blank = cell.rfind(" ", 1, end + 1)
        end = blank if blank > 0 else end
        broken.append(cell[:end].rstrip())
        cell = cell[end:].lstrip()
    return [*broken, cell]


def _padded(cell: str, room: int, right: bool) -> str:
    blanks = " " * (room - _width(cell))
    return f"{blanks}{cell}" if right else f"{cell}{blanks}"


def _width(text: str) -> int:
    """Return the places of a text in a terminal: East Asian letters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )
