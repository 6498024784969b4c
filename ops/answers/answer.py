"""Answers as values: rows of one type, the facts about the whole answer, and types of values."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final, Generic, TypeVar

import msgspec

from ledger.errors import Refused
from ledger.sentences import Position, Remedy
from ledger.store.reading import Reader

R = TypeVar("R", bound=msgspec.Struct)

VERSION: Final = 2
"""Version of the documents made of answers."""


class Change(int):
    """Difference of two ratings, or points added; a table shows +9."""


class Instant(int):
    """Microseconds since 1970, UTC."""


class Answer(msgspec.Struct, Generic[R], frozen=True):
    """Rows of one type; `about` holds the pool, the position known, the next page."""

    about: Mapping[str, Any]
    rows: tuple[R, ...]


def known_to(read: Reader) -> dict[str, Position]:
    """Return the last position of the ledger, as answers name it, for what is known now."""
    return {"known_to": Position(read.head().next_position - 1)}


def wrong_value(
    option: str, found: object, problem: str, expected: str, *, code: str = "number-out-of-range"
) -> Refused:
    """Return the refusal of the value of an option, such as --limit."""
    field = option.removeprefix("--")
    return Refused(
        f"{option} {found}: {problem}", code=code, field=field, found=found, expected=expected
    )


def unknown_tournament(tournament: str) -> Refused:
    """Return the refusal of a tournament that is not in the ledger."""
    return Refused(
        f"there is no tournament {tournament!r}: `ledger tournament list` names them",
        code="unknown-tournament",
        field="tournament",
        found=tournament,
        remedy=Remedy("list-tournaments"),
    )


def check_limit(limit: int | None) -> None:
    """Refuse a negative number of rows."""
    if limit is not None and limit < 0:
        problem = "--limit: write how many rows; 0 for all"
        raise Refused(problem, code="number-out-of-range", field="limit", expected="0 or more")


def check_days(since: date | None, until: date | None) -> None:
    """Refuse a last day before the first."""
    if since is not None and until is not None and until < since:
        raise Refused(
            f"--until {until} comes before --since {since}",
            code="days-out-of-order",
            field="until",
            found=str(until),
            expected=f"{since} or later",
        )
