"""Verification: every byte again, every list again, from nothing but the ledger itself."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ledger.errors import LedgerError
from ledger.events.pool import PeriodClosed
from ledger.intake.import_report import file_checks
from ledger.store import incarnation, kept, sqlite_files
from ledger.store.incarnation import KnownHead
from ledger.store.integrity import Fault, faults
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.sheets import faults as faults_of_sheets
from ledger.wording import counted
from ops.house import House
from projections.official import (
    Progress,
    Proved,
    StateDiffers,
    furthest_head,
    sheets,
    version,
)
from projections.official.advance import Advance, beginning
from projections.official.comparing import prove_state
from projections.official.proving import NotProved, proved_state, states_for_good
from projections.official.stopping import ReplayStopped
from projections.official.store import MovedOn, ProjectionStore, engine_beside, place_beside
from projections.official.track import Track
from projections.replay import derived_events
from projections.tracks.stored import damaged

DerivedByList = dict[tuple[str, str], list[derived_events.DerivedEvent]]
"""Recorded events of rules by pool and list."""


@dataclass
class Verified:
    """Numbers of checked events and lists, and the faults."""

    events: int
    head: KnownHead
    """Position and chain hash of the last event: to be noted down."""
    lists: int = 0
    code_changed: int = 0
    """Lists sealed by other code than today's, which reproduce all the same: information."""
    deviating: int = 0
    """Lists that come out otherwise exactly as is recorded of them: information."""
    emptied: int = 0
    """Reports whose bytes were erased: their events stand, and everything computed from them."""
    faults: list[Fault] = field(default_factory=list)

    @property
    def is_damaged(self) -> bool:
        """Whether the ledger itself has a fault, and not only what was computed from it."""
        return not all(fault.derived for fault in self.faults)

    @property
    def head_agrees(self) -> bool:
        """Whether the head is that of the last event, and agrees with the hashes noted down."""
        places = [fault.place for fault in self.faults]
        return not any(
            place in ("pages", "head") or place.endswith("noted hash") for place in places
        )


def verify(
    house: House,
    progress: Progress | None = None,
    *,
    known: Iterable[KnownHead] = (),
    persons: bool = True,
) -> Verified:
    """Check every byte, hash, chain and head; read each report again from the file.

    Then replay, and compare every sealed list. `known` are chain hashes noted down before: a ledger
    that holds another, or ends before, has a fault. Not `persons`: the copy was written without
    what is erasable. A log with a fault is not replayed; faults beside it are no obstacle.
    """
    ledger = house.ledger
    pages = [Fault("pages", fault, "whole") for fault in sqlite_files.page_faults(ledger.engine)]
    head = ledger.read.head()  # before the events are looked at: what is noted down was among them
    result = Verified(head.next_position, KnownHead(head.next_position - 1, head.chain_hash))
    result.faults += pages or faults(ledger.engine, known=known, persons=persons)
    if not pages:
        result.faults += file_checks.faults(Reader(ledger.engine, checked=False))
        result.faults += faults_of_sheets(Reader(ledger.engine, checked=False))
        result.faults += _older(ledger)
        result.emptied = kept.emptied(ledger.engine)
    if all(fault.beside or fault.derived for fault in result.faults):
        result.faults.extend(_replayed(ledger, result, progress))
    return result


def _older(ledger: Ledger) -> Iterator[Fault]:
    """Compare the head with the furthest head recorded here."""
    try:
        known = furthest_head.read(ledger.engine)
    except furthest_head.NotReadable as error:
        yield _derived_fault(ledger, "the furthest head", str(error))
        return
    except LedgerError:
        return  # a file that cannot be read is named where what is kept is compared
    if known is not None and not incarnation.holds(ledger.read, known):
        end = f"an end at #{ledger.read.head().next_position - 1}"
        yield Fault("head", end, f"event {known}, recorded here before", beside=True)


