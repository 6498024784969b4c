"""SQLite files beside a ledger: copies, small files, temporary files, and their reserved names.

SQLite keeps the last changes in `NAME-wal`, answers are kept in `NAME.projections`: a file written
under one of these names would take a ledger's place, or be taken for a part of it.
"""

import os
import re
import shutil
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from sqlalchemy import Engine, event
from sqlalchemy.exc import DatabaseError

from ledger.errors import Refused, Unavailable
from ledger.sentences import Sentence
from ledger.store import drivers, statements
from ledger.store.connecting import ANSWERS, connect_beside, no_room
from ledger.store.no_changes import check_changes

_IS_NONE: Final = re.compile(r"ok$|\*\*\*|$")
"""Lines of SQLite's answer without a contradiction: the heading, and the line for no error."""

_FOLLOWS: Final = ": never used"
"""So a page is named that only a page before it, which cannot be read, would lead to."""


@contextmanager
def beside(made: Engine, name: str, *, new: bool = False) -> Iterator[statements.Cursor]:
    """Yield a cursor in `FILE.NAME` beside a SQLite file; in PostgreSQL, in the same database.

    What is written is committed at the end. None where there is no such file, unless `new`. Raises
    Unavailable.
    """
    if new:
        check_changes(made)
    path = drivers.file(made)
    if path is None:
        with drivers.writing(made) as cursor:
            yield cursor
        return
    path = Path(f"{path}.{name}")
    if not (new or path.exists()):
        yield None
        return
    module = drivers.sqlite_module()
    try:
        connection = connect_beside(module, path, drivers.LOCK_TIMEOUT_MS, read_only=not new)
        with closing(connection), connection:
            yield connection.cursor()
    except (module.Error, UnicodeDecodeError) as error:  # the second: where the schema is damaged
        raise Unavailable(str(error)) from error


def temporary(near: str) -> Engine:
    """Open a new SQLite database in a folder deleted together with the engine."""
    folder = mkdtemp(prefix=f"{Path(near).name}-")
    made = drivers.engine(str(Path(folder) / Path(near).name))
    remove = weakref.finalize(made, shutil.rmtree, folder, ignore_errors=True)
    event.listen(made, "engine_disposed", lambda _: remove())
    return made


def copy(made: Engine, to: Path) -> None:
    """Copy a SQLite database, as of a single instant, into an empty file; others may write.

    The copy is one file: no second one (`-wal`) belongs to it. Raises Unavailable where the disk
    takes no more.
    """
    module = drivers.sqlite_module()
    with drivers.reaching(made), made.connect() as connection:
        source: Any = connection.connection.driver_connection
        try:
            with closing(module.connect(str(to))) as target:
                source.backup(target)
                target.execute("PRAGMA journal_mode = delete")
        except module.OperationalError as error:
            raise Unavailable(no_room(str(to), error)) from error


def page_faults(made: Engine) -> list[str]:
    """Check every page and every index of a SQLite database; return the contradictions."""
    if made.dialect.name != "sqlite":
        return []
    try:
        with made.connect().execution_options(reading=True) as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    except DatabaseError as error:
        return [str(error.orig)]
    lines = [line for text in found for line in str(text).splitlines() if not _IS_NONE.match(line)]
    return [line for line in lines if not line.endswith(_FOLLOWS)] or lines


_RESERVED: Final = (*drivers.BESIDE, *(ANSWERS + ending for ending in ("", *drivers.BESIDE)))
"""Endings of the names of a ledger's files."""


_NEW_NAME: Final = Sentence("the name of a new file")


class LedgerThere(Refused):
    """A file would replace a ledger, or a file of a ledger."""


def check_target(path: Path) -> None:
    """Check the name of a file to be written. Raises LedgerThere."""
    real = Path(os.path.realpath(path))
    if drivers.is_database(real):
        raise LedgerThere(
            Sentence(
                "{file} is a database (a ledger, or its answers): it is never overwritten; choose "
                "another name",
                file=str(path),
            ),
            field="to",
            found=path,
            expected=_NEW_NAME,
        )
    check_beside(path)


def check_beside(path: Path) -> None:
    """Check that a name is not reserved by a ledger. Raises LedgerThere."""
    real = Path(os.path.realpath(path))
    endings = (end for end in _RESERVED if real.name.endswith(end) and real.name != end)
    owners = (real.with_name(real.name.removesuffix(ending)) for ending in endings)
    for ledger in filter(drivers.is_database, owners):
        raise LedgerThere(
            Sentence(
                "{file} is the name of a file that belongs to the ledger {ledger}: choose another "
                "name",
                file=str(path),
                ledger=ledger.name,
            ),
            field="to",
            found=path,
            expected=_NEW_NAME,
        )
