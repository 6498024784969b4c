"""Totals and ranks that follow from the results of a report."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from ledger.tournaments.report import Bye, Game

STANDARD: Final = {"W": 2, "D": 1, "L": 0, "A": 0, "P": 2}
"""Half points by symbol: a win, a draw, a loss, an absence, a bye allocated by the pairing."""

SYMBOLS: Final = {
    **dict.fromkeys("1+WF", "W"),
    **dict.fromkeys("=DH", "D"),
    **dict.fromkeys("0L", "L"),
    **dict.fromkeys(("-", "Z", ""), "A"),
    "U": "P",
}
"""The symbol of record 162 that a result of a player's line counts by."""

PAIR: Final = re.compile("([WDLAPX]) ?([0-9]{1,3}(?:[.,][05])?)", re.IGNORECASE)
"""A symbol of record 162 and its points, blanks joined."""

Values = Mapping[str, int]
"""Half points by result code."""


def values(scoring: str, win: int = 1) -> Values:
    """Return the half points of each result: by record 162, else with a win counting `win`."""
    own = {letter.upper(): half_points(points) or 0 for letter, points in PAIR.findall(scoring)}
    halves = {symbol: halves_of_symbol * win for symbol, halves_of_symbol in STANDARD.items()}
    if own:
        halves = {**STANDARD, "P": own.get("W", STANDARD["P"]), **own}
    return {code: halves[symbol] for code, symbol in SYMBOLS.items()}


def sums(entrants: int, games: Sequence[Game], byes: Sequence[Bye], counted: Values) -> list[int]:
    """Return the total of each entrant, in half points."""
    totals = [0] * entrants
    for game in games:
        totals[game.white] += counted[game.white_result]
        totals[game.black] += counted[game.black_result]
    for bye in byes:
        totals[bye.entrant] += counted[bye.code]
    return totals


def fitting(
    printed: Sequence[int | None], games: Sequence[Game], byes: Sequence[Bye], scoring: str = ""
) -> Values:
    """Return the scoring that most printed totals follow: `scoring`, else 1-½-0, else 2-1-0."""
    ways = [values(scoring)] if scoring else [values("", 1), values("", 2)]

    def fits(way: Values) -> int:
        totals = sums(len(printed), games, byes, way)
        return sum(one == other for one, other in zip(printed, totals, strict=True))

    return max(ways, key=fits)


def ranks(totals: Sequence[int | None], before: Sequence[int | None]) -> list[int]:
    """Rank by total, highest first; equal totals by their previous rank, then by row."""
    last = len(totals) + 1
    order = sorted(
        range(len(totals)),
        key=lambda at: (-(totals[at] or 0), before[at] if before[at] is not None else last, at),
    )
    places = {at: place for place, at in enumerate(order, 1)}
    return [places[at] for at in range(len(totals))]


def ranks_follow(totals: Sequence[int], printed: Sequence[int | None]) -> bool:
    """Return whether every entrant has a rank by total; a shared rank is one of equal totals."""
    ranks = [rank for rank in printed if rank]
    if len(ranks) < len(totals):
        return False
    order = sorted(zip(ranks, totals, strict=True))
    return all(
        total == after if rank == next_rank else total >= after
        for (rank, total), (next_rank, after) in pairwise(order)
    )


_HALF_POINTS: Final = re.compile("([0-9]{0,4})([.,][05]|½)?")


def half_points(text: str) -> int | None:
    """Read points as half points: `4.5`, `4,5` and `4½` are 9; None for anything else."""
    match = _HALF_POINTS.fullmatch(text) if text else None
    return 2 * int(match[1] or 0) + ((match[2] or "0")[-1] in "5½") if match else None
