"""Unbound columns and rows: a change of these goes unnoticed.

They are no evidence. Everything else is held by an event, and the events by the chain.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Unbound(NamedTuple):
    """A column, or rows of a table, bound by nothing; `where` selects the rows."""

    table: str
    column: str
    """"" are whole rows."""
    where: str = ""

    def __str__(self) -> str:
        """Write the entry as on the audit page."""
        name = f"{self.table}.{self.column}" if self.column else f"rows of {self.table}"
        return f"{name} ({self.where})" if self.where else name


UNBOUND: Final = (
    Unbound("actor", "", "removed"),
    Unbound("actor", "", "exchanged"),
    Unbound("actor", "kind"),
    Unbound("actor", "name"),
    Unbound("import_slip", "", "added or removed at the end"),
    Unbound("import_slip", "", "exchanged"),
    Unbound("import_slip", "instant"),
    Unbound("import_slip", "file_name"),
    Unbound("import_slip", "file", "of a refused file"),
    Unbound("import_slip", "tournament", "of a refused file"),
    Unbound("import_slip", "words"),
)
"""In the order of tables and columns."""
