"""UISP chess, Elo UISP: single articles, game by game and tournament by tournament.

The text has two parts, each numbered from 1: "1" to "6" of the ranking, "C.1" to "C.4" of the
calculation. Every number that could be mistyped stands in `Law`, so that a test can alter one.

Readings chosen in this file, each in the function named:
* `expected_tenths`: the sum of a tournament is rounded once, to one decimal, a half down.
* `k_factor`: thirty minutes with ten seconds a move is 30, although FIDE calls it rapid; what FIDE
  does not rate at all has no K.
* `published`: the index is rounded, not its change.
* `entry_rating`: a rating of 0 on a list is no rating.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from math import floor
from typing import Any

from tests.oracles.world import Game

# C.4, as printed: difference from - to, % of the stronger, % of the weaker; two columns.
TABLE = """
0 - 3      50 50    189 - 197  75 25
4 - 10     51 49    198 - 206  76 24
11 - 17    52 48    207 - 215  77 23
18 - 25    53 47    216 - 225  78 22
26 - 32    54 46    226 - 235  79 21
33 - 39    55 45    236 - 245  80 20
40 - 46    56 44    246 - 256  81 19
47 - 53    57 43    257 - 267  82 18
54 - 61    58 42    268 - 278  83 17
62 - 68    59 41    279 - 290  84 16
69 - 76    60 40    291 - 302  85 15
77 - 83    61 39    303 - 315  86 14
84 - 91    62 38    316 - 328  87 13
92 - 98    63 37    329 - 344  88 12
99 - 106   64 36    345 - 357  89 11
107 - 113  65 35    358 - 374  90 10
114 - 121  66 34    375 - 391  91 9
122 - 129  67 33    392 - 411  92 8
130 - 137  68 32    412 - 432  93 7
138 - 145  69 31    433 - 456  94 6
146 - 153  70 30    457 - 484  95 5
154 - 162  71 29    485 - 517  96 4
163 - 170  72 28    518 - 559  97 3
171 - 179  73 27    560 - 619  98 2
180 - 188  74 26    620 - 735  99 1
"""


@dataclass(frozen=True)
class Step:
    """C.4: a printed row, in percent."""

    low: int
    high: int
    stronger: int
    weaker: int


def _edges(span: str) -> tuple[int, int]:
    low, high = span.split("-")
    return int(low), int(high)


def read_table(printed: str) -> tuple[Step, ...]:
    """C.4: the printed rows, lowest difference first."""
    words = printed.replace(" - ", "-").split()
    rows = [words[i : i + 3] for i in range(0, len(words), 3)]
    return tuple(
        sorted(
            (Step(*_edges(span), int(stronger), int(weaker)) for span, stronger, weaker in rows),
            key=lambda step: step.low,
        )
    )


SOURCES = (
    ("fide", "standard"),
    ("fsi", "standard"),
    ("fide", "rapid"),
    ("fsi", "rapid"),
    ("fide", "blitz"),
)
"""5: the lists asked for a first rating, in their order: whose, and which of theirs."""


@dataclass(frozen=True)
class Law:
    """Every number of the text."""

    steps: tuple[Step, ...] = field(default_factory=lambda: read_table(TABLE))
    limit: int = 400  # C.1
    k_blitz: int = 10  # C.2
    k_rapid: int = 20
    k_standard: int = 30
    blitz_over_seconds: int = 180
    blitz_to_seconds: int = 600
    rapid_under_seconds: int = 3600
    long_base_seconds: int = 1800
    long_increment_seconds: int = 10
    online_part: Fraction = Fraction(1, 2)
    closing_days: int = 10  # 2
    sources: tuple[tuple[str, str], ...] = SOURCES  # 5
    newcomer: int = 1440  # 5

    def with_wrong_edge(self, low: int) -> "Law":
        """The same with the row from `low` on beginning a point later."""
        moved = {
            low: {"low": low + 1},
            **{s.low: {"high": low} for s in self.steps if s.high + 1 == low},
        }
        changed: dict[int, dict[str, Any]] = moved
        return replace(self, steps=tuple(replace(s, **changed.get(s.low, {})) for s in self.steps))


LAW = Law()

# ------------------------------------------------------------------------------ C.1, C.4: games

POINTS = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}


def points(game: Game) -> tuple[Fraction, Fraction] | None:
    """6: the score of each side; None for a game not really played, whatever the points."""
    if game.white_result not in POINTS or game.black_result not in POINTS:
        return None
    return POINTS[game.white_result], POINTS[game.black_result]


def expected_hundredths(own: int, opponent: int, law: Law = LAW) -> int:
    """C.1, C.4: the percentage of a game; over the limit a difference counts as the limit."""
    difference = min(abs(own - opponent), law.limit)
    step = next(step for step in law.steps if step.low <= difference <= step.high)
    return step.stronger if own >= opponent else step.weaker


def expected_tenths(hundredths: int) -> int:
    """C.1: PA of a tournament: the sum with one decimal; five hundredths go down, six up."""
    return (hundredths + 4) // 10


def variation(
    own: int, games: Sequence[tuple[int, Fraction]], k: Fraction, law: Law = LAW
) -> Fraction:
    """C.1: K (P - PA) of a tournament, from (opponent, points)."""
    score = sum((scored for _, scored in games), Fraction(0))
    raw = sum(expected_hundredths(own, opponent, law) for opponent, _ in games)
    return k * (score - Fraction(expected_tenths(raw), 10))


# ------------------------------------------------------------------------------ C.2: cadences


@dataclass(frozen=True)
class Cadence:
    """Seconds for the whole game and for each move, and whether played online."""

    base: int
    increment: int
    online: bool = False


def k_factor(cadence: Cadence, law: Law = LAW) -> Fraction | None:
    """C.2: by the time for sixty moves; half online; None for games that no list of FIDE rates."""
    for_sixty = cadence.base + 60 * cadence.increment
    long_enough = (
        cadence.base >= law.long_base_seconds and cadence.increment >= law.long_increment_seconds
    )
    if for_sixty <= law.blitz_over_seconds:
        return None
    if for_sixty <= law.blitz_to_seconds:
        k = law.k_blitz
    elif for_sixty >= law.rapid_under_seconds or long_enough:
        k = law.k_standard
    else:
        k = law.k_rapid
    return k * law.online_part if cadence.online else Fraction(k)


# ------------------------------------------------------------------------------ C.3: publication


def published(index: Fraction) -> int:
    """C.3: to the nearest whole number, a half up; also where the index has fallen."""
    return floor(index + Fraction(1, 2))


# ------------------------------------------------------------------------------ 5: first ratings


@dataclass(frozen=True)
class ExternalList:
    """A list of another body, in force from that day until the next of the same body."""

    body: str
    day: date
    ratings: Mapping[str, Mapping[int, int]]
    """By cadence: player and rating."""


def in_force(body: str, day: date, externals: Iterable[ExternalList]) -> ExternalList | None:
    """5: the list of a body in force on a day."""
    begun = [each for each in externals if each.body == body and each.day <= day]
    return max(begun, key=lambda each: each.day, default=None)


def entry_source(
    player: int, day: date, externals: Sequence[ExternalList], law: Law = LAW
) -> tuple[int, int]:
    """5: the first rating and the step of the cascade, 0 for the first list."""
    for at, (body, cadence) in enumerate(law.sources):
        found = in_force(body, day, externals)
        rating = found.ratings.get(cadence, {}).get(player, 0) if found else 0
        if rating > 0:
            return rating, at
    return law.newcomer, len(law.sources)


def entry_rating(player: int, day: date, externals: Sequence[ExternalList], law: Law = LAW) -> int:
    """5: the rating of a player without rating at the beginning of the first tournament."""
    return entry_source(player, day, externals, law)[0]
