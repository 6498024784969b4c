"""The tables of a projection database.

Made anew when the version changes: nothing is migrated, and everything may be deleted. Each part
read is checked against a digest in the ledger. The index of named players is not proved: each event
it finds is read from the ledger. Nor is the revised track: its parts are checked for damage.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

FORMAT: Final = 5
"""Of these tables. Another format makes them anew."""

metadata: Final = MetaData()

_Whole: Final = BigInteger().with_variant(Integer, "sqlite")

progress: Final = Table(
    "progress",
    metadata,
    Column("name", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("position", _Whole, nullable=False),
    Column("manifest", LargeBinary, nullable=False),
)
"""The closing (position of its event) whose state is stored, and the manifest of that state.

For the index of named players: the last event in it, and the chain hash of that event. For the
revised track: the last event known to it, and its own manifest.
"""

state_part: Final = Table(
    "state_part",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
    Column("stays", Boolean, nullable=False),
    Column("revised", Boolean, nullable=False),
)
"""The parts of states under the SHA-256 of their bytes; equal parts of both tracks are kept once.

`stays`: an official state that stays has the part. `revised`: a state of the revised track has it,
or may have. See `snapshot`.
"""

earlier_state: Final = Table(
    "earlier_state",
    metadata,
    Column("position", _Whole, primary_key=True, autoincrement=False),
    Column("manifest", LargeBinary, nullable=False),
)
"""The manifests of the states after some earlier closings, which stay.

For questions about what was known at an earlier position; see `earlier`.
"""

record: Final = Table(
    "record",
    metadata,
    Column("position", _Whole, primary_key=True, autoincrement=False),
    Column("manifest", LargeBinary, nullable=False),
)
"""The manifest of each closing's record, by the position of its event; see `record`."""

block: Final = Table(
    "block",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
)
"""The blocks of records, under the SHA-256 of their bytes."""

revised: Final = Table(
    "revised",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("owner", Text, primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
)
"""The lists and records of the revised track that the official track does not have.

The owner is the list, or the record that a block belongs to; see `tracks.stored`.
"""

naming: Final = Table(
    "naming",
    metadata,
    Column("player", _Whole, primary_key=True, autoincrement=False),
    Column("position", _Whole, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The positions of the events about each player."""


def insert_numbers(connection: Connection, table: Table, rows: NDArray[np.int64]) -> None:
    """Insert rows of whole numbers with a single statement; shape (rows, columns of the table)."""
    columns = rows.T.tolist()
    if connection.dialect.name == "postgresql":
        arrays = ", ".join(["%s::bigint[]"] * len(columns))
        values = f"SELECT * FROM unnest({arrays})"  # noqa: S608 - no name in it
        connection.exec_driver_sql(f"{_into(connection, table)} {values}", tuple(columns))
    elif len(rows):
        connection.exec_driver_sql(_insert(connection, table), list(zip(*columns, strict=True)))


def replace_rows(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows of a key and bytes with a single statement, replacing rows with the same key."""
    *key, data = table.columns.keys()
    replacing = f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {data} = excluded.{data}"
    if rows:
        connection.exec_driver_sql(f"{_insert(connection, table)} {replacing}", list(rows))


def _insert(connection: Connection, table: Table) -> str:
    place = "%s" if connection.dialect.name == "postgresql" else "?"
    places = ", ".join([place] * len(table.columns))
    return f"{_into(connection, table)} VALUES ({places})"


def _into(connection: Connection, table: Table) -> str:
    schema = connection.get_execution_options().get("schema_translate_map", {}).get(None)
    return f"INSERT INTO {schema}.{table.name}" if schema else f"INSERT INTO {table.name}"
