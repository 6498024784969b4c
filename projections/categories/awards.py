"""Categories and titles awarded by committees and not withdrawn.

Reading `awards_seen`: another pool counts the awards recorded by the position up to which its list
takes facts, and not withdrawn by the day asked about. Of several the highest counts.
"""

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
    """The names awarded to each player, with the highest category and title among them."""

    def __init__(self, size: int) -> None:
        self._names: dict[int, list[str]] = defaultdict(list)
        self.category, self.title = np.full((2, size), NONE, dtype=np.int64)

    def give(self, player: int, name: str, ladder: Ladder) -> bool:
        """Award a category or title; return False for an unknown name."""
        if name not in ladder.names:
            return False
        self._names[player].append(name)
        self._update_highest(player, ladder)
        return True

    def withdraw(self, player: int, name: str, ladder: Ladder) -> bool:
        """Withdraw the awards of a name; return False where the player has none."""
        others = [award for award in self._names[player] if award != name]
        acted = len(others) < len(self._names[player])
        self._names[player] = others
        self._update_highest(player, ladder)
        return acted

    def amend(self, before: Ladder, ladder: Ladder) -> None:
        """Translate awards to another ladder: categories by name or threshold, titles by name."""
        for player, names in self._names.items():
            self._names[player] = [ladder.name_of_old(before, name) for name in names]
            self._update_highest(player, ladder)

    def _update_highest(self, player: int, ladder: Ladder) -> None:
        names = self._names[player]
        self.category[player] = max(map(ladder.place, names), default=NONE)
        self.title[player] = max(map(ladder.title_place, names), default=NONE)


def awarded(facts: PoolFacts, day: date, through: int) -> dict[int, CategoryDecision]:
    """Return by player the highest award on a day, from the decisions up to a position."""
    edition = Law(facts, through).edition_on(day)
    place = {name: at for at, name in enumerate(names_of(edition.numbers) if edition else ())}
    known = [d for d in facts.category_decisions if d.position <= through and d.on <= day]
    awards: dict[int, dict[str, CategoryDecision]] = defaultdict(dict)
    for decision in sorted(known, key=lambda decision: (decision.on, decision.position)):
        if decision.withdrawn:
            awards[decision.player].pop(decision.category, None)
        elif decision.category in place:
            awards[decision.player][decision.category] = decision
    return {
        player: max(decisions.values(), key=lambda decision: place[decision.category])
        for player, decisions in awards.items()
        if decisions
    }


def names_awarded(
    facts: PoolFacts | None, day: date, through: int, players: NDArray[np.integer]
) -> NDArray[Any]:
    """Return the name of each player's highest award on a day; "" is none. Shape (players,)."""
    names = np.full(len(players), "", dtype=object)
    if facts is not None and facts.category_decisions:
        awards = awarded(facts, day, through)
        names[:] = [awards[p].category if p in awards else "" for p in players.tolist()]
    return names
