"""Backup of a ledger: a file, verified before the final name."""

from __future__ import annotations

from pathlib import Path

from ledger.errors import Damaged, Refused
from ledger.store import drivers, integrity, sqlite_files
from ledger.store.incarnation import KnownHead
from ledger.store.ledger import Ledger
from ledger.wording import counted
from ops.commands.written_files import database
from ops.house import House


def back_up(house: House, file: Path) -> KnownHead:
    """Copy a SQLite ledger into a new file; others may record meanwhile.

    Returns the last event in the copy. The copy is checked like a ledger before it takes its name.
    Raises FileThere, Damaged where the copy has a fault, Refused on PostgreSQL.
    """
    ledger = house.ledger
    if drivers.file(ledger.engine) is None:
        address = drivers.shown(ledger.address)
        raise Refused(
            "PostgreSQL makes its own backups: type `pg_dump --format=custom "
            f"--file={file} {_plain(address)}`, and to restore, in a cluster with the role "
            f"ledger_app, `pg_restore --create --exit-on-error --dbname=postgres {file}`",
            code="not-on-postgresql",
        )
    with database(file) as copy:
        sqlite_files.copy(ledger.engine, copy)
        with Ledger.open(str(copy), read_only=True) as copied:
            refuse_faults(copied)
            head = copied.read.head()
    return KnownHead(head.next_position - 1, head.chain_hash)


def refuse_faults(ledger: Ledger) -> None:
    """Raise Damaged for a ledger with a fault, naming the first."""
    pages = (f"pages: {fault}" for fault in sqlite_files.page_faults(ledger.engine))
    found = [*pages, *map(str, integrity.faults(ledger.engine))]
    if found:
        raise Damaged(f"{counted(len(found), 'fault')}, first: {found[0]}; see `ledger verify`")


def _plain(address: str) -> str:
    """Return the URL of a database for PostgreSQL's own programs."""
    return address.replace("postgresql+psycopg://", "postgresql://")
