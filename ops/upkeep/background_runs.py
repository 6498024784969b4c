"""The last verification, the last backup and the last tick of the schedule.

One row for each kind, in the database of the projections: every process of the service finds it
there, and a lost row only means that the work is done again.
"""

from typing import Final, Literal

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    MetaData,
    Table,
    Text,
    delete,
    insert,
    select,
)
from sqlalchemy import inspect as inspected

from ledger.store import drivers
from ledger.store.ledger import Ledger
from projections.official.store import engine_beside

Work = Literal["verification", "backup"]
Kind = Literal["verification", "backup", "tick"]
Outcome = Literal["good", "faults", "failed"]

_metadata: Final = MetaData()
_run: Final = Table(
    "background_run",
    _metadata,
    Column("kind", Text, primary_key=True),
    Column("began_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("faults", BigInteger, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("chain_hash", Text, nullable=False),
    Column("detail", Text, nullable=False),
)


class Run(msgspec.Struct, frozen=True):
    """A verification, a backup or a tick. Instants in microseconds since 1970."""

    kind: Kind
    began_at: int
    ended_at: int
    outcome: Outcome
    faults: int = 0
    """Faults of the ledger; of a tick its alarms."""
    position: int = -1
    """The last event verified, copied or seen by the tick; -1: not known."""
    chain_hash: str = ""
    detail: str = ""
    """The first fault or alarm, the cause of a failure, or the name of the backup."""


def keep(ledger: Ledger, run: Run) -> None:
    """Store the last run of a kind."""
    engine = engine_beside(ledger)
    try:
        with engine.begin() as connection:
            drivers.lock_creation(connection)
            _metadata.create_all(connection)
            connection.execute(delete(_run).where(_run.c.kind == run.kind))
            connection.execute(insert(_run).values(**msgspec.to_builtins(run)))
    finally:
        if engine.pool is not ledger.engine.pool:
            engine.dispose()


def last_runs(ledger: Ledger) -> dict[Kind, Run]:
    """Return the last run of each kind."""
    engine = engine_beside(ledger)
    try:
        return last_runs_in(engine)
    finally:
        if engine.pool is not ledger.engine.pool:
            engine.dispose()


def last_runs_in(engine: Engine) -> dict[Kind, Run]:
    """Return the last run of each kind from the open database of a ledger's projections."""
    with engine.execution_options(reading=True).connect() as connection:
        rows = connection.execute(select(_run)).all() if _is_made(connection) else []
    runs = (Run(**row._mapping) for row in rows)
    return {run.kind: run for run in runs}


def _is_made(connection: Connection) -> bool:
    schemas = connection.get_execution_options().get("schema_translate_map", {})
    return inspected(connection).has_table(_run.name, schema=schemas.get(None))
