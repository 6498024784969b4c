"""The kinds of the columns of a ledger, checked when a row is read.

SQLite checks the kind of a value when it is written, not when it is read: after a flipped bit in
its file, a number lies where a text was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import BigInteger, Dialect, Integer, LargeBinary, Text

from ledger.errors import Damaged


class _Stored:
    kind: type

    def result_processor(self, _dialect: Dialect, _code: object) -> Callable[[Any], Any]:
        """Return the check of a value read from the database."""
        kind = self.kind

        def checked(value: Any) -> Any:
            if value is None or type(value) is kind:
                return value
            raise Damaged(
                f"the database is damaged ({type(value).__name__} where {kind.__name__} is stored)"
                ": `ledger verify` names the place; restore the ledger from a backup or a dump"
            )

        return checked


class StoredBytes(_Stored, LargeBinary):
    """Bytes."""

    kind = bytes


class StoredText(_Stored, Text):
    """Text."""

    kind = str


class StoredInteger(_Stored, Integer):
    """A 64-bit integer in SQLite."""

    kind = int


class StoredBigInteger(_Stored, BigInteger):
    """A 64-bit integer in PostgreSQL."""

    kind = int
