"""A calculation as asked: the player, and the tournaments with their games, in typed numbers."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Final, Literal

import msgspec

Result = Literal["1", "=", "0", "+", "-"]
"""Won, drawn, lost; won and lost without play, which no regulation counts."""


class TypedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game from the player's side."""

    opponent: int
    """The opponent's rating when the tournament began; 0: none."""
    result: Result
    """Won 1, drawn =, lost 0; without play + and -."""


class TypedTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament of the player; None: as the calculation assumes."""

    games: tuple[TypedGame, ...] = ()
    """In the order of play."""
    start: date | None = None
    """First day; it decides the edition."""
    end: date | None = None
    """Last day; it decides the list."""
    rating: int | None = None
    """The player's rating when it began; None: that of the list before. Not in a chain."""
    time_control: str = ""
    """As in a report, such as 5400+30, where K depends on it."""
    online: bool = False
    """Whether it was played online."""
    weight: Literal["1", "1/2"] = "1"
    """How much it counts, where tournaments have weights."""
    deviation: Fraction | None = None
    """In place of games, where ratings are chained: the sum of score less expected score."""
    counted_games: int = 1
    """Games behind the deviation."""


class Calculation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A first rating, or the change of a rating, asked for in typed numbers."""

    rulebook: str
    """Name of the rulebook."""
    edition: str | None = None
    """For the tournaments and the list, such as 2024-03-01; None: those in force on the days."""
    list_date: date | None = None
    """None: the first day of the month after the last tournament."""
    rating: int = 0
    """On the list before; 0: none."""
    k: int | None = None
    """K as printed on the list before; None: by highest rating, games and year of birth."""
    games: int = 0
    """Counted games so far."""
    peak: int = 0
    """The highest rating so far; 0: the present one."""
    birth_year: int = 0
    """0: unknown."""
    decided_rating: int = 0
    """An initial rating by decision; 0: none."""
    rated_elsewhere: Mapping[str, int] = {}
    """Ratings on other lists that the regulation reads for a player without one, by its words."""
    category_elsewhere: str = ""
    """Category reached in the other discipline; "": none."""
    award_elsewhere: str = ""
    """Title or category awarded in the other discipline; "": none."""
    federation: str = ""
    """Three capital letters; "": unknown."""
    counted_this_year: bool = False
    """Whether another tournament of the year of the first one was counted before it."""
    rounding_tenths: int = 0
    """Rounding on the list before, in tenths, where the exact index goes on."""
    tournaments: tuple[TypedTournament, ...] = ()
    """In the order of play."""


PLAYER: Final = 1
"""The player's register number in a calculation; opponents follow, each with an own number."""


def exact(wanted: type, found: object) -> object:
    """Return an exact number, written as a text or a whole number; a hook of msgspec's decoder."""
    if wanted is not Fraction or isinstance(found, bool) or not isinstance(found, str | int):
        raise ValueError(f"expected a number as a text, such as 4.70, found {found!r}")
    try:
        return Fraction(found)
    except ZeroDivisionError as error:
        raise ValueError(str(error)) from error
