"""The statements of the append path, in the words of each database, on the driver's own cursor.

SQLAlchemy stands aside here: its share of an append of one event was larger than SQLite's.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Table

from ledger.store.schema import document, metadata

Row = tuple[Any, ...]
Cursor = Any
"""A DBAPI cursor, in a transaction that writes."""
Known = dict[str, tuple[bytes, int, int, int]]
"""What request keys stand for: fingerprint, first and last position, instant."""

_FEW: Final = 4
"""Up to here single look-ups are cheaper than one over a JSON array."""

_LOCK_HEAD: Final = (
    "SELECT next_position, chain_hash, recorded_at, {} FROM ledger_head WHERE id = 1"
)
"""The head row, with the instant (µs) that the server's clock shows, where there is a server."""
_SERVER_CLOCK: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_INSTANT: Final = "SELECT recorded_at FROM event WHERE position = "
_OPENED: Final = "SELECT body FROM event WHERE position = 0"
_MOVE_HEAD: Final = (
    "UPDATE ledger_head SET next_position = ?, chain_hash = ?, recorded_at = ?"
    " WHERE id = 1 AND next_position = ?"
)
_KEY: Final = (
    "SELECT r.key, r.fingerprint, r.first_position, r.last_position, e.recorded_at"
    " FROM append_request AS r JOIN event AS e ON e.position = r.first_position WHERE r.key "
)
_DOCUMENT: Final = "SELECT digest FROM document WHERE digest"
_FORGET: Final = (
    "DELETE FROM subject_number WHERE player",
    "DELETE FROM subject WHERE player",
)
_NEXT_SLIP: Final = "SELECT coalesce(max(number), 0) + 1 FROM import_slip"
_VERSION: Final = "SELECT max(stream_version) FROM event WHERE stream = "
_SQLITE_KEYS: Final = _KEY + "IN (SELECT value FROM json_each(?))"  # noqa: S608 - fixed
_SQLITE_VERSIONS: Final = f"SELECT value, ({_VERSION} value) FROM json_each(?)"  # noqa: S608 - fixed
_POSTGRESQL_VERSIONS: Final = (
    f"SELECT stream, ({_VERSION} given.stream) "  # noqa: S608 - fixed
    "FROM unnest(%s::text[]) AS given(stream)"
)


class Sqlite:
    """Statements for SQLite: prepared once, run for many rows."""

    begin = "BEGIN IMMEDIATE"
    lock_head = _LOCK_HEAD.format("NULL")
    instant = f"{_INSTANT} ?"
    opened = _OPENED
    move_head = _MOVE_HEAD

    def by_keys(self, cursor: Cursor, keys: Sequence[str]) -> Known:
        """Return the requests of known keys."""
        if len(keys) > _FEW:
            found = cursor.execute(_SQLITE_KEYS, (json.dumps(keys),)).fetchall()
        else:
            found = [row for key in keys for row in cursor.execute(f"{_KEY} = ?", (key,))]
        return {key: (mark, first, last, at) for key, mark, first, last, at in found}

    def versions(self, cursor: Cursor, streams: Sequence[str]) -> dict[str, int]:
        """Return the versions of existing streams."""
        if len(streams) > _FEW:
            found = cursor.execute(_SQLITE_VERSIONS, (json.dumps(streams),)).fetchall()
        else:
            found = [
                (stream, *cursor.execute(f"{_VERSION} ?", (stream,)).fetchone())
                for stream in streams
            ]
        return {stream: version for stream, version in found if version is not None}

    def kept(self, cursor: Cursor, digests: Sequence[str]) -> set[str]:
        """Return the digests with a stored document."""
        found = [row for digest in digests for row in cursor.execute(f"{_DOCUMENT} = ?", (digest,))]
        return {digest for (digest,) in found}

    def forget(self, cursor: Cursor, players: Sequence[int]) -> None:
        """Delete words and numbers of some players."""
        for statement in _FORGET if players else ():
            cursor.executemany(f"{statement} = ?", [(player,) for player in players])

    def next_slip(self, cursor: Cursor) -> int:
        """Return the number of the next import slip, which no other writer can get."""
        return int(cursor.execute(_NEXT_SLIP).fetchone()[0])

    def insert(self, cursor: Cursor, table: str, rows: Sequence[Row]) -> None:
        """Insert rows into a table; stored documents remain."""
        if rows:
            cursor.executemany(_SQLITE_INSERTS[table], rows)


