"""Kinds of synthetic worlds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final


@dataclass(frozen=True, slots=True)
class Kind:
    """The properties of the worlds of a game."""

    pool: str
    rounds: int
    months: int
    """Months from list to list."""
    mean: int
    spread: int
    lowest: int
    slope: int
    """Difference of strength at which the stronger scores ten times as often."""
    draws: float
    carried: float
    """Share of the register that is rated when histories begin."""
    issued: int = 1
    """Day of the month on which its lists come."""
    closing_days: int = 1
    """So many days before is the cut-off, where list days are announced."""
    quarters: bool = False
    """Lists bear the names of quarters, not of months."""
    times: tuple[str, ...] = ("5400+30",)
    """Time controls, one tournament after the other."""
    online: int = 0
    """Every so many tournaments one is played online; 0: none."""

    def period(self, day: date) -> str:
        """Return the name of the list of a day."""
        return f"{day.year}-Q{(day.month + 2) // 3}" if self.quarters else day.isoformat()[:7]


CHESS: Final = Kind("fide-standard", 9, 1, 1750, 230, 1400, 400, 0.3, 0.9)
DRAUGHTS: Final = Kind("rubele-italiana", 7, 3, 2600, 700, 150, 1000, 0.5, 0.9)
UISP: Final = Kind(
    *("uisp", 9, 3, 1750, 230, 1400, 400, 0.3, 0.9),
    issued=10,
    closing_days=10,
    quarters=True,
    times=("5400+30", "900+10", "180+2", "1800+10"),
    online=10,
)
UISP_BEGIN: Final = date(2024, 1, 1)
"""Quarters begin in January, April, July and October."""
