"""T11: the processor time of a preview on both tracks, beside full replays of the same ledger.

The revised track of what is recorded is in memory, as it is after the first preview.

Without a preview somebody would record in a copy of the ledger, and build its answers from zero.
"""

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from ledger.events.report import TournamentSubmitted
from ledger.store.ledger import Ledger
from ops.bench import truth
from ops.commands.previewed import preview_of
from ops.house import House
from ops.tournaments.corrections import CorrectResult

_BATCH: Final = 2_000
"""Events applied at a time in a rebuild."""


class Cost(NamedTuple):
    """Seconds of processor time, and the rows that move in a preview."""

    preview: float
    rebuild: float
    """Of replaying all events, proving every list and storing the answers, as `ledger rebuild`."""
    proved: float
    """Of replaying all events and proving every list, in memory."""
    moves: int


def measured(ledger: Ledger, pool: str, runs: int) -> Cost:
    """Preview corrections of games of the last report, and replay everything."""
    with House(ledger) as house:
        house.catch_up()
        position = ledger.read.last_of_type(TournamentSubmitted.TYPE)
        report = ledger.read.at([position])[position].decoded().payload
        found = [_preview(house, report, position, game) for game in range(runs + 1)]
        rebuilt = median(_seconds(lambda: house.rebuild(_BATCH)) for _ in range(runs))
        proved = median(_seconds(lambda: truth.proved(ledger, pool)) for _ in range(runs))
    seconds = median(cost for cost, _ in found[1:])  # the first only warms
    return Cost(seconds, rebuilt, proved, max(moves for _, moves in found))


def _preview(
    house: House, report: TournamentSubmitted, position: int, game: int
) -> tuple[float, int]:
    """Return the seconds of the preview of another result, and the rows that move."""
    moves: list[int] = []
    won = report.games.white_result[game] == "1"
    result = ("0", "1") if won else ("1", "0")

    def preview() -> None:
        with house.tentatively() as tentative:
            address = f"#{position}#{game}"
            CorrectResult(
                tournament=report.tournament,
                game=address,
                white=result[0],
                black=result[1],
                by="bench",
            ).record(tentative)
            moves.append(len(preview_of(tentative).rows))

    return _seconds(preview), moves[0]


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = process_time()
    work()
    return process_time() - start
