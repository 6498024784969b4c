"""A small federation: players, carried ratings, games, and when each fact was
recorded.

The same description serves every oracle and every test that feeds the ledger. It holds facts only.
`recorded` counts closings: 0 means before the first closing, 1 between the first and the second.
What was recorded before closing i is known to closing i and to all later ones.
"""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Player:
    """A person of the register; the year of birth may be unknown."""

    id: int
    birth_year: int | None = None


@dataclass(frozen=True)
class Carried:
    """The facts of a player from before the ledger. `k` None: to be worked out.

    `last_counted` is a list month ("2024-11") for FIDE; for draughts any date whose year is the
    year of his last event, and in that year the bonus was had. None: never.
    """

    player: int
    rating: int
    k: int | None = None
    games: int = 0
    peak: int = 0
    last_counted: str | None = None


@dataclass(frozen=True)
class Game:
    """A game; each side has a TRF code: 1 = 0 played, the codes + - W D L not counted."""

    white: int
    black: int
    white_result: str
    black_result: str


@dataclass(frozen=True)
class Tournament:
    """A tournament with all games, or a part of a long tournament that was reported
    separately.

    Of a part `start` and `end` are the days of its games, `begins` and `ends` those of the whole.
    `received` None: on its last day. `official`: an event of the world body.
    """

    id: str
    start: date
    end: date
    games: tuple[Game, ...]
    recorded: int = 0
    part: int = 0
    whole: tuple[date, date] | None = None
    received: date | None = None
    official: bool = False

    @property
    def begins(self) -> date:
        """The first day of the whole tournament."""
        return self.whole[0] if self.whole else self.start

    @property
    def ends(self) -> date:
        """The last day of the whole tournament."""
        return self.whole[1] if self.whole else self.end


@dataclass(frozen=True)
class Adjustment:
    """A rating put right by the rating body; None stands for "not on the list"."""

    player: int
    from_rating: int | None
    to_rating: int | None
    recorded: int


@dataclass(frozen=True)
class World:
    """Everything an oracle needs; `periods` are the names of the lists to close, in order."""

    players: tuple[Player, ...]
    carried: tuple[Carried, ...]
    carried_on: date
    tournaments: tuple[Tournament, ...]
    adjustments: tuple[Adjustment, ...]
    periods: tuple[str, ...]
