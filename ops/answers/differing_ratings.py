"""Ratings of a tournament's entrants that differ between two histories of a pool."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.tournaments.current_report import Games
from projections.queries import PoolQuery, State
from projections.queries.printed import printed_on
from projections.queries.recompute.rows import list_on, load
from projections.queries.recompute.source import StoredSource
from projections.queries.rows import Booking


class DifferingRating(NamedTuple):
    """An entrant with another rating at the start of a tournament, or after the list."""

    player: int
    where: str
    """The list, or another pool with its list."""
    near: bool
    """Whether it is the player asked about, or an entrant whom that player met."""


def differing_ratings(
    pools: tuple[PoolQuery, PoolQuery], tournament: str, number: int, known: int, player: int
) -> Iterator[DifferingRating]:
    """Yield the ratings that differ in a tournament booked by list `number` in a history.

    `known` is the position up to which both histories know the facts of the list.
    """
    bookings = [
        next((one for one in pool.bookings(number) if one.tournament == tournament), None)
        for pool in pools
    ]
    position = next(booking.position for booking in bookings if booking is not None)
    reports, _ = load(pools[0], [position], known)
    players = columns.read(reports[position].player, columns.PLAYER)
    near = _met(reports[position].games, players, player)
    one, other = (
        _ratings(pool, booking, players.tolist(), number)
        for pool, booking in zip(pools, bookings, strict=True)
    )
    for where in dict.fromkeys((*one, *other)):
        here, there = one.get(where, {}), other.get(where, {})
        for who in players.tolist():
            if here.get(who) != there.get(who):
                yield DifferingRating(who, where, who in near)


def _met(games: Games, players: NDArray[np.int32], player: int) -> set[int]:
    """Return a player, with all entrants who sit opposite in a row of the games."""
    sides = np.array([columns.read(side, columns.NUMBER) for side in (games.white, games.black)])
    own = (players[sides] == player).any(axis=0)
    return {player, *players[sides[:, own]].ravel().tolist()}


def _ratings(
    pool: PoolQuery, booking: Booking | None, players: Sequence[int], number: int
) -> dict[str, dict[int, int]]:
    """Return the ratings of entrants by list: at the start of a tournament, here and elsewhere."""
    on = pool.lists()[number]
    if booking is None:
        return {}
    if pool.law.chained:
        return {on.period: _rated(pool.states(players, number, booking.place))}
    used = list_on(pool, booking.starts, on)
    found = {used.period: _rated(pool.states(players, used.number))}
    entered = dict.fromkeys(_rated(pool.states(players, number)), 1)
    for other in StoredSource(pool, on).other_pools.values():
        there = printed_on(other, booking.starts)
        if there is not None:
            states = other.states(players, there.number)
            found[f"{other.name} {there.period}"] = _rated(states)
    return {**found, f"{on.period} (entered)": entered}


def _rated(states: Mapping[int, State]) -> dict[int, int]:
    return {player: state.rating for player, state in states.items() if state.rating}
