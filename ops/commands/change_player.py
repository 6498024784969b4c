"""Corrections and changes of a person in the register, by hand.

Each is one event with a new commitment; the new words take the place of those kept before.
"""

import re
from collections.abc import Callable
from dataclasses import astuple, dataclass
from datetime import date
from functools import partial
from typing import Any, Final

from ledger import canonical, columns
from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected
from ledger.intake.formats.text import composed, federation_in
from ledger.intake.people.registering import committed, kept_earlier, replaced
from ledger.register import identities
from ledger.register.identities import merge_words
from ledger.register.merges import merges
from ledger.register.people import STAYS, UNKNOWN, YEAR_STAYS, Person, persons
from ledger.register.words import Titles, Words, WordsErased, read_words
from ledger.sentences import Remedy, Sentence, plain
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Receipt, Request, Subject, commitment, new_salt
from ledger.visible import UNSEEN
from ops.commands.composed import Composed, UseCase, proposable
from ops.house import House

_UNCHANGED: Final = STAYS * columns.FEDERATION

LONGEST_NAME: Final = 200

YEARS: Final = range(1900, 2101)
"""Birth years that are taken; 0 is unknown."""

NONE: Final = "none"
"""What takes a federation, a sex, a number or a title away."""

_TITLE: Final = re.compile("[A-Z0-9]{1,4}")
_TITLES: Final = re.compile("[A-Z0-9]{1,4}(,[A-Z0-9]{1,4}){0,9}")


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
    title: str | None = None
    """Titles as FIDE's lists print them; see `Titles`."""
    women_title: str | None = None
    other_titles: str | None = None
    online_title: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """A player before and after; `receipt` is None without a difference."""

    before: Person
    after: Person
    receipt: Receipt | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A correction (`on` is None: wrong from the start), or a change from a day on."""

    wanted: Wanted
    on: date | None = None
    decided_by: str = ""
    article: str | None = None

    def key(self) -> list[str]:
        """Return the key of a repetition."""
        if self.on is not None:
            return ["change", self.on.isoformat()]
        return ["correct", self.decided_by, self.article or ""]

    def event(self, before: Person, after: Person, subject: Subject) -> Fact:
        """Return the event; unchanged columns hold the sign for "unchanged"."""
        player = columns.write([subject.player], columns.PLAYER)
        federation = after.federation or UNKNOWN * columns.FEDERATION
        if before.federation == after.federation:
            federation = _UNCHANGED
        if self.on is not None:
            return PlayerDetailsChanged(
                on=self.on, player=player, federation=federation, commitment=committed([subject])
            )
        year = YEAR_STAYS if before.birth_year == after.birth_year else after.birth_year
        return PlayerDetailsCorrected(
            player=player,
            birth_year=columns.write([year], columns.YEAR),
            sex=STAYS if before.sex == after.sex else after.sex or UNKNOWN,
            federation=federation,
            commitment=committed([subject]),
            by=self.decided_by,
            article=self.article,
        )


def correct(
    house: House, player: str, wanted: Wanted, decided_by: str, article: str | None = None
) -> PlayerChanged:
    """Record a correction of a player's data, wrong from the start.

    `player` as `572-4` or `fide:123`; `decided_by` is the body. Raises Refused: values of a wrong
    form, a number in use, a player whose words are erased.
    """
    return _record(house, player, Asked(wanted, decided_by=decided_by, article=article))


def change(house: House, player: str, wanted: Wanted, on: date) -> PlayerChanged:
    """Record another name, federation, number, committee or title of a player from a day on.

    Raises as `correct`; Refused for a birth year or a sex, which are corrected.
    """
    if wanted.birth_year is not None or wanted.sex is not None:
        problem = "a birth year and a sex do not change from a day on: correct them"
        remedy = Remedy("correct-player", player=None, by=None)
        raise Refused(problem, code="not-a-change", remedy=remedy)
    return _record(house, player, Asked(wanted, on))


class _NothingToRecord(Refused):
    """The register holds the wanted values already."""

    def __init__(self, person: Person) -> None:
        self.person = person
        super().__init__(
            f"{identities.show(person.player)} is known so already: nothing is to be recorded",
            code="nothing-differs",
            field="player",
        )


def _record(house: House, player: str, asked: Asked) -> PlayerChanged:
    try:
        done = change_details(house, player, asked)
    except _NothingToRecord as nothing:
        return PlayerChanged(nothing.person, nothing.person, None)
    return PlayerChanged(*done.result, done.receipt)


@proposable
@UseCase
def change_details(house: House, player: str, asked: Asked) -> Composed[tuple[Person, Person]]:
    """Compose a correction or a change; the result is the person before and after."""
    version = identities.last(house.read).version  # before the player is looked up
    number = identities.find(house.read, player)
    kept = house.read.subjects([number]).get(number)
    before = persons(house.read, [number]).get(number)
    if kept is None or before is None:
        raise WordsErased(number)
    after = _wanted_person(house.read, before, asked.wanted)
    if after == before:
        raise _NothingToRecord(before)
    words = {**_words(before, after), **_earlier(kept[1], after, asked.on)}
    subject = replaced(number, new_salt(), kept[1], words)
    wanted = ["" if value is None else str(value) for value in astuple(asked.wanted)]
    digest = canonical.digest(
        {"said": asked.key(), "player": number, "asked": wanted, "of": commitment(*kept)}
    )
    request = Request(
        f"person:{digest}",
        (NewEvent(asked.event(before, after, subject)),),
        fingerprint=bytes.fromhex(digest),
        expected={identities.STREAM: version},
        subjects=(subject,),
    )
    return Composed(request, (before, after))


def _earlier(kept: bytes, after: Person, on: date | None) -> dict[str, Any]:
    """Return the earlier values to be kept; none for a correction."""
    if on is None:
        return {}
    words = read_words(after.player, kept)
    then = Words(after.name, dict(after.numbers), after.committee, *after.titles)
    return kept_earlier(words, then, on)


def _words(before: Person, after: Person) -> dict[str, Any]:
    """Return the changed words; a birth as printed is dropped with another year."""
    gone = dict.fromkeys(before.numbers.keys() - after.numbers.keys(), "")
    birth = {} if before.birth_year == after.birth_year else {"birth": ""}
    texts = {"name": after.name, "committee": after.committee, **after.titles._asdict()}
    return {"numbers": {**after.numbers, **gone}, **birth, **texts}


# ------------------------------------------------------------------------------- wanted details


def _wanted_person(read: Reader, before: Person, wanted: Wanted) -> Person:
    """Return the player as wanted. Raises Refused for wrong values."""
    if wanted == Wanted():
        raise Refused("say what is to be different: see --help", code="option-needed")
    changes = {
        field: read_detail(value)
        for field, read_detail in _READERS.items()
        if (value := getattr(wanted, field)) is not None
    }
    titles = {
        field: _title(field, value)
        for field in Titles._fields
        if (value := getattr(wanted, field)) is not None
    }
    changes["titles"] = before.titles._replace(**titles)
    return before._replace(numbers=_numbers(read, before, wanted.number), **changes)


def _wrong(field: str, found: object, expected: str | Sentence, *, code: str) -> Refused:
    what = f"{field} {found!r}"
    problem = Sentence("{what}: {expected}", what=what, expected=plain(expected))
    return Refused(problem, code=code, field=field, found=found, expected=expected)


def _visible_text(field: str, text: str) -> str:
    written = composed(text)
    if not 0 < len(written) <= LONGEST_NAME or UNSEEN.search(written):
        expected = f"1 to {LONGEST_NAME} characters that can be seen"
        raise _wrong(field, text, expected, code="text-wrong")
    return written


def _year(year: int) -> int:
    if year and year not in YEARS:
        expected = f"{YEARS[0]} to {YEARS[-1]}, or 0 for unknown"
        raise _wrong("birth-year", year, expected, code="number-out-of-range")
    return year


def _sex(text: str) -> str:
    if text.lower() not in ("m", "w", NONE):
        raise _wrong("sex", text, f"m, w, or {NONE} where it is unknown", code="word-wrong")
    return "" if text.lower() == NONE else text.lower()


def _federation(text: str) -> str:
    code = federation_in(text)
    if not code and text.lower() != NONE:
        raise _wrong("federation", text, f"three letters, or {NONE}", code="word-wrong")
    return code


def _title(field: str, text: str) -> str:
    """Return a title in capital letters; other titles are several, with commas between."""
    title, several = text.upper().replace(" ", ""), field == "other_titles"
    if text.lower() == NONE:
        return ""
    if not (_TITLES if several else _TITLE).fullmatch(title):
        example = "IA,FST" if several else "GM"
        problem = Sentence("'{text}' is no title such as {title}", text=text, title=example)
        raise Refused(problem, code="word-wrong", field=field, found=text)
    return title


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "name": partial(_visible_text, "name"),
    "birth_year": _year,
    "sex": _sex,
    "federation": _federation,
    "committee": lambda text: "" if text.lower() == NONE else _visible_text("committee", text),
}
"""Readers of the typed details, by field of a person."""


def _numbers(read: Reader, before: Person, text: str | None) -> dict[str, str]:
    numbers = dict(before.numbers)
    if text is None:
        return numbers
    scheme, _, written = (part.strip() for part in text.lower().partition(":"))
    number = identities.number_in(scheme, written) if identities.is_scheme(scheme) else None
    if scheme in numbers and written == NONE:
        del numbers[scheme]
        return numbers
    if number is None:
        raise _wrong("number", text, "a body and its number, as fide:123", code="number-wrong")
    holder = read.players_by_number(scheme, [number]).get(number, before.player)
    merge = merges(read).get(holder)
    if merge is not None and merge.kept == before.player:
        merged = Sentence("{merge}: its number finds this player already", merge=merge_words(merge))
        raise _wrong("number", text, merged, code="number-taken")
    if holder != before.player:
        shown, nothing = identities.show(holder), f"{scheme}:{NONE}"
        problem = (
            f"number {text!r} belongs to {shown}: if that is wrong, remove the number there first "
            f"(--number {nothing})"
        )
        remedy = Remedy("correct-player", player=shown, number=nothing, by=None)
        raise Refused(problem, code="number-taken", field="number", found=text, remedy=remedy)
    return numbers | {scheme: number}
