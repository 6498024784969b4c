"""A cross table (tabellone) as lines for people."""

from collections.abc import Iterator
from typing import Any, Final

from ops.tournaments import cross_table_words as words
from ops.tournaments.cross_table_document import CrossTable
from ops.tournaments.cross_table_rows import rows, total
from ops.words import columns, said, written

NAME: Final = 24
"""Characters of a name in a line."""


def lines(table: CrossTable) -> Iterator[str]:
    """Yield the lines of a table."""
    found, sums = rows(table), total(table)
    yield said(words.headline(table))
    headings = [*found[0]]
    shown = [[_cell(key, row[key]) for key in headings] for row in found]
    if sums is not None:
        last = {"name": _heading("total"), **sums}
        shown.append([written(last.get(key, "")) for key in headings])
    right = [key not in ("player", "name") for key in headings]
    yield from columns.lines([*map(_heading, headings)], shown, right, None)
    yield from map(said, words.beside(table))


def _heading(key: str) -> str:
    return said(words.HEADINGS[key]) if key in words.HEADINGS else key


def _cell(key: str, value: Any) -> str:
    if value in (None, ""):
        return "-"
    return str(value)[:NAME] if key == "name" else written(value)
