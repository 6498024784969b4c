"""Answers as values: rows of one type, the facts about the whole answer, and types of values."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct, structs

from ledger.errors import Refused
from ledger.expected import from_to, or_later, or_more
from ledger.sentences import Amount, Input, Position, Remedy, Sentence
from ledger.store.reading import Reader

R = TypeVar("R", bound=msgspec.Struct)
A_co = TypeVar("A_co", bound=msgspec.Struct, covariant=True)

VERSION: Final = 2
"""Version of the documents made of answers."""


class Instant(int):
    """Microseconds since 1970, UTC."""


class Answer(msgspec.Struct, Generic[R, A_co], frozen=True):
    """Rows of one type; `about` holds the pool, the position known, the next page."""

    about: A_co
    rows: tuple[R, ...]


def known_to(read: Reader) -> Position:
    """Return the last position of the ledger, for what is known now."""
    return Position(read.head().next_position - 1)


def wrong_value(
    name: str,
    found: object,
    problem: Sentence,
    expected: Sentence,
    *,
    code: str = "number-out-of-range",
) -> Refused:
    """Return the refusal of the value of an input, such as `limit`."""
    says = Sentence(
        "{input} {found}: {problem}", input=Input(name), found=str(found), problem=problem
    )
    return Refused(says, code=code, field=name, found=found, expected=expected)


def out_of_range(name: str, found: int, least: int, most: int) -> Refused:
    """Return the refusal of a number out of a range, both ends included."""
    ends = Amount(least), Amount(most)
    problem = Sentence("write a number from {least} to {most}", least=ends[0], most=ends[1])
    return wrong_value(name, found, problem, from_to(*ends))


def check_page(page: int, most: int | None = None) -> None:
    """Refuse a page below 1, or above the last that is shown."""
    if page < 1 or (most is not None and page > most):
        problem = Sentence("pages are counted from 1")
        raise wrong_value("page", page, problem, from_to(1, most) if most else or_more(1))


def unknown_tournament(tournament: str) -> Refused:
    """Return the refusal of a tournament that is not in the ledger."""
    return Refused(
        Sentence(
            "there is no tournament '{tournament}': {list} names them",
            tournament=tournament,
            list=Remedy("list-tournaments"),
        ),
        code="unknown-tournament",
        field="tournament",
        found=tournament,
    )


def check_tournament(read: Reader, tournament: str | None) -> None:
    """Refuse a tournament that is not in the ledger; None: no tournament is named."""
    if tournament is not None and read.first_in_stream(f"tournament-{tournament}") is None:
        raise unknown_tournament(tournament)


def check_limit(limit: int | None) -> None:
    """Refuse a negative number of rows."""
    if limit is not None and limit < 0:
        problem = Sentence("write how many rows; 0 for all")
        raise wrong_value("limit", limit, problem, or_more(0))


def check_days(since: date | None, until: date | None) -> None:
    """Refuse a last day before the first."""
    if since is not None and until is not None and until < since:
        raise Refused(
            Sentence(
                "{until} {last} comes before {since} {first}",
                until=Input("until"),
                last=str(until),
                since=Input("since"),
                first=str(since),
            ),
            code="days-out-of-order",
            field="until",
            found=str(until),
            expected=or_later(since),
        )


RowOf = Mapping[str, Any]
"""The fields of a row by name."""


def fields(row: Struct) -> RowOf:
    """Return the fields of a row by name, columns and a person's details beside the others."""
    return spread({name: getattr(row, name) for name in row.__struct_fields__})


def stated(about: Struct) -> RowOf:
    """Return the fields of `about` in a document; some types leave out fields at their default."""
    if not type(about).__struct_config__.omit_defaults:
        return fields(about)
    defaults = {field.name: field.default for field in structs.fields(about)}
    return {name: of for name, of in structs.asdict(about).items() if of != defaults[name]}


def spread(row: RowOf) -> RowOf:
    """Put the columns of a list, and of a person, beside the other fields of a row."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name == "person" and hasattr(value, "__struct_fields__"):
            found |= fields(value)
        elif name in ("columns", "person") and isinstance(value, Mapping):
            found |= value
        elif name != "person":
            found[name] = value
    return found
