"""The steps of one player on a list computed again: in a chain one after the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ledger.register.people import details
from projections import recompute
from projections.queries import PoolQuery, RatingList
from projections.queries.recounts import recounts
from projections.queries.rows import Booking, YearEndOnList
from projections.rating import rate
from projections.rating.body_parameters import as_set
from projections.rating.year_end import YearEnd, YearEndInputs, first_whole_year, order_of
from projections.recompute import Recomputed, beside, recounted, waiting
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS
from projections.steps import ADJUSTED_PLACE, year_ends
from projections.steps.other_pools import pool_beside


def unit(pool: PoolQuery, player: int, on: RatingList) -> list[Recomputed]:
    """Compute a player's steps on a list again, in the order of its chain."""
    booked = [each for each in pool.bookings(on.number, player) if each.edition]
    changes = waiting.changes_decided(pool, player, on)
    if not pool.law.chained:
        return [recompute.step_of(pool, player, on, booked, changes, None)]
    chained = _chained(pool, player, on, booked)
    if not changes:
        return chained
    return [recompute.step_of(pool, player, on, [], changes, ADJUSTED_PLACE), *chained]


def _chained(
    pool: PoolQuery, player: int, on: RatingList, booked: Sequence[Booking]
) -> list[Recomputed]:
    """Compute what a list booked of closed ones, the events, the ends of years that moved him."""
    found = [(e.place, recompute.step_of(pool, player, on, [e], {}, e.place)) for e in booked]
    mine = recounts(pool, player, on.number)
    found += [(each.place, recounted.step_of(pool, on, each)) for each in mine]
    turns = pool.year_ends_on(on.number)
    if turns:
        moved = {each.place for each in pool.changes(player, on.number, since=on.number)}
        found += [(t.place, _turn(pool, player, on, t)) for t in turns if t.place in moved]
    return [each for _, each in sorted(found, key=lambda each: each[0])]


def _turn(pool: PoolQuery, player: int, on: RatingList, turned: YearEndOnList) -> Recomputed:
    """Compute the end of a year again, for one player."""
    last = order_of(turned.year)[0]
    before = pool.reaching(last, on.number - 1)
    earlier = [t for number in before for t in pool.year_ends_on(number) if t.year == turned.year]
    edition = as_set(pool.law.edition(turned.edition), pool.facts, last, on.through_position)
    turn = YearEnd(turned.year, edition, again=bool(earlier))
    players = np.array([player], dtype=np.int64)
    states = pool.states([player], on.number, before_place=turned.place)
    at = {(each.number, each.place) for each in earlier}
    changes = pool.changes(player, on.number - 1, since=min(at)[0]) if at else []
    moved = sum(each.moved for each in changes if (each.number, each.place) in at)
    federations = details(pool.official.ledger.read, on.through_position, turn.order[0]).federation
    listed = recompute.state_columns(pool, players, states)
    turning = YearEndInputs(
        turn,
        pool.law.turned,
        pool.law.state,
        first_whole_year(pool.lists()[0].list_date),
        federations.take(players),
        np.array([moved]),
        year_ends.counted_beside(pool.law, turn, _counted_beside(pool, on), players),
        np.array([_left(pool, player, on, turned)]),
        np.array([recounted.entered_in(pool, player, (on.number, turned.place))]),
    )
    born = pool.official.facts.years_of(players, on.through_position)
    step = year_ends.of_players(turning, players, listed, on.list_date, born)
    return Recomputed(rate(step), (), {}, {}, {}, beside.known_lists(pool, on.through_position))


def _left(pool: PoolQuery, player: int, on: RatingList, turned: YearEndOnList) -> bool:
    """Tell whether corrections on a list took a player out of a year he had taken part in."""
    mine = recounts(pool, player, on.number)
    if not mine:
        return False
    years = pool.law.recounted.years
    were = pool.state(player, on.number - 1).fields.get(years, 0)
    now = mine[-1].facts[f"corrected_{years}"]
    return bool(were & ~now & (1 << (turned.year - FIRST_YEAR_OF_SETS)))


def _counted_beside(pool: PoolQuery, on: RatingList) -> year_ends.CountedBeside:
    """Give what gives the years counted in a pool looked at, as a list could see them."""

    def counted(word: str, years: range) -> NDArray[np.int64]:
        official, through = pool.official, on.through_position
        other = pool_beside(official.facts.pools, pool.name, pool.law.looks_at[word], through)
        if other is None:
            return np.zeros(official.facts.players + 1, dtype=np.int64)
        return official.counted_in(other, years, through)

    return counted
