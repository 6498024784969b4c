"""Duplicates: persons who are probably the same."""

from itertools import islice
from typing import Annotated

from msgspec.structs import asdict

from ledger.register.doubles import double_persons
from ops.access.personal_data import BIRTH_YEAR, FEDERATION, NAME, OTHER_NUMBERS, SEX
from ops.answers.abouts import Known
from ops.answers.answer import (
    Answer,
    check_limit,
    known_to,
)
from ops.house import House
from ops.players.people import PersonRow, person_row


class DuplicatePersons(PersonRow, frozen=True):
    """Two persons who are probably the same."""

    other_player: str
    other_name: Annotated[str, NAME]
    other_birth_year: Annotated[int | None, BIRTH_YEAR]
    other_sex: Annotated[str, SEX]
    other_federation: Annotated[str, FEDERATION]
    other_numbers: Annotated[str, OTHER_NUMBERS]
    likeness: int


class AboutDuplicates(Known, frozen=True):
    """An answer from a comparison of all persons."""

    pairs: int
    """In all, also beyond the limit."""
    groups_left_out: int
    """Groups of equal names that are too large to compare each with each."""


def duplicate_persons(
    house: House, limit: int | None = None
) -> Answer[DuplicatePersons, AboutDuplicates]:
    """Return pairs of persons who are probably the same; None: all of them."""
    check_limit(limit)
    known = double_persons(house.read)
    counts = len(known.pairs), known.groups_left_out
    about = AboutDuplicates(*counts, known_to=known_to(house.read))
    rows = (
        DuplicatePersons(
            **asdict(person_row(pair.one)),
            **{f"other_{name}": value for name, value in asdict(person_row(pair.other)).items()},
            likeness=pair.likeness,
        )
        for pair in known.pairs
    )
    return Answer(about, tuple(islice(rows, limit or None)))
