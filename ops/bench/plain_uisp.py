"""UISP's rules in a plain Python loop over dicts, to compare the engine with.

It gives the same ratings and counters as the engine, to the last point.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from ops.bench.plain_reports import PlainReport, expected_scores, scores
from projections.rulebooks import rulebook

_NUMBERS: Final = rulebook("uisp").editions[0].numbers
_SCORE: Final = scores(100)
_EXPECTED: Final = expected_scores(_NUMBERS["expected_scores"].rows, 100, 400)

Lists = Mapping[tuple[str, int], Mapping[str, Mapping[int, int]]]
"""Lists of other bodies by body and month (FIDE's), or 0: by column, player and rating."""

_STEPS: Final = (
    ("fide", "standard"),
    ("fsi", "standard"),
    ("fide", "rapid"),
    ("fsi", "rapid"),
    ("fide", "blitz"),
)


@dataclass
class PlainUisp:
    """The state of all players, and how to close a quarter."""

    rating: dict[int, int]
    games: dict[int, int]
    since: date
    """Day of the list in force."""
    lists: Lists
    entered: dict[int, int] = field(default_factory=dict)
    """With what each newcomer entered."""
    before: dict[int, int] = field(default_factory=dict)
    """Ratings on the list before, of those whom the last list changed."""

    def close(self, reports: Sequence[PlainReport], list_date: date) -> None:
        """Rate a quarter's reports and move on to the next list."""
        began = [self._began(report) for report in reports]
        self._enter(reports, began)
        tenths: dict[int, int] = defaultdict(int)
        games: dict[int, int] = defaultdict(int)
        for report, rating in zip(reports, began, strict=True):
            self._play(report, rating, tenths, games)
        self.before = {}
        for player, count in games.items():
            old = self.before[player] = self.rating[player]
            index = 10 * (old or self.entered[player]) + tenths[player]
            self.rating[player] = (index + 5) // 10
            self.games[player] += count
        self.since = list_date

    def _began(self, report: PlainReport) -> dict[int, int]:
        """Return the ratings in force when a tournament began."""
        rating, before = self.rating, self.before
        if report.start >= self.since:
            return rating
        return {
            player: before.get(player, rating[player]) for player in {*report.white, *report.black}
        }

    def _enter(self, reports: Sequence[PlainReport], began: list[dict[int, int]]) -> None:
        """Return ratings for unrated players, by the day of the first tournament."""
        days: dict[int, date] = {}
        for report, rating in zip(reports, began, strict=True):
            for player in _played(report):
                if not rating[player] and player not in self.entered:
                    days[player] = min(days.get(player, report.start), report.start)
        for player, day in days.items():
            month = day.year * 12 + day.month
            there = (
                self.lists[body, month if body == "fide" else 0][column].get(player, 0)
                for body, column in _STEPS
            )
            self.entered[player] = next(filter(None, there), 1440)

    def _play(
        self,
        report: PlainReport,
        rating: dict[int, int],
        tenths: dict[int, int],
        games: dict[int, int],
    ) -> None:
        """Add up a tournament: points are whole tenths, so the excess is rounded as PA would be."""
        score, expected, entered = _SCORE, _EXPECTED, self.entered
        excess: dict[int, int] = defaultdict(int)
        for white, black, code, other in report.games():
            made, lost = score[code], score[other]
            if made < 0 or lost < 0:
                continue
            apart = (rating[white] or entered[white]) - (rating[black] or entered[black])
            excess[white] += expected[apart] - made
            excess[black] += expected[-apart] - lost
            games[white] += 1
            games[black] += 1
        k = _k(report)
        for player, hundredths in excess.items():
            tenths[player] -= k * ((hundredths + 4) // 10)


def _played(report: PlainReport) -> set[int]:
    return {
        player
        for white, black, code, other in report.games()
        if _SCORE[code] >= 0 and _SCORE[other] >= 0
        for player in (white, black)
    }


def _k(report: PlainReport) -> int:
    """II.2. By the time on 60 moves and the clause of 30 minutes and 10 seconds."""
    seconds = report.base + 60 * report.increment
    if seconds <= 600:  # noqa: PLR2004 - II.2
        k = 10
    elif seconds < 3600 and (report.base < 1800 or report.increment < 10):  # noqa: PLR2004 - II.2
        k = 20
    else:
        k = 30
    return k // 2 if report.online else k
