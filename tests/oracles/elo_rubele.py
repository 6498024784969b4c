"""FID draughts, Elo-Rubele as in the technical rules of January 2008, both disciplines.

Capo VI as far as its tables tell it. Capitals are chained: tournament after tournament, by end,
start and id. Not computed here: the malus (a season inside one calendar year), foreigners and
conversions (tables 20-22), weights, categories, adjustments (refused).

Readings chosen in this file, each in the function named:
* `cf`: rounding of the final capital, half up; then the bonus; then the floor.
* `capital_at_place`: a tournament recorded late takes its expected points from the capitals
  at its place in the order, that is without the changes of the tournaments after it; its
  difference is walked from the present capital. `late="present"` takes the present ones for both.
* `bonus_due`: the bonus belongs to the first tournament *booked* of a year, also when another one
  of that year, earlier in the order, is booked later.
* `replay`: a tournament that starts before the day of the carried-over capitals is never rated.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from math import floor

from tests.oracles.world import Game, Tournament, World

FLOOR = 100  # art. 6, note to tables 11 and 12
BONUS = 10  # art. 11, table 18 a

# Table 19, as printed: difference from-to, P.A.+, P.A.-; two columns, the last row has one.
TABLE_19 = """
0-9       1.00 1.00    1130-1156 1.51 0.49
10-30     1.01 0.99    1157-1183 1.52 0.48
31-50     1.02 0.98    1184-1211 1.53 0.47
51-71     1.03 0.97    1212-1238 1.54 0.46
72-91     1.04 0.96    1239-1267 1.55 0.45
92-112    1.05 0.95    1268-1295 1.56 0.44
113-132   1.06 0.94    1296-1324 1.57 0.43
133-153   1.07 0.93    1325-1354 1.58 0.42
154-174   1.08 0.92    1355-1384 1.59 0.41
175-194   1.09 0.91    1385-1414 1.60 0.40
195-215   1.10 0.90    1415-1445 1.61 0.39
216-236   1.11 0.89    1446-1477 1.62 0.38
237-257   1.12 0.88    1478-1509 1.63 0.37
258-277   1.13 0.87    1510-1541 1.64 0.36
278-298   1.14 0.86    1542-1575 1.65 0.35
299-319   1.15 0.85    1576-1609 1.66 0.34
320-340   1.16 0.84    1610-1643 1.67 0.33
341-361   1.17 0.83    1644-1679 1.68 0.32
362-382   1.18 0.82    1680-1715 1.69 0.31
383-404   1.19 0.81    1716-1752 1.70 0.30
405-425   1.20 0.80    1753-1790 1.71 0.29
426-446   1.21 0.79    1791-1829 1.72 0.28
447-468   1.22 0.78    1830-1869 1.73 0.27
469-489   1.23 0.77    1870-1910 1.74 0.26
490-511   1.24 0.76    1911-1952 1.75 0.25
512-533   1.25 0.75    1953-1995 1.76 0.24
534-555   1.26 0.74    1996-2040 1.77 0.23
556-577   1.27 0.73    2041-2087 1.78 0.22
578-599   1.28 0.72    2088-2135 1.79 0.21
600-621   1.29 0.71    2136-2185 1.80 0.20
622-643   1.30 0.70    2186-2237 1.81 0.19
644-666   1.31 0.69    2238-2291 1.82 0.18
667-689   1.32 0.68    2292-2347 1.83 0.17
690-711   1.33 0.67    2348-2407 1.84 0.16
712-734   1.34 0.66    2408-2469 1.85 0.15
735-757   1.35 0.65    2470-2535 1.86 0.14
758-781   1.36 0.64    2536-2605 1.87 0.13
782-804   1.37 0.63    2606-2680 1.88 0.12
805-828   1.38 0.62    2681-2760 1.89 0.11
829-852   1.39 0.61    2761-2846 1.90 0.10
853-876   1.40 0.60    2847-2942 1.91 0.09
877-900   1.41 0.59    2943-3045 1.92 0.08
901-924   1.42 0.58    3046-3162 1.93 0.07
925-949   1.43 0.57    3163-3295 1.94 0.06
950-974   1.44 0.56    3296-3450 1.95 0.05
975-999   1.45 0.55    3451-3639 1.96 0.04
1000-1025 1.46 0.54    3640-3882 1.97 0.03
1026-1050 1.47 0.53    3883-4234 1.98 0.02
1051-1076 1.48 0.52    4235-4929 1.99 0.01
1077-1102 1.49 0.51    4930-     2.00 0.00
1103-1129 1.50 0.50
"""


@dataclass(frozen=True)
class Discipline:
    """Art. 9, tables 11, 12 and 17: the coefficients S from the lowest band up, the two capitals
    at which S changes, and the capital of a beginner."""

    coefficients: tuple[int, int, int]
    thresholds: tuple[int, int]
    start: int


DISCIPLINES = {
    "italiana": Discipline((150, 100, 50), (3000, 3900), 300),
    "internazionale": Discipline((240, 160, 80), (2000, 3000), 500),
}


@dataclass(frozen=True)
class Step:
    """Table 19: a printed row, points in hundredths; `high` None is the open last row."""

    low: int
    high: int | None
    stronger: int
    weaker: int

    def holds(self, difference: int) -> bool:
        """Table 19: whether the row covers this (positive) difference."""
        return self.low <= difference and (self.high is None or difference <= self.high)


def read_table_19(printed: str) -> tuple[Step, ...]:
    """Table 19: the printed triples as rows, lowest difference first."""
    words = printed.split()
    steps = []
    for i in range(0, len(words), 3):
        span, stronger, weaker = words[i : i + 3]
        low, high = span.split("-")
        points = [int(Fraction(word) * 100) for word in (stronger, weaker)]
        steps.append(Step(int(low), int(high) if high else None, points[0], points[1]))
    return tuple(sorted(steps, key=lambda step: step.low))


STEPS = read_table_19(TABLE_19)


def step_of(difference: int, steps: Sequence[Step] = STEPS) -> Step:
    """Table 19: the row that covers a (positive) difference."""
    step = steps[bisect_right(steps, difference, key=lambda step: step.low) - 1]
    assert step.holds(difference)
    return step


# -------------------------------------------------------------------------------- single articles


def round_half_up(value: Fraction) -> int:
    """Art. 6: to the nearest whole number; a half moves up."""
    return floor(value + Fraction(1, 2))


def obtained_points(game: Game) -> tuple[int, int] | None:
    """Art. 7, 10: two, one or no points for white and black; None for a game not really played."""
    points = {"1": 2, "=": 1, "0": 0}
    if game.white_result not in points or game.black_result not in points:
        return None
    return points[game.white_result], points[game.black_result]


def expected_points_hundredths(own: int, opponent: int) -> int:
    """Art. 10, table 19: PA of a game, in hundredths; no limit to the difference."""
    difference = own - opponent
    step = step_of(abs(difference))
    return step.stronger if difference >= 0 else step.weaker


def band_ahead(capital: Fraction, upwards: bool, rules: Discipline) -> tuple[int, int | None]:
    """Table 17: the coefficient S on the side a capital moves to, and the next threshold; None
    without a further threshold. On a threshold the side decides.
    """
    if upwards:
        for s, threshold in zip(rules.coefficients, rules.thresholds, strict=False):
            if capital < threshold:
                return s, threshold
        return rules.coefficients[-1], None
    for s, threshold in zip(rules.coefficients[:0:-1], rules.thresholds[::-1], strict=True):
        if capital > threshold:
            return s, threshold
    return rules.coefficients[0], None


def walk(ci: int, d: Fraction, discipline: str) -> Fraction:
    """Art. 10, tables 14, 16 and 17: the capital moved by D, part by part: each part with the S of
    the band, the rest of D beyond a threshold with the S of the next band, up or down.
    """
    rules = DISCIPLINES[discipline]
    capital, left = Fraction(ci), Fraction(d)
    while left != 0:
        s, threshold = band_ahead(capital, left > 0, rules)
        if threshold is None or abs(s * left) <= abs(threshold - capital):
            return capital + s * left
        left -= (threshold - capital) / s
        capital = Fraction(threshold)
    return capital


def cf(
    ci: int, d: Fraction, discipline: str, bonus: int = 0, weight: Fraction | int = 1
) -> tuple[Fraction, int]:
    """Art. 6, 10, 11: the final capital: exact after play, and whole: rounded half up, the bonus
    added unconverted, then not below the floor."""
    exact = walk(ci, Fraction(d) * weight, discipline)
    return exact, max(FLOOR, round_half_up(exact) + bonus)


# ------------------------------------------------------------------------------------------ replay


@dataclass(frozen=True)
class Row:
    """Art. 8: a player on a list: the capital, the games and bonus points since the last list."""

    rating: int
    games: int
    bonus: int


@dataclass(frozen=True)
class RatingList:
    """Art. 8: a list; everybody who ever entered is on the list."""

    period: str
    rows: dict[int, Row]


Place = tuple[date, date, str]


@dataclass
class Standings:
    """Art. 5: the running capitals, with every change and the tournament of the change."""

    discipline: str
    capitals: dict[int, int] = field(default_factory=dict)
    changes: list[tuple[Place, int, int]] = field(default_factory=list)
    bonus_years: set[tuple[int, int]] = field(default_factory=set)

    def present(self, player: int) -> int:
        """Art. 5, 9: the running capital; a beginner has the capital of the discipline."""
        return self.capitals.get(player, DISCIPLINES[self.discipline].start)

    def capital_at_place(self, player: int, place: Place) -> int:
        """Art. 5: the capital just before a place in the order: the present capital without moves
        of later tournaments; like every capital not below the floor (art. 6).
        """
        later = [change for where, who, change in self.changes if who == player and where > place]
        return max(FLOOR, self.present(player) - sum(later))

    def bonus_due(self, player: int, year: int) -> int:
        """Art. 11, table 18 a: ten points once a year."""
        return 0 if (player, year) in self.bonus_years else BONUS


def place_of(tournament: Tournament) -> Place:
    """Art. 5: where a tournament stands in the order."""
    return tournament.end, tournament.start, tournament.id


def counted_games(tournament: Tournament) -> Iterator[tuple[int, int, int]]:
    """Art. 7: (player, opponent, points) for both sides of every game really played."""
    for game in tournament.games:
        points = obtained_points(game)
        if points is not None:
            yield game.white, game.black, points[0]
            yield game.black, game.white, points[1]


@dataclass(frozen=True)
class Result:
    """Art. 10: the result of a player in a tournament."""

    games: int
    d: Fraction


def results_of(tournament: Tournament, basis: dict[int, int]) -> dict[int, Result]:
    """Art. 10: PO - PA of everybody with a counted game, from the capitals before."""
    results: dict[int, Result] = {}
    for player, opponent, points in counted_games(tournament):
        expected = Fraction(expected_points_hundredths(basis[player], basis[opponent]), 100)
        so_far = results.get(player, Result(0, Fraction(0)))
        results[player] = Result(so_far.games + 1, so_far.d + points - expected)
    return results


def rate(standings: Standings, tournament: Tournament, late: str) -> dict[int, Row]:
    """Art. 5, 10, 11: a tournament moves the standings; return the effect on each player."""
    place = place_of(tournament)
    players = {player for player, _, _ in counted_games(tournament)}
    if late == "present":
        basis = {player: standings.present(player) for player in players}
    else:
        basis = {player: standings.capital_at_place(player, place) for player in players}
    rows = {}
    for player, result in results_of(tournament, basis).items():
        before = standings.present(player)
        bonus = standings.bonus_due(player, tournament.end.year)
        _, after = cf(before, result.d, standings.discipline, bonus)
        standings.capitals[player] = after
        standings.changes.append((place, player, after - before))
        standings.bonus_years.add((player, tournament.end.year))
        rows[player] = Row(after, result.games, bonus)
    return rows


def booking_index(tournament: Tournament, list_days: Sequence[tuple[str, date]]) -> int | None:
    """Art. 8: the first closing that knows the tournament and has a cut-off not before the end."""
    for index, (_, cut_off) in enumerate(list_days):
        if tournament.recorded <= index and tournament.end <= cut_off:
            return index
    return None


def carried_standings(world: World, discipline: str) -> Standings:
    """Art. 5, 11: capitals from before, and the years in which the bonus was already had."""
    standings = Standings(discipline)
    for each in world.carried:
        standings.capitals[each.player] = each.rating
        if each.last_counted is not None:
            standings.bonus_years.add((each.player, int(each.last_counted[:4])))
    return standings


def replay(
    world: World,
    discipline: str,
    list_days: Sequence[tuple[str, date]],
    *,
    late: str = "place",
) -> list[RatingList]:
    """Art. 5, 8: every list, from (period, cut-off) pairs in order; within a list the tournaments
    are chained by end, start and id."""
    if world.adjustments:
        raise ValueError("adjustments of capitals are not computed here")
    standings = carried_standings(world, discipline)
    lists = []
    for index, (period, _) in enumerate(list_days):
        games: dict[int, int] = {}
        bonus: dict[int, int] = {}
        for tournament in sorted(world.tournaments, key=place_of):
            covered = tournament.start >= world.carried_on
            if covered and booking_index(tournament, list_days) == index:
                for player, row in rate(standings, tournament, late).items():
                    games[player] = games.get(player, 0) + row.games
                    bonus[player] = bonus.get(player, 0) + row.bonus
        rows = {
            player: Row(capital, games.get(player, 0), bonus.get(player, 0))
            for player, capital in sorted(standings.capitals.items())
        }
        lists.append(RatingList(period, rows))
    return lists
