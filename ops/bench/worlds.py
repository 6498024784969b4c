"""Synthetic federations of any size, from a seed: the same numbers give the same world.

Games are drawn a period at a time in whole columns. Tournaments are Swiss-like: an even field of
16 to 44, so many rounds in which nobody meets anybody twice, results by strength. Entrants come
from a tenth of the register that is active in the period, drawn anew each time.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.events.report import Entrants, Games


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
    """Days from the cut-off to an announced list day."""
    quarters: bool = False
    """Whether lists are named after quarters, not months."""
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
BEGIN: Final = date(2024, 3, 1)
"""Day from which the ratings carried over are in force, unless a world says another."""

_FIELDS: Final = np.arange(16, 46, 2)
_WAYS: Final = 8
"""Orders of pairing for each size of field: the text of pairings differs between tournaments."""
_LAST_DAY: Final = 25
"""Latest day of a month on which a tournament ends: before every cut-off."""

Numbers = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Tournament:
    """A competition in the columns of a report."""

    id: str
    start: date
    end: date
    entrants: Entrants
    games: Games
    time_control: str
    online: bool


@dataclass(frozen=True, slots=True)
class Period:
    """A period with its list and tournaments."""

    name: str
    list_date: date
    tournaments: tuple[Tournament, ...]


@dataclass(frozen=True)
class World:
    """A federation: a register of `players` and about `games` games over `periods` lists."""

    kind: Kind
    players: int
    periods: int
    games: int
    seed: int = 1
    begin: date = BEGIN
    """Day from which the ratings carried over are in force."""

    @cached_property
    def strength(self) -> Numbers:
        """How well each player plays; index 0 is nobody."""
        rng = np.random.default_rng([self.seed, 0])
        drawn = rng.normal(self.kind.mean, self.kind.spread, self.players + 1)
        return np.clip(drawn, self.kind.lowest, 9000).astype(np.int32)

    @cached_property
    def birth_year(self) -> Numbers:
        """Years of birth; unknown (0) for a player in twenty."""
        rng = np.random.default_rng([self.seed, 1])
        years = rng.integers(1940, 2016, self.players + 1)
        years[rng.random(self.players + 1) < 0.05] = 0  # noqa: PLR2004 - one in twenty
        return years

    @cached_property
    def carried(self) -> Numbers:
        """The players rated when histories begin, growing."""
        rng = np.random.default_rng([self.seed, 2])
        rated = rng.random(self.players + 1) < self.kind.carried
        return np.flatnonzero(rated[1:]) + 1

    @cached_property
    def games_before(self) -> Numbers:
        """How many games each player had counted when histories begin."""
        return np.random.default_rng([self.seed, 3]).integers(5, 400, self.players + 1)

    def lists(self) -> list[tuple[str, date]]:
        """Return the name and the day of each list."""
        days = [months_on(self.begin, self.kind.months * at) for at in range(1, self.periods + 1)]
        days = [day.replace(day=self.kind.issued) for day in days]
        return [(self.kind.period(day), day) for day in days]

    @property
    def last_day(self) -> date:
        """The latest day on which a tournament of the last list ends."""
        _, day = self.lists()[-1]
        return (day.replace(day=1) - timedelta(days=1)).replace(day=_LAST_DAY)

    def each_period(self) -> Iterator[Period]:
        """Yield the periods in order."""
        for at, (name, day) in enumerate(self.lists()):
            yield Period(name, day, tuple(_tournaments(self, at, day)))


def random_words(seed: int | str) -> random.Random:
    """Return the same random numbers each time."""
    return random.Random(seed)  # noqa: S311 - worlds need no secrecy


def digits(values: Numbers, width: int) -> bytes:
    """Write whole numbers as a column of fixed-width decimals, all at once."""
    powers = 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)
    return (np.asarray(values)[:, None] // powers % 10 + ord("0")).astype(np.uint8).tobytes()


def _tournaments(world: World, period: int, list_date: date) -> Iterator[Tournament]:
    rng = np.random.default_rng([world.seed, 10, period])
    fields = _draw_fields(rng, world)
    first = np.concatenate([[0], np.cumsum(fields)])
    players = _draw_entrants(rng, world, fields, first)
    ways = rng.integers(0, _WAYS, len(fields)).tolist()
    pairs = [
        _pairings(size, way, world.kind.rounds)
        for size, way in zip(fields.tolist(), ways, strict=True)
    ]
    at = np.concatenate([[0], np.cumsum([len(pair.white) for pair in pairs])])
    results = _results(rng, world, players, first, pairs)
    player, rating = digits(players, 8).decode(), digits(world.strength[players], 4).decode()
    days = _days(rng, world, list_date, len(fields))
    chance = random_words(f"{world.seed} {period}")
    for index, ((start, end), pairing) in enumerate(zip(days, pairs, strict=True)):
        who, games = slice(first[index], first[index + 1]), slice(at[index], at[index + 1])
        size = int(fields[index])
        entrants = Entrants(
            player=player[8 * who.start : 8 * who.stop],
            number=digits(np.arange(1, size + 1), 4).decode(),
            rating=rating[4 * who.start : 4 * who.stop],
            commitment=chance.randbytes(32 * size).hex(),
        )
        yield Tournament(
            f"{world.kind.pool}-{period:03d}-{index:05d}",
            start,
            end,
            entrants,
            Games(
                white=pairing.white_text,
                black=pairing.black_text,
                white_result=results[0][games],
                black_result=results[1][games],
            ),
            world.kind.times[index % len(world.kind.times)],
            bool(world.kind.online) and index % world.kind.online == 0,
        )


def _draw_fields(rng: np.random.Generator, world: World) -> Numbers:
    wanted = world.games // world.periods
    most = 1 + 2 * wanted // (int(_FIELDS[0]) * world.kind.rounds)
    fields = rng.choice(_FIELDS, most)
    games = np.cumsum(fields // 2 * world.kind.rounds)
    return fields[: int(np.searchsorted(games, wanted)) + 1]


def _draw_entrants(
    rng: np.random.Generator, world: World, fields: Numbers, first: Numbers
) -> Numbers:
    """Draw the entrants: nobody twice in a tournament, the strongest first."""
    active = 1 + rng.choice(world.players, max(world.players // 10, 44), replace=False)
    entrants, at = np.empty(first[-1], dtype=np.int64), 0
    for size, begin in zip(fields.tolist(), first.tolist(), strict=False):
        if at + size > len(active):
            rng.shuffle(active)
            at = 0
        entrants[begin : begin + size] = active[at : at + size]
        at += size
    tournament = np.repeat(np.arange(len(fields)), fields)
    return entrants[np.lexsort((-world.strength[entrants], tournament))]


class _Pairings(NamedTuple):
    """Pairings by start order; by round, then by the lower start number."""

    white: Numbers
    black: Numbers
    white_text: str
    black_text: str


@cache
def _pairings(size: int, way: int, rounds: int) -> _Pairings:
    """Pair a field by the circle of Berger."""
    rng = np.random.default_rng([size, way])
    seats = rng.permutation(size)
    rows = []
    for turn in range(rounds):
        circle = np.concatenate([seats[:1], np.roll(seats[1:], turn)])
        half = np.stack([circle[: size // 2], circle[: size // 2 - 1 : -1]], axis=1)
        half = half[np.argsort(half.min(axis=1))]
        flip = rng.random(len(half)) < 0.5  # noqa: PLR2004 - one in two
        half[flip] = half[flip, ::-1]
        rows.append(half)
    white, black = np.concatenate(rows).T
    return _Pairings(white, black, digits(white, 4).decode(), digits(black, 4).decode())


def _results(
    rng: np.random.Generator,
    world: World,
    entrants: Numbers,
    first: Numbers,
    pairs: Sequence[_Pairings],
) -> tuple[str, str]:
    offsets = np.repeat(first[:-1], [len(pair.white) for pair in pairs])
    strength = world.strength[entrants]
    white = strength[np.concatenate([pair.white for pair in pairs]) + offsets]
    black = strength[np.concatenate([pair.black for pair in pairs]) + offsets]
    expected = 1 / (1 + 10.0 ** ((black - white) / world.kind.slope))
    drawn = world.kind.draws * 4 * expected * (1 - expected)
    chance = rng.random(len(white))
    outcome = 0 + (chance >= expected - drawn / 2) + (chance >= expected + drawn / 2)
    forfeited = rng.random(len(white)) < 0.01  # noqa: PLR2004 - one in a hundred
    outcome = np.where(forfeited & (outcome != 1), 3 + outcome // 2, outcome)
    return tuple(
        np.frombuffer(codes, dtype=np.uint8)[outcome].tobytes().decode()
        for codes in (b"1=0+-", b"0=1-+")
    )


def _days(
    rng: np.random.Generator, world: World, list_date: date, count: int
) -> list[tuple[date, date]]:
    """Draw first and last days: some tournaments begin before the last list came."""
    months = rng.integers(1, world.kind.months + 1, count).tolist()
    ends = rng.integers(3, _LAST_DAY + 1, count).tolist()
    lengths = rng.integers(2, 10, count).tolist()
    days = []
    for back, day, length in zip(months, ends, lengths, strict=True):
        end = months_on(list_date, -back).replace(day=day)
        days.append((max(world.begin, end - timedelta(length)), end))
    return days


def months_on(day: date, months: int) -> date:
    """Return the first of the month some months after the month of a day."""
    month = day.year * 12 + day.month - 1 + months
    return date(month // 12, month % 12 + 1, 1)
