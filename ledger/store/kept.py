"""What lies beside the events, held against what the events say of it.

Documents are found again under their digest, in the kind the event names; words about persons
under the latest commitment in an event, unless they were erased.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

from sqlalchemy import Engine, func, select

from ledger import canonical
from ledger.errors import BadEvent
from ledger.events.base import Fact
from ledger.events.report import ReportFact
from ledger.store import claims, committing
from ledger.store.faults import Fault
from ledger.store.reading import Reader, Recorded
from ledger.store.requests import commitment
from ledger.store.schema import document

References = dict[str, str]
"""Documents that events speak of: digest and kind."""

_OTHER: Final = "other words"
_COMMITTED: Final = "those the event is committed to"


def refer(fact: Fact, references: References) -> None:
    """Note the document that an event speaks of."""
    if fact.DOCUMENT:
        field, kind = fact.DOCUMENT
        digest = getattr(fact, field)
        if digest:
            references[digest] = kind


def documents(engine: Engine, references: References) -> Iterator[Fault]:
    """Check every document's bytes and kind, and that none of those spoken of is missing.

    Lists and reports come with an event that speaks of them; only an edition may stand alone. A
    report may have been emptied.
    """
    missing = dict(references)
    with (
        engine.connect().execution_options(reading=True, yield_per=1) as connection,
        connection.execute(select(document)) as rows,
    ):
        for row in rows:
            place = f"document {row.digest}"
            missing.pop(row.digest, None)
            kind = references.get(row.digest, "edition")
            if row.kind != kind:
                yield _beside(place, f"kind {row.kind}", f"{kind} by the event")
            found = document_digest(row.kind, bytes(row.bytes))
            if found != row.digest and not is_emptied(row.kind, row.bytes):
                yield _beside(place, f"bytes with digest {found}", "its own digest")
    for digest, kind in missing.items():
        yield _beside(f"document {digest}", "nothing", f"the {kind} that an event speaks of")


def is_emptied(kind: str, data: bytes) -> bool:
    """Tell whether a document is a report whose bytes were erased: it holds none any more."""
    return kind == "report" and not data


def emptied(engine: Engine) -> int:
    """Count the reports that were emptied; a file that never held a byte is none of them."""
    empty = document.c.bytes == b"", document.c.digest != sha256(b"").hexdigest()
    statement = select(func.count()).where(document.c.kind == "report", *empty)
    with engine.connect().execution_options(reading=True) as connection:
        return int(connection.execute(statement).scalar_one())


def _beside(place: str, found: str, expected: str) -> Fault:
    return Fault(place, found, expected, beside=True)


def words(reader: Reader, recorded: Recorded, fact: Fact) -> Iterator[Fault]:
    """Check what is kept of what a report said against the commitments in its event."""
    if not isinstance(fact, ReportFact):
        return
    said = committing.to_entrants(fact)
    for entrant, (salt, body) in reader.reported_names(recorded.position).items():
        if commitment(salt, body) != said.get(entrant):
            place = f"reported name {recorded.position}, entrant {entrant}"
            yield _beside(place, _OTHER, _COMMITTED)
    note = reader.note(recorded.event_id) if fact.officials else None
    if note is not None and commitment(note[0], note[1].encode()) != fact.officials:
        yield _beside(f"note of event {recorded.position}", _OTHER, _COMMITTED)


def subjects(engine: Engine, latest: committing.Latest, last: int) -> Iterator[Fault]:
    """Check what is kept of each player against the latest commitment up to position `last`.

    Words may be replaced while this looks: those to which a later event commits are right too. His
    numbers are those that his words say; with his words they are erased.
    """
    reader = Reader(engine, checked=False)
    for kept in claims.pages(engine):
        found = {each.player: commitment(each.salt, each.body) for each in kept}
        odd = {player: said for player, said in found.items() if said != latest.of(player)}
        wrong = _not_committed_later(reader, odd, last)
        for player in wrong:
            expected = _COMMITTED if latest.of(player) else "nothing: no event speaks of him"
            yield _beside(f"subject {player}", _OTHER if latest.of(player) else "words", expected)
        yield from _numbers(each for each in kept if each.player not in wrong)
    for scheme, player in claims.of_nobody(engine):
        yield _beside(
            f"number of subject {player}", f"one under {scheme}", "none without his words"
        )


def _numbers(kept: Iterable[claims.Kept]) -> Iterator[Fault]:
    for each in kept:
        for scheme in claims.differing(each):
            place = f"number of subject {each.player}"
            yield _beside(place, f"other than said under {scheme}", "those his words say")


def _not_committed_later(reader: Reader, odd: dict[int, str], last: int) -> dict[int, str]:
    """Give those of some players to whose words no event after `last` commits."""
    if odd:
        later = {
            said
            for kind in committing.ABOUT_PLAYERS
            for recorded in reader.of_type(kind.TYPE, last + 1)
            for said in committing.to_players(recorded.decoded().payload)
        }
        odd = {player: said for player, said in odd.items() if (player, said) not in later}
    return odd


def document_digest(kind: str, data: bytes) -> str:
    """Give the digest a document is kept under: of a list, that of its header and block lines."""
    return list_digest(data) if kind == "list" else sha256(data).hexdigest()


def list_digest(data: bytes) -> str:
    """Give a sealed list's digest, and check its rows against the block lines on the way.

    A list stands as header line, one hex line for each block of rows, then the rows; the header
    says how many. A row that does not fit its block gives the digest "row block N differs".
    """
    header, _, rest = data.partition(b"\n")
    try:
        width, rows, per_block = _layout(header)
    except (BadEvent, KeyError, TypeError, ValueError) as error:
        return f"unreadable header ({error})"
    blocks = -(-rows // per_block)
    head_bytes = len(header) + 1 + 65 * blocks
    body = memoryview(data)[head_bytes:]
    if len(data) < head_bytes or len(body) != rows * width:
        return f"{len(body)} bytes of rows in place of {rows * width}"
    for index in range(blocks):
        block = body[index * per_block * width : (index + 1) * per_block * width]
        line = rest[65 * index : 65 * index + 65]
        if sha256(block).hexdigest().encode() + b"\n" != line:
            return f"row block {index + 1} differs from its line"
    return sha256(data[:head_bytes]).hexdigest()


def _layout(header: bytes) -> tuple[int, int, int]:
    said = canonical.decode(header)
    width, rows, per_block = said["row_width"], said["rows"], said["block_rows"]
    if not all(isinstance(number, int) for number in (width, rows, per_block)):
        raise ValueError("row_width, rows and block_rows are numbers")
    if width < 1 or rows < 0 or per_block < 1:
        raise ValueError(f"{rows} rows of {width} bytes in blocks of {per_block}")
    return width, rows, per_block
