"""A player's counted games so far: a number, or a least number where a carry-over stated none.

A list that was carried over can leave out the number of games. A K printed on it can imply a least
number (reading `games_carried_with_k`, decision 0014); what was counted since adds up.
"""

from typing import Final, NamedTuple

from projections.queries import PoolQuery, RatingList
from projections.queries.merges_on_lists import merged_numbers
from projections.queries.rows import State


class GamesSoFar(NamedTuple):
    """Counted games so far; `number` None: not known, or no such column in the pool."""

    number: int | None
    at_least: bool
    """Whether there can be more: the games before the ledger are not known."""


UNKNOWN: Final = GamesSoFar(None, at_least=True)


def games_so_far(pool: PoolQuery, on: RatingList, player: int, state: State) -> GamesSoFar:
    """Return a player's counted games up to a list, with those of merged numbers."""
    if "games" not in state.fields:
        return GamesSoFar(None, at_least=False)
    number = state.fields["games"]
    merged = (one for one, kept in merged_numbers(pool, on).items() if kept == player)
    at_least = any(pool.facts.carried_without_games(one) for one in (player, *merged))
    return GamesSoFar(number, at_least) if number or not at_least else UNKNOWN


def games_carried_over(pool: PoolQuery, player: int) -> GamesSoFar:
    """Return a player's counted games where histories begin."""
    return games_so_far(pool, pool.lists()[0], player, pool.state(player, 0))
