"""FID draughts, Elo-Rubele: single articles of chapter VI for both disciplines, 2008 and 2021.

What a game and a tournament are worth stands in `elo_rubele`; here is what comes before and after
it. A capital crosses thresholds by another form of the same rule than `elo_rubele.walk`. Every
number that could be mistyped stands in `Law`, so that a test can alter one.

Readings chosen in this file, each in the function named:
* `crossed`: a threshold converts in both directions, however many are passed; no rounding between.
* `final_capital`: rounded half up, then bonus or corrective as points, then the floor.
* `floor_on`: an event goes by the floor of its first day, the end of a year by that of its last.
* `corrective`: the text of the day on which an event begins decides.
* `category_of`: a category is reached at its threshold, and by the final capital.
* `world_capital`: a half moves up.
* `entry`: a decision first; then, abroad and in international draughts, the world rating; then the
  category in the other discipline, the one that he enters with as printed; then the beginner.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from tests.oracles import elo_rubele
from tests.oracles.elo_rubele import Step, round_half_up, step_of

ITALIANA, INTERNAZIONALE = "italiana", "internazionale"
DISCIPLINES = (ITALIANA, INTERNAZIONALE)

PROVINCIALE, REGIONALE, NAZIONALE, CANDIDATO, MAESTRO = range(5)
"""The categories, lowest first."""


@dataclass(frozen=True)
class Rules:
    """Tables 11, 12, 17: coefficients from a capital up, thresholds of the categories above the
    lowest, a beginner's capital, and the corrective of 2021."""

    bands: tuple[tuple[int, int], ...]
    thresholds: tuple[int, int, int, int]
    start: int
    q: int


@dataclass(frozen=True)
class Law:
    """Every number of the text."""

    italiana: Rules = Rules(((0, 150), (3000, 100), (3900, 50)), (1000, 2000, 3000, 3900), 300, 10)
    internazionale: Rules = Rules(
        ((0, 240), (2000, 160), (3000, 80)), (1700, 2500, 3300, 3800), 500, 15
    )
    steps: tuple[Step, ...] = elo_rubele.STEPS
    floors: tuple[tuple[date, int], ...] = ((date(1994, 1, 16), 500), (date(2008, 1, 1), 100))
    permanence: tuple[tuple[date, str], ...] = ()
    """How long a category is kept where the federation sets it, from a day on (`Keeping`)."""
    bonus: int = 10  # table 18 a
    corrective_from: date = date(2021, 1, 1)
    malus: int = 50  # table 18 b
    malus_in_all: int = 450
    idle_years: int = 2  # table 22
    to_internazionale: tuple[tuple[int, int], ...] = (  # table 20, by category held
        (PROVINCIALE, 500),
        (PROVINCIALE, 500),
        (PROVINCIALE, 1000),
        (REGIONALE, 1700),
        (NAZIONALE, 2500),
    )
    to_italiana: tuple[tuple[int, int], ...] = (  # table 21, by category held; M.N. is the last
        (PROVINCIALE, 300),
        (PROVINCIALE, 300),
        (REGIONALE, 1000),
        (REGIONALE, 1500),
        (NAZIONALE, 2000),
    )
    titled: Mapping[str, tuple[int, int]] = field(  # table 21, titles
        default_factory=lambda: {
            "GMI": (NAZIONALE, 2700),
            "MI": (NAZIONALE, 2700),
            "MF": (NAZIONALE, 2300),
        }
    )
    world: tuple[tuple[int, Fraction], ...] = (  # table 22, to a rating and with which factor
        (2000, Fraction(18, 10)),
        (2200, Fraction(22, 10)),
        (2300, Fraction(24, 10)),
    )
    world_above: Fraction = Fraction(25, 10)

    def of(self, discipline: str) -> Rules:
        """The rules of a discipline."""
        return self.italiana if discipline == ITALIANA else self.internazionale

    def altered(self, discipline: str, **numbers: object) -> "Law":
        """The same with other numbers in a discipline."""
        return replace(self, **{discipline: replace(self.of(discipline), **numbers)})  # type: ignore[arg-type]

    def with_wrong_row(self, low: int) -> "Law":
        """The same with a hundredth more for the stronger in a row of table 19."""
        steps = tuple(
            replace(step, stronger=step.stronger + 1, weaker=step.weaker - 1)
            if step.low == low
            else step
            for step in self.steps
        )
        return replace(self, steps=steps)


