"""Ratings of a tournament's entrants that differ between two histories of a pool."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.tournaments.current_report import Games
from projections.queries import PoolQuery, State
from projections.queries.printed import printed_on
from projections.queries.recompute.rows import list_on, load_recorded
from projections.queries.recompute.source import StoredSource
from projections.queries.rows import Booking
from projections.state.merges import called, names_at


class Where(NamedTuple):
    """The list with a rating, after its pool where it is another one."""

    list: str
    alone: bool = False
    """Whether the entrant is rated on it in one history alone."""


class DifferingRating(NamedTuple):
    """An entrant with another rating at the start of a tournament, or after the list."""

    player: int
    where: Where
    near: bool
    """Whether it is the player asked about, or an entrant whom that player met."""


def differing_ratings(
    pools: tuple[PoolQuery, PoolQuery], tournament: str, number: int, known: int, player: int
) -> Iterator[DifferingRating]:
    """Yield the ratings that differ in a tournament booked by list `number` in a history.

    `known` is the position up to which both histories know the facts of the list. An entrant has
    the number of the first history, also where a merge that the other one knows leads elsewhere.
    """
    bookings = [
        next((one for one in pool.bookings(number) if one.tournament == tournament), None)
        for pool in pools
    ]
    position = next(booking.position for booking in bookings if booking is not None)
    report = load_recorded(pools[0], [position], known)[0][position]
    seats = columns.read(report.player, columns.PLAYER)
    named = [
        called(seats, names_at(pool.facts.merges, pool.lists()[number].through_position))
        for pool in pools
    ]
    near = _met(report.games, (named[0] == player) | (named[1] == player))
    one, other = (
        _ratings(pool, booking, players.tolist(), number)
        for pool, booking, players in zip(pools, bookings, named, strict=True)
    )
    for where in dict.fromkeys((*one, *other)):
        here, there = one.get(where, {}), other.get(where, {})
        entrants = zip(named[0].tolist(), named[1].tolist(), near.tolist(), strict=True)
        for who, called_there, met in entrants:
            if here.get(who) != there.get(called_there):
                yield DifferingRating(who, where, met)


def _met(games: Games, own: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return by seat: true for a player's own seats, and for the seats of opponents."""
    sides = np.array([columns.read(side, columns.NUMBER) for side in (games.white, games.black)])
    met = own.copy()
    met[sides[:, own[sides].any(axis=0)]] = True
    return met


def _ratings(
    pool: PoolQuery, booking: Booking | None, players: Sequence[int], number: int
) -> dict[Where, dict[int, int]]:
    """Return the ratings of entrants by list: at the start of a tournament, here and elsewhere."""
    on = pool.lists()[number]
    if booking is None:
        return {}
    if pool.law.chained:
        return {Where(on.period): _rated(pool.states(players, number, booking.place))}
    used = list_on(pool, booking.starts, on)
    found = {Where(used.period): _rated(pool.states(players, used.number))}
    entered = dict.fromkeys(_rated(pool.states(players, number)), 1)
    for other in StoredSource(pool, on).other_pools.values():
        there = printed_on(other, booking.starts)
        if there is not None:
            states = other.states(players, there.number)
            found[Where(f"{other.name} {there.period}")] = _rated(states)
    return {**found, Where(on.period, alone=True): entered}


def _rated(states: Mapping[int, State]) -> dict[int, int]:
    return {player: state.rating for player, state in states.items() if state.rating}