class Postgresql:
    """Statements for PostgreSQL: whole columns as arrays, a statement for all rows."""

    begin = None  # psycopg begins by itself
    lock_head = f"{_LOCK_HEAD.format(_SERVER_CLOCK)} FOR UPDATE"
    instant = f"{_INSTANT} %s"
    opened = _OPENED
    move_head = _MOVE_HEAD.replace("?", "%s")

    def by_keys(self, cursor: Cursor, keys: Sequence[str]) -> Known:
        """Return the requests of known keys."""
        found = cursor.execute(f"{_KEY} = ANY(%s::text[])", (list(keys),))
        return {key: (mark, first, last, at) for key, mark, first, last, at in found}

    def versions(self, cursor: Cursor, streams: Sequence[str]) -> dict[str, int]:
        """Return the versions of existing streams."""
        found = cursor.execute(_POSTGRESQL_VERSIONS, (list(streams),))
        return {stream: version for stream, version in found if version is not None}

    def kept(self, cursor: Cursor, digests: Sequence[str]) -> set[str]:
        """Return the digests with a stored document."""
        if not digests:
            return set()
        found = cursor.execute(f"{_DOCUMENT} = ANY(%s::text[])", (list(digests),))
        return {digest for (digest,) in found}

    def forget(self, cursor: Cursor, players: Sequence[int]) -> None:
        """Delete words and numbers of some players."""
        for statement in _FORGET if players else ():
            cursor.execute(f"{statement} = ANY(%s::bigint[])", (list(players),))

    def next_slip(self, cursor: Cursor) -> int:
        """Return the number of the next import slip, which no other writer can get."""
        cursor.execute("LOCK TABLE import_slip IN SHARE ROW EXCLUSIVE MODE")
        return int(cursor.execute(_NEXT_SLIP).fetchone()[0])

    def insert(self, cursor: Cursor, table: str, rows: Sequence[Row]) -> None:
        """Insert rows into a table; stored documents remain."""
        if rows:
            columns = [list(column) for column in zip(*rows, strict=True)]
            cursor.execute(_POSTGRESQL_INSERTS[table], columns)


def _sqlite_insert(table: Table) -> str:
    places = ", ".join(f"?{place}" for place in range(1, len(table.columns) + 1))
    if table is document:
        # OR IGNORE would pass over every constraint; only the digest may be there already.
        there = "SELECT 1 FROM document WHERE digest = ?1"
        return f"{_into(table)} SELECT {places} WHERE NOT EXISTS ({there})"
    return f"{_into(table)} VALUES ({places})"


def _postgresql_insert(table: Table) -> str:
    types = {int: "bigint", str: "text", bytes: "bytea"}
    arrays = ", ".join(f"%s::{types[column.type.python_type]}[]" for column in table.columns)
    ending = " ON CONFLICT (digest) DO NOTHING" if table is document else ""
    return f"{_into(table)} SELECT * FROM unnest({arrays}){ending}"  # noqa: S608 - fixed names


def _into(table: Table) -> str:
    return f"INSERT INTO {table.name} ({', '.join(table.columns.keys())})"


_SQLITE_INSERTS: Final = {name: _sqlite_insert(table) for name, table in metadata.tables.items()}
_POSTGRESQL_INSERTS: Final = {
    name: _postgresql_insert(table) for name, table in metadata.tables.items()
}
Words = Sqlite | Postgresql
_BY_DIALECT: Final[dict[str, Words]] = {
    "sqlite": Sqlite(),
    "postgresql": Postgresql(),
}


def of(dialect: str) -> Words:
    """Return the statements for a database (`sqlite`, `postgresql`)."""
    return _BY_DIALECT[dialect]
