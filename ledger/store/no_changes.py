"""Engines through which nothing is changed: those of previews."""

from typing import Final

from sqlalchemy import Connection, Engine

_NO_CHANGES: Final = "no_changes"


def without_changes(made: Engine) -> Engine:
    """Return an engine to the same database, with the same connections, that refuses changes."""
    return made.execution_options(**{_NO_CHANGES: True})


def check_changes(made: Engine) -> None:
    """Check that changes may go through an engine. Raises TypeError if it refuses them."""
    if made.get_execution_options().get(_NO_CHANGES):
        raise TypeError("a preview writes nothing")


def check_begun(connection: Connection) -> None:
    """Check a transaction as it begins: it is for reading, or changes may go through its engine."""
    if not connection.get_execution_options().get("reading"):
        check_changes(connection.engine)
