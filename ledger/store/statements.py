"""The statements of the append path, in the words of each database, on the driver's own cursor.

These statements do not use SQLAlchemy: its share of the time of an append was larger than SQLite's.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Table

from ledger.errors import Damaged
from ledger.sentences import Sentence
from ledger.store import name_pages, twins
from ledger.store.numbering import LONGER, Numbered, end_of_run
from ledger.store.schema import document, metadata

Row = tuple[Any, ...]
Cursor = Any
"""A DBAPI cursor, in a transaction that writes."""
Known = dict[str, tuple[bytes, int, int, int]]
"""What request keys stand for: fingerprint, first and last position, instant."""

BEGIN: Final = {"sqlite": "BEGIN IMMEDIATE"}
"""The statement that begins a transaction that writes; psycopg begins by itself."""

_SERVER_CLOCK: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_HEAD: Final = (
    "SELECT incarnation, next_position, chain_hash, recorded_at, {} FROM ledger_head WHERE id = 1{}"
)
_MOVE_HEAD: Final = (
    "UPDATE ledger_head SET next_position = ?, chain_hash = ?, recorded_at = ?"
    " WHERE id = 1 AND next_position = ?"
)
_KEYS: Final = (
    "SELECT r.key, r.fingerprint, r.first_position, r.last_position, e.recorded_at"
    " FROM append_request AS r JOIN event AS e ON e.position = r.first_position WHERE r.key "
)
_OWN_KEY: Final = (
    "SELECT key FROM append_request WHERE first_position = ?"
    " AND NOT (key >= 'client:' AND key < 'client;')"
)
_VERSIONS: Final = (
    "SELECT name, (SELECT max(stream_version) FROM event WHERE stream = name) FROM {}"
)
_REPORTS: Final = "SELECT position, body FROM event WHERE position > ? AND type "
_GREATEST: Final = "SELECT max(stream) FROM event WHERE stream >= ? AND stream < ?"
_DOCUMENTS: Final = "SELECT digest FROM document WHERE kind <> 'attachment' AND digest "
_FORGET: Final = ("DELETE FROM subject_number WHERE player ", "DELETE FROM subject WHERE player ")
_WORDS: Final = "SELECT player, body FROM subject WHERE player >= ? AND player < ?"
_THERE: Final = "SELECT 1 FROM document WHERE digest = ? AND kind = ?"
_NEXT_SLIP: Final = "SELECT coalesce(max(number), 0) + 1 FROM import_slip"


class StoredHead(NamedTuple):
    """The head row."""

    incarnation: int
    next_position: int
    chain_hash: bytes
    recorded_at: int
    server_us: int | None
    """The clock of the database server, in microseconds since 1970; None without a server."""


class Statements:
    """The statements on a cursor; each looks up all its keys at once."""

    def __init__(self, cursor: Cursor, dialect: str) -> None:
        """Take a cursor in a transaction that writes, and its database (`sqlite`, `postgresql`)."""
        self._cursor, self._postgresql = cursor, dialect == "postgresql"

    def _execute(self, statement: str, parameters: Sequence[Any] = ()) -> Cursor:
        words = statement.replace("?", "%s") if self._postgresql else statement
        return self._cursor.execute(words, parameters)

    def _with(
        self, statement: str, keys: Sequence[Any], kind: str = "text", before: Row = ()
    ) -> Cursor:
        """Execute a statement ending with a column, for the rows with one of the keys.

        `before` are the parameters that come before the keys.
        """
        if self._postgresql:
            return self._execute(f"{statement}= ANY(?::{kind}[])", (*before, list(keys)))
        among = "IN (SELECT value FROM json_each(?))"
        return self._execute(f"{statement}{among}", (*before, json.dumps(keys)))

    def head(self, *, locked: bool) -> StoredHead:
        """Return the head row; its lock orders all appends. Raises Damaged where it is gone.

        A transaction that writes to SQLite holds the only lock from its beginning.
        """
        server = _SERVER_CLOCK if self._postgresql else "NULL"
        lock = " FOR UPDATE" if self._postgresql and locked else ""
        row = self._cursor.execute(_HEAD.format(server, lock)).fetchone()
        if row is None:
            raise Damaged(Sentence("the head row is gone: this ledger was changed by hand"))
        return StoredHead(*row)

    def move_head(self, position: int, chain: bytes, instant: int, before: int) -> bool:
        """Move the head from a position to the next; return whether it stood there."""
        moved = self._execute(_MOVE_HEAD, (position, chain, instant, before))
        return bool(moved.rowcount == 1)

    def instant(self, position: int) -> int | None:
        """Return the instant of an event (µs); None if absent."""
        found = self._execute("SELECT recorded_at FROM event WHERE position = ?", (position,))
        row = found.fetchone()
        return None if row is None else int(row[0])

    def first_body(self) -> bytes | None:
        """Return the body of the first event; None if absent."""
        row: tuple[bytes] | None = self._cursor.execute(
            "SELECT body FROM event WHERE position = 0"
        ).fetchone()
        return None if row is None else row[0]

    def by_keys(self, keys: Sequence[str]) -> Known:
        """Return the requests of known keys."""
        found = self._with(_KEYS, keys)
        return {key: (mark, first, last, at) for key, mark, first, last, at in found}

    def own_key(self, first: int) -> str:
        """Return the key of the request itself, besides keys of clients, by its first position."""
        return str(self._execute(_OWN_KEY, (first,)).fetchone()[0])

    def versions(self, streams: Sequence[str]) -> dict[str, int]:
        """Return the versions of existing streams."""
        if self._postgresql:
            names = _VERSIONS.format("unnest(%s::text[]) AS given(name)")
            found = self._cursor.execute(names, (list(streams),))
        else:
            names = _VERSIONS.format("(SELECT value AS name FROM json_each(?))")
            found = self._cursor.execute(names, (json.dumps(streams),))
        return {stream: version for stream, version in found if version is not None}

    def last_number(self, kind: Numbered) -> int:
        """Return the highest number given in a category; 0: none."""
        beginning = f"{kind.category}-{kind.letter}-"
        before = f"{beginning}:"  # the character after 9
        number = None
        while number is None:
            found = self._execute(_GREATEST, (beginning, before)).fetchone()
            if found[0] is None:
                return 0
            before = str(found[0])
            number = kind.number(before.removeprefix(f"{kind.category}-"))
        return number if number < LONGER - 1 else self._last_longer(kind)

    def _last_longer(self, kind: Numbered) -> int:
        """Return the last number without a gap from LONGER on, which no order of texts can find."""

        def given(numbers: Sequence[int]) -> set[int]:
            streams = {kind.stream(number): number for number in numbers}
            return {streams[name] for name in self.versions([*streams])}

        return end_of_run(LONGER, given)

    def reports_after(self, position: int) -> Sequence[tuple[int, bytes]]:
        """Return position and body of the reports recorded after a position."""
        found = self._with(_REPORTS, twins.TYPES, before=(position,))
        return [(at, bytes(body)) for at, body in found]

    def kept(self, digests: Sequence[str]) -> set[str]:
        """Return the digests with a stored document besides attachments."""
        found = self._with(_DOCUMENTS, digests) if digests else ()
        return {digest for (digest,) in found}

    def forget(self, players: Sequence[int]) -> None:
        """Delete words and numbers of some players."""
        for statement in _FORGET if players else ():
            self._with(statement, players, "bigint")

    def index_names(self, players: Sequence[int]) -> None:
        """Make the pages of the index of names anew that hold some players."""
        pages = name_pages.pages_of(players)
        made = []
        for page in pages:
            players = name_pages.players_of(page)
            rows = self._execute(_WORDS, (players.start, players.stop))
            words = {player: bytes(body) for player, body in rows}
            made.append((page, *name_pages.made(page, words)))
        if pages:
            self._with("DELETE FROM name_page WHERE page ", pages, "bigint")
            self.insert("name_page", made)

    def next_slip(self) -> int:
        """Return the number of the next import slip, which no other writer can get."""
        if self._postgresql:
            self._cursor.execute("LOCK TABLE import_slip IN SHARE ROW EXCLUSIVE MODE")
        return int(self._cursor.execute(_NEXT_SLIP).fetchone()[0])

    def insert(self, table: str, rows: Sequence[Row]) -> None:
        """Insert rows into a table, in PostgreSQL as arrays of columns; stored documents remain."""
        if rows and self._postgresql:
            columns = [list(column) for column in zip(*rows, strict=True)]
            self._cursor.execute(_POSTGRESQL_INSERTS[table], columns)
        elif rows:
            if table == document.name:  # asked apart: SQLite copies a list twice to ask within
                rows = [row for row in rows if not self._execute(_THERE, row[:2]).fetchone()]
            self._cursor.executemany(_SQLITE_INSERTS[table], rows)


def _sqlite_insert(table: Table) -> str:
    return f"{_into(table)} VALUES ({', '.join('?' * len(table.columns))})"


def _postgresql_insert(table: Table) -> str:
    types = {int: "bigint", str: "text", bytes: "bytea"}
    arrays = ", ".join(f"%s::{types[column.type.python_type]}[]" for column in table.columns)
    ending = " ON CONFLICT (digest, kind) DO NOTHING" if table is document else ""
    return f"{_into(table)} SELECT * FROM unnest({arrays}){ending}"  # noqa: S608 - fixed names


def _into(table: Table) -> str:
    return f"INSERT INTO {table.name} ({', '.join(table.columns.keys())})"


_SQLITE_INSERTS: Final = {name: _sqlite_insert(table) for name, table in metadata.tables.items()}
_POSTGRESQL_INSERTS: Final = {
    name: _postgresql_insert(table) for name, table in metadata.tables.items()
}
