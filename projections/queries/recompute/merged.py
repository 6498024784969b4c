"""Merged players in stored rows: the number under which a list rated a player.

Replay knows the same from its standings (`corrections.merged`); here it is found for lists long
closed, also where the merge ended since.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from projections.queries import PoolQuery, RatingList, State
from projections.rating.standings import StandIn
from projections.state.merges import Merge, Names, names_at, names_of_player


def stand_ins(pool: PoolQuery, through: int) -> Iterator[StandIn]:
    """Yield the players with another rating on closed lists, as known to a list at a position.

    Of several ratings that come to an unrated player with one list, the first merged goes on.
    """
    rated = set[tuple[int, int]]()
    for merge in pool.facts.merges:
        first = _first_list(pool, merge.position)
        if merge.position > through or first is None:
            continue
        if merge.holds_at(through):
            if (merge.kept, first) not in rated and _takes_over(pool, merge, first):
                rated.add((merge.kept, first))
                yield StandIn(merge.kept, merge.merged, 0, first)
            continue
        last = _first_list(pool, merge.until) or len(pool.lists())
        if last > first and pool.state(merge.merged, first - 1).rating:
            yield StandIn(merge.merged, merge.merged, first, last, first - 1)


def _first_list(pool: PoolQuery, position: int) -> int | None:
    """Return the first list that takes facts up to a position or later; None: no closed list."""
    through = [row.through_position for row in pool.lists()[1:]]
    at = bisect_left(through, position)
    return at + 1 if at < len(through) else None


def _takes_over(pool: PoolQuery, merge: Merge, first: int) -> bool:
    kept, merged = (pool.state(who, first - 1) for who in (merge.kept, merge.merged))
    return bool(merged.rating) and not kept.rating


def states_on(
    pool: PoolQuery, players: list[int], number: int, through: int, later: int
) -> Mapping[int, State]:
    """Return the states of players on a list, as list `later` rests on them.

    Merges are known up to a position; a rating that a later merge took over is not.
    """
    found = dict(pool.states(players, number))
    for one in stand_ins(pool, through) if pool.facts.merges else ():
        known_then = one.on >= 0 or one.last <= later
        if known_then and one.first <= number < one.last and one.player in players:
            state = pool.state(one.like, number if one.on < 0 else one.on)
            found.pop(one.player, None)
            if state.rating:
                found[one.player] = state
    return found


def row_of(pool: PoolQuery, player: int, of: RatingList, on: RatingList) -> int:
    """Return the number under which a list rated a player, as the list `on` corrects it."""
    for one in stand_ins(pool, on.through_position) if pool.facts.merges else ():
        if one.player == player and one.on < 0 and of.number < one.last:
            return one.like
    return player


def names_of_unit(pool: PoolQuery, player: int, row: int, of: RatingList, known: int) -> Names:
    """Return the merged numbers for the unit of one player, as known at a position."""
    merges = pool.facts.merges
    booked, now = names_at(merges, of.through_position), names_at(merges, known)
    return names_of_player(booked, now, player, row)
