"""Decisions about the ratings of single players: adjustments, bonuses, entry ratings."""

from __future__ import annotations

from typing import Final

import msgspec

from projections.state.reports import NEVER

AS_LISTED: Final = -1
"""In an adjustment: it starts from whatever rating is listed."""

BY_POINTS: Final = -2
"""In an adjustment: it adds points, in place of the rating after, to whatever is listed."""


class Adjustment(msgspec.Struct, frozen=True):
    """A correction by the rating body; 0: no rating. `before` an annulment: `AS_LISTED`."""

    position: int
    player: int
    before: int
    after: int
    withdrawn: int = NEVER
    """Position of its withdrawal."""
    had: int = 0
    """As the withdrawal says: the rating before the adjustment took effect."""

    def is_due(self, after: int, through: int) -> bool:
        """Return whether the list of facts after a position, up to another, takes it in."""
        return after < self.position <= through < self.withdrawn

    def opposite(self, after: int, through: int) -> Adjustment | None:
        """Return the opposite adjustment, if due on the list of these facts."""
        if not self.position <= after < self.withdrawn <= through:
            return None
        given, taken = (0, self.had), (AS_LISTED, 0)
        points = (BY_POINTS, self.had - self.after)
        change = given if not self.after else taken if not self.had else points
        return Adjustment(self.withdrawn, self.player, *change)


class DecidedBonus(msgspec.Struct, frozen=True):
    """Points given to a player by decision; negative: withdrawn."""

    position: int
    player: int
    points: int
    withdraws: int | None = None
    """Position of the bonus that is taken back."""


class DecidedChange(msgspec.Struct, frozen=True):
    """Decisions of the rating body about the rating of one player, for one list."""

    adjustment: Adjustment | None = None
    bonuses: tuple[DecidedBonus, ...] = ()

    @property
    def points(self) -> int:
        """The sum of all bonuses."""
        return sum(bonus.points for bonus in self.bonuses)

    @property
    def positions(self) -> tuple[int, ...]:
        """Positions of the recorded decisions."""
        adjusted = (self.adjustment.position,) if self.adjustment else ()
        return (*adjusted, *(bonus.position for bonus in self.bonuses))


class Decision(msgspec.Struct, frozen=True):
    """An entry rating by decision."""

    position: int
    player: int
    rating: int
