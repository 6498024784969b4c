"""Causes of database failures: busy or full (try again), damaged, or a fault of the program."""

from typing import Final

from sqlalchemy.exc import DBAPIError, ProgrammingError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ledger.errors import Damaged, LedgerError, NotALedger, Unavailable
from ledger.sentences import Sentence

_UNLIKE_OURS: Final = ("no such table", "no such column", "Could not decode to UTF-8")
"""Beginnings of errors of SQLite and its driver about tables and texts made by another program."""

_DAMAGED: Final = (*("SQLITE_CORRUPT", "SQLITE_NOTADB"), *("XX001", "XX002", "42P01", "42703"))
"""Beginnings of SQLite's names and of SQLSTATEs: data or an index corrupted, a table or a column
that is not there."""

_PASSING: Final = (
    *("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY"),
    *("SQLITE_CANTOPEN", "SQLITE_NOLFS", "SQLITE_NOMEM", "SQLITE_PERM", "SQLITE_PROTOCOL"),
    *("08", "25006", "28", "3D000", "40", "42501", "53", "55", "57", "58"),
)
"""Beginnings of what another moment, more room or a permission would end. SQLSTATEs: connection,
read-only, access, conflicts, a right that is missing, resources, locks, shutdown."""


def of_database(error: SQLAlchemyError) -> LedgerError | None:
    """Return the cause of a database failure; None for a fault of the program.

    Unavailable: it is busy, full, read-only or away. Damaged: its own bytes contradict each other.
    """
    if isinstance(error, PoolTimeout):
        return Unavailable(str(error))
    if not isinstance(error, DBAPIError) or error.orig is None:
        return None
    if error.connection_invalidated:
        return Unavailable(_line(error.orig))
    return of_driver(error.orig)


def of_driver(cause: BaseException) -> LedgerError | None:
    """Return the same of an error of the driver itself."""
    words = _line(cause)
    name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    code = name or "08000"  # none: the server was not reached
    if words.startswith(_UNLIKE_OURS) or code.startswith(_DAMAGED):
        return Damaged(
            Sentence(
                "the database is damaged ({words}): restore it from a backup or a dump", words=words
            )
        )
    return Unavailable(words) if code.startswith(_PASSING) else None


def of_opening(error: DBAPIError, database: str) -> LedgerError:
    """Return the cause of a failed opening; the database may hold no ledger at all."""
    words = _line(error.orig)
    name = getattr(error.orig, "sqlite_errorname", None)
    if name is None:
        # Without a SQLSTATE the driver itself refuses an option of the address.
        is_option = isinstance(error, ProgrammingError) and not getattr(error.orig, "sqlstate", "")
        return (
            NotALedger(Sentence("the address is refused: {words}", words=words))
            if is_option
            else Unavailable(words)
        )
    if str(name).startswith(("SQLITE_CANTOPEN", "SQLITE_NOTADB")):
        return NotALedger(f"{database}: {words}")
    return of_database(error) or NotALedger(f"{database}: {words}")


def _line(cause: BaseException | None) -> str:
    """Write a driver's message, which may repeat whole statements, on a line."""
    return " ".join(str(cause).split())
