"""One change of a player's category or title, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

How = Literal["placed", "promoted", "lowered", "proposed", "awarded", "withdrawn", "no effect"]


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
