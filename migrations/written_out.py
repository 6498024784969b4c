"""Tables written out in the steps: a step makes what it made when it was new.

`ledger.store.schema` says what the tables are today; a step that took them from there would make
other tables with each later program.
"""

from typing import Any

from alembic import op
from sqlalchemy.schema import SchemaItem


def create(name: str, *parts: SchemaItem, **options: Any) -> None:
    """Create a table, strict about types in SQLite."""
    op.create_table(name, *parts, sqlite_strict=True, **options)


def create_changeable(name: str, *parts: SchemaItem) -> None:
    """Create a table whose rows the application changes and deletes."""
    create(name, *parts)
    grant_changes(name)


def grant_changes(name: str) -> None:
    """Allow the application to change and delete the rows of a table, where the server asks."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {name} TO ledger_app")
