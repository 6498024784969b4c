"""G1: the import of a file of 40 players, in an old ledger and in a young one.

Both have the same players and as many games a month; the old one has many more months. Each import
is timed alone, as processor time: the file is read, its players and tournament are looked up, it is
held against the list in force, composed and appended. The 40 players come with the first file,
which is not timed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from statistics import median
from time import process_time
from typing import Final

from ledger.intake.import_report.import_session import Asks
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.options import ImportOptions
from ledger.store.ledger import Ledger
from projections.queries.known_ratings import known_ratings

_PLAYERS: Final = 40
_ROUNDS: Final = 7
_FILES: Final = 9
_NUMBER: Final = 900_000_000
"""Before the numbers of the 40."""


def timed(ledger: Ledger, pool: str, day: date) -> float:
    """Return the median seconds of processor time of an import of a tournament ended on a day.

    The clock of the ledger stands later.
    """
    asks = Asks(known_ratings=partial(known_ratings, ledger.read))
    took = []
    for number in range(_FILES + 1):
        ends = day - timedelta(days=number)
        data = _report(number, ends)
        options = ImportOptions(
            pools=(pool,),
            register_new=number == 0,
            facts={"received_on": f"{ends}", "registered_on": f"{ends - timedelta(days=60)}"},
        )
        start = process_time()
        import_report(ledger, data, options, asks=asks)
        took.append(process_time() - start)
    return median(took[1:])


def _report(number: int, ends: date) -> bytes:
    """Write a report as pairing programs do (TRF16): all games are drawn."""
    begins = ends - timedelta(days=_ROUNDS - 1)
    head = [
        f"012 Open of the bench {number}",
        "022 Torino",
        "032 ITA",
        f"042 {begins:%Y/%m/%d}",
        f"052 {ends:%Y/%m/%d}",
        f"062 {_PLAYERS}",
        "092 Individual: Swiss-System",
        "102 Nobody, At All",
        "122 5400+30",
    ]
    return "\n".join([*head, *_rows(), ""]).encode()


def _rows() -> Iterator[str]:
    paired = [_paired(number) for number in range(_ROUNDS)]
    for player in range(1, _PLAYERS + 1):
        rounds = "".join(f"  {games[player][0]:>4} {games[player][1]} =" for games in paired)
        yield (
            f"001 {player:>4} m    {f'Bench{player:03d}, Name':<33} {'':>4} ITA "
            f"{_NUMBER + player:>11} 1980/00/00 {_ROUNDS / 2:>4} {player:>4}{rounds}"
        )


def _paired(number: int) -> dict[int, tuple[int, str]]:
    """Return opponent and colour of each player in a round, by the circle method."""
    circle = [1, *((at + number) % (_PLAYERS - 1) + 2 for at in range(_PLAYERS - 1))]
    found: dict[int, tuple[int, str]] = {}
    for white, black in zip(circle[: _PLAYERS // 2], reversed(circle), strict=False):
        found |= {white: (black, "w"), black: (white, "b")}
    return found
