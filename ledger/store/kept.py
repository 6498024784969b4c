"""Rows beside the events, checked against the events.

Documents are found again under their digest, in the kind the event names; words about persons
under the latest commitment in an event, unless they were erased; other bodies' numbers of players
in the committed words.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, Row, exists, func, select

from ledger import canonical
from ledger.errors import BadEvent
from ledger.events.catalogue import Body
from ledger.sentences import Remedy, Sentence
from ledger.store import committing, name_pages
from ledger.store.faults import (
    COMMITTED,
    NOTHING,
    OTHER,
    SAID_GONE,
    STILL_THERE,
    Erased,
    Fault,
    Said,
    beside,
)
from ledger.store.name_pages import NamePage
from ledger.store.requests import commitment
from ledger.store.schema import document, name_page, subject, subject_number
from ledger.store.snapshots import stream

_PAGE: Final = 1_000
_MODULUS: Final = 1 << 256


class _Words(msgspec.Struct):
    numbers: dict[str, str] = {}


class StoredWords(NamedTuple):
    """Stored data of a player: words, and numbers for the search."""

    player: int
    salt: bytes
    body: bytes
    numbers: frozenset[tuple[str, str]]
    """Scheme and number."""


def claimed(body: bytes) -> Mapping[str, str]:
    """Return the numbers in a player's words, by scheme; empty if the words have no numbers."""
    try:
        return msgspec.json.decode(body, type=_Words).numbers
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return {}


def differing(stored: StoredWords) -> list[str]:
    """Return the schemes with differing numbers in table and words, in order."""
    return sorted({scheme for scheme, _ in claimed(stored.body).items() ^ stored.numbers})


def stored_words(connection: Connection) -> Iterator[StoredWords]:
    """Yield all players with stored words, by register number; use a fixed snapshot."""
    number = subject_number.c
    statement = (
        select(subject, number.scheme, number.number)
        .outerjoin(subject_number, number.player == subject.c.player)
        .order_by(subject.c.player)
    )
    rows = stream(connection, statement, _PAGE)
    for player, same_player in groupby(rows, key=lambda row: int(row.player)):
        first, *others = same_player
        numbers = {(row.scheme, row.number) for row in (first, *others) if row.scheme is not None}
        yield StoredWords(player, bytes(first.salt), bytes(first.body), frozenset(numbers))


def of_nobody(connection: Connection) -> Iterator[tuple[str, int]]:
    """Yield scheme and player of numbers without stored words of the player."""
    words = exists().where(subject.c.player == subject_number.c.player)
    statement = (
        select(subject_number.c.scheme, subject_number.c.player)
        .where(~words)
        .order_by(subject_number.c.player, subject_number.c.scheme)
    )
    for row in stream(connection, statement, _PAGE):
        yield row.scheme, row.player


class Balance:
    """Numbers in words compared with numbers in the table, in any order.

    Each counts as the SHA-256 of scheme, number and player; what is kept is the difference of the
    two sums modulo 2**256, so that memory does not grow.
    """

    def __init__(self) -> None:
        self._difference = 0

    def add_words(self, player: int, body: bytes) -> None:
        """Add the numbers in a player's words."""
        for scheme, number in claimed(body).items():
            self._difference += _weight(scheme, number, player)

    def subtract(self, scheme: str, number: str, player: int) -> None:
        """Subtract a number of the table."""
        self._difference -= _weight(scheme, number, player)

    def agrees(self) -> bool:
        """Return whether words and table hold the same numbers."""
        return self._difference % _MODULUS == 0


def _weight(scheme: str, number: str, player: int) -> int:
    return int.from_bytes(sha256(canonical.encode([scheme, number, player])).digest())


THE_DIGEST: Final = Sentence("the digest recorded for the document")
_UNCOMMITTED: Final = Sentence("none: no event commits to them, or they are erased")
OF_PERSONS: Final = ("report", "list-rows", "attachment")
"""Kinds of documents that name persons: they may be emptied."""

_DOCUMENTS: Final = 500
"""Digests of one statement."""

References = dict[tuple[str, str], str]
"""Documents that events speak of, by digest and kind: the stream of the first such event."""


