"""FIDE's rules in a plain Python loop over dicts, to compare the engine with.

It gives the same ratings, counters and waiting results as the engine, to the last point.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from ops.bench.plain_reports import PlainReport, expected_scores, scores
from projections.rulebooks import rulebook

_NUMBERS: Final = rulebook("fide-standard").edition("2024-03-01").numbers
_UNCAPPED_FROM: Final = 2650
_UNCAPPED_SINCE: Final = date(2025, 10, 1)

Waiting = list[tuple[int, bool, int, int, int]]
"""Results of a newcomer: month ended, accepted, games, opponents' ratings, half points."""


_CAPPED: Final = expected_scores(_NUMBERS["expected_scores"].rows, 100, 400)
_FULL: Final = expected_scores(_NUMBERS["expected_scores"].rows, 100)
_SCORE: Final = scores(100)
_DIFFERENCES: Final = [row[2] for row in _NUMBERS["rating_differences"].rows]


@dataclass
class PlainFide:
    """The state of all players, and how to close a period."""

    rating: dict[int, int]
    games: dict[int, int]
    peak: dict[int, int]
    birth_year: list[int]
    since: date
    """Day of the list in force."""
    waiting: dict[int, Waiting] = field(default_factory=dict)
    before: dict[int, int] = field(default_factory=dict)
    """Ratings on the list before, of those whom the last list changed."""

    def close(self, reports: Sequence[PlainReport], list_date: date) -> None:
        """Rate a period's reports in order, and move on to the next list."""
        sums: dict[int, int] = defaultdict(int)
        games: dict[int, int] = defaultdict(int)
        for report in reports:
            expected_of_top = _FULL if report.start >= _UNCAPPED_SINCE else _CAPPED
            if report.start >= self.since:
                self._play(report, sums, games, expected_of_top)
            else:
                self._play_earlier(report, sums, games, expected_of_top)
        self.before = {}
        self._change(sums, games)
        self._enter(_month(list_date))
        self.since = list_date

    def _play(
        self, report: PlainReport, sums: dict[int, int], games: dict[int, int], top: list[int]
    ) -> None:
        """Add up a report begun under the present list."""
        rating, score, capped = self.rating, _SCORE, _CAPPED
        fresh: dict[int, list[int]] = {}
        for white, black, code, other in report.games():
            made, lost = score[code], score[other]
            if made < 0 or lost < 0:
                continue
            own, opposing = rating[white], rating[black]
            if own and opposing:
                apart = own - opposing
                sums[white] += made - (capped if own < _UNCAPPED_FROM else top)[apart]
                sums[black] += lost - (capped if opposing < _UNCAPPED_FROM else top)[-apart]
                games[white] += 1
                games[black] += 1
            elif opposing:
                _wait(fresh, white, opposing, made)
            elif own:
                _wait(fresh, black, own, lost)
        self._keep(fresh, report.end)

    def _play_earlier(
        self, report: PlainReport, sums: dict[int, int], games: dict[int, int], top: list[int]
    ) -> None:
        """Add up a report begun under the list before, with the ratings of that list."""
        listed, before = self.rating, self.before
        players = {*report.white, *report.black}
        began = {player: before.get(player, listed[player]) for player in players}
        fresh: dict[int, list[int]] = {}
        for white, black, code, other in report.games():
            made, lost = _SCORE[code], _SCORE[other]
            if made < 0 or lost < 0:
                continue
            for player, opposing, points in (
                (white, began[black], made),
                (black, began[white], lost),
            ):
                if not opposing:
                    continue
                if not listed[player]:
                    _wait(fresh, player, opposing, points)
                    continue
                own = began[player] or listed[player]
                expected = (_CAPPED if own < _UNCAPPED_FROM else top)[own - opposing]
                sums[player] += points - expected
                games[player] += 1
        self._keep(fresh, report.end)

    def _keep(self, fresh: dict[int, list[int]], ended: date) -> None:
        for player, (count, rating_sum, half_points) in fresh.items():
            row = (_month(ended), False, count, rating_sum, half_points)
            self.waiting.setdefault(player, []).append(row)

    def _change(self, sums: dict[int, int], games: dict[int, int]) -> None:
        rating, played, peak, before = self.rating, self.games, self.peak, self.before
        year = self.since.year
        for player, count in games.items():
            old, top, so_far = rating[player], peak[player], played[player]
            k = self._k(top, so_far, self.birth_year[player], year)
            if k * count > 700:  # noqa: PLR2004 - 8.3.3
                k = 700 // count
            product = k * sums[player]
            change = (product + 50) // 100 if product >= 0 else -((50 - product) // 100)
            new = old + change
            before[player] = old
            if new < 1400:  # noqa: PLR2004 - 7.2.1
                rating[player] = played[player] = 0
                continue
            rating[player] = new
            played[player] = so_far + count
            if new > top:
                peak[player] = new

    @staticmethod
    def _k(peak: int, games: int, birth_year: int, year: int) -> int:
        """8.3.3. The K printed on the list before."""
        if peak >= 2400:  # noqa: PLR2004 - 8.3.3
            return 10
        if birth_year and year - birth_year <= 18 and peak < 2300:  # noqa: PLR2004 - 8.3.3
            return 40
        return 40 if games < 30 else 20  # noqa: PLR2004 - 8.3.3

    def _enter(self, list_month: int) -> None:
        """Return first ratings; keep the results still waiting."""
        waiting: dict[int, Waiting] = {}
        for player, rows in self.waiting.items():
            pooled = _pooled(rows, list_month)
            count = sum(row[2] for row in pooled)
            first = _first_rating(pooled, count) if count >= 5 else 0  # noqa: PLR2004 - 7.1.4
            if first:
                self.before[player] = 0
                self.rating[player], self.games[player] = first, count
                self.peak[player] = max(self.peak[player], first)
            elif pooled:
                waiting[player] = pooled
        self.waiting = waiting


def _month(day: date) -> int:
    return day.year * 12 + day.month


def _wait(fresh: dict[int, list[int]], player: int, opposing: int, points: int) -> None:
    row = fresh.setdefault(player, [0, 0, 0])
    row[0] += 1
    row[1] += opposing
    row[2] += points // 50


def _pooled(rows: Waiting, list_month: int) -> Waiting:
    """7.1.4, 8.2.1. Results that count towards a first rating: accepted, within 26 months."""
    pooled, reached = [], False
    for ended, was_accepted, count, rating_sum, half_points in rows:
        in_window = 1 <= list_month - ended <= 26  # noqa: PLR2004 - 7.1.4
        reached = reached or (in_window and (was_accepted or half_points > 0))
        if in_window and (was_accepted or reached):
            pooled.append((ended, True, count, rating_sum, half_points))
    return pooled


def _first_rating(rows: Waiting, count: int) -> int:
    """8.2. The first rating; 0 below the floor."""
    opponents = count + 2
    rating_sum = sum(row[3] for row in rows) + 2 * 1800
    half_points = sum(row[4] for row in rows) + 2
    hundredths = (200 * half_points + 2 * opponents) // (4 * opponents)
    exact = rating_sum + _DIFFERENCES[hundredths] * opponents
    first = min((2 * exact + opponents) // (2 * opponents), 2200)
    return first if first >= 1400 else 0  # noqa: PLR2004 - 7.1.4
