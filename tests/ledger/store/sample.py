"""A ledger with something of everything: many types, several events to a request, documents."""

from dataclasses import replace
from hashlib import sha256
from typing import TypeVar

import msgspec

from ledger import canonical
from ledger.events.base import Fact
from ledger.store import incarnation
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


def words(
    player: int, salt: bytes, name: str, numbers: dict[str, str], *, replaces: bool = False
) -> Subject:
    """A player's words with his numbers in them."""
    body = canonical.encode({"name": name, "numbers": numbers})
    return Subject(player, salt, body, numbers, replaces)


SUBJECTS = tuple(
    words(player, b"salt %d" % player, f"Player {player}", {"fide": f"90{player}"})
    for player in (1, 2, 571)
)
CHANGED = tuple(
    words(player, b"new %d" % player, f"New {player}", {"fide": f"80{player}"}, replaces=True)
    for player in (1, 571)
)
CORRECTED = (words(2, b"right", "Right", {"fide": "902", "fid": "2"}, replaces=True),)
PART, REPLACEMENT = (Document("report", b"012 Open\n092 %s\n" % word) for word in (b"a", b"b"))
NOTE = (b"salt of the note", "102 Bianchi, Città")
NAMES = tuple(ReportedName(1, row, b"salt %d" % row, b"Rossi, Maria %d" % row) for row in range(3))


def sealed(rows: list[bytes], per_block: int = 2) -> SealedList:
    """A list document: header line, block lines, rows."""
    header = {"block_rows": per_block, "row_width": len(rows[0]), "rows": len(rows)}
    blocks = [b"".join(rows[at : at + per_block]) for at in range(0, len(rows), per_block)]
    lines = [sha256(block).hexdigest().encode() + b"\n" for block in blocks]
    head = canonical.encode(header) + b"\n" + b"".join(lines)
    return SealedList("list", head + b"".join(rows), len(head))


REPORT_AT = 7
"""Position of the first report."""

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
        *corrections(),
    ]


def corrections() -> list[Request]:
    """What happens to a small ledger after its reports: parts, corrections, changes."""
    fact = by_type()
    part = changed(fact["report-part-submitted.v1"], file=PART.digest)
    replaced = changed(
        fact["report-replaced.v1"],
        replaces=REPORT_AT,
        file=REPLACEMENT.digest,
        officials=sha256(NOTE[0] + NOTE[1].encode()).hexdigest(),
    )
    details = changed(fact["player-details-changed.v1"], commitment=committed(CHANGED))
    right = changed(fact["player-details-corrected.v1"], commitment=committed(CORRECTED))
    result = changed(fact["result-corrected.v1"], report=REPORT_AT, game=0)
    return [
        asked("part", part, documents=(PART,)),
        asked("result", result, changed(fact["entrant-reassigned.v1"], report=REPORT_AT)),
        asked("replace", replaced, documents=(REPLACEMENT,), notes={0: NOTE}),
        asked("changed", details, subjects=CHANGED),
        asked("corrected", right, subjects=CORRECTED),
        asked("tournament", fact["tournament-details-corrected.v1"]),
        asked("external", fact["external-list-recorded.v1"]),
        *decisions(),
    ]


def decisions() -> list[Request]:
    """What bodies decide about tournaments, games and ratings."""
    fact = by_type()
    names = ("tournament-refused", "tournament-cancelled", "exemption-granted")
    games = ("game-excluded", "game-admitted")
    lists = ("ratings-annulled", "deviation-recorded", "malus-applied", "malus-withdrawn")
    categories = ("parameter-set", "category-awarded", "category-withdrawn")
    every = (
        *names,
        *games,
        *lists,
        *categories,
        "entry-rating-taken",
        "bonus-withdrawn",
        "tournament-reinstated",
    )
    return [asked(name, fact[f"{name}.v1"]) for name in every]


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
    """Record it all: thirty-nine events at positions 0 to 38, in two incarnations."""
    for request in requests():
        ledger.append(request)
    incarnation.begin(ledger.engine, ledger.clock, by="local")
