"""Corrected games, entrants and changes in a cross table."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

import msgspec

from ledger.register import identities
from ledger.sentences import Position
from ops.access.personal_data import NAME
from projections.queries.explain.corrected_reports import CorrectedEntrant, CorrectedGame
from projections.queries.explain.cross_table import Table
from projections.queries.explain.entrants import Outcome
from projections.queries.explain.rounds import NOT_PLAYED, Play


class CorrectedResult(msgspec.Struct, frozen=True):
    """A game whose result was corrected; `about.status` says which result the table counts."""

    round: int
    white: str
    """As 572-4."""
    black: str
    reported_white_result: str
    reported_black_result: str
    white_result: str
    black_result: str
    corrected: Position
    """Position of the last correction."""


class ReassignedEntrant(msgspec.Struct, frozen=True):
    """An entrant who was another person; `about.booked` says which of both the table counts."""

    number: int
    """Start number."""
    reported_player: str
    """As 572-4."""
    reported_name: Annotated[str, NAME]
    player: str
    name: Annotated[str, NAME]
    corrected: Position
    """Position of the last correction."""
    corrected_change: Fraction | None = None
    """Points by play of the player who took the place, where the report was corrected since its
    list; None: without a rating, or in a chain."""


def corrected_result(table: Table, game: CorrectedGame) -> CorrectedResult:
    """Return a game of a table, with both results."""
    white, black = (identities.show(table.entrants[at].player) for at in (game.white, game.black))
    position = Position(game.correction)
    return CorrectedResult(game.round, white, black, *game.reported, *game.result, position)


def reassigned_entrant(
    one: CorrectedEntrant, names: Mapping[int, str], now: Mapping[int, Play] | None
) -> ReassignedEntrant:
    """Return an entrant of a report as reported and as corrected; `now` is the play by player."""
    reported, player = ((identities.show(who), names[who]) for who in (one.reported, one.player))
    points = None if now is None else now.get(one.player, NOT_PLAYED).points
    return ReassignedEntrant(one.number, *reported, *player, Position(one.correction), points)


def corrected_change(outcome: Outcome, now: Mapping[int, Play] | None) -> Fraction | None:
    """Return the points by play as corrected; None: as booked, or without a rating."""
    if now is None or not outcome.entrant.rating:
        return None
    points = now.get(outcome.entrant.player, NOT_PLAYED).points
    return None if points == outcome.change else points
