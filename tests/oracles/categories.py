"""Categories by hand: one player, one capital at a time, thresholds counted one by
one.

Reading: the highest category ever reached is kept (B8); the final capital of every tournament is
tested, bonus included (B7). A rating that follows is looked up on every list anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from tests.oracles import elo_rubele
from tests.oracles.world import World

ITALIANA = {
    "Provinciale": 0,
    "Regionale": 1000,
    "Nazionale": 2000,
    "Candidato Maestro": 3000,
    "Maestro": 3900,
}
"""Table 12."""

Promotion = tuple[str, str, int, str, str, tuple[str, ...]]
"""List, tournament, player, from, to, skipped."""


def category(rating: int, thresholds: Mapping[str, int]) -> str:
    """Return the last category with a threshold not above the rating."""
    return [name for name, threshold in thresholds.items() if threshold <= rating][-1]


def promotions_of_draughts(
    world: World, list_days: Sequence[tuple[str, date]]
) -> Iterator[Promotion]:
    """Art. 5, 9: every promotion of a season, tournament after tournament."""
    standings, order = elo_rubele.carried_standings(world, "italiana"), list(ITALIANA)
    held = {who: category(rating, ITALIANA) for who, rating in standings.capitals.items()}
    for index, (period, _) in enumerate(list_days):
        for played in sorted(world.tournaments, key=elo_rubele.place_of):
            booked = elo_rubele.booking_index(played, list_days) == index
            if not booked or played.start < world.carried_on:
                continue
            for player, row in elo_rubele.rate(standings, played, "place").items():
                before = held.get(player, order[0])
                after = category(row.rating, ITALIANA)
                if order.index(after) > order.index(before):
                    held[player] = after
                    skipped = order[order.index(before) + 1 : order.index(after)]
                    yield period, played.id, player, before, after, tuple(skipped)
