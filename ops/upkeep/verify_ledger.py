"""Verification: every byte again, every list again, from nothing but the ledger itself."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ledger.errors import LedgerError
from ledger.events.pool import PeriodClosed
from ledger.intake.import_report import file_checks
from ledger.sentences import Position, Remedy, Sentence
from ledger.store import incarnation, kept, sqlite_files
from ledger.store.faults import HEAD, Said, of_event
from ledger.store.incarnation import KnownHead
from ledger.store.integrity import Fault, faults, faults_of_pages
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.sheets import faults as faults_of_sheets
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
_ITS_STATE: Final = Sentence("its state")
_OTHER_DIGEST: Final = Sentence("not what its digest says")


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
        return not any(fault.of_head for fault in self.faults)


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
    pages = faults_of_pages(ledger.engine)
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
        yield _derived_fault(ledger, Sentence("the furthest head"), error.words)
        return
    except LedgerError:
        return  # a file that cannot be read is named where what is kept is compared
    if known is not None and not incarnation.holds(ledger.read, known):
        last = Position(ledger.read.head().next_position - 1)
        end = Sentence("an end at {last}", last=last)
        before = Sentence("event {known}, recorded here before", known=str(known))
        yield Fault(HEAD, end, before, beside=True, of_head=True)


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
        place = Sentence("state after event {position}", position=closing.position)
        yield Fault(place, differs.state_digest, Sentence("as recorded"))


def _stop(stopped: ReplayStopped) -> Fault:
    return Fault(of_event(stopped.position), stopped.words, Sentence("the list that was sealed"))


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
            place = Sentence(
                "{event} of {pool} {period} (event {position})",
                event=name,
                pool=proved.pool,
                period=period,
                position=proved.position,
            )
            difference = Sentence("{number} recorded, not the same", number=len(ours))
            yield Fault(place, difference, Sentence("{number} by the rule", number=len(by_rule)))


def _projection_faults(ledger: Ledger, records: Mapping[int, str]) -> Iterator[Fault]:
    """Compare the kept projection with the records just proved.

    An empty projection is no fault, nor is one of another version: questions make it anew. An
    unreadable file is not changed here: the next question makes it anew.
    """
    engine = engine_beside(ledger)
    pages = [(Sentence("its pages"), fault) for fault in sqlite_files.page_faults(engine)]
    found = pages or _stored_faults(ledger, ProjectionStore(engine, version()), records)
    for place, what in found:
        yield _derived_fault(ledger, place, what)
    if engine.pool is not ledger.engine.pool:
        engine.dispose()


def _derived_fault(ledger: Ledger, place: Sentence, found: Said) -> Fault:
    where = Sentence("projection {name}, {place}", name=place_beside(ledger), place=place)
    expected = Sentence(
        "what the ledger gives: {remedy} makes it anew", remedy=Remedy("rebuild-ledger")
    )
    return Fault(where, found, expected, derived=True)


_Found = Iterator[tuple[Sentence, Said]]
"""Places in a projection, and what was found there."""


def _stored_faults(ledger: Ledger, store: ProjectionStore, records: Mapping[int, str]) -> _Found:
    progress = store.progress()
    if progress is not None and progress.version == store.version:
        yield from _kept_state(ledger, store)
        for position, proved in states_for_good(store, ledger.read):
            if not proved:
                place = Sentence("its state after event {position}", position=position)
                yield place, Sentence("not the one recorded")
        yield from _kept_records(store, records, progress.position)
    for what in damaged(store):
        yield Sentence("the revised track, {part}", part=what), _OTHER_DIGEST


def _kept_state(ledger: Ledger, store: ProjectionStore) -> _Found:
    try:
        kept = proved_state(store, ledger.read, drop=False)
        if kept is None:
            yield _ITS_STATE, Sentence("not one that this ledger names")
        else:
            kept.check()
    except MovedOn:
        yield from _kept_state(ledger, store)  # another process kept a later state
    except NotProved as wrong:
        yield _ITS_STATE, wrong.words


def _kept_records(store: ProjectionStore, records: Mapping[int, str], last: int) -> _Found:
    for position, digest in records.items():
        if position > last:
            return
        manifest = store.manifest(position)
        if sheets.digest_of(manifest) != digest:
            place = Sentence("the record of event {position}", position=position)
            yield place, Sentence("not the one computed again")
            continue
        lines = sheets.read(manifest).lines
        blocks = store.blocks([line.digest for line in lines])
        for line in lines:
            if sheets.digest_of(blocks.get(line.digest, b"")) != line.digest:
                place = Sentence(
                    "{sheet} from {first} on, of event {position}",
                    sheet=line.sheet,
                    first=line.first,
                    position=position,
                )
                yield place, _OTHER_DIGEST
