"""Engines through which nothing is changed: those of previews."""

from typing import Final

from sqlalchemy import Connection, Engine

_NO_CHANGES: Final = "no_changes"


def without_changes(made: Engine) -> Engine:
    """Return an engine to the same database, with the same connections, that refuses changes."""
    return made.execution_options(**{_NO_CHANGES: True})


def check_changes(made: Engine) -> None:
    """Check that an engine permits changes. Raises TypeError."""
    if made.get_execution_options().get(_NO_CHANGES):
        raise TypeError("a preview writes nothing")


def check_begun(connection: Connection) -> None:
    """Check a beginning transaction: for reading, or through an engine that permits changes."""
    if not connection.get_execution_options().get("reading"):
        check_changes(connection.engine)
