"""Connections with a fixed snapshot of a ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, Engine, Row, Select

_UNDER_WAY: Final = "results under way"
"""In the notes of a connection: the results that are not read to their end."""


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a connection with a single snapshot for all statements; others may write meanwhile."""
    options: dict[str, Any] = {"reading": True}
    if engine.dialect.name == "postgresql":
        options["isolation_level"] = "REPEATABLE READ"
    with engine.connect().execution_options(**options) as connection:
        try:
            yield connection
        finally:
            for rows in connection.info.pop(_UNDER_WAY, ()):
                rows.close()


def stream(connection: Connection, statement: Select[Any], most: int = 1_000) -> Iterator[Row[Any]]:
    """Yield the rows of a statement; at most `most` rows are in memory.

    What is not read to its end is closed with the snapshot.
    """
    with connection.execute(statement, execution_options={"yield_per": most}) as rows:
        connection.info.setdefault(_UNDER_WAY, []).append(rows)
        yield from rows
