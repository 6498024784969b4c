"""Transactions on the tables of the service: keys, counted requests.

These rows are no evidence, so that a count need not wait for the disk or for a long append.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from ledger.errors import Unavailable
from ledger.store import causes, drivers

BRIEF_MS: Final = 50
"""How long a count waits for a writer before it."""


@contextmanager
def changing(engine: Engine) -> Iterator[Connection]:
    """Change rows durably. Raises Unavailable, Damaged, ReadOnlyLedger."""
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise causes.of_database(error) or error from error


@contextmanager
def counting(engine: Engine) -> Iterator[Connection]:
    """Change rows without waiting for the disk. Raises Unavailable soon if locked.

    The change is lost if the machine stops.
    """
    try:
        with engine.connect() as connection:
            restored = _brief(connection)
            try:
                with connection.begin():
                    if connection.dialect.name == "postgresql":
                        connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
                        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {BRIEF_MS}")
                    yield connection
            finally:
                for statement in restored:
                    _driver(connection).execute(statement)
    except SQLAlchemyError as error:
        raise causes.of_database(error) or Unavailable(str(error)) from error


def _brief(connection: Connection) -> tuple[str, ...]:
    """Set SQLite to wait neither for the disk nor for long; return the statements to undo this."""
    if connection.dialect.name != "sqlite":
        return ()
    for statement in _pragmas("normal", BRIEF_MS):
        _driver(connection).execute(statement)
    return _pragmas("full", drivers.LOCK_TIMEOUT_MS)


def _pragmas(synchronous: str, wait_ms: int) -> tuple[str, ...]:
    return f"PRAGMA synchronous = {synchronous}", f"PRAGMA busy_timeout = {wait_ms}"


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection
