"""Eras: parts of a ledger that are proved alone, each from one kept state to the next.

The state after every twelfth closing is kept beside the ledger, and the closing itself names its
digest. An era begins behind such a closing, from its state, and ends with the next such closing:
there the state must come out as that closing names it. So eras that are proved one by one prove
the whole ledger, and whoever has one of them alone can prove it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from sqlalchemy import Engine

from ledger.errors import BadEvent, Damaged
from ledger.events.pool import PeriodClosed
from ledger.intake.import_report import file_checks
from ledger.sentences import Sentence
from ledger.store import sqlite_files
from ledger.store.faults import Fault, of_event
from ledger.store.integrity import Mentioned, faults_of_events
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.sheets import faults as faults_of_sheets
from ops.side_by_side import side_by_side
from projections.official import Progress, Proved, StateDiffers, version
from projections.official.advance import Advance, beginning, resumed
from projections.official.comparing import prove_state
from projections.official.earlier import STATES_APART
from projections.official.proving import NotProved, earlier_state, states_for_good
from projections.official.results import Computed, Stored
from projections.official.stopping import ReplayStopped
from projections.official.store import MovedOn, ProjectionStore, engine_beside
from projections.official.track import Track
from projections.replay import derived_events

DerivedByList = dict[tuple[str, str], list[derived_events.DerivedEvent]]
"""Recorded events of rules by pool and list."""


class Era(NamedTuple):
    """The events of a part of a ledger, from the first to the last, by position."""

    number: int
    first: int
    last: int

    @property
    def says(self) -> Sentence:
        """Which era it is."""
        return Sentence(
            "era {number}, event {first} to {last}",
            number=self.number,
            first=self.first,
            last=self.last,
        )


class Eras(NamedTuple):
    """The eras of a ledger, and the closings behind which one should begin, and none does."""

    every: list[Era]
    goes_on: list[int]
    """Their states are not kept, or are of an earlier layout."""


@dataclass
class Proof:
    """What the check of an era found."""

    era: Era
    lists: int = 0
    code_changed: int = 0
    """Lists sealed by other code than today's, which reproduce all the same: information."""
    deviating: int = 0
    """Lists that come out otherwise exactly as is recorded of them: information."""
    faults: list[Fault] = field(default_factory=list)
    records: dict[int, str] = field(default_factory=dict)
    """The digests of the records behind the lists, by position of the closing."""
    mentioned: Mentioned = field(default_factory=Mentioned)
    replayed: bool = False
    """Whether the replay came to the end of the era."""
    begun: str = ""
    """Digest of the state from which the era was replayed; empty: from the first event."""
    ended: str = ""
    """Digest of the state at its last closing; empty where none came out, or none is named."""

    @property
    def events(self) -> int:
        """How many events the era has."""
        return self.era.last - self.era.first + 1


def eras(ledger: Ledger) -> Eras:
    """Return the eras of a ledger up to its head, by the states kept beside it.

    Without any, or where the file of states cannot be read, the whole ledger is a single era.
    """
    head = ledger.read.head().next_position
    kept = sorted(at for at, proved in _kept(ledger) if proved and at < head - 1)
    ends = [at for at in kept if _names_state(ledger, at) and _begins_request(ledger, at + 1)]
    bounds = [-1, *ends, head - 1]
    every = [
        Era(number, before + 1, last) for number, (before, last) in enumerate(pairwise(bounds), 1)
    ]
    closings = [at for at in _first_printings(ledger) if at < head - 1]
    return Eras(every, sorted({*closings[STATES_APART - 1 :: STATES_APART]} - {*ends}))


def _kept(ledger: Ledger) -> Iterator[tuple[int, bool]]:
    """Yield the positions of the kept states, and whether each is proved."""
    with _states(ledger) as engine:
        if sqlite_files.page_faults(engine):
            return  # the comparison of what is kept names it
        store = ProjectionStore(engine, version())
        progress = store.progress()
        if progress is not None and progress.version == store.version:
            with suppress(Damaged, BadEvent):  # the check of the events names it
                yield from states_for_good(store, ledger.read)


@contextmanager
def _states(ledger: Ledger) -> Iterator[Engine]:
    """Open the database of the states beside a ledger."""
    engine = engine_beside(ledger)
    try:
        yield engine
    finally:
        if engine.pool is not ledger.engine.pool:
            engine.dispose()


def _names_state(ledger: Ledger, position: int) -> bool:
    event: PeriodClosed = ledger.read.at([position])[position].decoded().payload
    return event.state_digest is not None


def _begins_request(ledger: Ledger, position: int) -> bool:
    """Return whether an event is the first of its request: a request lies in a single era."""
    found = Reader(ledger.engine, checked=False).at([position - 1, position])
    instants = {recorded.recorded_at for recorded in found.values()}
    return len(instants) == len(found)


def _first_printings(ledger: Ledger) -> Iterator[int]:
    """Yield the positions of the closings, but for new printings of a list."""
    for recorded in Reader(ledger.engine, checked=False).of_type(PeriodClosed.TYPE):
        with suppress(BadEvent):
            if recorded.decoded().payload.printing == 1:
                yield recorded.position