def refer(body: Body[Any], references: References) -> None:
    """Note the documents named by an event: own documents and attachments."""
    fact = body.payload
    if fact.DOCUMENT:
        field, kind = fact.DOCUMENT
        digest = getattr(fact, field)
        if digest:
            references.setdefault((digest, kind), body.stream)
    for digest in body.grounds.attachments if body.grounds is not None else ():
        references.setdefault((digest, "attachment"), body.stream)


def documents(connection: Connection, references: References, erased: Erased) -> Iterator[Fault]:
    """Check the bytes of the documents that events speak of, and that none is missing.

    A document about persons may be empty if an erasure names it.
    """
    missing = set(references)
    for row in _stored(connection, sorted({digest for digest, _ in references})):
        if (row.digest, row.kind) in references:  # `documents_of_nothing` names the others
            missing.discard((row.digest, row.kind))
            yield from _bytes(row, references[row.digest, row.kind], erased)
    for digest, kind in sorted(missing):
        expected = Sentence(
            "the {kind} that an event of {stream} speaks of",
            kind=kind,
            stream=references[digest, kind],
        )
        yield beside(of_document(digest), NOTHING, expected)


def documents_of_nothing(
    connection: Connection, references: References, erased: Erased
) -> Iterator[Fault]:
    """Yield the documents that no event speaks of under their kind, with all references known."""
    every = stream(connection, select(document.c.digest, document.c.kind))
    unknown = {row.digest for row in every if (row.digest, row.kind) not in references}
    for row in _stored(connection, sorted(unknown)):
        if (row.digest, row.kind) not in references:
            kinds = sorted(kind for digest, kind in references if digest == row.digest)
            expected = Sentence("{kinds} by the events", kinds=kinds or NOTHING)
            yield beside(of_document(row.digest), Sentence("kind {kind}", kind=row.kind), expected)
            yield from _bytes(row, NOTHING, erased)


def _bytes(row: Row[Any], stream_of: Said, erased: Erased) -> Iterator[Fault]:
    place, data = of_document(row.digest), bytes(row.bytes)
    of = {"kind": row.kind, "stream": stream_of}
    found, named = document_digest(row.kind, data), row.digest in erased.documents
    if found == row.digest:
        if named and data:
            yield beside(place, Sentence("bytes"), SAID_GONE)
    elif not is_emptied(row.kind, data):
        expected = Sentence("the digest recorded for the document ({kind} of {stream})", **of)
        yield beside(place, Sentence("bytes with digest {digest}", digest=found), expected)
    elif erased.persons and not named:
        expected = Sentence(
            "those of its digest ({kind} of {stream}): no erasure event names it", **of
        )
        yield beside(place, Sentence("no bytes"), expected)


def _stored(connection: Connection, digests: Sequence[str]) -> Iterator[Row[Any]]:
    """Yield the rows of documents; a single one is in memory."""
    for start in range(0, len(digests), _DOCUMENTS):
        wanted = document.c.digest.in_(digests[start : start + _DOCUMENTS])
        yield from stream(connection, select(document).where(wanted), 1)


def of_document(digest: str) -> Sentence:
    """Return a document as the place of a fault."""
    return Sentence("document {digest}", digest=digest)


def is_emptied(kind: str, data: bytes) -> bool:
    """Return whether a document of persons was erased: no bytes remain."""
    return kind in OF_PERSONS and not data


def emptied(engine: Engine) -> int:
    """Count the emptied documents of persons; a file that was always empty does not count."""
    empty = document.c.bytes == b"", document.c.digest != sha256(b"").hexdigest()
    statement = select(func.count()).where(document.c.kind.in_(OF_PERSONS), *empty)
    with engine.connect().execution_options(reading=True) as connection:
        return int(connection.execute(statement).scalar_one())


