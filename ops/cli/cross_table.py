"""The cross table (tabellone) of an event as lines for people.

What stands beside the numbers is in `ops/cross_tables/words.py`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ops.answers.cross_table_document import CrossTable, documents
from ops.cli import output
from ops.cli import tables as columns
from ops.cli.app import Format
from ops.cross_tables import words
from ops.cross_tables.rows import rows, total
from ops.words import said, written
from projections.queries import PoolQuery
from projections.queries.explain.cross_table import Table

NAME: Final = 24
"""Characters of a name in a line."""


def show(pool: PoolQuery, tables: Sequence[Table], form: Format, *, before: bool) -> None:
    """Write the tables of an event, one for each part."""
    found, signs = documents(pool, tables, before=before), bool(pool.law.terms)
    if form == "json":
        output.document(found)
    elif form == "csv":
        output.show([row for table in found.tables for row in rows(table, signs=signs)], "csv")
    else:
        for table in found.tables:
            for line in lines(pool, table):
                output.say(line)


def lines(pool: PoolQuery, table: CrossTable) -> Iterator[str]:
    """Yield the lines of a table."""
    signs = bool(pool.law.terms)
    found, sums = rows(table, signs=signs), total(table, signs=signs)
    yield said(words.headline(pool.name, table))
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
