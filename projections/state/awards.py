"""Categories and titles that a pool awarded, as a pool beside it sees them.

Reading `awards_seen`: those recorded by the position up to which a list takes facts, and not
withdrawn by the day asked about. Of several the highest holds.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.categories import names_of
from projections.state.law import Law
from projections.state.pool import CategoryDecision, PoolFacts


def awarded(facts: PoolFacts, day: date, through: int) -> dict[int, CategoryDecision]:
    """Give by player the award that holds on a day, as known at a position."""
    edition = Law(facts, through).edition_on(day)
    place = {name: at for at, name in enumerate(names_of(edition.numbers) if edition else ())}
    known = [e for e in facts.category_decisions if e.position <= through and e.on <= day]
    held: dict[int, dict[str, CategoryDecision]] = defaultdict(dict)
    for each in sorted(known, key=lambda each: (each.on, each.position)):
        if each.withdrawn:
            held[each.player].pop(each.category, None)
        elif each.category in place:
            held[each.player][each.category] = each
    return {
        player: max(mine.values(), key=lambda each: place[each.category])
        for player, mine in held.items()
        if mine
    }


def names_awarded(
    facts: PoolFacts | None, day: date, through: int, players: NDArray[np.integer]
) -> NDArray[Any]:
    """Give the names of what players were awarded; "" is nothing."""
    found = np.full(len(players), "", dtype=object)
    if facts is not None and facts.category_decisions:
        mine = awarded(facts, day, through)
        found[:] = [mine[each].category if each in mine else "" for each in players.tolist()]
    return found
