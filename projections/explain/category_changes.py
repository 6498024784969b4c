"""On what a change of category rests: the tournaments and decisions that brought its rating."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

from projections.categories.change import Change
from projections.categories.ladder import SETTABLE
from projections.queries import PoolQuery, RatingList
from projections.queries.corrected_by import corrected_by
from projections.queries.corrections import taken
from projections.queries.recounts import Recounted, recounts
from projections.recompute import units, waiting
from projections.recompute.recounted import booked
from projections.state.parameters import parameter_on
from projections.steps import ADJUSTED_PLACE
from projections.steps.corrected import POOL


def rests_on(pool: PoolQuery, change: Change) -> list[str]:
    """Give what a change rests on: tournaments of its list, or the position of what was decided.

    Of the tournaments those in which a game of the player counts, and those of closed lists that
    were corrected, each with the position of what corrects it.
    """
    if change.decided_at is not None:
        return [f"#{change.decided_at}"]
    if change.number is None:
        return _law(pool, change)
    on = next((each for each in pool.lists() if each.number == change.number), None)
    if on is None or not on.number:  # to come, or carried over
        return []
    as_it_was = change.how == "proposed" and change.rating_before == change.rating_after
    if as_it_was and (carried := _carried(pool, change.player)):
        return carried
    if pool.law.chained:
        return [*_at_place(pool, change, on), *_decided(pool, change, on)]
    lists = [each for each in pool.lists() if _last_held(pool, on) < each.number <= on.number]
    return _once(name for each in lists for name in _brought(pool, change, each))


def _carried(pool: PoolQuery, player: int) -> list[str]:
    """Give what carried a player's rating over, where that alone is proposed."""
    return [f"#{e.position}" for e in pool.facts.carried if player in e.column("player")]


def _law(pool: PoolQuery, change: Change) -> list[str]:
    """Give what changed the law on the day of a change that no list brings."""
    before = change.on - timedelta(days=1)
    adopted = (each for each in pool.facts.adopted if each.position <= pool.known)
    found = [each.position for each in adopted if each.in_force_from == change.on]
    for name in SETTABLE:
        was, now = (parameter_on(pool.facts, name, day, pool.known) for day in (before, change.on))
        if now is not None and (was is None or now.said != was.said):
            found.append(now.position)
    return [f"#{each}" for each in sorted(found)]


def _last_held(pool: PoolQuery, on: RatingList) -> int:
    """Give the list that was in force before one: those between the two never were."""
    before = (each for each in pool.lists() if each.number < on.number)
    return max(each.number for each in before if each.in_force_from <= on.in_force_from)


def _brought(pool: PoolQuery, change: Change, on: RatingList) -> Iterator[str]:
    """Give what moved the rating on a list that rates a period as a whole."""
    steps = units.unit(pool, change.player, on)
    yield from (report.tournament for each in steps for report in each.rated.counted(change.player))
    before = next(each for each in pool.lists() if each.number == on.number - 1)
    for unit in (each.unit for each in taken(pool, change.player, on.number)):
        if unit.kind != POOL:
            known = (before.through_position, on.through_position)
            for each in corrected_by(pool, change.player, unit.number, *known):
                yield from each.named
    yield from _adjusted(pool, change, on)


def _at_place(pool: PoolQuery, change: Change, on: RatingList) -> list[str]:
    """Give the tournament of a place in a chain and what corrects it, or the year that ended."""
    entered = pool.bookings(on.number, change.player)
    turns = pool.turns_on(on.number)
    corrected = recounts(pool, change.player, on.number)
    at_places = [(each.place, [each.tournament]) for each in entered if each.edition]
    at_places += [(each.place, _corrected(pool, on, each)) for each in corrected]
    at_places += [(each.place, [f"end of {each.year}"]) for each in turns]
    return [name for place, names in at_places if place == change.place for name in names]


def _corrected(pool: PoolQuery, on: RatingList, of: Recounted) -> list[str]:
    """Give a competition of a closed list, and the positions of what corrected it for a list."""
    before = next(each for each in pool.lists() if each.number == on.number - 1)
    known = (before.through_position, on.through_position)
    found = corrected_by(pool, of.player, booked(pool, of).number, *known)
    mine = (each for each in found if each.tournament == of.tournament)
    return next((each.named for each in mine), [of.tournament])


def _decided(pool: PoolQuery, change: Change, on: RatingList) -> list[str]:
    """Give the decision at a place in a chain that has one for those of the body."""
    return _adjusted(pool, change, on) if change.place == ADJUSTED_PLACE else []


def _adjusted(pool: PoolQuery, change: Change, on: RatingList) -> list[str]:
    changes = waiting.changes_decided(pool, change.player, on).values()
    return [f"#{position}" for each in changes for position in each.positions]


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
