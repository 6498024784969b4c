"""Health of a process of the service: live, and ready to answer.

Ready needs the database, the tables of this program, a replay that goes on, a right clock, and a
ledger that takes events: neither read-only (a standby of PostgreSQL, a file without the right to
write) nor an older copy put in its place. A pool whose replay
stopped is named and does not make the service unready: all other pools are answered
(`ops/guide/operator.md`, "A pool that stopped").
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from ledger.clock import ClockAhead
from ledger.errors import LedgerError
from ledger.store import drivers
from ledger.store.clock_checks import ClockReading
from ledger.store.ledger import Ledger
from ledger.store.reading import Head
from ledger.store.schema import REVISION
from projections.official.furthest_head import refuse_older
from projections.official.shared import SharedOfficial

Check = Literal["database", "tables", "replay", "clock", "recording"]

_NO_LIMIT: Final = 10**6
"""Days without events that are no reason not to be ready."""


class HealthCheck(msgspec.Struct, frozen=True):
    """A check and its result; `says` is the cause of a failure."""

    check: Check
    good: bool
    says: str = ""


class Health(msgspec.Struct, frozen=True):
    """The health of a process of the service."""

    status: Literal["live", "ready", "not ready"]
    checks: tuple[HealthCheck, ...] = ()


LIVE: Final = Health("live")
"""A process that answers at all."""


def readiness(ledger: Ledger, track: SharedOfficial) -> Health:
    """Check whether questions can be answered and events recorded now.

    Checks of the database are left out if it cannot be reached.
    """
    checks = tuple(_checks(ledger, track))
    return Health("ready" if all(check.good for check in checks) else "not ready", checks)


def _checks(ledger: Ledger, track: SharedOfficial) -> Iterator[HealthCheck]:
    heads: list[Head] = []
    reached = _checked("database", lambda: heads.append(ledger.read.head()))
    yield reached
    if reached.good:
        yield _checked("tables", lambda: _check_tables(ledger))
        yield _checked("clock", lambda: _check_clock(ledger, heads[0]))
        yield _checked("recording", lambda: _check_recording(ledger))
        yield _replay(track)


def _checked(name: Check, work: Callable[[], object]) -> HealthCheck:
    try:
        work()
    except (LedgerError, SQLAlchemyError) as error:
        says = str(error) if isinstance(error, LedgerError) else type(error).__name__
        return HealthCheck(name, good=False, says=says)
    return HealthCheck(name, good=True)


def _check_tables(ledger: Ledger) -> None:
    found = ledger.revision()
    if found != REVISION:
        raise LedgerError(f"tables at step {found}, this program works with step {REVISION}")


def _check_clock(ledger: Ledger, head: Head) -> None:
    reading = ClockReading(ledger.clock, ledger.clock(), _server_us(ledger))
    refusal = reading.refusal(head.recorded_at, lambda: _NO_LIMIT)
    if refusal is not None and not isinstance(refusal, ClockAhead):
        raise refusal


def _check_recording(ledger: Ledger) -> None:
    """Raise LedgerError if the ledger can record nothing: read-only, or an older copy."""
    if reason := drivers.unwritable(ledger.engine) or _read_only_server(ledger):
        raise LedgerError(f"the ledger can only be read: {reason}")
    refuse_older(ledger)


def _server_us(ledger: Ledger) -> int | None:
    """Return the clock of the database server; None without a server."""
    asked = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
    return int(_of_server(ledger, asked)) if _has_server(ledger) else None


def _read_only_server(ledger: Ledger) -> str:
    """Return why the database server takes no changes; empty: it does, or there is no server."""
    if not _has_server(ledger):
        return ""
    if _of_server(ledger, "pg_is_in_recovery()"):
        return "the database server is a standby, which copies another server and records nothing"
    if _of_server(ledger, "current_setting('default_transaction_read_only')") == "on":
        return "the database server is set to record nothing (default_transaction_read_only)"
    return ""


def _has_server(ledger: Ledger) -> bool:
    return ledger.engine.dialect.name != "sqlite"


def _of_server(ledger: Ledger, asked: str) -> Any:
    """Return the value of an expression in PostgreSQL."""
    with ledger.engine.connect().execution_options(reading=True) as connection:
        return connection.execute(text(f"SELECT {asked}")).scalar_one()


def _replay(track: SharedOfficial) -> HealthCheck:
    """Check that the replay goes on for at least one pool, if any is open."""
    try:
        with track.at_one_position() as official:
            stopped, pools = official.stopped, len(official.facts.pools)
            says = ", ".join(
                f"{pool} at event {stop.position}" for pool, stop in sorted(stopped.items())
            )
            return HealthCheck("replay", good=not pools or len(stopped) < pools, says=says)
    except (LedgerError, SQLAlchemyError) as error:
        says = str(error) if isinstance(error, LedgerError) else type(error).__name__
        return HealthCheck("replay", good=False, says=says)
