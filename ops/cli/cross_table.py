"""The cross table (tabellone) of an event as lines for people.

What stands beside the numbers is in `ops/cross_tables/words.py`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ops.answers.cross_table_document import CrossTable, documents, is_late
from ops.cli import output
from ops.cli import tables as columns
from ops.cli.app import Format
from ops.cross_tables import words
from ops.words import said, written
from projections.queries import PoolQuery
from projections.queries.explain.cross_table import Table

NAME: Final = 24
"""Characters of a name in a line."""


def show(pool: PoolQuery, tables: Sequence[Table], form: Format, *, before: bool) -> None:
    """Write the tables of an event, one for each part."""
    found = documents(pool, tables, before=before)
    if form == "json":
        output.document(found)
    elif form == "csv":
        output.show([row for document in found.tables for row in document.rows], "csv")
    else:
        for table, document in zip(tables, found.tables, strict=True):
            for line in lines(pool, table, document):
                output.say(line)


def lines(pool: PoolQuery, table: Table, document: CrossTable) -> Iterator[str]:
    """Yield the lines of a table."""
    found, total = document.rows, document.total
    yield said(words.headline(pool.name, document))
    headings = [*found[0]]
    shown = [[_cell(key, row[key]) for key in headings] for row in found]
    if total is not None:
        last = {"name": _heading("total"), **total}
        shown.append([written(last.get(key, "")) for key in headings])
    right = [key not in ("player", "name") for key in headings]
    yield from columns.lines([*map(_heading, headings)], shown, right, None)
    yield from map(said, words.beside(table, document, late=is_late(table)))


def _heading(key: str) -> str:
    return said(words.HEADINGS[key]) if key in words.HEADINGS else key


def _cell(key: str, value: Any) -> str:
    if value in (None, ""):
        return "-"
    return str(value)[:NAME] if key == "name" else written(value)
