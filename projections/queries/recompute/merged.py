"""Merged players in stored rows: the number under which a list rated a player.

Replay knows the same from its standings (`corrections.merged`); here it is found for lists long
closed, also where the merge ended since.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from projections.queries import NOBODY, PoolQuery, RatingList, State
from projections.queries.corrections import joined_on
from projections.rating.capital_changes import sum_of
from projections.rating.capital_history import CapitalChanges
from projections.rating.chain_steps import years_ended
from projections.rating.standings import StandIn
from projections.state.merges import Merge, Names, names_at, names_of_player


def stand_ins(pool: PoolQuery, through: int) -> Iterator[StandIn]:
    """Yield the players with another rating on closed lists, as known to a list at a position.

    Of several ratings that come to an unrated player with one list, the first merged goes on.
    """
    for merge in pool.facts.merges:
        first = _first_list(pool, merge.position)
        if merge.position > through or first is None:
            continue
        if merge.holds_at(through):
            if _takes_over(pool, merge, first):
                yield StandIn(merge.kept, merge.merged, 0, first)
            continue
        last = _first_list(pool, merge.until) or len(pool.lists())
        if last > first and pool.state(merge.merged, first - 1).rating:
            yield StandIn(merge.merged, merge.merged, first, last, first - 1)


def carriers_on(pool: PoolQuery, on: RatingList) -> dict[int, int]:
    """Return the numbers whose rating goes on for a kept player from a list on."""
    if not pool.facts.merges:
        return {}
    found = (one for one in stand_ins(pool, on.through_position) if one.on < 0)
    return {one.like: one.player for one in found if one.last == on.number}


def _first_list(pool: PoolQuery, position: int) -> int | None:
    """Return the first list that takes facts up to a position or later; None: no closed list."""
    through = [row.through_position for row in pool.lists()[1:]]
    at = bisect_left(through, position)
    return at + 1 if at < len(through) else None


def _takes_over(pool: PoolQuery, merge: Merge, first: int) -> bool:
    """Return whether the rating of the merged number goes on; in a chain also its history alone."""
    if _state_before(pool, merge.kept, first).rating:
        return False
    on_list = (
        one.merged
        for one in pool.facts.merges
        if one.kept == merge.kept and _first_list(pool, one.position) == first
        if one.holds_at(pool.lists()[first].through_position)
    )
    return merge.merged == next(
        (player for player in on_list if _goes_on(pool, player, first)), None
    )


def _goes_on(pool: PoolQuery, merged: int, first: int) -> bool:
    if _state_before(pool, merged, first).rating:
        return True
    return pool.law.chained and next(pool.touched(merged, first - 1), None) is not None


def _state_before(pool: PoolQuery, player: int, first: int) -> State:
    """Return the state of a player before the merges of a list, after its separations."""
    if not pool.law.chained:
        return pool.state(player, first - 1)
    for one in separations(pool, player, pool.lists()[first]):
        if one.last == first and (player == one.merge.merged or one.drops):
            return _state_before(pool, player, one.first)
    return pool.state(player, first - 1)


class Separation(NamedTuple):
    """A merge that ended: in force on lists `first` to `last` - 1."""

    merge: Merge
    first: int
    last: int
    drops: bool
    """Whether the kept player has no capital since: it was that of the merged number."""


def separations(pool: PoolQuery, player: int, known: RatingList) -> Iterator[Separation]:
    """Yield the separations of a player in a chain, as known to a list."""
    for merge in pool.facts.merges:
        if player in (merge.kept, merge.merged) and merge.until <= known.through_position:
            first, last = _first_list(pool, merge.position), _first_list(pool, merge.until)
            if first is not None and first < (last or first):
                yield Separation(merge, first, last or first, _takes_over(pool, merge, first))


def state_by_separations(
    pool: PoolQuery, player: int, closed: RatingList, known: RatingList, history: CapitalChanges
) -> State | None:
    """Return the state of a player before a booking in a chain, as later separations leave it.

    `history` are the changes before it. None: as the list had it.
    """
    for one in separations(pool, player, known):
        if one.first <= closed.number < one.last and (player == one.merge.merged or one.drops):
            merged = player == one.merge.merged
            begun = _state_before(pool, player, one.first) if merged else NOBODY
            since = [change for change in history if change.number >= one.first]
            (points,) = sum_of(since, np.array([player]), entries=True).tolist()
            rating = begun.rating + points
            return begun._replace(rating=rating, fields={**begun.fields, "rating": rating})
    return None


def back_since(pool: PoolQuery, on: RatingList, year: int) -> dict[int, dict[str, int]]:
    """Return the states of players whom a list separates, if a year ended since the merge."""
    found, closed = {}, pool.facts.closed
    joined = joined_on(pool, on.number) if pool.facts.merges else {}
    for player, fields in joined.items():
        for one in separations(pool, player, on):
            before = closed[one.first - 2].event.cut_off if one.first > 1 else None
            since = before or pool.lists()[0].list_date
            ended = years_ended(closed[one.first - 1 : one.last - 1], since)
            back = player == one.merge.merged or one.drops
            if one.last == on.number and back and year in ended:
                found[player] = fields
    return found


def last_with(pool: PoolQuery, on: RatingList, player: int, number: int) -> RatingList:
    """Return the list with the amounts last booked for a player's unit of a closed list.

    This is the list before the list `on`; for a number separated by `on`, the list before the
    merge.
    """
    for one in separations(pool, player, on):
        if one.last == on.number and player == one.merge.merged and number < one.first:
            return pool.lists()[one.first - 1]
    return pool.lists()[on.number - 1]


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


def row_of(pool: PoolQuery, player: int, closed: RatingList, on: RatingList) -> int:
    """Return the number under which a list rated a player, as the list `on` corrects it."""
    for one in stand_ins(pool, on.through_position) if pool.facts.merges else ():
        if one.player == player and one.on < 0 and closed.number < one.last:
            return one.like
    return player


def names_of_unit(pool: PoolQuery, player: int, row: int, closed: RatingList, known: int) -> Names:
    """Return the merged numbers for the unit of one player, as known at a position."""
    merges = pool.facts.merges
    booked, now = names_at(merges, closed.through_position), names_at(merges, known)
    return names_of_player(booked, now, player, row)
