"""Import slips: the outcome of each file handed in, recorded or refused.

A slip is no event: it says what a person was told, and may name persons; it can be erased.
"""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from typing import Any, Final, Literal

from sqlalchemy import Engine, Row, select

from ledger import limits, visible
from ledger.errors import BadEvent, LimitExceeded
from ledger.store import drivers
from ledger.store.schema import import_slip
from ledger.store.statements import Statements

_DIGEST_CHARACTERS: Final = 64


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
    """JSON text: what the file was told to lack or to hold in excess."""
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

    def all(self, limit: int = 50) -> list[Slip]:
        """Return the newest slips, at most `limit`, the last first."""
        return self._found(select(import_slip).order_by(import_slip.c.number.desc()).limit(limit))

    def _found(self, statement: Any) -> list[Slip]:
        with self._engine.connect().execution_options(reading=True) as connection:
            return [_slip(row) for row in connection.execute(statement)]


def _slip(row: Row[Any]) -> Slip:
    return Slip(**row._mapping)


def _check(slip: Slip) -> None:
    _within("characters of a file's name", len(slip.file_name), limits.FILE_NAME_CHARACTERS)
    _within("characters of a tournament's id", len(slip.tournament or ""), limits.ID_CHARACTERS)
    for text in (slip.file_name, slip.file, slip.tournament or "", slip.words):
        if "\0" in text or not _is_text(text):
            raise BadEvent("a slip holds a NUL character or a lone surrogate: it cannot be kept")
    visible.check_label(slip.file_name, "file name")
    visible.check_label(slip.tournament or "", "tournament")
    _within("bytes of a slip's words", len(slip.words.encode()), limits.SLIP_BYTES)
    if len(slip.file) != _DIGEST_CHARACTERS:
        raise BadEvent(f"a slip names its file by SHA-256 in hex: {slip.file[:80]!r}")
    if slip.outcome not in ("complete", "refused"):
        raise BadEvent(f"outcome {slip.outcome!r}: a file is taken complete, or refused")
    try:
        json.loads(slip.words)
    except ValueError as error:
        raise BadEvent(f"the words of a slip are JSON text: {error}") from error


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _within(what: str, found: int, limit: int) -> None:
    if found > limit:
        raise LimitExceeded(what, found, limit)
