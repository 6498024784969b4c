"""Categories and titles awarded by committees and not withdrawn.

Reading `awards_seen`: another pool counts the awards recorded by the position up to which its list
takes facts, and not withdrawn by the day asked about. Of several the highest counts.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from projections.categories.ladder import NONE, Ladder
from projections.rulebooks.engine.categories import names_of
from projections.state.law import Law
from projections.state.pool import CategoryDecision, PoolFacts


class Awards:
    """By player, the names awarded; the highest category and the highest title among them."""

    def __init__(self, size: int) -> None:
        """Begin with none."""
        self._names: dict[int, list[str]] = defaultdict(list)
        self.category, self.title = np.full((2, size), NONE, dtype=np.int64)

    def give(self, player: int, name: str, ladder: Ladder) -> bool:
        """Award a category or title; tell whether there is one of that name."""
        if name not in ladder.names:
            return False
        self._names[player].append(name)
        self._find_highest(player, ladder)
        return True

    def take(self, player: int, name: str, ladder: Ladder) -> bool:
        """Withdraw what was awarded by that name; tell whether anything was."""
        left = [each for each in self._names[player] if each != name]
        acted = len(left) < len(self._names[player])
        self._names[player] = left
        self._find_highest(player, ladder)
        return acted

    def amend(self, before: Ladder, ladder: Ladder) -> None:
        """Take up another ladder: a category goes by name or threshold, a title by name alone."""
        for player, names in self._names.items():
            self._names[player] = [ladder.name_of_old(before, each) for each in names]
            self._find_highest(player, ladder)

    def _find_highest(self, player: int, ladder: Ladder) -> None:
        names = self._names[player]
        self.category[player] = max(map(ladder.place, names), default=NONE)
        self.title[player] = max(map(ladder.title_place, names), default=NONE)


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
