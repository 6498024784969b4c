"""A change of a player's category or title, with the cause."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

How = Literal[
    "placed", "promoted", "lowered", "proposed", "awarded", "withdrawn", "no effect", "amended"
]
"""`amended`: by a change of law; `no effect`: a decision about a category not held."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a player's category or title, with the cause."""

    player: int
    on: date
    """First day of the new category."""
    how: How
    before: str
    """The category or title before; "" is none."""
    after: str
    skipped: tuple[str, ...]
    """The categories between `before` and `after`."""
    rating_before: int
    rating_after: int
    article: str
    number: int | None = None
    """Number of the list; None for a decision or a change of law."""
    place: int = 0
    """In a chain, place of the tournament on the list."""
    decided_at: int | None = None
    """Position of the decision."""
    outranked: str = ""
    """The category reached or decided below a higher one, which the player keeps."""
    title: bool = False
    """Whether a title changes, not a category."""

    @property
    def is_effective(self) -> bool:
        """Whether category or title change."""
        return self.before != self.after

    @property
    def takes_force(self) -> bool:
        """Whether a bulletin contains the change: not for placements and proposals."""
        return self.how in ("awarded", "withdrawn") or (self.is_effective and self.how != "placed")


Renamed = tuple[int, str, str]
"""A player, and the names of a category or title before and after."""


def renamed(
    old_name: Callable[[int], str],
    new_name: Callable[[int], str],
    before: NDArray[np.int64],
    after: NDArray[np.int64],
) -> list[Renamed]:
    """Return the players whose category or title has another name on another ladder.

    `before` and `after` are places by register number, each named by its own ladder.
    """
    pairs, of = np.unique(np.stack([before, after]), axis=1, return_inverse=True)
    names = [(old_name(old), new_name(new)) for old, new in pairs.T.tolist()]
    differs = np.array([old != new for old, new in names])
    players = np.flatnonzero(differs[of.reshape(-1)]).tolist()
    return [(player, *names[of.reshape(-1)[player]]) for player in players]
