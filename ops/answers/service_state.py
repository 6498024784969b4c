"""The state of the service for its metrics: how far the ledger is, and what was done by itself."""

from collections.abc import Mapping

import msgspec

from ledger.store.ledger import Ledger
from ops.commands.background_runs import Run, last_runs
from projections.official import Official


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
    """The last verification and the last backup."""


def service_state(ledger: Ledger, official: Official) -> ServiceState:
    """Return the state as of the last catch-up of the official track."""
    pools = dict(official.facts.pools)
    closings = {pool: facts.closed[-1].position for pool, facts in pools.items() if facts.closed}
    events = ledger.read.at(sorted(closings.values()))
    return ServiceState(
        now=ledger.clock(),
        head=ledger.read.head().next_position - 1,
        applied=official.facts.position,
        stopped=tuple(sorted(official.stopped)),
        last_closings={pool: events[at].recorded_at for pool, at in closings.items()},
        runs={str(kind): run for kind, run in last_runs(ledger).items()},
    )
