"""A change of a player's category or title, and what it rests on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

How = Literal[
    "placed", "promoted", "lowered", "proposed", "awarded", "withdrawn", "no effect", "amended"
]
"""`amended`: the law has it otherwise; `no effect`: a decision had nothing to act on."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a player's category or title, and what it rests on."""

    player: int
    on: date
    """The day from which it holds."""
    how: How
    before: str
    """The category, or title, held before; "" is none."""
    after: str
    skipped: tuple[str, ...]
    """The categories between the two."""
    rating_before: int
    rating_after: int
    article: str
    number: int | None = None
    """Of the list that shows it; None: it was decided, or the law changed."""
    place: int = 0
    """In a chain, of the tournament it rests on."""
    decided_at: int | None = None
    """The position of the decision it rests on."""
    beside: str = ""
    """What was reached or decided, where something higher is held all the same."""
    title: bool = False
    """Whether it is about a title, which stands beside the category."""

    @property
    def moves(self) -> bool:
        """Tell whether it changes what is held."""
        return self.before != self.after

    @property
    def takes_force(self) -> bool:
        """Tell whether a bulletin has it: what moves, and what a committee awards or withdraws."""
        return self.how in ("awarded", "withdrawn") or (self.moves and self.how != "placed")


Renamed = tuple[int, str, str]
"""A player, the name of what he held, and the name it has now."""


def renamed(
    was: Callable[[int], str],
    called: Callable[[int], str],
    held: NDArray[np.int64],
    now: NDArray[np.int64],
) -> list[Renamed]:
    """Give who holds, by name, another thing than before; both ladders name their places."""
    pairs, of = np.unique(np.stack([held, now]), axis=1, return_inverse=True)
    names = [(was(before), called(after)) for before, after in pairs.T.tolist()]
    differs = np.array([before != after for before, after in names])
    players = np.flatnonzero(differs[of.reshape(-1)]).tolist()
    return [(player, *names[of.reshape(-1)[player]]) for player in players]
