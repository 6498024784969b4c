"""Backup of a ledger; restoring from a backup or a dump, or by accepting an older file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ledger.actors.roles import roles_by_actor
from ledger.clock import Clock, MachineClock, today
from ledger.errors import Damaged, Refused
from ledger.events.opening import LedgerRestored
from ledger.export import jsonl, restoring
from ledger.export.checking import Progress
from ledger.intake.files import opened
from ledger.sentences import Count, Remedy, Sentence
from ledger.store import addresses, drivers, incarnation, integrity, sqlite_files
from ledger.store.incarnation import KnownHead
from ledger.store.ledger import Ledger
from ledger.store.requests import Receipt
from ops.commands.written_files import database
from ops.house import House
from projections.official import furthest_head


def back_up(house: House, file: Path) -> KnownHead:
    """Copy a SQLite ledger into a new file; others may record meanwhile.

    Returns the last event in the copy. The copy is checked like a ledger before it takes its name.
    Raises FileThere, Damaged where the copy has a fault, Refused on PostgreSQL.
    """
    ledger = house.ledger
    if drivers.file(ledger.engine) is None:
        address = addresses.shown(ledger.address).replace("postgresql+psycopg://", "postgresql://")
        raise Refused(
            Sentence(
                "PostgreSQL makes its own backups: type {dump}, and to restore, in a cluster with "
                "the role {role}, {restore}",
                dump=f"`pg_dump --format=custom --file={file} {address}`",
                role="ledger_app",
                restore=f"`pg_restore --create --exit-on-error --dbname=postgres {file}`",
            ),
            code="not-on-postgresql",
        )
    with database(file) as copy:
        sqlite_files.copy(ledger.engine, copy)
        with Ledger.open(str(copy), read_only=True) as copied:
            _refuse_faults(copied)
            head = copied.read.head()
    return KnownHead(head.next_position - 1, head.chain_hash)


def _refuse_faults(ledger: Ledger) -> None:
    """Raise Damaged for a ledger with a fault, naming the first."""
    faults = [*integrity.faults_of_pages(ledger.engine), *integrity.faults(ledger.engine)]
    if faults:
        raise Damaged(
            Sentence(
                "{faults}, first: {first}; {remedy} says more",
                faults=Count(len(faults), "fault"),
                first=faults[0].says,
                remedy=Remedy("verify-ledger"),
            )
        )


@dataclass(frozen=True, slots=True)
class Restored:
    """The event `ledger-restored` with its position."""

    position: int
    event: LedgerRestored
    repeated: bool = False
    """It was recorded before, and nothing since."""
    recorded_at: int = 0
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The roles of each actor, as the copy has them: a role withdrawn since came back."""

    @property
    def receipt(self) -> Receipt:
        """Return the receipt of the event."""
        key = incarnation.key_of(self.event.incarnation)
        return Receipt(key, self.position, self.position, self.recorded_at, replayed=self.repeated)


def restore_ledger(
    file: Path,
    address: str,
    *,
    expect: KnownHead | None = None,
    by: str = "local",
    clock: Clock | None = None,
    progress: Progress | None = None,
) -> tuple[jsonl.End, Restored]:
    """Create a ledger from a backup or a dump; `ledger-restored` is the last event.

    The event names the last event known: `expect`, or the furthest head kept at the new address,
    or the copy's own last. Returns what the copy held, and the event.
    """
    known = max(_known(expect, _kept_at(address)), default=None)
    begins = restoring.Incarnation(clock or MachineClock(), by, known)
    if drivers.is_database(file):
        with Ledger.open(str(file), read_only=True) as backup:
            _refuse_faults(backup)
            end = restoring.restore_backup(
                address, backup.engine, incarnation=begins, progress=progress
            )
    else:
        with opened(file) as lines:
            end = restoring.restore(address, lines, incarnation=begins, progress=progress)
    with Ledger.open(address) as ledger:
        return end, _begun(ledger)


def accept_older(ledger: Ledger, *, expect: KnownHead | None = None, by: str = "local") -> Restored:
    """Begin a new incarnation of a ledger replaced by an older copy.

    The event names the last event known, `expect` or the furthest head kept beside it. Accepted
    again before anything else is recorded, it is the same event. API keys are closed by it.
    """
    known = _known(expect, furthest_head.furthest(ledger.engine))
    lost = sorted(head for head in known if not incarnation.holds(ledger.read, head))
    if not lost and (last := _last(ledger)):
        return replace(last, repeated=True)
    for head in lost:
        incarnation.begin(ledger.engine, ledger.clock, head, by=by)
    if not lost:
        incarnation.begin(ledger.engine, ledger.clock, by=by)
    return _begun(ledger)


def _kept_at(address: str) -> KnownHead | None:
    """Return the furthest head kept where a ledger is about to be made."""
    engine = drivers.engine(address)
    try:
        return furthest_head.furthest(engine)
    finally:
        engine.dispose()


def _known(*heads: KnownHead | None) -> set[KnownHead]:
    return {head for head in heads if head is not None}


def _begun(ledger: Ledger) -> Restored:
    """Keep the head of a new incarnation as the furthest."""
    furthest_head.keep(ledger, instead=True)
    restored = _last(ledger)
    assert restored is not None
    return restored


def _last(ledger: Ledger) -> Restored | None:
    """Return the restoration recorded last; None if other events followed."""
    position = ledger.read.head().next_position - 1
    recorded = ledger.read.at([position])[position]
    fact = recorded.decoded().payload
    if not isinstance(fact, LedgerRestored):
        return None
    held = roles_by_actor(ledger.read, today(ledger.clock, ledger.zone()))
    roles = {actor: tuple(map(str, roles)) for actor, roles in held.items() if roles}
    return Restored(position, fact, recorded_at=recorded.recorded_at, roles=roles)
