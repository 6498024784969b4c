"""Years of draughts: players, carried facts, events, decisions; facts only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tests.oracles.world import Carried, Tournament


@dataclass(frozen=True)
class Event:
    """A tournament of a discipline, with the counted share of the difference."""

    played: Tournament
    discipline: str
    weight: Fraction = Fraction(1)


@dataclass(frozen=True)
class WorldList:
    """A rating list of the world federation, in force until the next."""

    day: date
    ratings: Mapping[int, int]


@dataclass(frozen=True)
class Decision:
    """With which capital the technical commission lets somebody enter a discipline."""

    player: int
    discipline: str
    capital: int
    recorded: int


@dataclass(frozen=True)
class Annulment:
    """The commission annuls a capital, if any."""

    player: int
    discipline: str
    recorded: int


@dataclass(frozen=True)
class Adjustment:
    """The commission gives or takes points of a capital, where possible."""

    player: int
    discipline: str
    points: int
    recorded: int


@dataclass(frozen=True)
class Era:
    """Years of draughts; `lists` are the days of both disciplines' lists, each also the cut-off."""

    players: tuple[int, ...]
    foreign: frozenset[int]
    carried_on: date
    carried: Mapping[str, tuple[Carried, ...]]
    events: tuple[Event, ...]
    lists: tuple[date, ...]
    world: tuple[WorldList, ...] = ()
    decisions: tuple[Decision, ...] = ()
    titles: Mapping[int, str] = field(default_factory=dict)
    annulments: tuple[Annulment, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()


@dataclass(frozen=True)
class Row:
    """A player on a list: games, points added (bonus and corrective) and malus since the last, and
    the malus in all.
    """

    rating: int
    category: int
    games: int
    bonus: int
    malus: int
    malus_in_all: int
