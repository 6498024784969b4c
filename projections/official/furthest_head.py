"""The furthest head of a ledger recorded here, stored beside the ledger.

The projection database has a table for it, which no rebuild drops: a ledger without this head is an
older copy, or another ledger.
"""

from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Engine

from ledger.errors import LedgerError
from ledger.logs import Logger
from ledger.sentences import Sentence
from ledger.store import sqlite_files
from ledger.store.incarnation import KnownHead, check, holds
from ledger.store.ledger import Ledger
from ledger.store.reading import Head

log = Logger(__name__)

SAID_BY: Final = "the furthest head kept beside it"
"""The source of a known event, named in a refusal."""

_TABLE: Final = {"sqlite": "furthest_head", "postgresql": "projections.furthest_head"}
_COLUMNS: Final = (
    "(id INTEGER PRIMARY KEY CHECK (id = 1), position BIGINT NOT NULL, chain_hash TEXT NOT NULL,"
    " checksum TEXT NOT NULL)"
)
_MAKE: Final = {
    "sqlite": f"CREATE TABLE IF NOT EXISTS furthest_head {_COLUMNS}",
    "postgresql": "DO $$ BEGIN IF to_regclass('projections.furthest_head') IS NULL THEN"
    f" CREATE TABLE projections.furthest_head {_COLUMNS};"
    " GRANT SELECT, INSERT, UPDATE ON projections.furthest_head TO ledger_app; END IF; END $$",
}
"""In PostgreSQL the owner may store the first head, and the application the next one."""
_KEEP: Final = (
    "INSERT INTO {} AS kept VALUES (1, {}, '{}', '{}') ON CONFLICT (id) DO UPDATE"
    " SET position = excluded.position, chain_hash = excluded.chain_hash,"
    " checksum = excluded.checksum"
)
_IF_FURTHER: Final = " WHERE excluded.position > kept.position"
_READ: Final = "SELECT position, chain_hash, checksum FROM {} WHERE id = 1"


class NotReadable(LedgerError):
    """The row of the furthest head was changed."""


def furthest(ledger: Engine) -> KnownHead | None:
    """Return the furthest head of a ledger; None where none is stored, or readable."""
    try:
        return read(ledger)
    except NotReadable as error:
        log.warning("furthest_head_is_not_readable", cause=str(error))
    except LedgerError:
        pass
    return None


def read(ledger: Engine) -> KnownHead | None:
    """Return the stored head, or None. Raises NotReadable and errors of the database."""
    with sqlite_files.beside(ledger, "projections") as cursor:
        return _read(cursor, _TABLE[ledger.dialect.name]) if cursor else None


def _read(cursor: Any, table: str) -> KnownHead | None:
    row = cursor.execute(_READ.format(table)).fetchone()
    if row is None:
        return None
    position, chain_hash, checksum = row
    if checksum != _checksum(position, chain_hash):
        raise NotReadable(
            Sentence(
                "the row of the furthest head was changed: it does not agree with its checksum"
            )
        )
    return KnownHead(position, bytes.fromhex(chain_hash))


def _checksum(position: Any, chain_hash: Any) -> str:
    return sha256(f"{position}:{chain_hash}".encode()).hexdigest()


def keep(ledger: Ledger, *, instead: bool = False) -> None:
    """Store the head of a ledger if further than the stored head, or always with `instead`.

    The head of a ledger that does not hold the stored one is not stored: it would hide the loss. An
    unreadable row is replaced; if the head cannot be stored, a log line is written.
    """
    head, table = ledger.read.head(), _TABLE[ledger.engine.dialect.name]
    position, chain_hash = head.next_position - 1, head.chain_hash.hex()
    words = _KEEP.format(table, position, chain_hash, _checksum(position, chain_hash))
    try:
        with sqlite_files.beside(ledger.engine, "projections", new=True) as cursor:
            cursor.execute(_MAKE[ledger.engine.dialect.name])
            stored = _readable(cursor, table)
            if not instead and stored is not None and not holds(ledger.read, stored):
                log.warning("furthest_head_is_not_kept", cause=f"the ledger lacks {stored}")
                return
            cursor.execute(words if instead or stored is None else words + _IF_FURTHER)
    except LedgerError as error:
        log.warning("furthest_head_is_not_kept", cause=str(error))


def refuse_older(ledger: Ledger) -> Head:
    """Return the head of a ledger.

    Raises OlderLedger unless the ledger holds the furthest head kept beside it.
    """
    head = ledger.read.head()
    present = KnownHead(head.next_position - 1, head.chain_hash)
    kept = furthest(ledger.engine)
    if kept is not None and kept != present:
        check(ledger.read, kept, SAID_BY)
    return head


def _readable(cursor: Any, table: str) -> KnownHead | None:
    try:
        return _read(cursor, table)
    except NotReadable:
        return None
