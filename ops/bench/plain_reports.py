"""What the plain loops take: reports as lists of numbers, and tables as lists.

The three loops are as fast as such loops are without arrays: one pass over the games of a report,
no object and no call for a game.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from ledger import columns
from projections.state.reports import Report

WIDEST = 20_000
"""Widest difference of ratings in a table."""


@dataclass(frozen=True, slots=True)
class PlainReport:
    """A report: players by number, results as codes, seconds of the time control."""

    start: date
    end: date
    base: int
    increment: int
    online: bool
    white: list[int]
    black: list[int]
    white_result: bytes
    black_result: bytes

    def games(self) -> Iterator[tuple[int, int, int, int]]:
        """Return the games: White, Black, and the codes of their results."""
        return zip(self.white, self.black, self.white_result, self.black_result, strict=True)


def plain(report: Report) -> PlainReport:
    """Return a report as lists of numbers."""
    players, games = columns.read(report.player, columns.PLAYER), report.games
    base, increment = map(int, report.about.time_control.split("+"))
    return PlainReport(
        report.start,
        report.end,
        base,
        increment,
        report.about.online,
        players[columns.read(games.white, columns.NUMBER)].tolist(),
        players[columns.read(games.black, columns.NUMBER)].tolist(),
        games.white_result.encode(),
        games.black_result.encode(),
    )


def expected_scores(rows: Sequence[Sequence[int]], win: int, cap: int = WIDEST) -> list[int]:
    """Return expected scores by difference, negative differences from the end as Python indexes.

    A difference beyond the table expects a `win`; one above `cap` counts as `cap`.
    """
    table = [win] * (WIDEST + 1)
    for first, last, score, *_ in rows:
        table[first : last + 1] = [score] * (last + 1 - first)
    higher = [table[min(difference, cap)] for difference in range(WIDEST + 1)]
    return higher + [win - score for score in higher[:0:-1]]


def scores(win: int) -> list[int]:
    """Return the scores of played games by the code of the result; -1: not played."""
    return [{"1": win, "=": win // 2, "0": 0}.get(chr(code), -1) for code in range(256)]
