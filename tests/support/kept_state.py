"""Kept state of a ledger: sealed lists, the rows of all tables, the state of replay."""

from typing import Any

from sqlalchemy import Engine, select

from ledger.events.pool import PeriodClosed
from ledger.store.ledger import Ledger
from ops.house import House
from projections.official import Official, snapshot, tables
from projections.official.store import ProjectionStore
from projections.official.track import Track


def closings_in(ledger: Ledger, pool: str) -> list[PeriodClosed]:
    """The closings a ledger holds, in order."""
    events = ledger.read.stream(f"pool-{pool}")
    return [event.decoded().payload for event in events if event.type == PeriodClosed.TYPE]


def lists_of(ledger: Ledger, pool: str) -> list[str]:
    """The digests of the lists a ledger sealed."""
    return [closing.list_digest for closing in closings_in(ledger, pool)]


def state_of(track: Track) -> dict[str, bytes]:
    """Everything replay carries from event to event, by name of the part."""
    state = snapshot.write(track.facts, track.standings())
    return {
        name: state.parts[digest] for name, digest in snapshot.part_names(state.manifest).items()
    }


def kept_rows(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every projection table."""
    found = {}
    with engine.connect().execution_options(reading=True) as connection:
        for table in tables.metadata.sorted_tables:
            rows = connection.execute(select(table).order_by(*table.primary_key.columns))
            found[table.name] = [tuple(row) for row in rows]
    return found


def a_rebuild_makes_the_same(official: Official, *batches: int) -> None:
    """Rows and state, made anew from the first event in batches of each size."""
    rows, state = kept_rows(official.store.engine), state_of(official.track)
    for batch in batches or (1000,):
        official.rebuild(batch)
        assert kept_rows(official.store.engine) == rows, batch
        assert state_of(official.track) == state, batch


def store_of(house: House) -> ProjectionStore:
    """Return the files stored beside the ledger of a house."""
    store = house.official.store
    assert store is not None
    return store
