"""What was recorded that corrects a player's part in a closed list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ledger import columns
from ledger.tournaments.course import Correction
from projections.queries import PoolQuery
from projections.queries.rows import Booking
from projections.state.corrections import told
from projections.state.story import TournamentHistory


class CorrectedBy(NamedTuple):
    """A tournament of a closed list, and what of it was corrected since."""

    tournament: str
    positions: tuple[int, ...]

    @property
    def named(self) -> list[str]:
        """Give both as answers name them."""
        return [self.tournament, *(f"#{each}" for each in self.positions)]


def corrected_by(
    pool: PoolQuery, player: int, number: int, since: int, through: int
) -> list[CorrectedBy]:
    """Give what corrects a player's part in a list: recorded after a position, up to another.

    Where nothing corrects a tournament, what moved it is how somebody enters: those are given in
    which he stands.
    """
    mine = {each.position for each in pool.bookings(number, player)}
    booked = {each.position: each for each in pool.bookings(number)}
    found = list(_corrected(pool, player, booked, mine, (since, through)))
    if found:
        return found
    return [CorrectedBy(booked[each].tournament, ()) for each in sorted(mine)]


def _corrected(
    pool: PoolQuery, player: int, booked: dict[int, Booking], mine: set[int], known: tuple[int, int]
) -> Iterator[CorrectedBy]:
    since, through = known
    for position, each in booked.items():
        if each.tournament not in pool.official.facts.corrected:
            continue
        stream = pool.official.ledger.read.stream(f"tournament-{each.tournament}")
        story = told(stream, through)
        by = [one.position for one in _of(story, position) if one.position > since]
        if by and (position in mine or _stands(story, position, player)):
            yield CorrectedBy(each.tournament, tuple(by))


def _of(story: TournamentHistory, position: int) -> list[Correction]:
    """Give what corrected a booked report, and had an effect."""
    return [each for each in story.of_report(story.roots[position]) if not each.no_effect]


def _stands(story: TournamentHistory, position: int, player: int) -> bool:
    """Tell whether a player stands in what stands for a booked report."""
    reports = story.standing_for(position)
    return any(player in columns.read(each.player, columns.PLAYER) for each in reports)
