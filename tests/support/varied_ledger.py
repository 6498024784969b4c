"""A ledger with something of everything: many types, several events to a request, documents."""

from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import TypeVar

import msgspec
from sqlalchemy import text

from ledger import canonical
from ledger.errors import Refused
from ledger.events.base import Fact, Grounds
from ledger.events.opening import ClockCorrected
from ledger.events.register import PersonalDataErased
from ledger.store import incarnation
from ledger.store.ledger import Ledger
from ledger.store.requests import (
    ClientKey,
    Document,
    NewEvent,
    ReportedName,
    Request,
    SealedList,
    Subject,
    commitment,
)
from ledger.store.slips import Slip, Slips
from tests.support.event_samples import by_type
from tests.support.store_facts import START, event

S = TypeVar("S", bound=msgspec.Struct)

REPORT = Document("report", b"012 Open\n001    1      Rossi, Maria\n")
EDITION = Document("edition", canonical.encode({"edition": "2024-03-01", "numbers": {"k": 20}}))


def words(
    player: int, salt: bytes, name: str, numbers: dict[str, str], *, replaces: bool = False
) -> Subject:
    """Return a player's words, numbered by the player."""
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
NOTES = tuple((b"salt of note %d" % number, f"102 Bianchi, Città {number}") for number in range(3))
"""Of the report, its part, its replacement."""
NOTE = NOTES[2]
REASON = (b"salt of reason", "Bianchi, Città: as the arbiter wrote")
ATTACHED = Document("attachment", b"%PDF-1.7\xff\x00 a ruling")
GROUNDS = Grounds(
    reason=commitment(REASON[0], REASON[1].encode()),
    article="art. 5",
    decided_on=date(2025, 11, 3),
    attachments=(ATTACHED.digest,),
)
OF_CLIENT = ClientKey("local", "k-1", sha256(b"sent by a client").digest())


def names(event: int, rows: int) -> tuple[ReportedName, ...]:
    """Return the words of a report, numbered by the event in the request, about the entrants."""
    said = b"Rossi, Maria %d"
    return tuple(ReportedName(event, row, b"salt %d" % row, said % row) for row in range(rows))


def sealed(rows: list[bytes], per_block: int = 2) -> SealedList:
    """A list document: header line, block lines, rows."""
    header = {"block_rows": per_block, "row_width": len(rows[0]), "rows": len(rows)}
    blocks = [b"".join(rows[at : at + per_block]) for at in range(0, len(rows), per_block)]
    lines = [sha256(block).hexdigest().encode() + b"\n" for block in blocks]
    head = canonical.encode(header) + b"\n" + b"".join(lines)
    return SealedList("list", head + b"".join(rows), len(head))


IMPORT = f"import:{REPORT.digest}:options"
"""Key of the request of the first report."""

REPORT_AT = 7
"""Position of the first report."""

LIST = sealed([b"%08d 2012\n" % player for player in (1, 2, 571)])


def requests() -> list[Request]:
    """Return the life of a small ledger after the first event."""
    fact = by_type()
    registered = changed(fact["players-registered.v1"], commitment=committed(SUBJECTS))
    submitted = reported(fact["tournament-submitted.v1"], REPORT, 3, NOTES[0])
    adopted = changed(fact["rulebook-adopted.v1"], document=EDITION.digest)
    closed = changed(fact["period-closed.v1"], list_digest=LIST.digest, through_position=9)
    return [
        asked("players", registered, subjects=SUBJECTS),
        asked("pool", fact["pool-opened.v1"], adopted, documents=(EDITION,)),
        asked("carry-over", fact["ratings-carried-over.v1"], fact["entry-capital-decided.v1"]),
        asked(
            IMPORT,
            fact["tournament-registered.v1"],
            submitted,
            fingerprint=sha256(b"file and options").digest(),
            documents=(REPORT,),
            reported_names=names(1, 3),
            notes={1: NOTES[0]},
        ),
        asked("schedule", fact["list-scheduled.v1"], client=OF_CLIENT),
        Request(
            "adjust",
            (NewEvent(fact["ratings-adjusted.v1"], approved_by="actor:2"),),
            recorded_by="actor:1",
        ),
        asked("close", fact["bonus-granted.v1"], closed, documents=(LIST,)),
        asked("publish", fact["list-published.v1"]),
        Request("more", (event("2026-05"), event("2026-06", pool="uisp"))),
        *corrections(),
    ]


