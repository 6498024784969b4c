"""What the rating body decided about ratings, for the list that books it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Mapping
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from projections.rating import NOTHING
from projections.rulebooks.engine.columns import Values
from projections.state.pool import AS_LISTED, Adjustment, DecidedBonus, DecidedChange, PoolFacts
from projections.steps.capital_changes import lookup


def due_decisions(facts: PoolFacts, after: int, through: int) -> dict[int, DecidedChange]:
    """Give by player what was decided after one position, up to another.

    Bonuses, and what is taken back of them, add up, and stand beside a correction of the rating.
    """
    adjustments = _adjustments(facts, after, through)
    bonuses: dict[int, list[DecidedBonus]] = defaultdict(list)
    for bonus in facts.bonuses:
        if after < bonus.position <= through:
            bonuses[bonus.player].append(bonus)
    return {
        player: DecidedChange(adjustments.get(player), tuple(bonuses.get(player, ())))
        for player in adjustments.keys() | bonuses.keys()
    }


def _adjustments(facts: PoolFacts, after: int, through: int) -> dict[int, Adjustment]:
    """Give the corrections recorded after one position, up to another.

    Of two for one player neither holds: which is meant is for the rating body to say.

    Reading `annulled_ratings`: an annulment holds beside any other correction. It takes effect on
    the next list and only there, on whoever is listed before it: his games of the period count
    for his opponents, not for him. The results on which a first rating rested are spent: nothing
    goes back to the pool, which begins anew, as for anybody unlisted. Who is not listed has no
    rating that could cease: what waits for his first one goes on waiting.
    """
    due = [each for each in facts.adjustments if after < each.position <= through]
    annulled = {each.player: each for each in due if each.before == AS_LISTED}
    times = Counter(each.player for each in due)
    return {each.player: each for each in due if times[each.player] == 1} | annulled


def decided_ratings(
    facts: PoolFacts,
    known: int,
    rated: Callable[[int, int], int],
    before: int | None = None,
    players: Container[int] | None = None,
) -> dict[int, int]:
    """Return the entry ratings by decision of a list, by player, as known at a position.

    `rated` returns the rating on a list (number, player); `before` is the number of the list
    (None: the next one), `players` are those asked about (None: all).

    Reading `used_up`: a decision is for one entry. A player who was listed after it, and whose
    rating ceased, enters by a later decision, or as the text says.
    """
    last = {each.player: each for each in facts.decisions if each.position <= known}
    lists = facts.closed if before is None else facts.closed[: before - 1]
    return {
        player: decision.rating
        for player, decision in last.items()
        if players is None or player in players
        if not any(
            rated(closed.number, player)
            for closed in reversed(lists)
            if closed.event.through_position > decision.position
        )
    }


class _Adjusted(TypedDict):
    """Corrections of the players of a step: columns, or one nothing for all."""

    adjusted: NDArray[Any]
    adjusted_from: NDArray[Any]
    adjusted_to: NDArray[Any]


class Decided(_Adjusted):
    """What the rating body decided about the players of a step, likewise."""

    decided_points: NDArray[Any]


def decided_about(
    players: NDArray[np.int64], listed: Values, decided: Mapping[int, DecidedChange]
) -> Decided:
    """Give the columns that say what the rating body decided, for players and their ratings."""
    adjusted = {who: change.adjustment for who, change in decided.items() if change.adjustment}
    points = {who: change.points for who, change in decided.items() if change.bonuses}
    return {**_adjusted(players, listed, adjusted), "decided_points": _points(players, points)}


def _points(players: NDArray[np.int64], points: Mapping[int, int]) -> NDArray[Any]:
    if not points:  # nearly always: a step costs nothing for it
        return NOTHING
    who = np.array(list(points), dtype=np.int64)
    given = np.array(list(points.values()), dtype=np.int64)
    return lookup(players, who, given)


def _adjusted(
    players: NDArray[np.int64], listed: Values, adjusted: Mapping[int, Adjustment]
) -> _Adjusted:
    if not adjusted:
        return {"adjusted": NOTHING > 0, "adjusted_from": NOTHING, "adjusted_to": NOTHING}
    who = np.array(list(adjusted), dtype=np.int64)
    before = np.array([each.before for each in adjusted.values()], dtype=np.int64)
    after = np.array([each.after for each in adjusted.values()], dtype=np.int64)
    start = lookup(players, who, before)
    return {
        "adjusted": lookup(players, who, np.ones_like(who)) > 0,
        "adjusted_from": np.where(start == AS_LISTED, listed, start),
        "adjusted_to": lookup(players, who, after),
    }