def proofs(
    ledger: Ledger,
    chosen: Iterable[Era],
    *,
    persons: bool = True,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[Proof]:
    """Prove eras in their order; with several workers each in a process of its own, side by side.

    Not `persons`: the copy was written without what is erasable.
    """
    wanted = list(chosen)
    in_all, done = sum(era.last - era.first + 1 for era in wanted), 0
    found = list[Proof]()

    def tell(reached: int, _: int) -> None:
        if progress is not None:
            progress(done + reached, in_all)

    if workers == 1 or len(wanted) == 1:
        for era in wanted:
            found.append(prove(ledger, era, persons=persons, progress=tell))
            done += found[-1].events
        return found
    for proof in side_by_side(
        partial(in_process, ledger.address, persons=persons), wanted, workers
    ):
        found.append(proof)
        done += proof.events
        tell(0, 0)
    return found


def in_process(address: str, era: Era, *, persons: bool = True) -> Proof:
    """Prove an era of the ledger at an address, wherever this runs."""
    with Ledger.open(address, guarded=False) as ledger:
        return prove(ledger, era, persons=persons)


def prove(
    ledger: Ledger, era: Era, *, persons: bool = True, progress: Progress | None = None
) -> Proof:
    """Check every byte and every file of an era, replay it and compare every sealed list.

    Events with a fault are not replayed; faults beside them are no obstacle.
    """
    proof, reader = Proof(era), Reader(ledger.engine, checked=False)
    bounds = era.first, era.last
    proof.faults += faults_of_events(ledger.engine, *bounds, proof.mentioned, persons=persons)
    proof.faults += file_checks.faults(reader, *bounds)
    proof.faults += faults_of_sheets(reader, *bounds)
    if all(fault.beside for fault in proof.faults):
        proof.faults += _replayed(ledger, proof, progress)
    return proof


class _NotKept(Exception):
    """A part of what is kept beside the ledger is changed or gone."""


def _replayed(ledger: Ledger, proof: Proof, progress: Progress | None) -> list[Fault]:
    """Replay an era from the kept state; from the first event where that is changed or gone."""
    if proof.era.first > 0:
        with _states(ledger) as engine, suppress(NotProved, MovedOn, _NotKept):
            advance = _resumed(ledger, ProjectionStore(engine, version()), proof)
            return list(_compared(advance, proof, progress))
        proof.lists = proof.deviating = proof.code_changed = 0
        proof.begun = ""
    advance = Advance(beginning(ledger))
    try:
        advance.take_all(ledger.read.events(0, proof.era.first - 1))
    except (ReplayStopped, Damaged) as error:
        expected = Sentence("a replay of the events before it")
        return [Fault(proof.era.says, error.words, expected)]
    return list(_compared(advance, proof, progress))


def _resumed(ledger: Ledger, store: ProjectionStore, proof: Proof) -> Advance:
    era = proof.era
    state = earlier_state(store, ledger.read, era.first - 1)
    if state is None:
        raise _NotKept
    track = replace(beginning(ledger), results=Computed(Stored(store, _not_made_anew)))
    advance = Advance(resumed(track, state))
    if advance.track.facts.position != era.first - 1:
        raise _NotKept
    proof.begun = state.digest
    return advance


def _not_made_anew() -> None:
    raise _NotKept


def _compared(advance: Advance, proof: Proof, progress: Progress | None) -> Iterator[Fault]:
    ledger, era = advance.track.ledger, proof.era
    last = ledger.read.last_of_type(PeriodClosed.TYPE, era.last)
    derived: DerivedByList = {}
    try:
        for recorded in ledger.read.events(era.first, era.last):
            if recorded.type in derived_events.NAMES:
                event: derived_events.DerivedEvent = recorded.decoded().payload
                if event.ground == "rule":
                    derived.setdefault((event.pool, event.period or ""), []).append(event)
            proved = advance.take(recorded)
            if proved is not None:
                yield from _list(advance.track, proved, proof, derived)
            if recorded.position == last and not advance.track.stopped:
                yield from _state(advance.track, recorded, proof)
            if progress is not None:
                progress(recorded.position + 1 - era.first, proof.events)
    except ReplayStopped as stopped:
        yield _stop(stopped)
        return
    yield from map(_stop, advance.track.stopped.values())
    if not advance.track.stopped:
        yield from _without_list(derived)
    proof.replayed = True


def _list(track: Track, proved: Proved, proof: Proof, derived: DerivedByList) -> Iterator[Fault]:
    proof.records[proved.position] = proved.record.digest
    proof.lists += 1
    proof.deviating += proved.closing.deviating > 0
    sealed = track.facts.pools[proved.pool].closed[-1].event
    proof.code_changed += sealed.code_digest != proved.closing.booked.law.code_digest
    differences = list(_derived(proved, derived))
    if not proved.closing.deviating:
        yield from differences


def _without_list(derived: DerivedByList) -> Iterator[Fault]:
    """Yield the events said to follow by rule from a list that was not closed with them."""
    for (pool, period), events in derived.items():
        if period:
            place = Sentence("events of {pool} {period}", pool=pool, period=period)
            found = Sentence("{number} recorded", number=len(events))
            yield Fault(place, found, Sentence("none without the closing of the list"))


def _state(track: Track, closing: Recorded, proof: Proof) -> Iterator[Fault]:
    try:
        state = prove_state(track, closing)
        proof.ended = state.digest if state else ""
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


def are_linked(ended: str, begun: str) -> bool:
    """Return whether an era may begin from the state with which the era before ends.

    Empty: no state came out of the era before, or this one was replayed from the first event.
    """
    return not (ended and begun) or ended == begun


def not_linked(found: Iterable[Proof]) -> Iterator[Fault]:
    """Yield the eras that begin from another state than the one with which the era before ends."""
    for before, after in pairwise(found):
        if not are_linked(before.ended, after.begun):
            place = Sentence("{era}, its beginning", era=after.era.says)
            expected = Sentence("{state}, with which the era before ends", state=before.ended)
            yield Fault(place, after.begun, expected)


def records_of(found: Iterable[Proof]) -> Mapping[int, str]:
    """Return the digests of the records of some proofs, by position of the closing."""
    return {at: digest for proof in found for at, digest in proof.records.items()}
