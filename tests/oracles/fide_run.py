"""FIDE lists computed slowly, closing by closing, with the bookings of each unit so
far.

What the calculations of corrections (`fide_corrections`) and of merges (`fide_merges`) share: both
compute units of closed lists again before every closing. Single articles are those of
`fide_standard`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tests.oracles.fide_standard import (
    PRINTED,
    Booked,
    Law,
    Played,
    RatingList,
    Record,
    Row,
    edition_of,
    in_window,
    is_inactive,
    k_factor,
    list_date,
    tournaments_played,
)
from tests.oracles.world import Player, Tournament, World

Unit = tuple[int, int]
"""A player, and the index of a list."""


@dataclass
class Run:
    """A calculation in progress, from list to list."""

    world: World
    law: Law = field(default_factory=lambda: Law(PRINTED, "per_period"))
    records: list[dict[int, Record]] = field(default_factory=list)
    """Before each list, how everybody stood."""
    lists: list[RatingList] = field(default_factory=list)
    points: dict[Unit, int] = field(default_factory=dict)
    """Booked for each unit so far: the change or the first rating, and every correction since."""
    games: dict[Unit, int] = field(default_factory=dict)
    """The games counted for it so far."""

    def counted(
        self,
        index: int,
        booked: Callable[[Tournament], int | None],
        stands: Callable[[Tournament], Tournament | None],
        ratings: Callable[[Tournament], Mapping[int, int]],
    ) -> Mapping[int, list[Played]]:
        """Everybody's counted games of a list.

        Of a tournament: the list that books it, its games, and the ratings in force at its start.
        """
        found = []
        for each in sorted(self.world.tournaments, key=lambda t: (t.end, t.start, t.id)):
            now, edition = stands(each), edition_of(each.start)
            if now and edition and booked(each) == index:
                found.append(Booked(now, edition, ratings(each)))
        return tournaments_played(found)

    def standing(self, pool: tuple[Played, ...], index: int) -> list[Played]:
        """Results in the window of a list."""
        return [each for each in pool if in_window(each, self.world.periods[index])]

    def print(self, person: Player, record: Record, n: int, rows: dict[int, Row]) -> Record:
        """Put a player on the list being closed, and return the record after the list."""
        period = self.world.periods[len(self.lists)]
        if n > 0:
            record = replace(record, last_counted=period)
        if (rating := record.rating) is None:
            return record
        record = replace(record, peak=max(record.peak, rating))
        k = k_factor(list_date(period).year, person.birth_year, record.peak, record.games)
        rows[person.id] = Row(rating, k, n, is_inactive(record.last_counted, period))
        return replace(record, k=k)
