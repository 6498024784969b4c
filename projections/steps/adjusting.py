"""Decisions of the rating body about ratings, for the list that books them."""

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
    """Return by player the decisions recorded after position `after`, up to `through`.

    Bonuses and withdrawn bonuses of a player add up; a correction of the rating comes on top.
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
    """Return the corrections of ratings recorded after a position, up to another.

    Of two corrections for a player neither holds: the rating body has to say which is meant.

    Reading `annulled_ratings`: an annulment holds despite another correction. It takes effect on
    the next list and only there, for players listed before it: their games of the period count for
    the opponents, not for them. The results behind a first rating are used up: the player begins
    anew. A player without a rating has none to annul: waiting results go on waiting.
    """
    due = [adjustment for adjustment in facts.adjustments if after < adjustment.position <= through]
    annulled = {
        adjustment.player: adjustment for adjustment in due if adjustment.before == AS_LISTED
    }
    times = Counter(adjustment.player for adjustment in due)
    return {
        adjustment.player: adjustment for adjustment in due if times[adjustment.player] == 1
    } | annulled


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
    last = {decision.player: decision for decision in facts.decisions if decision.position <= known}
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
    """Corrections of ratings as columns; shape () without any."""

    adjusted: NDArray[Any]
    adjusted_from: NDArray[Any]
    adjusted_to: NDArray[Any]


class Decided(_Adjusted):
    """Decisions about the players of a step as columns, likewise."""

    decided_points: NDArray[Any]


def decided_about(
    players: NDArray[np.int64], listed: Values, decided: Mapping[int, DecidedChange]
) -> Decided:
    """Return the decisions about players as columns; `listed` are their ratings."""
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
    before = np.array([adjustment.before for adjustment in adjusted.values()], dtype=np.int64)
    after = np.array([adjustment.after for adjustment in adjusted.values()], dtype=np.int64)
    start = lookup(players, who, before)
    return {
        "adjusted": lookup(players, who, np.ones_like(who)) > 0,
        "adjusted_from": np.where(start == AS_LISTED, listed, start),
        "adjusted_to": lookup(players, who, after),
    }