def _replayed(ledger: Ledger, result: Verified, progress: Progress | None) -> Iterator[Fault]:
    advance, records = Advance(beginning(ledger)), dict[int, str]()
    last = ledger.read.last_of_type(PeriodClosed.TYPE)
    derived: DerivedByList = {}
    try:
        for recorded in ledger.read.events():
            if recorded.type in derived_events.NAMES:
                event: derived_events.DerivedEvent = recorded.decoded().payload
                if event.ground == "rule":
                    derived.setdefault((event.pool, event.period or ""), []).append(event)
            proved = advance.take(recorded)
            if proved is not None:
                records[proved.position] = proved.record.digest
                result.lists += 1
                result.deviating += proved.closing.deviating > 0
                sealed = advance.track.facts.pools[proved.pool].closed[-1].event
                law = proved.closing.booked.law
                result.code_changed += sealed.code_digest != law.code_digest
                differences = list(_derived(proved, derived))
                if not proved.closing.deviating:
                    yield from differences
            if recorded.position == last and not advance.track.stopped:
                yield from _state(advance.track, recorded)
            if progress is not None:
                progress(recorded.position + 1, result.events)
    except ReplayStopped as stopped:
        yield _stop(stopped)
        return
    yield from map(_stop, advance.track.stopped.values())
    yield from _projection_faults(ledger, records)


def _state(track: Track, closing: Recorded) -> Iterator[Fault]:
    try:
        prove_state(track, closing)
    except StateDiffers as differs:
        yield Fault(f"state after event {closing.position}", differs.state_digest, "as recorded")


def _stop(stopped: ReplayStopped) -> Fault:
    return Fault(f"event {stopped.position}", str(stopped), "the list that was sealed")


def _derived(proved: Proved, derived: DerivedByList) -> Iterator[Fault]:
    """Compare the recorded derived events with the rule, as known then.

    Lists with a recorded deviation are left out: their events came from the code of that time.
    """
    period = proved.closing.due.period
    recorded = derived.pop((proved.pool, period), [])  # of this printing alone
    due = derived_events.of_closing(proved.closing, proved.pool)
    for kind, name in derived_events.NAMES.items():
        ours = [event for event in recorded if kind == event.TYPE]
        by_rule = [event for event in due if kind == event.TYPE]
        if ours != by_rule:
            place = f"{name} of {proved.pool} {period} (event {proved.position})"
            difference = f"{counted(len(ours), 'event')} recorded, not the same"
            yield Fault(place, difference, f"{len(by_rule)} by the rule")


def _projection_faults(ledger: Ledger, records: Mapping[int, str]) -> Iterator[Fault]:
    """Compare the kept projection with the records just proved.

    An empty projection is no fault, nor is one of another version: questions make it anew. An
    unreadable file is not changed here: the next question makes it anew.
    """
    engine = engine_beside(ledger)
    pages = [("its pages", fault) for fault in sqlite_files.page_faults(engine)]
    found = pages or _stored_faults(ledger, ProjectionStore(engine, version()), records)
    for place, what in found:
        yield _derived_fault(ledger, place, what)
    if engine.pool is not ledger.engine.pool:
        engine.dispose()


def _derived_fault(ledger: Ledger, place: str, found: str) -> Fault:
    name = place_beside(ledger)
    expected = "what the ledger gives: `ledger rebuild` makes it anew"
    return Fault(f"projection {name}, {place}", found, expected, derived=True)


_Found = Iterator[tuple[str, str]]
"""Places in a projection, and what was found there."""


def _stored_faults(ledger: Ledger, store: ProjectionStore, records: Mapping[int, str]) -> _Found:
    progress = store.progress()
    if progress is not None and progress.version == store.version:
        yield from _kept_state(ledger, store)
        for position, proved in states_for_good(store, ledger.read):
            if not proved:
                yield f"its state after event {position}", "not the one recorded"
        yield from _kept_records(store, records, progress.position)
    for what in damaged(store):
        yield f"the revised track, {what}", "not what its digest says"


def _kept_state(ledger: Ledger, store: ProjectionStore) -> _Found:
    try:
        kept = proved_state(store, ledger.read, drop=False)
        if kept is None:
            yield "its state", "not one that this ledger names"
        else:
            kept.check()
    except MovedOn:
        yield from _kept_state(ledger, store)  # another process kept a later state
    except NotProved as wrong:
        yield "its state", str(wrong)


def _kept_records(store: ProjectionStore, records: Mapping[int, str], last: int) -> _Found:
    for position, digest in records.items():
        if position > last:
            return
        manifest = store.manifest(position)
        if sheets.digest_of(manifest) != digest:
            yield f"the record of event {position}", "not the one computed again"
            continue
        lines = sheets.read(manifest).lines
        blocks = store.blocks([line.digest for line in lines])
        for line in lines:
            if sheets.digest_of(blocks.get(line.digest, b"")) != line.digest:
                place = f"{line.sheet} from {line.first} on, of event {position}"
                yield place, "not what its digest says"
