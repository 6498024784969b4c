"""Transactions on the tables of the service: keys, descriptions of actors, proposals."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from ledger.store import causes


@contextmanager
def changing(engine: Engine) -> Iterator[Connection]:
    """Change rows durably. Raises Unavailable, Damaged, ReadOnlyLedger."""
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise causes.of_database(error) or error from error
