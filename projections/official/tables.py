"""The tables of a projection file: what replay found, ready to be asked.

Made anew whenever the version changes; nothing here is migrated and nothing is missed when it is
deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata: Final = MetaData()

_Whole: Final = BigInteger().with_variant(Integer, "sqlite")
_WITHOUT_ROWID: Final[dict[str, Any]] = {"sqlite_with_rowid": False}


def _key(name: str) -> Column[int]:
    return Column(name, _Whole, primary_key=True, autoincrement=False)


def _whole(name: str) -> Column[int]:
    return Column(name, _Whole, nullable=False)


progress: Final = Table(
    "progress",
    metadata,
    Column("name", Text, primary_key=True),
    Column("version", Text, nullable=False),
    _whole("position"),
    Column("state", LargeBinary, nullable=False),
)
"""Up to where events were taken in, and the standings there; written with the rows themselves."""

pool: Final = Table("pool", metadata, _key("id"), Column("name", Text, nullable=False, unique=True))

rating_list: Final = Table(
    "rating_list",
    metadata,
    _key("pool"),
    _key("number"),
    Column("period", Text, nullable=False),
    Column("in_force_from", Text, nullable=False),
    _whole("position"),
    _whole("through_position"),
    Column("digest", Text, nullable=False),
    _whole("rows"),
)
"""The sealed lists of a pool, numbered from 1."""

history: Final = Table(
    "history",
    metadata,
    _key("pool"),
    _key("player"),
    _key("number"),
    _key("place"),
    _whole("rating"),
    _whole("games"),
    _whole("moved"),
    Column("state", LargeBinary, nullable=False),
    **_WITHOUT_ROWID,
)
"""A row where a player's state changed or he played: after list `number`, in a chain at `place`."""

booking: Final = Table(
    "booking",
    metadata,
    _key("pool"),
    _key("position"),
    _whole("number"),
    _whole("place"),
    Column("edition", Text, nullable=False),
    Column("tournament", Text, nullable=False),
    Column("starts", Text, nullable=False),
    Column("ends", Text, nullable=False),
    _whole("part"),
    Index("booking_by_list", "pool", "number", "place"),
    **_WITHOUT_ROWID,
)
"""The list that booked a report; an empty edition: outside the rulebook, so not rated."""

turn: Final = Table(
    "turn",
    metadata,
    _key("pool"),
    _key("number"),
    _key("place"),
    _whole("year"),
    Column("edition", Text, nullable=False),
    **_WITHOUT_ROWID,
)
"""The ends of years on a list, at their places in its chain."""

entry: Final = Table(
    "entry",
    metadata,
    _key("pool"),
    _key("player"),
    _key("number"),
    _key("position"),
    **_WITHOUT_ROWID,
)
"""In which reports of a list a player stands, rated or not."""

waiting: Final = Table(
    "waiting",
    metadata,
    _key("pool"),
    _key("player"),
    _key("number"),
    _key("position"),
    _whole("ended"),
    _whole("accepted"),
    Column("sums", LargeBinary, nullable=False),
    **_WITHOUT_ROWID,
)
"""Results of unlisted players by the list that booked them, and whether they count."""


correction: Final = Table(
    "correction",
    metadata,
    _key("pool"),
    _key("player"),
    _key("number"),
    _key("unit"),
    Column("kind", Text, nullable=False),
    _whole("was"),
    _whole("now"),
    _whole("games_were"),
    _whole("games_are"),
    _whole("tournaments_were"),
    _whole("tournaments_are"),
    **_WITHOUT_ROWID,
)
"""What list `number` made of a player's corrected unit on list `unit`; 0: of what waits for him, or
of the rating he enters with."""

restated: Final = Table(
    "restated",
    metadata,
    _key("pool"),
    _key("player"),
    _key("number"),
    _key("unit"),
    _key("anew"),
    _key("row"),
    _whole("position"),
    _whole("ended"),
    Column("sums", LargeBinary, nullable=False),
    **_WITHOUT_ROWID,
)
"""The results behind a `correction`: of a first rating, as they were (`anew` 0) and as corrected
(1); and those that wait from list `number` on."""


recount: Final = Table(
    "recount",
    metadata,
    _key("pool"),
    _key("player"),
    _key("number"),
    _key("place"),
    _whole("position"),
    Column("edition", Text, nullable=False),
    Column("starts", Text, nullable=False),
    Column("ends", Text, nullable=False),
    Column("tournament", Text, nullable=False),
    Column("facts", LargeBinary, nullable=False),
    Index("recount_by_list", "pool", "number", "place"),
    **_WITHOUT_ROWID,
)
"""In a chain, what list `number` rested on where it booked a player's part in a competition of a
closed list as corrected: under which `position` that was booked, and its place as it stands."""


def insert_rows(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows with one prepared statement: what keeps a rebuild of millions short."""
    if not rows:
        return
    place = "%s" if connection.dialect.name == "postgresql" else "?"
    places = ", ".join([place] * len(table.columns))
    schema = connection.get_execution_options().get("schema_translate_map", {}).get(None)
    name = f"{schema}.{table.name}" if schema else table.name
    connection.exec_driver_sql(f"INSERT INTO {name} VALUES ({places})", list(rows))  # noqa: S608 - own names
