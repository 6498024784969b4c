"""FIDE B.02 since July 2014, rapid and blitz since January 2022: the law, edition by edition.

One `Edition` holds the numbers of a day; `Law` holds the editions of the three pools and what was
done once. Tests hand in a law with one number altered, to see that it is noticed. An amendment
that changes no figure (hybrid games, days of registration) is no edition here.

Readings chosen in this file, each in the function named:
* `differences`: `once_rule_scope`: only an upgrade (a weaker opponent raised) is had once; a
  stronger opponent is lowered every time. Of a long tournament every part reported by itself has
  its own upgrade: its list cannot wait for the next part.
* `first_rating`: `tie_p` and `tie_Ru` move up; one rounding, at the end.
* `k_factor`: juniors by the year of birth in every edition.
* `printed_k`: rapid and blitz: the lists of October and November 2022 went on printing 20, as the
  published ones did.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any

from tests.oracles.fide_standard import PRINTED, Tables, round_half_away, round_half_up

STANDARD, RAPID, BLITZ = "fide-standard", "fide-rapid", "fide-blitz"
POOLS = (STANDARD, RAPID, BLITZ)
"""In the order in which they close within a month."""


@dataclass(frozen=True)
class Edition:
    """The numbers of an edition; the articles are those of the standard chapter of 2024."""

    name: str
    limit: int = 400  # 8.3.1
    upgrades: int | None = None  # 8.3.1: how often in a tournament; None is every time
    no_limit_from: int | None = None  # 8.3.1
    added_draws: int = 0  # 8.2.2
    added_rating: int = 1800  # 8.2.2
    points_per_half_over: int | None = 20  # 8.2.3 until February 2024
    highest_first_rating: int | None = None  # 8.2.3
    first_rating_games: int = 5  # 7.1.4
    pool_months: int = 26  # 7.1.4
    floor: int = 1000  # 7.1.2, 7.1.4, 7.2.1
    k_new: int = 40  # 8.3.3
    k_games: int = 30
    k_usual: int = 20
    k_high: int = 10
    k_high_from: int = 2400
    k_junior: int = 40
    junior_until: int = 18
    junior_under: int = 2300
    k_printed_from: str | None = None  # 8.3.3: the first list with these, where it is a later one
    k_before: int = 20
    k_times_games: int = 700
    gap_not_rated: int | None = None  # rapid and blitz, December 2024
    gap_with_above: int = 2600

    @property
    def day(self) -> date:
        """0.1: the first day in force."""
        return date.fromisoformat(self.name)


OLD = Edition("2014-07-01")
ONCE = replace(OLD, name="2022-01-01", upgrades=1)
DRAWS = replace(
    OLD,
    name="2024-03-01",
    added_draws=2,
    points_per_half_over=None,
    highest_first_rating=2200,
    floor=1400,
)
STANDARD_EDITIONS = (
    OLD,
    replace(OLD, name="2017-07-01"),
    ONCE,
    DRAWS,
    replace(DRAWS, name="2025-10-01", no_limit_from=2650),
)
LINKED_EDITIONS = (
    replace(ONCE, k_new=20, k_high=20, k_junior=20),
    replace(ONCE, name="2022-10-01", k_printed_from="2022-12"),
    DRAWS,
    replace(DRAWS, name="2024-12-01", gap_not_rated=600),
)


@dataclass(frozen=True)
class Law:
    """All editions, the tables, and the single changes of every rating."""

    editions: Mapping[str, tuple[Edition, ...]] = field(
        default_factory=lambda: {
            STANDARD: STANDARD_EDITIONS,
            RAPID: LINKED_EDITIONS,
            BLITZ: LINKED_EDITIONS,
        }
    )
    tables: Tables = PRINTED
    lift_list: str = "2024-03"
    lift_part: Fraction = Fraction(2, 5)
    lift_to: int = 2000
    catch_up_list: str = "2022-10"
    catch_up_gap: int = 100
    late_lists: int = 3  # 9.1
    closing_days: int = 3  # 7.1.3
    inactive_after: int = 12  # 7.2.2

    def edition_on(self, pool: str, day: date) -> Edition | None:
        """0.1: the edition of a day; None before the first."""
        held = [each for each in self.editions[pool] if each.day <= day]
        return held[-1] if held else None

    def altered(self, pool: str, **numbers: Any) -> "Law":
        """Return the same law with altered numbers of a pool, wherever an edition states them."""
        changed = []
        for each in self.editions[pool]:
            stated = {
                name: value for name, value in numbers.items() if getattr(each, name) is not None
            }
            changed.append(replace(each, **stated))
        return replace(self, editions={**self.editions, pool: tuple(changed)})


LAW = Law()


# ------------------------------------------------------------------------------------ 8.2, 8.3


def first_rating(
    opponents: Sequence[int], score: Fraction, edition: Edition, tables: Tables = PRINTED
) -> int:
    """8.2.2, 8.2.3: the mean of the opponents; over half of the points so much a half point, else
    by table; from March 2024 always by table, with two draws against 1800 among the games."""
    n = len(opponents) + edition.added_draws
    points = Fraction(score) + Fraction(edition.added_draws, 2)
    mean = Fraction(sum(opponents) + edition.added_draws * edition.added_rating, n)
    over = 2 * points - n
    if edition.points_per_half_over is not None and over > 0:
        rating = round_half_up(mean + edition.points_per_half_over * over)
    else:
        rating = round_half_up(mean + tables.dp[round_half_up(100 * points / n)])
    highest = edition.highest_first_rating
    return rating if highest is None else min(rating, highest)


def differences(own: int, opponents: Sequence[int], edition: Edition) -> list[int]:
    """8.3.1: D of every game of a tournament, as looked up.

    Where upgrades are counted, those with the greatest differences have them.
    """
    found = [own - opponent for opponent in opponents]
    if edition.no_limit_from is not None and own >= edition.no_limit_from:
        return found
    by_size = sorted(range(len(found)), key=lambda at: -found[at])
    upgraded = by_size if edition.upgrades is None else by_size[: edition.upgrades]
    for at in upgraded:
        found[at] = min(found[at], edition.limit)
    return [max(each, -edition.limit) for each in found]


def expected_hundredths(difference: int, tables: Tables = PRINTED) -> int:
    """8.3.2 (a): PD of a difference, in hundredths."""
    step = tables.step(difference)
    return step.higher if difference >= 0 else step.lower


def sum_of_differences(
    own: int,
    games: Sequence[tuple[int, Fraction]],
    edition: Edition,
    tables: Tables = PRINTED,
) -> Fraction:
    """8.3.2 (b), (c): score less PD, summed over the games of a tournament."""
    found = differences(own, [opponent for opponent, _ in games], edition)
    scores = sum((score for _, score in games), start=Fraction(0))
    expected = sum(expected_hundredths(difference, tables) for difference in found)
    return scores - Fraction(expected, 100)


def k_factor(edition: Edition, year: int, birth_year: int | None, peak: int, games: int) -> int:
    """8.3.3: the K printed on a list: the highest rating ever; juniors; newcomers;
    everybody else.
    """
    if peak >= edition.k_high_from:
        return edition.k_high
    young = birth_year is not None and year - birth_year <= edition.junior_until
    if young and peak < edition.junior_under:
        return edition.k_junior
    return edition.k_new if games < edition.k_games else edition.k_usual


def seeded_k(edition: Edition, period: str) -> int:
    """8.3.3: the K of a player who enters with the standard rating: the K that the last list
    printed for a newcomer, which stays one K for all on the list that first prints others.
    """
    if edition.k_printed_from is not None and period <= edition.k_printed_from:
        return edition.k_before
    return edition.k_new


def printed_k(edition: Edition, period: str, birth_year: int | None, peak: int, games: int) -> int:
    """8.3.3: the K on the list of a month."""
    if edition.k_printed_from is not None and period < edition.k_printed_from:
        return edition.k_before
    return k_factor(edition, int(period[:4]), birth_year, peak, games)


def limited_k(edition: Edition, k: int, n: int) -> int:
    """8.3.3: the largest K with which K times n keeps to 700."""
    return edition.k_times_games // n if k * n > edition.k_times_games else k


def too_far_apart(one: int, other: int, edition: Edition) -> bool:
    """Rapid and blitz from December 2024: 600 points or more, and somebody above 2600."""
    gap = edition.gap_not_rated
    return gap is not None and abs(one - other) >= gap and max(one, other) > edition.gap_with_above


# ------------------------------------------------------------------------------ what was done once


def lifted(rating: int, law: Law) -> int:
    """1 March 2024: a part of the distance to 2000, to the nearest (a half cannot happen)."""
    if rating >= law.lift_to:
        return rating
    return round_half_away(rating + law.lift_part * (law.lift_to - rating))


def caught_up(rating: int, standard: int | None, law: Law) -> int:
    """1 October 2022: more than 100 below the standard rating becomes 100 below."""
    if standard is None or standard - rating <= law.catch_up_gap:
        return rating
    return standard - law.catch_up_gap
