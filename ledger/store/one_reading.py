"""One connection for all questions of a request, opened by the first question.

Without it every statement takes a connection and begins a transaction of its own: for a question of
many statements half of the work. Only one thread at a time may use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine

from ledger.time_limit import check_time

ALONE = "alone"
"""Option of a connection whose statements begin no transaction."""


class OneReading:
    """A connection for reading. Use `with`, or `close` at the end."""

    def __init__(self, engine: Engine, *, one_moment: bool = True) -> None:
        """Read through an engine.

        With `one_moment` all statements see the rows committed when the first of them began; else
        each sees the rows committed by then.
        """
        self._engine, self._one_moment = engine, one_moment
        self._connection: Connection | None = None
        self._over = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Yield the connection; it stays open.

        Raises LookupError after the end of `with`, TimeOver.
        """
        check_time()
        if self._over:
            raise LookupError("the request of this connection is over")
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(**self._options())
        yield self._connection

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"reading": True}
        postgresql = self._engine.dialect.name == "postgresql"
        if not self._one_moment:
            options[ALONE] = True
        if postgresql:
            options["isolation_level"] = "REPEATABLE READ" if self._one_moment else "AUTOCOMMIT"
        return options

    def close(self) -> None:
        """Give the connection back; a later question takes another, and sees later rows."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> OneReading:
        """Use as a context."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the connection back for good."""
        self.close()
        self._over = True
