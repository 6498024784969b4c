"""Events with corrections of a player's part in a closed list."""

from __future__ import annotations

from typing import NamedTuple

from ledger import columns
from projections.queries import PoolQuery
from projections.state.history import TournamentHistory, tournament_history


class CorrectedBy(NamedTuple):
    """A tournament of a closed list, and the positions of the correcting events."""

    tournament: str
    positions: tuple[int, ...]

    @property
    def references(self) -> list[str]:
        """The tournament, then the events as `#position`."""
        return [self.tournament, *(f"#{position}" for position in self.positions)]


def corrected_by(
    pool: PoolQuery, player: int, number: int, since: int, through: int
) -> list[CorrectedBy]:
    """Return the corrections of a player's part in a list, recorded after `since` to `through`.

    Without any, a changed entry is the cause: then all tournaments of the player on the list.
    """
    booked = {booking.position: booking for booking in pool.bookings(number)}
    own = {booking.position for booking in pool.bookings(number, player)}
    found = []
    for position, booking in booked.items():
        if booking.tournament in pool.official.facts.corrected:
            stream = pool.official.ledger.read.stream(f"tournament-{booking.tournament}")
            history = tournament_history(stream, through)
            corrections = history.of_report(history.roots[position])
            by = [c.position for c in corrections if not c.no_effect and c.position > since]
            if by and (position in own or _contains(history, position, player)):
                found.append(CorrectedBy(booking.tournament, tuple(by)))
    return found or [CorrectedBy(booked[position].tournament, ()) for position in sorted(own)]


def _contains(history: TournamentHistory, position: int, player: int) -> bool:
    reports = history.replacements(position)
    return any(player in columns.read(report.player, columns.PLAYER) for report in reports)
