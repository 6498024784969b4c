"""The state of the service for metrics: position, closings, background work, notices."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from sqlalchemy import func, select

from ledger.clock import today
from ledger.store.ledger import Ledger
from ledger.store.schema import notice
from ops.law import comparisons
from ops.upkeep.background_runs import Run, last_runs
from projections.official.shared import SharedOfficial
from projections.official.stopping import ReplayStopped
from projections.state.law import Law, LawChanged
from projections.state.pool import PoolFacts

STATES: Final = ("waiting", "sent", "silent", "given-up")
EVERY_POOL: Final = "every pool"


class ServiceState(msgspec.Struct, frozen=True):
    """Numbers of a ledger as seen by a process of the service. Instants in microseconds."""

    now: int
    head: int
    """Position of the last event."""
    applied: int
    """Position of the last event that answers contain."""
    stopped: tuple[str, ...]
    """Pools whose replay stopped."""
    last_closings: Mapping[str, int]
    """By pool, the instant at which the last list was closed."""
    runs: Mapping[str, Run]
    """The last verification, the last backup, the last tick of the schedule."""
    notices: Mapping[str, int]
    """Notices in the outbox by state: `waiting`, `sent`, `silent`, `given-up`."""
    not_compared: tuple[str, ...] = ()
    """Pools whose edition in force nobody compared with its text within 120 days."""


def service_state(ledger: Ledger, track: SharedOfficial) -> ServiceState:
    """Return the state, with all applicable events applied."""
    runs = {str(kind): run for kind, run in last_runs(ledger).items()}
    notices = notices_by_state(ledger)
    try:
        with track.at_one_position() as official:
            read, pools = official.ledger.read, official.facts.pools
            closed = {pool: facts.closed[-1] for pool, facts in pools.items() if facts.closed}
            events = read.at(sorted(closing.position for closing in closed.values()))
            return ServiceState(
                now=ledger.clock(),
                head=read.head().next_position - 1,
                applied=official.facts.position,
                stopped=tuple(sorted(official.stopped)),
                last_closings={
                    pool: events[closing.position].recorded_at for pool, closing in closed.items()
                },
                runs=runs,
                notices=notices,
                not_compared=tuple(sorted(_not_compared(ledger, pools, official.facts.position))),
            )
    except ReplayStopped as stopped:  # of all pools
        head = ledger.read.head().next_position - 1
        applied = stopped.position - 1
        return ServiceState(ledger.clock(), head, applied, (EVERY_POOL,), {}, runs, notices)


def _not_compared(ledger: Ledger, pools: Mapping[str, PoolFacts], known: int) -> Iterator[str]:
    """Yield the pools in which a comparison of the edition in force is due."""
    for pool, facts in pools.items():
        day = today(ledger.clock, facts.opened.zone)
        try:
            edition = Law(facts, known).edition_on(day)
        except LawChanged:  # named by the verification
            continue
        last = comparisons.last_compared(ledger.read, edition, known) if edition else None
        if edition and comparisons.due(last, day):
            yield pool


def notices_by_state(ledger: Ledger) -> dict[str, int]:
    """Return the number of notices in the outbox by state."""
    counted = select(notice.c.state, func.count()).group_by(notice.c.state)
    with ledger.engine.connect().execution_options(reading=True) as connection:
        found = {str(state): int(number) for state, number in connection.execute(counted)}
    return {state: found.get(state, 0) for state in STATES}
