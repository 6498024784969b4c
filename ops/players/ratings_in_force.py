"""The ratings in force of several players, pool by pool: rating, rank and activity."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ops.answers.asked_players import number_on
from ops.answers.list_order import rank_on, read_list
from ops.answers.rating_lists import chosen
from ops.house import House
from projections.official.stopping import ReplayStopped
from projections.queries import NOBODY, NotCovered, PoolQuery, RatingList


class RatingInForce(msgspec.Struct, frozen=True):
    """A rating on the last list in force of a pool."""

    pool: str
    list: str
    rating: int
    rank: int | None
    """Among all players of the list, equal ratings share a rank; None: of no closed list."""
    active: bool | None
    """None: the lists of the pool do not show it."""
    k: int | None
    """None: the lists of the pool have no K-factor."""


class OnList(NamedTuple):
    """What a closed list shows of a player beside the rating; None: nothing."""

    rank: int | None = None
    active: bool | None = None


def ratings_in_force(
    house: House, players: Sequence[int], pool: str | None = None
) -> dict[int, tuple[RatingInForce, ...]]:
    """Return the ratings in force of some players in each pool, or in one; by register number.

    Each list is read once for all of them. Nothing of a pool that has not begun, or whose replay
    stopped. Raises UnknownPool.
    """
    pools = sorted(house.official.facts.pools) if pool is None else [pool]
    found = defaultdict[int, list[RatingInForce]](list)
    for name in pools:
        try:
            asked, on = chosen(house.pool(name), None, None)
        except (NotCovered, ReplayStopped):
            continue
        numbers = {player: number_on(asked, player, on) for player in players}
        states = asked.states(sorted(set(numbers.values())), on.number)
        for player, number in numbers.items():
            state = states.get(number, NOBODY)
            if state.rating:
                shown, k = on_list(asked, on, number), state.fields.get("k")
                found[player].append(RatingInForce(name, on.period, state.rating, *shown, k))
    return {player: tuple(ratings) for player, ratings in found.items()}


def on_list(pool: PoolQuery, on: RatingList, player: int) -> OnList:
    """Return rank and activity of a player on a list."""
    listed = read_list(pool, on) if on.number else None
    row = listed.row(player) if listed else None
    if listed is None or row is None:
        return OnList()
    rank = rank_on(listed, row["rating"])
    return OnList(rank, not row["inactive"] if "inactive" in row else None)
