"""What committees have awarded and not withdrawn: categories, and the titles beside them."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from projections.holding.ladders import NONE, Ladder


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