def corrections() -> list[Request]:
    """Return the history of a small ledger after the reports: parts, corrections, changes."""
    fact = by_type()
    part = reported(fact["report-part-submitted.v1"], PART, 2, NOTES[1])
    replaced = reported(fact["report-replaced.v1"], REPLACEMENT, 2, NOTES[2])
    replaced = changed(replaced, replaces=REPORT_AT)
    details = changed(fact["player-details-changed.v1"], commitment=committed(CHANGED))
    right = changed(fact["player-details-corrected.v1"], commitment=committed(CORRECTED))
    result = changed(fact["result-corrected.v1"], report=REPORT_AT, game=0)
    return [
        stated("part", part, documents=(PART,), reported_names=names(0, 2), notes={0: NOTES[1]}),
        stated("result", result, changed(fact["entrant-reassigned.v1"], report=REPORT_AT)),
        asked(
            "replace",
            replaced,
            documents=(REPLACEMENT,),
            reported_names=names(0, 2),
            notes={0: NOTES[2]},
        ),
        asked("changed", details, subjects=CHANGED),
        asked("corrected", right, subjects=CORRECTED),
        asked("tournament", fact["tournament-details-corrected.v1"]),
        asked("external", fact["external-list-recorded.v1"]),
        asked("erase", PersonalDataErased(player="00000600", by="the-council")),
        *decisions(),
    ]


def decisions() -> list[Request]:
    """Return decisions of bodies about tournaments, games and ratings."""
    fact = by_type()
    names = ("tournament-refused", "tournament-cancelled", "exemption-granted")
    games = ("game-excluded", "game-admitted")
    reports = ("report-annulled", "report-reinstated", "report-compared")
    lists = (
        "ratings-annulled",
        "deviation-recorded",
        "malus-applied",
        "malus-withdrawn",
    )
    categories = ("parameter-set", "category-awarded", "category-withdrawn")
    every = (
        *names,
        *games,
        *reports,
        *lists,
        *categories,
        "entry-rating-taken",
        "foreign-player-converted",
        "bonus-withdrawn",
        "adjustment-withdrawn",
        "tournament-reinstated",
        "pool-zone-corrected",
        "game-played",
        "sheet-completed",
        "external-list-completed",
        "external-list-searched",
        "actor-role-granted",
        "actor-role-withdrawn",
        *("api-key-made", "api-key-reopened", "api-key-revoked"),
        "closing-policy-set",
        "rules-compared",
        "body-named",
        "players-merged",
        "players-separated",
        "player-suspended",
        "player-suspension-lifted",
        "player-died",
        "player-death-withdrawn",
        "appeal-rules-set",
        "appeal-filed",
        "appeal-admitted",
        "appeal-answered",
        "member-recused",
        "effect-suspended",
        "appeal-decided",
        "appeal-notified",
        "appeal-declared-inadmissible",
        "approval-policy-set",
        "publication-policy-set",
        *("proposal-made", "proposal-withdrawn"),
    )
    return [asked(name, fact[f"{name}.v1"]) for name in every]


def asked(key: str, *facts: Fact, **beside: object) -> Request:
    """A request for some facts."""
    return replace(Request(key, tuple(map(NewEvent, facts))), **beside)  # type: ignore[arg-type]


def stated(key: str, *facts: Fact, **beside: object) -> Request:
    """A request for some facts on stated grounds, with an attached file."""
    request = asked(key, *facts, **beside)
    documents = (*request.documents, ATTACHED)
    return replace(request, grounds=GROUNDS, reason=REASON, documents=documents)


def changed(struct: S, **fields: object) -> S:
    """A struct with other values."""
    return msgspec.structs.replace(struct, **fields)


def reported(report: S, file: Document, rows: int, note: tuple[bytes, str]) -> S:
    """Return a report of a file with the names of entrants and arbiters."""
    entrants = changed(getattr(report, "entrants"), commitment=committed(names(0, rows)))  # noqa: B009
    officials = commitment(note[0], note[1].encode())
    return changed(report, file=file.digest, entrants=entrants, officials=officials)


def committed(words: tuple[Subject, ...] | tuple[ReportedName, ...]) -> str:
    """A column of commitments."""
    return "".join(commitment(word.salt, word.body) for word in words)


def fill(ledger: Ledger) -> None:
    """Record all, in two incarnations, and the rows beside; the first requests in a single
    commit.
    """
    for answer in ledger.append_many(requests()):
        if isinstance(answer, Refused):
            raise answer
    ledger.append(asked("clock", clock_corrected(ledger)))
    incarnation.begin(ledger.engine, ledger.clock, by="local")
    beside(ledger)


REFUSED_SLIP = Slip(START, "open.trf", "0" * 64, "refused", words='[{"line":3}]')
TAKEN_SLIP = Slip(START, "open.trf", REPORT.digest, "complete", "T-000412", REPORT_AT - 1)


def beside(ledger: Ledger) -> None:
    """Write slips, and the recording actors: three rows each."""
    for slip in (REFUSED_SLIP, TAKEN_SLIP, TAKEN_SLIP):
        Slips(ledger.engine).write(slip)
    with ledger.engine.begin() as connection:
        for row in ("'local', 'program', NULL, NULL", "'actor:1', 'person', 'Anna Città', 571",
                    "'actor:2', 'person', 'Ugo Verdi', NULL"):  # fmt: skip
            connection.execute(text(f"INSERT INTO actor VALUES ({row})"))


def clock_corrected(ledger: Ledger) -> ClockCorrected:
    """Correct the clock of two events of two requests: both were in truth recorded by the first
    instant.
    """
    first, last = 8, 9
    return ClockCorrected(
        first=first, last=last, true_until=ledger.read.at([first])[first].recorded_at
    )
