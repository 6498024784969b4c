"""Corrections and changes of a person in the register, by hand.

Each is one event with a new commitment; the new words take the place of those kept before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from ledger import canonical, columns
from ledger.errors import Refused, Remedy
from ledger.events.base import Fact
from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected
from ledger.intake.people.registering import Salts, committed, new_salt, replaced
from ledger.register import identities
from ledger.register.people import STAYS, UNKNOWN, YEAR_STAYS, Person, persons
from ledger.register.person_words import Words, as_kept, read_words
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Receipt, Request, Subject, commitment
from ops.commands.player_details import Wanted, wanted_person
from ops.house import House

_AS_IT_WAS: Final = STAYS * columns.FEDERATION


class WordsErased(Refused):
    """The player's words were erased, so no change is possible."""

    def __init__(self, player: int) -> None:
        """Name the player."""
        super().__init__(
            f"player {identities.show(player)}: his words were erased, so nothing of him can be "
            "changed; he stays a number"
        )


@dataclass(frozen=True, slots=True)
class Recorded:
    """A player before and after; `receipt` is None without a difference."""

    before: Person
    after: Person
    receipt: Receipt | None


class _Around(NamedTuple):
    """Circumstances of a change: reason, recorder, source of salts."""

    said: tuple[str, ...]
    by: str
    salts: Salts
    on: date | None = None
    """The day from which it holds; None: it was wrong from the start."""


def correct(
    house: House,
    player: str,
    wanted: Wanted,
    decided_by: str,
    article: str | None = None,
    *,
    by: str = "local",
    salts: Salts = new_salt,
) -> Recorded:
    """Record a correction of a player's data, wrong from the start.

    `player` as `572-4` or `fide:123`; `decided_by` is the body that decided. Raises Refused for
    values of no right form, a number that is somebody else's, a player whose words are erased.
    """

    def fact(before: Person, after: Person, subject: Subject) -> Fact:
        year_stays, sex_stays = before.birth_year == after.birth_year, before.sex == after.sex
        return PlayerDetailsCorrected(
            player=columns.write([subject.player], columns.PLAYER),
            birth_year=columns.write(
                [YEAR_STAYS if year_stays else after.birth_year], columns.YEAR
            ),
            sex=STAYS if sex_stays else after.sex or UNKNOWN,
            federation=_federation(before, after),
            commitment=committed([subject]),
            by=decided_by,
            article=article,
        )

    around = _Around(("correct", decided_by, article or ""), by, salts)
    return _record(house, player, wanted, fact, around)


def change(
    house: House,
    player: str,
    wanted: Wanted,
    on: date,
    *,
    by: str = "local",
    salts: Salts = new_salt,
) -> Recorded:
    """Record another name, federation, number or committee of a player from a day on.

    Raises as `correct`; Refused for a birth year or a sex, which are corrected.
    """
    if wanted.birth_year is not None or wanted.sex is not None:
        raise Refused(
            "a birth year and a sex do not change from a day on: correct them",
            code="not-a-change",
            remedy=Remedy("player correct", ("PLAYER", "--by", "BODY")),
        )

    def fact(before: Person, after: Person, subject: Subject) -> Fact:
        return PlayerDetailsChanged(
            on=on,
            player=columns.write([subject.player], columns.PLAYER),
            federation=_federation(before, after),
            commitment=committed([subject]),
        )

    around = _Around(("change", on.isoformat()), by, salts, on)
    return _record(house, player, wanted, fact, around)


def _record(
    house: House,
    text: str,
    wanted: Wanted,
    fact: Callable[[Person, Person, Subject], Fact],
    around: _Around,
) -> Recorded:
    """Record an event composed from the register, unless nothing differs."""
    found: list[tuple[Person, Person]] = []

    def compose() -> Request:
        version = identities.last(house.read).version  # before the player is looked up
        before, kept = _present(house.read, text)
        after = wanted_person(house.read, before, wanted)
        found[:] = [(before, after)]
        if after == before:
            raise _NothingToRecord
        words = {**_words(before, after), **_earlier(kept[1], after, around.on)}
        subject = replaced(before.player, around.salts(), kept[1], words)
        digest = _digest(around.said, before.player, wanted, kept)
        return Request(
            f"person:{digest}",
            (NewEvent(fact(before, after, subject)),),
            fingerprint=bytes.fromhex(digest),
            expected={identities.STREAM: version},
            recorded_by=around.by,
            subjects=(subject,),
        )

    try:
        receipt = house.append(compose)
    except _NothingToRecord:
        receipt = None
    return Recorded(*found[0], receipt)


class _NothingToRecord(Exception):
    """The register holds the wanted values already."""


def _digest(said: tuple[str, ...], player: int, wanted: Wanted, kept: tuple[bytes, bytes]) -> str:
    """Return the digest that identifies a repetition: the request, and the player's commitment."""
    asked = ["" if value is None else str(value) for value in astuple(wanted)]
    present = commitment(*kept)
    return canonical.digest({"said": [*said], "player": player, "asked": asked, "of": present})


def _present(read: Reader, text: str) -> tuple[Person, tuple[bytes, bytes]]:
    """Return the player with words and salt. Raises WordsErased."""
    player = identities.find(read, text)
    kept = read.subjects([player]).get(player)
    person = persons(read, [player]).get(player)
    if kept is None or person is None:
        raise WordsErased(player)
    return person, kept


def _earlier(kept: bytes, after: Person, on: date | None) -> dict[str, Any]:
    """Return the earlier values to be kept; none for a correction."""
    if on is None:
        return {}
    words = read_words(after.player, kept)
    then = Words(after.name, dict(after.numbers), after.committee)
    return {"earlier": as_kept(words.earlier_than(then, on))}


def _words(before: Person, after: Person) -> dict[str, Any]:
    """Return the changed words; a birth as printed is dropped with another year."""
    gone = dict.fromkeys(before.numbers.keys() - after.numbers.keys(), "")
    birth = {} if before.birth_year == after.birth_year else {"birth": ""}
    committee = {"committee": after.committee}
    return {"name": after.name, "numbers": {**after.numbers, **gone}, **birth, **committee}


def _federation(before: Person, after: Person) -> str:
    if before.federation == after.federation:
        return _AS_IT_WAS
    return after.federation or UNKNOWN * columns.FEDERATION
