"""The tables of a projection file: what replay found, in parts that the ledger proves.

Made anew whenever the version changes; nothing here is migrated, and nothing is missed when it is
deleted. Nothing here is believed either: whoever reads a part holds it to a digest in the ledger.
The index of who is named is no part of that: it says where to look, and each event is read.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, Table, Text

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
"""The closing (position of its event) whose state is kept, and the manifest of that state.

Of the index of who is named: the last event in it, and the chain hash of that event.
"""

state: Final = Table(
    "state",
    metadata,
    Column("part", Text, primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
)
"""The parts of the state, compressed; see `snapshot`."""

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

naming: Final = Table(
    "naming",
    metadata,
    Column("player", _Whole, primary_key=True, autoincrement=False),
    Column("position", _Whole, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""Which events name a player: the positions to look at."""
