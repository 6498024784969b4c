"""Duplicates: persons who are probably the same, and tournaments with mostly the same games."""

from datetime import date
from itertools import islice
from typing import Annotated

import msgspec
from msgspec.structs import asdict

from ledger.register.doubles import double_persons
from ledger.sentences import Position
from ledger.tournaments.same_tournaments import same_tournaments
from ops.access.personal_data import BIRTH_YEAR, FEDERATION, NAME, OTHER_NUMBERS, SEX
from ops.answers.abouts import Known
from ops.answers.answer import (
    Answer,
    check_limit,
    known_to,
)
from ops.answers.people import PersonRow, person_row
from ops.house import House


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


class DuplicateTournaments(msgspec.Struct, frozen=True):
    """Two tournaments that are probably the same."""

    tournament: str
    position: Position
    end: date
    other: str
    other_position: Position
    other_end: date
    shared_players: int
    shared_games: int


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


def duplicate_tournaments(house: House) -> Answer[DuplicateTournaments, Known]:
    """Return pairs of tournaments with mostly the same players, days and results."""
    rows = (
        DuplicateTournaments(
            first.tournament,
            Position(first.position),
            first.end,
            same.tournament,
            Position(same.position),
            same.end,
            same.shared_players,
            same.shared_games,
        )
        for first, same in same_tournaments(house.read)
    )
    return Answer(Known(known_to=known_to(house.read)), tuple(rows))
