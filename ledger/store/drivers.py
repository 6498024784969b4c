"""Opening of databases: the only module that names a driver.

A second SQLite library, or opening the file as a file, in the same process would drop its locks;
so nothing else here imports one, and a test holds that.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import PoolProxiedConnection, QueuePool

from ledger.errors import NotALedger, OutcomeUnknown, Unavailable
from ledger.logs import Logger
from ledger.sentences import NO_SENTENCE, Sentence, plain
from ledger.store import addresses, appended, causes, statements
from ledger.store.connecting import (
    UNWRITABLE,
    Connecting,
    close_if_reading,
    refuse_undecodable,
    unchangeable,
)
from ledger.store.no_changes import check_begun, check_changes
from ledger.store.one_reading import ALONE
from ledger.store.pooling import pool, pool_of_server

log = Logger(__name__)

SAFE_SQLITE: Final = (3, 51, 3)
"""From 3.7.0 to 3.51.2 several connections checkpointing a WAL at once can corrupt it."""

LOCK_TIMEOUT_MS = 30_000
"""How long a writer waits for those before it."""

_SMALLEST_BYTES: Final = 512
"""Of a SQLite database: one page."""
_UNREADABLE: Final = (
    *("file is not a database", "malformed", "disk I/O error", "unsupported file format"),
    *("no such table", "no such column", "has no column", "does not exist", "datatype mismatch"),
    "unable to open database file",  # of another user, or a link that leads nowhere
)
"""What SQLite and PostgreSQL say of a file, or tables, that are not such as this program made."""
BESIDE: Final = ("-wal", "-shm", "-journal")
"""Endings of the files beside a SQLite database."""

_CREATION_LOCK: Final = 0x1ED6E4
"""PostgreSQL advisory lock of those who create tables, a ledger's or its projection's, and of those
who write projections."""
_FOR_BOTH: Final = """DO $$
DECLARE kept record;
BEGIN
    IF to_regnamespace('projections') IS NULL THEN
        CREATE SCHEMA projections;
        GRANT USAGE, CREATE ON SCHEMA projections TO ledger_app;
    END IF;
    IF pg_has_role('ledger_app', 'MEMBER') THEN
        FOR kept IN SELECT oid::regclass AS name FROM pg_class
            WHERE relnamespace = 'projections'::regnamespace AND relkind = 'r'
            AND relowner <> 'ledger_app'::regrole AND pg_has_role(relowner, 'MEMBER')
        LOOP
            EXECUTE 'ALTER TABLE ' || kept.name || ' OWNER TO ledger_app';
        END LOOP;
        PERFORM set_config('role', 'ledger_app', true);
    END IF;
