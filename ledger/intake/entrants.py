"""Who the entrants of a report are: the register's players, by their number in columns 58-68."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from ledger import register
from ledger.intake import layout
from ledger.intake.problems import Place, Problems
from ledger.intake.registering import Person, federation_in
from ledger.intake.report import Entrant
from ledger.store.reading import Reader

REGISTER_THEM: Final = "register such players with --register-new, or correct the number"


@dataclass(frozen=True, slots=True)
class Numbered:
    """An entrant with his number in its one form."""

    entrant: Entrant
    number: str

    @property
    def place(self) -> Place:
        """Give where the number stands in the file."""
        return layout.REPORTED_NUMBER.at(self.entrant.line)


@dataclass(frozen=True, slots=True)
class Roll:
    """The numbers of a report's entrants, the players known by them, and who is new."""

    numbers: tuple[str, ...]
    known: Mapping[str, int]
    newcomers: tuple[Person, ...]

    def players(self, first_new: int) -> list[int]:
        """Give the entrants' register numbers, where those of the new begin with `first_new`."""
        new = {person.number: player for player, person in enumerate(self.newcomers, first_new)}
        players = {**self.known, **new}
        return [players[number] for number in self.numbers]


def identify(
    read: Reader, entrants: Iterable[Entrant], scheme: str, register_new: bool, problems: Problems
) -> Roll:
    """Match entrants with the register; who cannot be told goes to `problems`.

    Unknown numbers are new players under `register_new`, else refused.
    """
    numbered = [each for each in (_numbered(e, scheme, problems) for e in entrants) if each]
    known = read.players_by_number(scheme, [each.number for each in numbered])
    unknown = [each for each in numbered if each.number not in known]
    if not register_new:
        _refuse_unknown(unknown, scheme, problems)
    _check_each_once(numbered, known, problems)
    newcomers = tuple(_person(each, problems) for each in unknown) if register_new else ()
    return Roll(tuple(each.number for each in numbered), known, newcomers)


def _numbered(entrant: Entrant, scheme: str, problems: Problems) -> Numbered | None:
    text = entrant.reported_number
    number = register.number_in(scheme, text)
    if number is None:
        place = layout.REPORTED_NUMBER.at(entrant.line)
        expected = f"the {scheme} number of {entrant.name or 'the player'}"
        problems.refuse(place, text, expected, "give it: it says who played")
        return None
    return Numbered(entrant, number)


def _refuse_unknown(unknown: Iterable[Numbered], scheme: str, problems: Problems) -> None:
    for each in unknown:
        found = f"{each.number}, {each.entrant.name}"
        expected = f"a {scheme} number that the register knows"
        problems.refuse(each.place, found, expected, REGISTER_THEM)


def _check_each_once(
    numbered: Iterable[Numbered], known: Mapping[str, int], problems: Problems
) -> None:
    """Refuse two lines of one player; two that print the very same number were refused before."""
    lines: dict[int | str, Entrant] = {}
    for each in sorted(numbered, key=lambda each: each.entrant.line):
        entrant = each.entrant
        first = lines.setdefault(known.get(each.number, each.number), entrant)
        if first is not entrant and first.reported_number != entrant.reported_number:
            expected = f"a player of his own (line {first.line} is the same one)"
            problems.refuse(each.place, entrant.reported_number, expected, "correct one of the two")


def _person(each: Numbered, problems: Problems) -> Person:
    entrant = each.entrant
    federation = federation_in(entrant.federation)
    if entrant.federation and not federation:
        place = layout.FEDERATION.at(entrant.line)
        remedy = "the player is registered without one"
        problems.warn_once(place, entrant.federation, "a federation of three letters", remedy)
    return Person(
        number=each.number,
        name=entrant.name,
        birth=entrant.birth,
        birth_year=entrant.birth_year or 0,
        sex=entrant.sex,
        federation=federation,
        title=entrant.title,
    )
