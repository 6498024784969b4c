"""A connection that sees a ledger as it stands at one instant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, Row, Select


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a connection whose statements all see the same instant; others may write meanwhile."""
    options: dict[str, Any] = {"reading": True}
    if engine.dialect.name == "postgresql":
        options["isolation_level"] = "REPEATABLE READ"
    with engine.connect().execution_options(**options) as connection:
        yield connection


def stream(connection: Connection, statement: Select[Any], most: int = 1_000) -> Iterator[Row[Any]]:
    """Give the rows of a statement one by one; at most `most` of them are in memory."""
    with connection.execute(statement, execution_options={"yield_per": most}) as rows:
        yield from rows
