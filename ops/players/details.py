"""Corrections and changes of a person in the register, by hand.

Each is one event with a new commitment; the new words take the place of those kept before.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from ledger import canonical, columns
from ledger.errors import Refused
from ledger.events.base import Fact
from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected
from ledger.expected import from_to
from ledger.intake.formats.text import composed, federation_in
from ledger.intake.people.registering import committed, kept_earlier, replaced
from ledger.register import identities
from ledger.register.identities import merge_words
from ledger.register.merges import merges
from ledger.register.people import STAYS, UNKNOWN, YEAR_STAYS, Person, persons
from ledger.register.words import TEXTS, Titles, WordsErased, read_words
from ledger.sentences import Input, Remedy, Sentence
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Receipt, Request, Subject, commitment, new_salt
from ledger.visible import UNSEEN
from ops.commands.composed import Composed
from ops.house import House

if TYPE_CHECKING:
    from ops.players.recordings import ChangePlayer, CorrectPlayer, DetailsOfPlayer

LONGEST_NAME: Final = 200

YEARS: Final = range(1900, 2101)
"""Birth years that are taken; 0 is unknown."""

NONE: Final = "none"
"""What takes a federation, a sex, a number or a title away."""

_DETAILS: Final = ("name", "birth_year", "sex", "federation", "number", *TEXTS[1:])
"""The inputs that are details, of a correction and of a change, in the order of the key."""

_TITLE: Final = re.compile("[A-Z0-9]{1,4}")
_TITLES: Final = re.compile("[A-Z0-9]{1,4}(,[A-Z0-9]{1,4}){0,9}")


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """A player before and after; `receipt` is None without a difference."""

    before: Person
    after: Person
    receipt: Receipt | None


class NothingDiffers(Refused):
    """The register holds the wanted values already."""

    def __init__(self, person: Person) -> None:
        """Keep the player."""
        self.person = person
        super().__init__(
            Sentence(
                "{player} is known so already: nothing is to be recorded",
                player=identities.show(person.player),
            ),
            code="nothing-differs",
            field="player",
        )


def corrected(house: House, told: "CorrectPlayer") -> Composed[tuple[Person, Person]]:
    """Compose a correction of details wrong from the start; the result is before and after.

    Raises Refused: values of a wrong form, a number in use, a player whose words are erased.
    """
    article = house.article

    def event(before: Person, after: Person, subject: Subject) -> Fact:
        year = YEAR_STAYS if before.birth_year == after.birth_year else after.birth_year
        return PlayerDetailsCorrected(
            player=columns.write([subject.player], columns.PLAYER),
            birth_year=columns.write([year], columns.YEAR),
            sex=STAYS if before.sex == after.sex else after.sex or UNKNOWN,
            federation=_federation_after(before, after),
            commitment=committed([subject]),
            by=told.by,
            article=article,
        )

    return _composed(house, told, ["correct", told.by, article or ""], event)


def changed(house: House, told: "ChangePlayer") -> Composed[tuple[Person, Person]]:
    """Compose other details from a day on; the result is before and after. Raises Refused."""

    def event(before: Person, after: Person, subject: Subject) -> Fact:
        return PlayerDetailsChanged(
            on=told.on,
            player=columns.write([subject.player], columns.PLAYER),
            federation=_federation_after(before, after),
            commitment=committed([subject]),
        )

    return _composed(house, told, ["change", told.on.isoformat()], event, told.on)


def _federation_after(before: Person, after: Person) -> str:
    """Return the federation as the event holds it."""
    if before.federation == after.federation:
        return STAYS * columns.FEDERATION
    return after.federation or UNKNOWN * columns.FEDERATION


def _composed(
    house: House,
    told: "DetailsOfPlayer",
    key: list[str],
    event: Callable[[Person, Person, Subject], Fact],
    on: date | None = None,
) -> Composed[tuple[Person, Person]]:
    version = identities.last(house.read).version  # before the player is looked up
    number = identities.find(house.read, told.player)
    kept = house.read.subjects([number]).get(number)
    before = persons(house.read, [number]).get(number)
    if kept is None or before is None:
        raise WordsErased(number)
    wanted = {name: getattr(told, name, None) for name in _DETAILS}
    after = _wanted_person(house.read, before, wanted)
    if after == before:
        raise NothingDiffers(before)
    earlier = {} if on is None else kept_earlier(read_words(number, kept[1]), after, on)
    words = {**_words(before, after), **earlier}
    subject = replaced(number, new_salt(), kept[1], words)
    asked = ["" if value is None else str(value) for value in wanted.values()]
    digest = canonical.digest(
        {"said": key, "player": number, "asked": asked, "of": commitment(*kept)}
    )
    request = Request(
        f"person:{digest}",
        (NewEvent(event(before, after, subject)),),
        fingerprint=bytes.fromhex(digest),
        expected={identities.STREAM: version},
        subjects=(subject,),
    )
    return Composed(request, (before, after))


def _words(before: Person, after: Person) -> dict[str, Any]:
    """Return the changed words; a birth as printed is dropped with another year."""
    gone = dict.fromkeys(before.numbers.keys() - after.numbers.keys(), "")
    birth = {} if before.birth_year == after.birth_year else {"birth": ""}
    return {"numbers": {**after.numbers, **gone}, **birth, **after.texts}


# ------------------------------------------------------------------------------- wanted details


def _wanted_person(read: Reader, before: Person, wanted: Mapping[str, Any]) -> Person:
    """Return the player as wanted; None: unchanged. Raises Refused for wrong values."""
    if not any(value is not None for value in wanted.values()):
        raise Refused(Sentence("say what is to be different"), code="option-needed")
    changes = {
        field: read_detail(value)
        for field, read_detail in _READERS.items()
        if (value := wanted[field]) is not None
    }
    return replace(before, numbers=_numbers(read, before, wanted["number"]), **changes)


def _wrong(field: str, found: str | int, expected: Sentence, *, code: str) -> Refused:
    problem = Sentence(
        "{input} {found}: {expected}",
        input=Input(field),
        found=repr(found),
        expected=expected,
    )
    return Refused(problem, code=code, field=field, found=found, expected=expected)


def _optional_text(field: str, text: str) -> str:
    return "" if text.lower() == NONE else _visible_text(field, text)


def _visible_text(field: str, text: str) -> str:
    written = composed(text)
    if not 0 < len(written) <= LONGEST_NAME or UNSEEN.search(written):
        length = from_to(1, LONGEST_NAME)
        expected = Sentence("{length} characters that can be seen", length=length)
        raise _wrong(field, text, expected, code="text-wrong")
    return written


def _year(year: int) -> int:
    if year and year not in YEARS:
        expected = Sentence("{years}, or 0 for unknown", years=from_to(YEARS[0], YEARS[-1]))
        raise _wrong("birth_year", year, expected, code="number-out-of-range")
    return year


def _sex(text: str) -> str:
    if text.lower() not in ("m", "w", NONE):
        expected = Sentence("m, w, or none where it is unknown")
        raise _wrong("sex", text, expected, code="word-wrong")
    return "" if text.lower() == NONE else text.lower()


def _federation(text: str) -> str:
    code = federation_in(text)
    if not code and text.lower() != NONE:
        raise _wrong("federation", text, Sentence("three letters, or none"), code="word-wrong")
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
    **{field: partial(_optional_text, field) for field in TEXTS},
    **{field: partial(_title, field) for field in Titles._fields},
    "name": partial(_visible_text, "name"),
    "birth_year": _year,
    "sex": _sex,
    "federation": _federation,
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
        expected = Sentence("a body and its number, as fide:123")
        raise _wrong("number", text, expected, code="number-wrong")
    holder = read.players_by_number(scheme, [number]).get(number, before.player)
    merge = merges(read).get(holder)
    if merge is not None and merge.kept == before.player:
        merged = Sentence("{merge}: its number finds this player already", merge=merge_words(merge))
        raise _wrong("number", text, merged, code="number-taken")
    if holder != before.player:
        shown, nothing = identities.show(holder), f"{scheme}:{NONE}"
        problem = Sentence(
            "number '{number}' belongs to {player}: if that is wrong, remove the number there "
            "first ({remove})",
            number=text,
            player=shown,
            remove=Remedy("correct-player", player=shown, number=nothing, by=None),
        )
        raise Refused(problem, code="number-taken", field="number", found=text)
    return numbers | {scheme: number}
