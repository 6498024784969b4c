"""What is kept of a ledger: its sealed lists, the rows of all tables, the state of replay."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
from sqlalchemy import Engine, select

from ledger.events.pool import PeriodClosed
from ledger.store.ledger import Ledger
from projections.official import Official, snapshot, tables


def closings_in(ledger: Ledger, pool: str) -> list[PeriodClosed]:
    """The closings a ledger holds, in order."""
    events = ledger.read.stream(f"pool-{pool}")
    return [each.decoded().payload for each in events if each.type == PeriodClosed.TYPE]


def lists_of(ledger: Ledger, pool: str) -> list[str]:
    """The digests of the lists a ledger sealed."""
    return [each.list_digest for each in closings_in(ledger, pool)]


def state_of(official: Official) -> Any:
    """Everything replay carries from event to event, as plain structures."""
    data = snapshot.write(official.facts, official.standings())
    return msgspec.msgpack.decode(zlib.decompress(data), strict=False)


def kept_rows(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every projection table, but for the state, which is looked at by itself."""
    found = {}
    with engine.connect().execution_options(reading=True) as connection:
        for table in tables.metadata.sorted_tables:
            wanted = [each for each in table.columns if each is not tables.progress.c.state]
            rows = connection.execute(select(*wanted).order_by(*table.primary_key.columns))
            found[table.name] = [tuple(row) for row in rows]
    return found


def restored_state(engine: Engine) -> Any:
    """The state kept, as plain structures."""
    with engine.connect().execution_options(reading=True) as connection:
        state = connection.execute(select(tables.progress.c.state)).scalar_one()
    return msgspec.msgpack.decode(zlib.decompress(bytes(state)), strict=False)


def a_rebuild_makes_the_same(official: Official, *batches: int) -> None:
    """Rows and state, made anew from the first event in batches of each size."""
    rows, state = kept_rows(official.keeping.engine), state_of(official)
    for batch in batches or (1000,):
        official.rebuild(batch)
        assert kept_rows(official.keeping.engine) == rows, batch
        assert state_of(official) == state, batch