def subjects(
    connection: Connection, latest: committing.Latest, *, persons: bool = True
) -> Iterator[Fault]:
    """Check the stored words of each player against the latest commitment; report missing words.

    A player's numbers are those that their words say; with the words they are erased. Not
    `persons`: words may be gone. Each commitment that was compared is removed from `latest`.
    """
    names = _Names(connection, latest)
    for stored in stored_words(connection):
        known = latest.of(stored.player)
        agrees = commitment(stored.salt, stored.body) == known
        yield from names.take(stored, agrees=agrees)
        latest.forget(stored.player)
        if not agrees:
            expected = COMMITTED if known else _UNCOMMITTED
            yield beside(of_subject(stored.player), OTHER if known else STILL_THERE, expected)
            continue
        for scheme in differing(stored):
            found = Sentence("other than said under {scheme}", scheme=scheme)
            expected = Sentence("the number in the recorded words of the player")
            yield beside(_of_number(stored.player), found, expected)
    yield from names.end()
    for player in latest.players() if persons else ():
        yield beside(of_subject(player), NOTHING, COMMITTED)
    for scheme, player in of_nobody(connection):
        found = Sentence("one under {scheme}", scheme=scheme)
        yield beside(_of_number(player), found, Sentence("none without their words"))


def of_subject(player: int) -> Sentence:
    """Return the words of a player as the place of a fault."""
    return Sentence("subject {player}", player=player)


def _of_number(player: int) -> Sentence:
    return Sentence("number of subject {player}", player=player)


class _Names:
    """The index of names, compared page by page with the words of the players.

    A page is passed over where words are at fault themselves, or missing.
    """

    def __init__(self, connection: Connection, latest: committing.Latest) -> None:
        self._rows = stream(connection, select(name_page).order_by(name_page.c.page))
        self._next = next(self._rows, None)
        self._latest = latest
        """The commitments that were not compared yet."""
        self._page, self._words, self._agree = -1, dict[int, bytes](), True

    def take(self, stored: StoredWords, *, agrees: bool) -> Iterator[Fault]:
        """Check the index as far as the next player in the order of register numbers."""
        page = stored.player // name_pages.PLAYERS
        if page != self._page:
            yield from self._checked()
            self._page, self._words, self._agree = page, {}, True
        self._words[stored.player] = stored.body
        self._agree &= agrees

    def end(self) -> Iterator[Fault]:
        """Check what is left after the last player."""
        yield from self._checked()
        yield from self._before(_MODULUS)

    def _checked(self) -> Iterator[Fault]:
        if self._words:
            yield from self._before(self._page)
            yield from self._compared(self._page, self._words, agree=self._agree)

    def _before(self, page: int) -> Iterator[Fault]:
        """Check the stored pages before another one: their players have no words."""
        while self._next is not None and self._next.page < page:
            yield from self._compared(self._next.page, {})

    def _compared(
        self, page: int, words: dict[int, bytes], *, agree: bool = True
    ) -> Iterator[Fault]:
        stored = None
        if self._next is not None and self._next.page == page:
            stored = NamePage(bytes(self._next.signs), bytes(self._next.keys), self._next.crc)
            self._next = next(self._rows, None)
        players = name_pages.players_of(page)
        whole = agree and not any(map(self._latest.of, players))
        if whole and stored != name_pages.made(page, words):
            place = Sentence(
                "index of the names of players {first} to {last}",
                first=players[0],
                last=players[-1],
            )
            expected = Sentence(
                "the names in their words: {remedy} makes it anew", remedy=Remedy("rebuild-ledger")
            )
            yield beside(place, OTHER if stored else NOTHING, expected)


def document_digest(kind: str, data: bytes) -> str:
    """Return the digest of a document; of a list, the digest of header and block lines."""
    return list_digest(data) if kind == "list" else sha256(data).hexdigest()


def list_digest(data: bytes) -> str:
    """Return the digest of a sealed list, and check the rows against the block lines.

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
    layout = canonical.decode(header)
    width, rows, per_block = layout["row_width"], layout["rows"], layout["block_rows"]
    if not all(isinstance(number, int) for number in (width, rows, per_block)):
        raise ValueError("row_width, rows and block_rows are numbers")
    if width < 1 or rows < 0 or per_block < 1:
        raise ValueError(f"{rows} rows of {width} bytes in blocks of {per_block}")
    return width, rows, per_block
