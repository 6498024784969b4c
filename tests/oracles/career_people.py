"""The people of random careers: strong and weak, growing and fading, often or hardly ever at the
board.
"""

from dataclasses import dataclass, replace
from datetime import date
from random import Random


@dataclass(frozen=True)
class Person:
    """A player: strength at the beginning, yearly growth, first month, and rarity (1 always, 14
    about once in fourteen months).
    """

    id: int
    born: int | None
    strength: int
    growth: int
    debut: int
    seldom: int
    rated: bool

    def strength_in(self, month: int) -> int:
        """Strength so many months after the beginning; growth ends after four years."""
        return self.strength + self.growth * min(month, 48) // 12


def months_between(first: date, second: date) -> int:
    """How many months the second day's month comes after the first's."""
    return (second.year - first.year) * 12 + second.month - first.month


SORTS = (
    # strengths, growth, age at the beginning, seldom
    ((2700, 2780), 10, (20, 40), 1),
    ((2640, 2690), 15, (20, 40), 1),
    ((2385, 2420), 8, (20, 40), 1),
    ((2290, 2330), 40, (13, 16), 1),
    ((2150, 2290), 60, (13, 17), 1),
    ((1900, 2100), 0, (16, 60), 1),
    ((1500, 1900), 20, (15, 60), 14),
    ((1300, 1700), 60, (12, 16), 1),
    ((1000, 1080), 0, (16, 70), 1),
    ((990, 1050), 5, (16, 70), 2),
    ((1000, 1200), 90, (9, 16), 1),
    ((1040, 1150), 0, (16, 70), 14),
)
NEWCOMERS = (
    ((950, 1150), 10, (14, 60), 1),
    ((1050, 1500), 40, (10, 17), 2),
    ((1300, 1700), 0, (20, 60), 13),
    ((1700, 2300), 30, (14, 30), 3),
    ((900, 1300), 0, (20, 60), 7),
    ((1100, 1500), 0, (20, 60), 27),
    ((1100, 1700), 0, (20, 60), 28),
    ((550, 800), 30, (20, 60), 2),
    ((1500, 1900), 0, (20, 60), 1),
    ((1200, 1600), 0, (20, 60), 9),
    ((2200, 2560), 0, (18, 30), 1),
)


NEVER_DRAWN = 999
"""The debut of those who come by appointment only."""

BEFORE_THE_LIFT = date(2023, 12, 1)
"""When the last of the newcomers begins: his first games lie on both sides of March 2024."""


def people(random: Random, begins: date) -> list[Person]:
    """Return twelve players with a standard rating, eleven without who begin later, two by
    appointment.
    """
    found = []
    for number, sort in enumerate((*SORTS, *NEWCOMERS), start=1):
        strengths, growth, ages, seldom = sort
        rated = number <= len(SORTS)
        born = None if random.random() < 0.08 else begins.year - random.randint(*ages)
        debut = 0 if rated else random.choice([0, 2, 8, 14, 20, 26, 34])
        if sort == NEWCOMERS[-1]:
            debut = max(0, months_between(begins, BEFORE_THE_LIFT))
        strength = random.randint(*strengths)
        found.append(Person(number, born, strength, growth, debut, seldom, rated))
    return [*found, *(replace(found[-1], id=len(found) + i, debut=NEVER_DRAWN) for i in (1, 2))]
