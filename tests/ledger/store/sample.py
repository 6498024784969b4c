"""A ledger with something of everything: many types, several events to a request, documents."""

from dataclasses import replace
from hashlib import sha256
from typing import TypeVar

import msgspec

from ledger import canonical
from ledger.events.base import Fact
from ledger.store.ledger import Ledger
from ledger.store.requests import (
    Document,
    NewEvent,
    ReportedName,
    Request,
    SealedList,
    Subject,
    commitment,
)
from tests.ledger.events.samples import by_type
from tests.ledger.store.facts import event

S = TypeVar("S", bound=msgspec.Struct)

REPORT = Document("report", b"012 Open\n001    1      Rossi, Maria\n")
EDITION = Document("edition", canonical.encode({"edition": "2024-03-01", "numbers": {"k": 20}}))
SUBJECTS = tuple(
    Subject(player, b"salt %d" % player, b'{"name":"Player %d"}' % player, {"fide": f"90{player}"})
    for player in (1, 2, 571)
)
NAMES = tuple(ReportedName(1, row, b"salt %d" % row, b"Rossi, Maria %d" % row) for row in range(3))


def sealed(rows: list[bytes], per_block: int = 2) -> SealedList:
    """A list document: header line, block lines, rows."""
    header = {"block_rows": per_block, "row_width": len(rows[0]), "rows": len(rows)}
    blocks = [b"".join(rows[at : at + per_block]) for at in range(0, len(rows), per_block)]
    lines = [sha256(block).hexdigest().encode() + b"\n" for block in blocks]
    head = canonical.encode(header) + b"\n" + b"".join(lines)
    return SealedList("list", head + b"".join(rows), len(head))


LIST = sealed([b"%08d 2012\n" % player for player in (1, 2, 571)])


def requests() -> list[Request]:
    """The life of a small ledger after its first event."""
    fact = by_type()
    registered = changed(fact["players-registered.v1"], commitment=committed(SUBJECTS))
    submitted = fact["tournament-submitted.v1"]
    entrants = changed(getattr(submitted, "entrants"), commitment=committed(NAMES))  # noqa: B009
    submitted = changed(submitted, file=REPORT.digest, entrants=entrants)
    adopted = changed(fact["rulebook-adopted.v1"], document=EDITION.digest)
    closed = changed(fact["period-closed.v1"], list_digest=LIST.digest, through_position=9)
    return [
        asked("players", registered, subjects=SUBJECTS),
        asked("pool", fact["pool-opened.v1"], adopted, documents=(EDITION,)),
        asked("carry-over", fact["ratings-carried-over.v1"], fact["entry-capital-decided.v1"]),
        asked(
            "import",
            fact["tournament-registered.v1"],
            submitted,
            fingerprint=sha256(b"file and options").digest(),
            documents=(REPORT,),
            reported_names=NAMES,
        ),
        asked("schedule", fact["list-scheduled.v1"]),
        replace(asked("adjust", fact["ratings-adjusted.v1"]), recorded_by="actor:1"),
        asked("close", fact["bonus-granted.v1"], closed, documents=(LIST,)),
        asked("publish", fact["list-published.v1"]),
        Request("more", (event("2026-05"), event("2026-06", pool="uisp"))),
    ]


def asked(key: str, *facts: Fact, **beside: object) -> Request:
    """A request for some facts."""
    return replace(Request(key, tuple(map(NewEvent, facts))), **beside)  # type: ignore[arg-type]


def changed(struct: S, **fields: object) -> S:
    """A struct with other values."""
    return msgspec.structs.replace(struct, **fields)


def committed(words: tuple[Subject, ...] | tuple[ReportedName, ...]) -> str:
    """A column of commitments."""
    return "".join(commitment(each.salt, each.body) for each in words)


def fill(ledger: Ledger) -> None:
    """Record it all: sixteen events at positions 0 to 15."""
    for request in requests():
        ledger.append(request)
