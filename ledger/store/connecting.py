"""Connections to a SQLite file: for changes if possible, otherwise for reading."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any, Final, cast

from ledger.errors import NotALedger
from ledger.store import media

_PRAGMAS: Final = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: a commit is on the disk before it is answered
    "foreign_keys": 1,
    "recursive_triggers": 1,  # or REPLACE would pass by the delete triggers
    "mmap_size": 0,
}

UNWRITABLE: Final = "unwritable"
"""In the notes of a connection: why it only reads."""

_PRIVATE: Final = 0o600
_NO_ROOM: Final = ("SQLITE_IOERR", "SQLITE_FULL")
"""What SQLite says where the files beside a ledger find no room."""

_MAKING: Final = Lock()


class Connecting:
    """Factory of the connections to a SQLite database: for changes, otherwise for reading."""

    def __init__(
        self, module: ModuleType, lock_timeout_ms: Callable[[], int], *, read_only: bool
    ) -> None:
        """Connect by a SQLite library; with `read_only`, for reading in any case."""
        self._module, self._read_only = module, read_only
        self._lock_timeout_ms = lock_timeout_ms

    def __call__(self, _dialect: Any, record: Any, words: Any, named: Any) -> Any:
        """Return a new connection; SQLAlchemy's event `do_connect`."""
        path = Path(os.path.realpath(words[0]))
        if self._read_only or media.is_read_only(path):
            return self._reading(path, record, media.READ_ONLY, named)
        _make_private(path)
        connection = self._module.connect(*words, **named)
        try:
            _prepare(connection, self._lock_timeout_ms())
        except self._module.OperationalError as error:
            connection.close()
            if not error.sqlite_errorname.startswith(_NO_ROOM) or media.has_log(path):
                raise
            return self._reading(path, record, media.no_room(words[0], error), named)
        except UnicodeDecodeError as error:  # SQLite repeats what it cannot read of its tables
            connection.close()
            raise self._malformed(error) from error
        return connection

    def _malformed(self, cause: UnicodeDecodeError) -> Exception:
        """Return the error of SQLite for a file with unreadable tables."""
        error: Any = self._module.DatabaseError(f"malformed database schema ({cause})")
        error.sqlite_errorname = "SQLITE_CORRUPT"
        return cast(Exception, error)

    def _reading(self, path: Path, record: Any, reason: str, named: Any) -> Any:
        connection = self._module.connect(media.reading_uri(path), **named, uri=True)
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {self._lock_timeout_ms()}")
        record.info[UNWRITABLE] = reason
        return connection


def connect_beside(module: ModuleType, path: Path, lock_timeout_ms: int, *, read_only: bool) -> Any:
    """Connect to a small file beside a ledger, without the safety settings of a ledger."""
    if media.is_read_only(path):
        return module.connect(media.reading_uri(path), uri=True)
    if not read_only:
        _make_private(path)
    connection = module.connect(str(path))
    connection.execute(f"PRAGMA busy_timeout = {lock_timeout_ms}")
    if not read_only:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("PRAGMA synchronous = normal")
    return connection


def close_if_reading(_connection: Any, record: Any) -> None:
    """Close a read-only connection after use: the next connection reads the file anew."""
    if UNWRITABLE in record.info:
        record.invalidate()


def _make_private(path: Path) -> None:
    """Create a file readable only by its owner: persons are named in the file.

    A file that is there is not opened: to close it would drop the locks of this process. So would
    one thread that makes the file while another connects to it: hence one at a time.
    """
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with _MAKING, suppress(OSError):  # what cannot be made, SQLite says in its own words
        os.close(os.open(path, new, _PRIVATE))


def _prepare(connection: Any, lock_timeout_ms: int) -> None:
    connection.isolation_level = None  # SQLAlchemy's event `begin` begins transactions
    connection.execute(f"PRAGMA busy_timeout = {lock_timeout_ms}")
    for name, value in _PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {value}")
        found = connection.execute(f"PRAGMA {name}").fetchone()
        if found is not None and found[0] != value:
            raise NotALedger(f"SQLite refuses {name} = {value} here: a ledger needs a local disk")
