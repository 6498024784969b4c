"""Details of a person typed by an operator: name, birth year, sex, federation, number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ledger.errors import Refused, Remedy
from ledger.intake.formats.text import composed, federation_in
from ledger.register import identities
from ledger.register.people import Person
from ledger.store.reading import Reader
from ledger.visible import UNSEEN

LONGEST_NAME: Final = 200

YEARS: Final = range(1900, 2101)
"""Birth years that are taken; 0 is unknown."""

NONE: Final = "none"
"""What takes a federation, a sex or a number away."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Wanted details of a player; None: unchanged, `none` (a year: 0): unknown."""

    name: str | None = None
    birth_year: int | None = None
    sex: str | None = None
    federation: str | None = None
    number: str | None = None
    """Another body's, as `fide:123`; `fide:none` takes it away."""
    committee: str | None = None
    """The local body the player belongs to."""


def wanted_person(read: Reader, before: Person, wanted: Wanted) -> Person:
    """Return the player as wanted. Raises Refused for wrong values."""
    if wanted == Wanted():
        raise Refused("say what is to be different: see --help", code="option-needed")
    committee = before.committee
    if wanted.committee is not None:
        is_none = wanted.committee.lower() == NONE
        committee = "" if is_none else _seen("committee", wanted.committee)
    return before._replace(
        name=before.name if wanted.name is None else _seen("name", wanted.name),
        birth_year=before.birth_year if wanted.birth_year is None else _year(wanted.birth_year),
        sex=before.sex if wanted.sex is None else _sex(wanted.sex),
        federation=before.federation if wanted.federation is None else _code(wanted.federation),
        numbers=_numbers(read, before, wanted.number),
        committee=committee,
    )


def _seen(what: str, text: str) -> str:
    written = composed(text)
    if not 0 < len(written) <= LONGEST_NAME or UNSEEN.search(written):
        raise Refused(
            f"{what} {text!r}: 1 to {LONGEST_NAME} characters that can be seen",
            code="text-wrong",
            field=what,
            found=text,
            expected=f"1 to {LONGEST_NAME} characters",
        )
    return written


def _year(year: int) -> int:
    if year and year not in YEARS:
        raise Refused(
            f"birth year {year}: {YEARS[0]} to {YEARS[-1]}, or 0 for unknown",
            code="number-out-of-range",
            field="birth-year",
            found=year,
            expected=f"{YEARS[0]} to {YEARS[-1]}, or 0",
        )
    return year


def _sex(text: str) -> str:
    if text.lower() not in ("m", "w", NONE):
        raise Refused(
            f"sex {text!r}: m, w, or {NONE} where it is unknown",
            code="word-wrong",
            field="sex",
            found=text,
            expected=f"m, w or {NONE}",
        )
    return "" if text.lower() == NONE else text.lower()


def _code(text: str) -> str:
    code = federation_in(text)
    if not code and text.lower() != NONE:
        raise Refused(
            f"federation {text!r}: three letters, or {NONE}",
            code="word-wrong",
            field="federation",
            found=text,
            expected=f"three letters, or {NONE}",
        )
    return code


def _numbers(read: Reader, before: Person, text: str | None) -> dict[str, str]:
    """Return the player's numbers with a number added or removed."""
    numbers = dict(before.numbers)
    if text is None:
        return numbers
    scheme, _, written = (part.strip() for part in text.lower().partition(":"))
    number = identities.number_in(scheme, written) if identities.is_scheme(scheme) else None
    if scheme in numbers and written == NONE:
        del numbers[scheme]
        return numbers
    if number is None:
        raise Refused(
            f"number {text!r}: a body and its number, as fide:123",
            code="number-wrong",
            field="number",
            found=text,
            expected="a body and its number, as fide:123",
        )
    holder = read.players_by_number(scheme, [number]).get(number, before.player)
    if holder != before.player:
        raise Refused(
            f"number {text!r} is that of {identities.show(holder)}: take it away from him first "
            f"(--number {scheme}:{NONE}), if it is not his",
            code="number-taken",
            field="number",
            found=text,
            remedy=Remedy(
                "player correct",
                (identities.show(holder), "--number", f"{scheme}:{NONE}", "--by", "BODY"),
            ),
        )
    return numbers | {scheme: number}
