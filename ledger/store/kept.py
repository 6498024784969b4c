"""What lies beside the events, held against what the events say of it.

Documents are found again under their digest, in the kind the event names; words about persons
under the commitment in the event, unless they were erased.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from sqlalchemy import Engine, select

from ledger import canonical, columns
from ledger.errors import BadEvent
from ledger.events.base import Fact
from ledger.events.register import PlayersRegistered
from ledger.events.report import ReportFact
from ledger.store.faults import Fault
from ledger.store.reading import Reader
from ledger.store.requests import commitment
from ledger.store.schema import document

References = dict[str, str]
"""Documents that events speak of: digest and kind."""


def refer(fact: Fact, references: References) -> None:
    """Note the document that an event speaks of."""
    if fact.DOCUMENT:
        field, kind = fact.DOCUMENT
        digest = getattr(fact, field)
        if digest:
            references[digest] = kind


def documents(engine: Engine, references: References) -> Iterator[Fault]:
    """Check every document's bytes and kind, and that none of those spoken of is missing.

    Lists and reports come with an event that speaks of them; only an edition may stand alone.
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
                yield Fault(place, f"kind {row.kind}", f"{kind} by the event")
            found = document_digest(row.kind, bytes(row.bytes))
            if found != row.digest:
                yield Fault(place, f"bytes with digest {found}", "its own digest")
    for digest, kind in missing.items():
        yield Fault(f"document {digest}", "nothing", f"the {kind} that an event speaks of")


def words(reader: Reader, position: int, fact: Fact) -> Iterator[Fault]:
    """Check what is kept of the persons in an event against its commitments."""
    match fact:
        case PlayersRegistered():
            players = columns.read(fact.player, columns.PLAYER).tolist()
            said = dict(zip(players, _commitments(fact.commitment), strict=True))
            found, place = reader.subjects(players), "subject {}"
        case ReportFact():
            said = dict(enumerate(_commitments(fact.entrants.commitment)))
            found, place = (
                reader.reported_names(position),
                f"reported name {position}, entrant {{}}",
            )
        case _:
            return
    for number, (salt, body) in found.items():
        if commitment(salt, body) != said.get(number):
            yield Fault(place.format(number), "other words", "those the event is committed to")


def _commitments(column: str) -> list[str]:
    width = columns.COMMITMENT
    return [column[start : start + width] for start in range(0, len(column), width)]


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
