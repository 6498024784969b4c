"""Verification: every byte again, every list again, from nothing but the ledger itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ledger.errors import LedgerError, Refused
from ledger.expected import from_to
from ledger.sentences import Count, Position, Remedy, Sentence
from ledger.store import incarnation, kept, sqlite_files
from ledger.store.faults import HEAD, Fault, Said
from ledger.store.incarnation import KnownHead
from ledger.store.integrity import Mentioned, faults_beside_events, faults_of_pages
from ledger.store.ledger import Ledger
from ops.house import House
from ops.upkeep.eras import Era, Proof, eras, not_linked, proofs, records_of
from projections.official import Progress, furthest_head, sheets, version
from projections.official.proving import NotProved, proved_state, states_for_good
from projections.official.store import MovedOn, ProjectionStore, engine_beside, place_beside
from projections.tracks.stored import damaged

_ITS_STATE: Final = Sentence("its state")
_OTHER_DIGEST: Final = Sentence("not what its digest says")


@dataclass
class Verified:
    """Numbers of checked events and lists, and the faults."""

    events: int
    head: KnownHead
    """Position and chain hash of the last event: to be noted down."""
    proofs: list[Proof] = field(default_factory=list)
    """One of each era that was proved."""
    goes_on: list[int] = field(default_factory=list)
    """Closings behind which no era begins, though one should: information."""
    emptied: int = 0
    """Reports whose bytes were erased: their events stand, and everything computed from them."""
    alone: bool = False
    """A single era was proved, and nothing that belongs to the whole ledger."""
    beside: list[Fault] = field(default_factory=list)
    """Faults in no era: of the head, of pages, and of what belongs to no event alone."""

    @property
    def faults(self) -> list[Fault]:
        """All faults: those of the eras in their order, then the others."""
        return [*(fault for proof in self.proofs for fault in proof.faults), *self.beside]

    @property
    def lists(self) -> int:
        """How many lists were reproduced."""
        return sum(proof.lists for proof in self.proofs)

    @property
    def code_changed(self) -> int:
        """How many lists were sealed by other code than today's: information."""
        return sum(proof.code_changed for proof in self.proofs)

    @property
    def deviating(self) -> int:
        """How many lists come out otherwise exactly as is recorded of them: information."""
        return sum(proof.deviating for proof in self.proofs)

    @property
    def is_damaged(self) -> bool:
        """Whether the ledger itself has a fault, and not only what was computed from it."""
        return not all(fault.derived for fault in self.faults)

    @property
    def head_agrees(self) -> bool:
        """Whether the head is that of the last event, and agrees with the hashes noted down."""
        return not self.alone and not any(fault.of_head for fault in self.faults)


def verify(
    house: House,
    progress: Progress | None = None,
    *,
    known: Iterable[KnownHead] = (),
    persons: bool = True,
    workers: int = 1,
    era: int | None = None,
) -> Verified:
    """Check every byte, hash, chain and head; read each report again from the file.

    Then replay, and compare every sealed list: era by era, `workers` of them at a time, or a single
    one. `known` are chain hashes noted down before: a ledger that holds another, or ends before,
    has a fault. Not `persons`: the copy was written without what is erasable. Events with a fault
    are not replayed; faults beside them are no obstacle. Raises Refused where there is no such era.
    """
    ledger = house.ledger
    head = ledger.read.head()  # before the events are looked at: what is noted down was among them
    result = Verified(head.next_position, KnownHead(head.next_position - 1, head.chain_hash))
    result.beside += faults_of_pages(ledger.engine)
    if result.beside:
        return result
    found = eras(ledger)
    chosen = found.every if era is None else [_numbered(found.every, era)]
    result.goes_on = found.goes_on
    result.proofs = proofs(ledger, chosen, persons=persons, workers=workers, progress=progress)
    result.alone = era is not None
    if not result.alone:
        result.beside += _beside(ledger, result, known, persons=persons)
        result.emptied = kept.emptied(ledger.engine)
    return result


def _numbered(every: Sequence[Era], number: int) -> Era:
    if not 0 < number <= len(every):
        raise Refused(
            Sentence("the ledger has {eras}", eras=Count(len(every), "era")),
            code="no-such-era",
            field="era",
            found=number,
            expected=from_to(1, len(every)),
        )
    return every[number - 1]


def _beside(
    ledger: Ledger, result: Verified, known: Iterable[KnownHead], *, persons: bool
) -> Iterator[Fault]:
    """Check what belongs to no era alone."""
    mentioned = Mentioned()
    for proof in result.proofs:
        mentioned.take(proof.mentioned)
    yield from faults_beside_events(
        ledger.engine, result.head.position, mentioned, known=known, persons=persons
    )
    yield from not_linked(result.proofs)
    yield from _older(ledger)
    if all(proof.replayed for proof in result.proofs):
        yield from _projection_faults(ledger, records_of(result.proofs))


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
        lines = [*sheets.Manifest(manifest).lines]
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
