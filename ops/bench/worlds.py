"""Synthetic federations of any size, from a seed: the same numbers give the same world.

Games are drawn a period at a time in whole columns. Tournaments are Swiss-like: an even field of
16 to 44, so many rounds in which nobody meets anybody twice, results by strength. Entrants come
from a tenth of the register that is active in the period, drawn anew each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ops.bench.kinds import Kind

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
    player: str
    number: str
    rating: str
    white: str
    black: str
    white_result: str
    black_result: str
    rounds: int
    time_control: str
    online: bool

    @property
    def entrants(self) -> int:
        """How many took part."""
        return len(self.number) // columns.NUMBER


@dataclass(frozen=True, slots=True)
class Period:
    """A period: its list and its tournaments."""

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


def digits(values: Numbers, width: int) -> bytes:
    """Write whole numbers as a column of fixed-width decimals, all at once."""
    powers = 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)
    return (np.asarray(values)[:, None] // powers % 10 + ord("0")).astype(np.uint8).tobytes()


def _tournaments(world: World, period: int, list_date: date) -> Iterator[Tournament]:
    rng = np.random.default_rng([world.seed, 10, period])
    fields = _draw_fields(rng, world)
    first = np.concatenate([[0], np.cumsum(fields)])
    entrants = _draw_entrants(rng, world, fields, first)
    ways = rng.integers(0, _WAYS, len(fields)).tolist()
    pairs = [
        _pairings(size, way, world.kind.rounds)
        for size, way in zip(fields.tolist(), ways, strict=True)
    ]
    at = np.concatenate([[0], np.cumsum([len(pair.white) for pair in pairs])])
    results = _results(rng, world, entrants, first, pairs)
    player, rating = digits(entrants, 8).decode(), digits(world.strength[entrants], 4).decode()
    days = _days(rng, world, list_date, len(fields))
    for index, ((start, end), pairing) in enumerate(zip(days, pairs, strict=True)):
        who, games = slice(first[index], first[index + 1]), slice(at[index], at[index + 1])
        yield Tournament(
            f"{world.kind.pool}-{period:03d}-{index:05d}",
            start,
            end,
            player[8 * who.start : 8 * who.stop],
            _start_numbers(int(fields[index])),
            rating[4 * who.start : 4 * who.stop],
            pairing.white_text,
            pairing.black_text,
            results[0][games],
            results[1][games],
            world.kind.rounds,
            world.kind.times[index % len(world.kind.times)],
            bool(world.kind.online) and index % world.kind.online == 0,
        )


def _draw_fields(rng: np.random.Generator, world: World) -> Numbers:
    """Draw sizes of fields until the period has enough games."""
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
    found, at = np.empty(first[-1], dtype=np.int64), 0
    for size, begin in zip(fields.tolist(), first.tolist(), strict=False):
        if at + size > len(active):
            rng.shuffle(active)
            at = 0
        found[begin : begin + size] = active[at : at + size]
        at += size
    tournament = np.repeat(np.arange(len(fields)), fields)
    return found[np.lexsort((-world.strength[found], tournament))]


@dataclass(frozen=True)
class _Pairings:
    """Pairings by start order; by round, then by the lower start number."""

    white: Numbers
    black: Numbers

    @cached_property
    def white_text(self) -> str:
        return digits(self.white, 4).decode()

    @cached_property
    def black_text(self) -> str:
        return digits(self.black, 4).decode()


@cache
def _pairings(size: int, way: int, rounds: int) -> _Pairings:
    """Pair a field by the circle of Berger: nobody meets anybody twice."""
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
    both = np.concatenate(rows)
    return _Pairings(both[:, 0], both[:, 1])


def _results(
    rng: np.random.Generator,
    world: World,
    entrants: Numbers,
    first: Numbers,
    pairs: Sequence[_Pairings],
) -> tuple[str, str]:
    """Draw results by strength: wins, draws, a game in a hundred forfeited."""
    offsets = np.repeat(first[:-1], [len(pair.white) for pair in pairs])
    strength = world.strength[entrants]
    white = strength[np.concatenate([pair.white for pair in pairs]) + offsets]
    black = strength[np.concatenate([pair.black for pair in pairs]) + offsets]
    expected = 1 / (1 + 10.0 ** ((black - white) / world.kind.slope))
    drawn = world.kind.draws * 4 * expected * (1 - expected)
    chance = rng.random(len(white))
    outcome = np.where(
        chance < expected - drawn / 2, 0, np.where(chance < expected + drawn / 2, 1, 2)
    )
    forfeited = rng.random(len(white)) < 0.01  # noqa: PLR2004 - one in a hundred
    outcome = np.where(forfeited & (outcome != 1), 3 + outcome // 2, outcome)
    return tuple(  # type: ignore[return-value]
        np.frombuffer(codes, dtype=np.uint8)[outcome].tobytes().decode()
        for codes in (b"1=0+-", b"0=1-+")
    )


def _days(
    rng: np.random.Generator, world: World, list_date: date, count: int
) -> list[tuple[date, date]]:
    """Draw first and last days: some tournaments begin before the last list came."""
    back = rng.integers(1, world.kind.months + 1, count).tolist()
    ends, lengths = (
        rng.integers(3, _LAST_DAY + 1, count).tolist(),
        rng.integers(2, 10, count).tolist(),
    )
    last = [
        months_on(list_date, -months) + timedelta(day - 1)
        for months, day in zip(back, ends, strict=True)
    ]
    return [
        (max(world.begin, end - timedelta(length)), end)
        for end, length in zip(last, lengths, strict=True)
    ]


@cache
def _start_numbers(size: int) -> str:
    return digits(np.arange(1, size + 1), 4).decode()


def months_on(day: date, months: int) -> date:
    """Return the first of the month some months after the month of a day."""
    month = day.year * 12 + day.month - 1 + months
    return date(month // 12, month % 12 + 1, 1)
