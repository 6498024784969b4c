"""The tables of a projection database.

Made anew when the version changes: nothing is migrated, and everything may be deleted. Each part
read is checked against a digest in the ledger. The index of named players is not proved: each event
it finds is read from the ledger. Nor is the revised track: its parts are checked for damage.
"""

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, Table, Text

FORMAT: Final = 3
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

state: Final = Table(
    "state",
    metadata,
    Column("part", Text, primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
)
"""The parts of the state, compressed; see `snapshot`."""

earlier_state: Final = Table(
    "earlier_state",
    metadata,
    Column("position", _Whole, primary_key=True, autoincrement=False),
    Column("part", Text, primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
)
"""The states after some earlier closings, which stay: manifest (part "") and compressed parts.

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
"""The parts of the revised track, under their digests; see `tracks.stored`.

The owner is the part itself, the list, or the record that a block belongs to.
"""

naming: Final = Table(
    "naming",
    metadata,
    Column("player", _Whole, primary_key=True, autoincrement=False),
    Column("position", _Whole, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The positions of the events about each player."""