END $$"""
"""In PostgreSQL projections belong to the application, whoever makes them: otherwise the owner of
the ledger, asking first, would lock the application out. A user who cannot act as the application
keeps projections of their own."""


def engine(address: str, *, read_only: bool = False) -> Engine:
    """Open a database: a path or `sqlite:///…`, or `postgresql+psycopg://…`.

    A SQLite file is only read where it or its folder cannot be written, where its disk is full, or
    where `read_only` asks for it; see `unwritable`.
    Raises NotALedger where the address fits neither or the server does not keep what it commits.
    """
    url = addresses.parse(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, read_only=read_only)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
        made = create_engine(url, isolation_level="READ COMMITTED", **pool_of_server(url))
        event.listen(made, "connect", _prepare_postgresql)
        event.listen(made, "begin", check_begun)
        return made
    raise NotALedger(
        Sentence(
            "{address}: a ledger must be a SQLite file (a path) or a PostgreSQL database (a URL)",
            address=addresses.shown(address),
        )
    )


def sqlite_module() -> ModuleType:
    """Return the SQLite library: the wheel's current one if installed, else the system's."""
    try:
        import pysqlite3 as module  # noqa: PLC0415 - only where a SQLite ledger is opened
    except ImportError:
        import sqlite3 as module  # noqa: PLC0415 - no wheel here: the standard library's
    if module.sqlite_version_info < SAFE_SQLITE:
        log.warning("sqlite_may_corrupt_wal", version=module.sqlite_version, safe_from=SAFE_SQLITE)
    return module


@contextmanager
def writing(made: Engine) -> Iterator[statements.Cursor]:
    """Yield the driver's cursor in a writing transaction; commit at the end, or roll back.

    Raises Unavailable where the database fails before the commit, Damaged where its own bytes
    contradict each other, OutcomeUnknown where it fails in the commit.
    """
    check_changes(made)
    errors: Any = made.dialect.loaded_dbapi
    try:
        connection = made.raw_connection()
    except (errors.Error, PoolTimeout) as error:
        raise Unavailable(str(error).strip()) from error
    try:
        _refuse_unwritable(connection.info, made.url)
        with appended.transaction():
            cursor = connection.cursor()
            if begin := statements.BEGIN.get(made.dialect.name):
                cursor.execute(begin)
            yield cursor
            appended.commit_begins()
            _commit(connection, errors.Error)
    except errors.Error as error:
        connection.invalidate()  # whatever state it is in, the next one is fresh
        raise causes.of_driver(error) or Unavailable(str(error).strip()) from error
    finally:
        connection.close()  # rolls back what was not committed


def _commit(connection: PoolProxiedConnection, error_class: type[Exception]) -> None:
    try:
        connection.commit()
    except error_class as error:
        connection.invalidate()
        raise OutcomeUnknown(str(error).strip()) from error


def unwritable(made: Engine) -> Sentence:
    """Return the reason why a database is read-only; none for a writable database."""
    with made.connect().execution_options(reading=True) as connection:
        return plain(connection.info.get(UNWRITABLE, NO_SENTENCE))


def _refuse_unwritable(info: dict[Any, Any], url: URL) -> None:
    if reason := info.get(UNWRITABLE):
        raise unchangeable(Path(str(url.database)), reason)


def file(made: Engine) -> Path | None:
    """Return the file of a SQLite database."""
    return Path(str(made.url.database)) if made.dialect.name == "sqlite" else None


def is_database(path: Path) -> bool:
    """Return whether a file is, or might be, a SQLite database.

    SQLite itself looks: to open and close a ledger as a file would drop the locks of this process.
    """
    if not path.is_file() or path.stat().st_size < _SMALLEST_BYTES:
        return False
    module = sqlite_module()
    uri = f"{path.resolve().as_uri()}?mode=rw"
    try:
        with closing(module.connect(uri, uri=True, timeout=0)) as connection:
            connection.execute("PRAGMA schema_version")
    except module.DatabaseError as error:
        return bool(getattr(error, "sqlite_errorname", "") != "SQLITE_NOTADB")
    return True


def remove_if_empty(path: Path) -> None:
    """Remove the file of a SQLite database without tables, and the files beside it.

    A file with tables, or open elsewhere, stays. The lock taken here keeps all others out until the
    file is removed; SQLite then refuses waiting connections, because their file has moved.
    """
    module = sqlite_module()
    with suppress(module.Error, OSError), closing(module.connect(str(path), timeout=0)) as alone:
        alone.isolation_level = None
        alone.execute("PRAGMA locking_mode = EXCLUSIVE")
        # Takes away -wal and -shm, and needs no room for a journal where the disk is full.
        [mode] = alone.execute("PRAGMA journal_mode = memory").fetchone()
        alone.execute("BEGIN EXCLUSIVE")
        [tables] = alone.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if mode == "memory" and not tables:
            for ending in ("", *BESIDE):
                Path(f"{path}{ending}").unlink(missing_ok=True)


def is_unreadable(error: DBAPIError) -> bool:
    """Return whether a database, or its tables, cannot be read at all.

    A database that is locked, full or not reachable is none of them.
    """
    words = str(error.orig)
    return any(sign in words for sign in _UNREADABLE)


def remove(made: Engine) -> None:
    """Remove the file of a SQLite database, and the files beside it, whatever their content.

    Only for a database that can be made again.
    """
    path = file(made)
    made.dispose()
    for ending in ("", *BESIDE) if path is not None else ():
        Path(f"{path}{ending}").unlink(missing_ok=True)


def exists(connection: Connection) -> bool:
    """Return whether the database holds the tables of a ledger."""
    return connection.dialect.has_table(connection, "ledger_head")


def lock_creation(connection: Connection) -> None:
    """Admit one creator of tables at a time (SQLite took its lock with BEGIN IMMEDIATE).

    Projections in PostgreSQL are created as the application, in a schema that is there.
    """
    lock_projections(connection)
    translated = connection.get_execution_options().get("schema_translate_map")
    if translated and connection.dialect.name == "postgresql":
        connection.exec_driver_sql(_FOR_BOTH)


def lock_projections(connection: Connection) -> None:
    """Admit one writer of projections at a time, until its transaction ends; as SQLite does."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _CREATION_LOCK})


@contextmanager
def reaching(made: Engine) -> Iterator[None]:
    """Reword the failure to open a database."""
    try:
        yield
    except DBAPIError as error:
        made.dispose()
        raise causes.of_opening(error, str(made.url.database)) from error
    except BaseException:
        made.dispose()
        raise


@contextmanager
def owning(made: Engine) -> Iterator[None]:
    """Name the owner of the tables when the connected user may not change them."""
    try:
        yield
    except ProgrammingError as error:
        raise NotALedger(
            Sentence(
                "{address}: only the owner of its tables may change them ({error}): connect as the "
                "owner",
                address=addresses.shown(str(made.url)),
                error=str(error.orig).strip(),
            )
        ) from error


def _sqlite(url: URL, *, read_only: bool) -> Engine:
    if url.database in (None, "", ":memory:") or str(url.database).startswith("file:"):
        raise NotALedger(Sentence("a ledger in SQLite is a file: give its path"))
    module = sqlite_module()
    made = create_engine(url, module=module, poolclass=QueuePool, **pool())
    connecting = Connecting(module, lambda: LOCK_TIMEOUT_MS, read_only=read_only)
    event.listen(made, "do_connect", connecting)
    event.listen(made, "checkin", close_if_reading)
    event.listen(made, "handle_error", refuse_undecodable)
    event.listen(made, "begin", _begin_immediately)
    return made


def _begin_immediately(connection: Any) -> None:
    # A deferred lock may fail: a writing transaction locks at its start.
    options = connection.get_execution_options()
    if options.get(ALONE):
        return
    if options.get("reading"):
        # By the driver itself, for speed: a reading takes no lock, and nothing is begun as often.
        connection.connection.dbapi_connection.execute("BEGIN")
        return
    check_changes(connection.engine)
    _refuse_unwritable(connection.info, connection.engine.url)
    try:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    except DBAPIError:
        # Otherwise SQLAlchemy runs the next statement of this connection without a transaction.
        connection.close()
        raise


def _prepare_postgresql(connection: Any, _record: Any) -> None:
    for setting in ("fsync", "synchronous_commit"):
        if connection.execute(f"SHOW {setting}").fetchone()[0] == "off":
            raise NotALedger(
                Sentence(
                    "PostgreSQL runs with {setting} = off: it would forget what it acknowledged; "
                    "switch it on",
                    setting=setting,
                )
            )
    connection.execute(f"SET lock_timeout = {LOCK_TIMEOUT_MS}")
    connection.commit()
