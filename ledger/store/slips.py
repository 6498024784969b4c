"""Import slips: the outcome of each file handed in, recorded or refused.

A slip is no event: it says what a person was told, and may name persons; it can be erased. Slips
are checked against the requests and reports of accepted files.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any, Final, Literal

from sqlalchemy import Connection, Engine, Row, and_, select

from ledger import limits, visible
from ledger.errors import BadEvent, check_at_most
from ledger.sentences import Sentence
from ledger.store import drivers
from ledger.store.faults import Erased, Fault, beside
from ledger.store.schema import append_request, event, import_slip, keys_of_clients
from ledger.store.snapshots import stream
from ledger.store.statements import Statements

_DIGEST_CHARACTERS: Final = 64

_SLIPS: Final = (
    select(import_slip, append_request.c.key, event.c.stream)
    .outerjoin(
        append_request,
        and_(append_request.c.first_position == import_slip.c.first_position, ~keys_of_clients),
    )
    .outerjoin(event, event.c.position == append_request.c.last_position)
    .order_by(import_slip.c.number)
)
"""Each slip with the key of its request, and the stream of the report that ends the request."""

_NO_GAP: Final = Sentence("numbers from 1 without a gap, but for erased slips")
_SLIP: Final = Sentence("a slip")


@dataclass(frozen=True, slots=True)
class Slip:
    """The outcome of a file."""

    instant: int
    """Microseconds since 1970, UTC."""
    file_name: str
    file: str
    """SHA-256 of the file, in hex."""
    outcome: Literal["complete", "refused"]
    tournament: str | None = None
    first_position: int | None = None
    """Of the request that recorded it."""
    words: str = "[]"
    """JSON text: what the file was told, as codes, templates and values, in no language."""
    handed_in_by: str | None = None
    """The actor who brought the file; None: not known, in a ledger of an older program."""
    number: int = 0
    """From 1, given by the ledger."""


class Slips:
    """The slips of a ledger, by number."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def write(self, slip: Slip) -> int:
        """Store a slip; return the next number (the slip's own number is ignored).

        Raises BadEvent for what a database could not keep as it is, LimitExceeded, Unavailable,
        OutcomeUnknown.
        """
        _check(slip)
        with drivers.writing(self._engine) as cursor:
            stored = Statements(cursor, self._engine.dialect.name)
            number = stored.next_slip()
            stored.insert("import_slip", [(number, *astuple(slip)[:-1])])
        return number

    def read(self, number: int) -> Slip | None:
        """Return a slip by number; None if absent."""
        found = self._found(select(import_slip).where(import_slip.c.number == number))
        return found[0] if found else None

    def all(self, limit: int = 50, by: str | None = None) -> list[Slip]:
        """Return the newest slips, at most `limit`, the last first; of an actor, or of all."""
        newest = select(import_slip).order_by(import_slip.c.number.desc()).limit(limit)
        return self._found(newest if by is None else newest.where(import_slip.c.handed_in_by == by))

    def _found(self, statement: Any) -> list[Slip]:
        with self._engine.connect().execution_options(reading=True) as connection:
            return [Slip(**row._mapping) for row in connection.execute(statement)]


def _check(slip: Slip) -> None:
    check_at_most(
        Sentence("characters of a file's name"), len(slip.file_name), limits.FILE_NAME_CHARACTERS
    )
    tournament = slip.tournament or ""
    check_at_most(
        Sentence("characters of a tournament's id"), len(tournament), limits.ID_CHARACTERS
    )
    by = slip.handed_in_by or ""
    check_at_most(Sentence("characters of an actor's id"), len(by), limits.ID_CHARACTERS)
    for text in (slip.file_name, slip.file, tournament, slip.words, by):
        if re.search("[\0\ud800-\udfff]", text):
            raise BadEvent(
                Sentence("a slip holds a NUL character or a lone surrogate: it cannot be kept")
            )
    visible.check_label(slip.file_name, "file name")
    visible.check_label(tournament, "tournament")
    visible.check_label(by, "handed in by")
    check_at_most(Sentence("bytes of a slip's words"), len(slip.words.encode()), limits.SLIP_BYTES)
    if len(slip.file) != _DIGEST_CHARACTERS:
        raise BadEvent(
            Sentence("a slip names its file by SHA-256 in hex: {file}", file=repr(slip.file[:80]))
        )
    if slip.outcome not in ("complete", "refused"):
        raise BadEvent(
            Sentence(
                "outcome {outcome}: a file is taken complete, or refused",
                outcome=repr(slip.outcome),
            )
        )
    try:
        json.loads(slip.words)
    except ValueError as error:
        raise BadEvent(
            Sentence("the words of a slip are JSON text: {error}", error=str(error))
        ) from error


def faults(connection: Connection, erased: Erased) -> Iterator[Fault]:
    """Check all slips: numbered from 1 without a gap; accepted files have a request.

    A gap is allowed where an erasure names its slips. What a slip says besides is not bound; a
    slip that is missing at the end is not noticed.
    """
    before = 0
    for row in stream(connection, _SLIPS):
        place = _of_slip(row.number)
        gone = sum(before < number < row.number for number in erased.slips)
        if row.number < 1:
            yield beside(place, _SLIP, _NO_GAP)
        elif row.number - before - 1 != gone:
            found = Sentence("nothing, then slip {number}", number=row.number)
            yield beside(_of_slip(before + 1), found, _NO_GAP)
        before = max(row.number, before)
        if row.number in erased.slips:
            gone = Sentence("none: an erasure event says that it was deleted")
            yield beside(place, _SLIP, gone)
        yield from _content(row, place)


def _of_slip(number: int) -> Sentence:
    return Sentence("import slip {number}", number=number)


def _content(row: Row[Any], place: Sentence) -> Iterator[Fault]:
    position = row.first_position
    if not _is_list(row.words):
        where = Sentence("{place}, words", place=place)
        yield beside(where, Sentence("no list"), Sentence("a list in JSON"))
    if row.outcome == "refused":
        if position is not None:
            found = Sentence("a refused file at position {position}", position=position)
            yield beside(place, found, Sentence("no position"))
    elif row.key is None or not row.key.startswith(f"import:{row.file}:"):
        expected = Sentence("the first position of the request that took this file")
        yield beside(place, Sentence("position {position}", position=position), expected)
    elif row.stream != f"tournament-{row.tournament}":
        found = Sentence("tournament {tournament}", tournament=row.tournament)
        yield beside(place, found, Sentence("{stream} by the report", stream=row.stream))


def _is_list(words: str) -> bool:
    try:
        return isinstance(json.loads(words), list)
    except ValueError:
        return False
