"""Tournaments with mostly the same games."""

from datetime import date

import msgspec

from ledger.sentences import Position
from ledger.tournaments.same_tournaments import same_tournaments
from ops.answers.abouts import Known
from ops.answers.answer import Answer, known_to
from ops.house import House


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
