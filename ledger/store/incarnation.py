"""Incarnations of a ledger: 1 from the beginning, and a further number with each restored copy.

A copy that takes the place of a ledger may be older than it. The event `ledger-restored` opens the
next incarnation and names the last event known before: what lies between was lost.
"""

import re
from typing import Final, NamedTuple

from sqlalchemy import Engine

from ledger.clock import Clock
from ledger.errors import NotALedger, Refused
from ledger.events.opening import LedgerRestored
from ledger.sentences import Input, Position, Remedy, Sentence
from ledger.store import drivers, statements
from ledger.store.appending import append_within
from ledger.store.preparing import prepare
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Receipt, Request

FIRST: Final = 1
"""The incarnation of a ledger that was never restored."""

EXPECT: Final = Input("expect")
"""The option that names an event which the ledger must hold."""

_KNOWN: Final = re.compile("[0-9]{1,16}:[0-9a-f]{64}")

_RESTORED: Final = LedgerRestored.TYPE
_CHAIN: Final = "SELECT chain_hash FROM event WHERE position = {}"
_MAY: Final = "SELECT has_column_privilege('ledger_head', 'incarnation', 'UPDATE')"
_OPEN: Final = "UPDATE ledger_head SET incarnation = incarnation + 1 WHERE id = 1"


class KnownHead(NamedTuple):
    """The last known event of a ledger."""

    position: int
    chain_hash: bytes

    def __str__(self) -> str:
        return f"{self.position}:{self.chain_hash.hex()}"


def known_head(text: str) -> KnownHead:
    """Read POSITION:HASH, as printed by `ledger verify`. Raises Refused for any other text."""
    position, _, digest = text.strip().removeprefix("#").partition(":")
    if not _KNOWN.fullmatch(f"{position}:{digest}"):
        raise Refused(
            Sentence(
                "{input} {found}: expected POSITION:HASH, as {verify} prints it",
                input=EXPECT,
                found=text,
                verify=Remedy("verify-ledger"),
            ),
            code="not-a-position",
            field="expect",
            found=text,
            expected=Sentence("POSITION:HASH"),
        )
    return KnownHead(int(position), bytes.fromhex(digest))


class OlderLedger(Refused):
    """The ledger lacks an event known from before."""

    def __init__(self, known: KnownHead, next_position: int, said_by: str | Input) -> None:
        self.known, self.next_position = known, next_position
        super().__init__(
            Sentence(
                "{said_by} says that this ledger held event {event} with chain hash {hash}; it "
                "does not hold it now (it ends with {last}): another file, an older copy perhaps, "
                "took its place; put the right file back, or accept this one: {accept}",
                said_by=said_by,
                event=Position(known.position),
                hash=known.chain_hash.hex(),
                last=Position(next_position - 1),
                accept=Remedy("restore-ledger", accept_older=True, expect=str(known)),
            ),
            field="ledger",
            found=f"an end at #{next_position - 1}",
            expected=known,
        )


def holds(read: Reader, known: KnownHead) -> bool:
    """Return whether a ledger holds an event, or recorded its loss in a restoration."""
    stored = read.at([known.position]).get(known.position)
    if stored is not None and stored.chain_hash == known.chain_hash:
        return True
    restored = [recorded.decoded().payload for recorded in read.stream("ledger", _RESTORED)]
    return any(
        KnownHead(fact.known_position, bytes.fromhex(fact.known_hash)) == known for fact in restored
    )


def check(read: Reader, known: KnownHead, said_by: str | Input = EXPECT) -> None:
    """Raise OlderLedger unless the ledger holds an event, or recorded its loss."""
    if not holds(read, known):
        raise OlderLedger(known, read.head().next_position, said_by)


def begin(engine: Engine, clock: Clock, known: KnownHead | None = None, *, by: str) -> Receipt:
    """Begin the next incarnation of a ledger; see `begin_within`.

    Raises NotALedger where only the owner of its tables may do so.
    """
    with drivers.writing(engine) as cursor:
        if engine.dialect.name == "postgresql" and not cursor.execute(_MAY).fetchone()[0]:
            raise NotALedger(
                Sentence("only the owner of its tables may restore a ledger: connect as the owner")
            )
        return begin_within(cursor, engine, clock, known, by=by)


def begin_within(
    cursor: statements.Cursor,
    engine: Engine,
    clock: Clock,
    known: KnownHead | None = None,
    *,
    by: str,
) -> Receipt:
    """Append `ledger-restored` in an open transaction, and increase the head's incarnation.

    `known` is the last event known to have been recorded; where it is None, or the ledger holds
    it, the event names the ledger's own last.
    """
    head = statements.Statements(cursor, engine.dialect.name).head(locked=True)
    if known is not None:
        row = cursor.execute(_CHAIN.format(known.position)).fetchone()
        if row is not None and bytes(row[0]) == known.chain_hash:
            known = None
    if known is None:
        known = KnownHead(head.next_position - 1, bytes(head.chain_hash))
    restored = LedgerRestored(
        incarnation=head.incarnation + 1,
        known_position=known.position,
        known_hash=known.chain_hash.hex(),
    )
    request = Request(key_of(restored.incarnation), (NewEvent(restored),), recorded_by=by)
    [answer] = append_within(cursor, engine, clock, [prepare(request, clock)])
    if isinstance(answer, Refused):
        raise answer
    cursor.execute(_OPEN)
    return answer


def key_of(incarnation: int) -> str:
    """Return the key of the first request of an incarnation."""
    return f"ledger-restored:{incarnation}"