LAW = Law()

# ------------------------------------------------------------------------------ art. 6, 10, 11


def expected_hundredths(own: int, opponent: int, law: Law = LAW) -> int:
    """Art. 10, table 19: PA of a game."""
    difference = own - opponent
    step = step_of(abs(difference), law.steps)
    return step.stronger if difference >= 0 else step.weaker


def moves_to(capital: Fraction, rules: Rules) -> Fraction:
    """Table 17: the D that leads from 0 to a capital, each band at the coefficient; below 0 the
    lowest band goes on.
    """
    total = Fraction(0)
    for at, (low, s) in enumerate(rules.bands):
        high = rules.bands[at + 1][0] if at + 1 < len(rules.bands) else None
        if at and capital <= low:
            break
        part = capital if high is None else min(capital, Fraction(high))
        total += (part - low) / s
    return total


def capital_after(moved: Fraction, rules: Rules) -> Fraction:
    """Table 17: where so much D from 0 leads."""
    capital = Fraction(0)
    for at, (low, s) in enumerate(rules.bands):
        begins = moves_to(Fraction(low), rules)
        if at == 0 or moved > begins:
            capital = low + (moved - begins) * s
    return capital


def crossed(capital: int, d: Fraction, rules: Rules) -> Fraction:
    """Art. 10, tables 14, 16, 17: the exact capital after D."""
    return capital_after(moves_to(Fraction(capital), rules) + d, rules)


def floor_on(day: date, law: Law = LAW) -> int:
    """Art. 6: the least capital on a day."""
    return max((since, floor) for since, floor in law.floors if since <= day)[1]


def final_capital(exact: Fraction, added: int, floor: int) -> int:
    """Art. 6, 10, 11: CF: whole, with the points added, not below the floor."""
    return max(floor, round_half_up(exact) + added)


def corrective(start: date, law: Law = LAW) -> bool:
    """Table 17 of 2021: whether an event brings Q, in place of the bonus of the year."""
    return start >= law.corrective_from


def malus_due(capital: int, so_far: int, day: date, law: Law = LAW) -> int:
    """Table 18 b: the malus really taken: not below the floor, not beyond the total."""
    return max(0, min(law.malus, law.malus_in_all - so_far, capital - floor_on(day, law)))


# ------------------------------------------------------------------------- art. 9, 13, table 22


def category_of(capital: int, rules: Rules) -> int:
    """Art. 9, tables 11, 12: the category to which a capital belongs."""
    return sum(1 for threshold in rules.thresholds if capital >= threshold)


def world_capital(rating: int, law: Law = LAW) -> int:
    """Table 22: the capital for a rating of the world federation."""
    factor = next((each for to, each in law.world if rating <= to), law.world_above)
    return round_half_up(rating * factor)


@dataclass(frozen=True)
class Newcomer:
    """The known facts of a player who enters a discipline, at the beginning of the first event."""

    decided: int | None = None
    world: int | None = None
    """A world rating, if he is a foreigner."""
    other: int | None = None
    """His category in the other discipline."""
    title: str | None = None


def entry(who: Newcomer, discipline: str, law: Law = LAW) -> tuple[int, int]:
    """Art. 9, 13, table 22: the category and the capital with which somebody enters."""
    rules = law.of(discipline)
    if who.decided is not None:
        return category_of(who.decided, rules), who.decided
    if discipline == INTERNAZIONALE and who.world is not None:
        capital = world_capital(who.world, law)
        return category_of(capital, rules), capital
    if discipline == ITALIANA and who.title is not None and who.title in law.titled:
        return law.titled[who.title]
    if who.other is not None:
        table = law.to_italiana if discipline == ITALIANA else law.to_internazionale
        return table[who.other]
    return PROVINCIALE, rules.start
