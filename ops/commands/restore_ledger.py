"""Restore a ledger: from a backup or a dump, or by accepting an older file in its place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ledger.clock import Clock, system_clock
from ledger.events.opening import LedgerRestored
from ledger.export import jsonl, restoring
from ledger.export.whole import Progress
from ledger.intake.files import opened
from ledger.store import drivers, incarnation, sqlite_files
from ledger.store.incarnation import KnownHead
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from ops.commands.back_up import refuse_faults
from projections import furthest


@dataclass(frozen=True, slots=True)
class Restored:
    """The event `ledger-restored`, and where it stands."""

    position: int
    event: LedgerRestored
    repeated: bool = False
    """It was recorded before, and nothing since."""


def restore_ledger(
    file: Path,
    address: str,
    *,
    expect: KnownHead | None = None,
    by: str = "local",
    clock: Clock = system_clock,
    progress: Progress | None = None,
) -> tuple[jsonl.End, Restored]:
    """Make a new ledger of a backup or a dump; `ledger-restored` is its last event.

    The event names the last event known: `expect`, or the furthest head kept at the new address,
    or the copy's own last. Returns what the copy held, and the event.
    """
    known = max(_known(expect, _kept_at(address)), default=None)
    begins = restoring.Incarnation(clock, by, known)
    if sqlite_files.is_sqlite(file):
        with Ledger.open(str(file), read_only=True) as backup:
            refuse_faults(backup)
            end = restoring.restore_backup(
                address, backup.engine, incarnation=begins, progress=progress
            )
    else:
        with opened(file) as lines:
            end = restoring.restore(address, lines, incarnation=begins, progress=progress)
    with Ledger.open(address) as ledger:
        furthest.keep(ledger, instead=True)
        return end, _last(ledger)


def accept_older(ledger: Ledger, *, expect: KnownHead | None = None, by: str = "local") -> Restored:
    """Begin a new incarnation of a ledger in whose place an older copy of it stands.

    The event names the last event known, `expect` or the furthest head kept beside it. Accepted
    again before anything else is recorded, it is the same event.
    """
    known = _known(expect, furthest.furthest(ledger.engine))
    lost = sorted(each for each in known if not incarnation.holds(ledger.read, each))
    if not lost and (last := _restored(_last_event(ledger))):
        return Restored(last.position, last.event, repeated=True)
    for head in lost:
        incarnation.begin(ledger.engine, ledger.clock, head, by=by)
    if not lost:
        incarnation.begin(ledger.engine, ledger.clock, by=by)
    furthest.keep(ledger, instead=True)
    return _last(ledger)


def _kept_at(address: str) -> KnownHead | None:
    """Return the furthest head kept where a ledger is about to be made."""
    engine = drivers.engine(address)
    try:
        return furthest.furthest(engine)
    finally:
        engine.dispose()


def _known(*heads: KnownHead | None) -> set[KnownHead]:
    return {head for head in heads if head is not None}


def _last(ledger: Ledger) -> Restored:
    restored = _restored(_last_event(ledger))
    assert restored is not None
    return restored


def _last_event(ledger: Ledger) -> Recorded:
    position = ledger.read.head().next_position - 1
    return ledger.read.at([position])[position]


def _restored(recorded: Recorded) -> Restored | None:
    fact = recorded.decoded().payload
    return Restored(recorded.position, fact) if isinstance(fact, LedgerRestored) else None
