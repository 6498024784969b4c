"""Connections to a SQLite file: for changes if possible, otherwise for reading."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from types import ModuleType
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DatabaseError

from ledger.errors import NotALedger, Refused, Unavailable
from ledger.sentences import Remedy, Sentence

READ_ONLY: Final = Sentence("it lies on a read-only medium, or may not be written to")
ANSWERS: Final = ".projections"
"""Ending of the file beside a ledger in which answers are kept."""

_INDEX_BYTES: Final = 32_768
"""A smaller index was begun when the disk was full."""


class ReadOnlyLedger(Refused):
    """The ledger is on a read-only medium, or not writable for this user."""

    def __init__(self, file: str) -> None:
        super().__init__(
            Sentence(
                "{file} can be read, and nothing can be recorded: it lies on a read-only medium, "
                "or may not be written to; to go on elsewhere, restore it there: {restore}",
                file=file,
                restore=Remedy("restore-ledger", file=file, ledger=None),
            ),
            field="ledger",
            found=file,
        )


def is_read_only(file: Path) -> bool:
    """Return whether SQLite can read an existing file, but not write file or folder."""
    return file.exists() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def has_log(file: Path) -> bool:
    """Return whether somebody has a file open, or left changes in the second file."""
    log_bytes = _size(f"{file}-wal")
    return log_bytes > 0 or (log_bytes == 0 and _has_index(file))


def _has_index(file: Path) -> bool:
    return _size(f"{file}-shm") >= _INDEX_BYTES


def _size(file: str) -> int:
    return Path(file).stat().st_size if Path(file).exists() else -1


def reading_uri(file: Path) -> str:
    """Return the URI under which SQLite reads a file and changes nothing.

    Without a second file nobody has it open, and SQLite takes it for unchanging; with one, SQLite
    reads both. Raises NotALedger where the second file cannot be read for want of its index.
    """
    if not has_log(file):
        return f"file:{quote(str(file))}?immutable=1"
    if not _has_index(file) and not os.access(file.parent, os.W_OK):
        raise NotALedger(
            Sentence(
                "{file}: its last changes stand in {log}, which SQLite cannot read on a read-only "
                "medium; copy both files into a folder of your own, and open that copy",
                file=str(file),
                log=f"{file.name}-wal",
            )
        )
    return f"file:{quote(str(file))}?mode=ro"


def no_room(file: str, error: object) -> Sentence:
    """Return why a file on a full disk can only be read."""
    return Sentence(
        "there seems to be no room on the disk of {file}: {error}", file=file, error=str(error)
    )


def unchangeable(file: Path, reason: Sentence) -> Refused | Unavailable:
    """Return the refusal of a change to a file opened for reading."""
    if reason == READ_ONLY and file.suffix == ANSWERS:
        return Unavailable(
            Sentence(
                "{file}: {reason}; change that, or remove it: it is made anew",
                file=str(file),
                reason=reason,
            )
        )
    return ReadOnlyLedger(str(file)) if reason == READ_ONLY else Unavailable(reason)


_PRAGMAS: Final[dict[str, str | int]] = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: a commit is on the disk before it is answered
    "foreign_keys": 1,
    "recursive_triggers": 1,  # or REPLACE would pass by the delete triggers
    "mmap_size": 0,
    "secure_delete": 1,  # bytes of deleted rows are overwritten: proposals and files name persons
    "journal_size_limit": 4 << 20,  # a write-ahead log that grew on a full disk shrinks again
}

UNWRITABLE: Final = "unwritable"
"""In the notes of a connection: why it only reads."""

_PRIVATE: Final = 0o600
_NO_ROOM: Final = ("SQLITE_IOERR", "SQLITE_FULL")
"""What SQLite says where the files beside a ledger find no room."""

_MAKING: Final = Lock()

_AGAIN_SECONDS: Final = 0.005
"""Time between two tries to switch a file to a write-ahead log."""


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
        if self._read_only or is_read_only(path):
            return self._reading(path, record, READ_ONLY, named)
        _make_private(path)
        connection = self._module.connect(*words, **named)
        try:
            _prepare(self._module, connection, self._lock_timeout_ms())
        except self._module.OperationalError as error:
            connection.close()
            if not error.sqlite_errorname.startswith(_NO_ROOM) or has_log(path):
                raise
            return self._reading(path, record, no_room(words[0], error), named)
        except UnicodeDecodeError as error:
            connection.close()
            raise _malformed(self._module, error) from error
        return connection

    def _reading(self, path: Path, record: Any, reason: Sentence, named: Any) -> Any:
        connection = self._module.connect(reading_uri(path), **named, uri=True)
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {self._lock_timeout_ms()}")
        record.info[UNWRITABLE] = reason
        return connection


def refuse_undecodable(context: ExceptionContext) -> None:
    """Raise DatabaseError for a damaged name or type of a column; the event `handle_error`."""
    error = context.original_exception
    if isinstance(error, UnicodeDecodeError):
        malformed = _malformed(context.dialect.loaded_dbapi, error)
        raise DatabaseError(context.statement, None, malformed) from error


def _malformed(module: Any, error: UnicodeDecodeError) -> Any:
    """Return the library's error for a schema whose words cannot be decoded.

    SQLite itself repeats these words, in columns of answers and in its errors.
    """
    malformed = module.DatabaseError(f"malformed database schema ({error})")
    malformed.sqlite_errorname = "SQLITE_CORRUPT"
    return malformed


def connect_beside(module: ModuleType, path: Path, lock_timeout_ms: int, *, read_only: bool) -> Any:
    """Connect to a small file beside a ledger, without the safety settings of a ledger."""
    if is_read_only(path):
        return module.connect(reading_uri(path), uri=True)
    if not read_only:
        _make_private(path)
    connection = module.connect(str(path))
    connection.execute(f"PRAGMA busy_timeout = {lock_timeout_ms}")
    if not read_only:
        _write_ahead(module, connection, lock_timeout_ms)
        connection.execute("PRAGMA synchronous = normal")
    return connection


def close_if_reading(_connection: Any, record: Any) -> None:
    """Close a read-only connection after use: the next connection reads the file anew."""
    if UNWRITABLE in record.info:
        record.invalidate()


def _make_private(path: Path) -> None:
    """Create a file readable only by its owner: persons are named in the file.

    An existing file is not opened, since closing it would drop the locks of this process. For the
    same reason only one thread at a time creates a file or connects to it.
    """
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    with _MAKING, suppress(OSError):  # what cannot be made, SQLite says in its own words
        os.close(os.open(path, new, _PRIVATE))


def _prepare(module: ModuleType, connection: Any, lock_timeout_ms: int) -> None:
    connection.isolation_level = None  # SQLAlchemy's event `begin` begins transactions
    connection.execute(f"PRAGMA busy_timeout = {lock_timeout_ms}")
    _write_ahead(module, connection, lock_timeout_ms)
    for name, value in _PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {value}")
        found = connection.execute(f"PRAGMA {name}").fetchone()
        if found is not None and found[0] != value:
            raise NotALedger(
                Sentence(
                    "SQLite refuses {setting} = {value} here: a ledger needs a local disk",
                    setting=name,
                    value=value,
                )
            )


def _write_ahead(module: ModuleType, connection: Any, lock_timeout_ms: int) -> None:
    """Switch a file to a write-ahead log, waiting as long as for a lock.

    SQLite itself does not wait if two connections switch a new file at the same time: it refuses
    one of them at once.
    """
    until = monotonic() + lock_timeout_ms / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = wal")
        except module.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or monotonic() >= until:
                raise
            sleep(_AGAIN_SECONDS)
        else:
            return
