"""Elo-Rubele's rules in a plain Python loop, to compare the engine with in draughts.

Tournament after tournament in their order. It gives the same capitals as the engine, to the last
point.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from ops.bench.plain_reports import PlainReport, expected_scores, scores
from projections.rulebooks import rulebook

_NUMBERS: Final = rulebook("rubele-italiana").editions[0].numbers
_MALUS: Final = _NUMBERS["malus_points"]
_LIMIT: Final = _NUMBERS["malus_limit"]
_MINIMUM: Final = _NUMBERS["minimum_capital"]
_SCORE: Final = scores(200)
_EXPECTED: Final = expected_scores(_NUMBERS["expected_scores"].rows, 200)
_SCALE: Final = 300 * 100
"""Of exact capitals: the least common multiple of the coefficients, times hundredths."""
_STEP: Final = (300 // 150 * 100, 300 // 100 * 100, 300 // 50 * 100)
"""Height of a point of capital below 3000, below 3900, above."""
_AT_3000: Final = 3000 * _STEP[0]
_AT_3900: Final = _AT_3000 + 900 * _STEP[1]


@dataclass
class PlainRubele:
    """The capitals of all players, and how to play on."""

    rating: dict[int, int]
    """Capitals."""
    games: dict[int, int]
    bonus_year: dict[int, int]
    """The last year in which a player had the bonus."""
    malus_taken: dict[int, int] = field(default_factory=dict)
    """Points taken of a player so far at the ends of years."""

    def close(self, reports: Sequence[PlainReport | int], _list_date: date) -> None:
        """Rate reports in order, and the ends of years between them."""
        for report in reports:
            if isinstance(report, int):
                self._end(report)
            else:
                self._play(report)

    def _end(self, year: int) -> None:
        """VI.11. Take points from players absent for a year, to the limit and to the minimum."""
        for player, capital in self.rating.items():
            if capital and self.bonus_year[player] != year:
                left = _LIMIT - self.malus_taken.get(player, 0)
                points = max(0, min(_MALUS, left, capital - _MINIMUM))
                self.malus_taken[player] = _LIMIT - left + points
                self.rating[player] = capital - points

    def _play(self, report: PlainReport) -> None:
        capital, score, expected, year = self.rating, _SCORE, _EXPECTED, report.end.year
        sums: dict[int, int] = {}
        games: dict[int, int] = {}
        for white, black, code, other in report.games():
            made, lost = score[code], score[other]
            if made < 0 or lost < 0:
                continue
            apart = (capital[white] or 300) - (capital[black] or 300)
            sums[white] = sums.get(white, 0) + made - expected[apart]
            sums[black] = sums.get(black, 0) + lost - expected[-apart]
            games[white] = games.get(white, 0) + 1
            games[black] = games.get(black, 0) + 1
        for player, count in games.items():
            new = (2 * _walk(capital[player] or 300, sums[player]) + _SCALE) // (2 * _SCALE)
            if self.bonus_year[player] != year:
                self.bonus_year[player] = year
                new += 10
            capital[player] = max(new, 100)
            self.games[player] += count


def _walk(capital: int, hundredths: int) -> int:
    """VI.10, table 17. The exact capital after a sum of differences, over `_SCALE`."""
    if capital < 3000:  # noqa: PLR2004 - table 17
        height = capital * _STEP[0]
    elif capital < 3900:  # noqa: PLR2004 - table 17
        height = _AT_3000 + (capital - 3000) * _STEP[1]
    else:
        height = _AT_3900 + (capital - 3900) * _STEP[2]
    height += 300 * hundredths
    if height < _AT_3000:
        return height * 150
    if height < _AT_3900:
        return 3000 * _SCALE + (height - _AT_3000) * 100
    return 3900 * _SCALE + (height - _AT_3900) * 50
