"""Verification: every byte again, every list again, from nothing but the ledger itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ledger.store import incarnation, kept, sqlite_files
from ledger.store.incarnation import KnownHead
from ledger.store.integrity import Fault, faults
from ledger.store.ledger import Ledger
from ledger.wording import counted
from projections import furthest
from projections.official import Following, Official, Progress
from projections.official.keeping import Proved
from projections.official.stopping import ReplayStopped
from projections.replay import echoes


@dataclass
class Verified:
    """What was looked at, and what was found wrong."""

    events: int = 0
    head: KnownHead | None = None
    """Position and chain hash of the last event: to be noted down."""
    lists: int = 0
    code_changed: int = 0
    """Lists sealed by other code than today's, which reproduce all the same: information."""
    deviating: int = 0
    """Lists that come out otherwise exactly as is recorded of them: information."""
    unrecorded: int = 0
    """Lists sealed by other code that recorded nothing of a kind which rules give today."""
    emptied: int = 0
    """Reports whose bytes were erased: their events stand, and everything computed from them."""
    faults: list[Fault] = field(default_factory=list)


def verify(
    ledger: Ledger,
    progress: Progress | None = None,
    *,
    known: Iterable[KnownHead] = (),
    persons: bool = True,
) -> Verified:
    """Re-read every byte, re-derive hashes, chain and head, replay, compare every sealed list.

    `known` are chain hashes noted down before: a ledger that holds another, or ends before, has a
    fault. Not `persons`: the copy was written without what is erasable. A log with a fault is not
    replayed; faults beside it (documents, words) are no obstacle.
    """
    pages = [Fault("pages", fault, "whole") for fault in sqlite_files.page_faults(ledger.engine)]
    found = Verified(faults=pages or [*faults(ledger.engine, known=known, persons=persons)])
    found.faults += [] if pages else _older(ledger)
    head = ledger.read.head()
    found.events = head.next_position
    found.head = KnownHead(head.next_position - 1, head.chain_hash)
    found.emptied = kept.emptied(ledger.engine)
    if all(fault.beside for fault in found.faults):
        found.faults.extend(_replayed(ledger, found, progress))
    return found


def _older(ledger: Ledger) -> Iterator[Fault]:
    """Compare the head with the furthest one that was recorded here."""
    known = furthest.furthest(ledger.engine)
    if known is not None and not incarnation.holds(ledger.read, known):
        found = f"an end at #{ledger.read.head().next_position - 1}"
        yield Fault("head", found, f"event {known}, recorded here before", beside=True)


def _replayed(ledger: Ledger, found: Verified, progress: Progress | None) -> Iterator[Fault]:
    following = Following(ledger)
    said: dict[tuple[str, str], list[echoes.Echo]] = {}
    try:
        for recorded in ledger.read.events():
            if recorded.type in echoes.NAMES:
                echo: echoes.Echo = recorded.decoded().payload
                if echo.ground == "rule":
                    said.setdefault((echo.pool, echo.period or ""), []).append(echo)
            proved = following.take(recorded)
            if proved is not None:
                found.lists += 1
                found.deviating += proved.closing.deviating > 0
                found.code_changed += _by_other_code(following, proved)
                if not proved.closing.deviating:
                    yield from _echoes(found, proved, said, _by_other_code(following, proved))
            if progress is not None:
                progress(recorded.position + 1, found.events)
    except ReplayStopped as stopped:
        yield _stop(stopped)
        return
    yield from map(_stop, following.stopped.values())
    yield from _kept(ledger, following)


def _stop(stopped: ReplayStopped) -> Fault:
    return Fault(f"event {stopped.position}", str(stopped), "the list that was sealed")


def _by_other_code(following: Following, proved: Proved) -> bool:
    sealed = following.facts.pools[proved.pool].closed[-1].event
    return sealed.code_digest != proved.closing.booked.law.code_digest


def _echoes(
    verified: Verified,
    proved: Proved,
    said: dict[tuple[str, str], list[echoes.Echo]],
    by_other_code: bool,
) -> Iterator[Fault]:
    """Compare what was recorded as given by rule with what the rule gives, as known then.

    Nothing recorded of a kind by other code is information: that code did not record the kind. Of
    a list that deviates as recorded nobody asks: it stands as that code computed it, as they do.
    """
    period = proved.closing.due.period
    recorded = said.get((proved.pool, period), [])
    due = echoes.of_closing(proved.closing, proved.pool)
    for kind, name in echoes.NAMES.items():
        found, wanted = ([each for each in some if kind == each.TYPE] for some in (recorded, due))
        if wanted and not found and by_other_code:
            verified.unrecorded += 1
        elif found != wanted:
            place = f"{name} of {proved.pool} {period} (event {proved.position})"
            what = f"{counted(len(found), 'event')} recorded, not the same"
            yield Fault(place, what, f"{len(wanted)} by the rule")


def _kept(ledger: Ledger, following: Following) -> Iterator[Fault]:
    """Compare the lists the projection keeps with those just proved."""
    official = Official(ledger)
    try:
        official.catch_up()
        for name, facts in following.facts.pools.items():
            shown = official.facts.pools[name].closed
            if [each.event.list_digest for each in shown] != [
                each.event.list_digest for each in facts.closed
            ]:
                yield Fault(
                    f"projection of {name}", "other lists", "those of the ledger: rebuild it"
                )
    finally:
        official.close()
