"""Scores of draughts, 2-1-0: codes, and checks for draughts alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ledger.intake.formats.cross_table.sheet import PO
from ledger.intake.formats.pairings import COMPATIBLE
from ledger.intake.formats.players import Player
from ledger.intake.formats.points import report_wrong_total
from ledger.intake.formats.problems import Problems

CODES: Final = {
    "2": "1",
    "1": "=",
    "0": "0",
    **{code: code for code in "+-WDL"},
}
"""TRF's code of each score: won, drawn, lost; forfeited; the first three in less than a move."""
WRITTEN: Final = {code: score for score, code in CODES.items()}
"""The score by code."""

_PLAYED: Final = {"1": 2, "=": 1, "0": 0}
_UNFAIR: Final = COMPATIBLE & {"00", "=0", "0="}


def check_fair(players: Sequence[Player], problems: Problems) -> None:
    """Refuse played games with scores that do not add up to 2, as TRF allows."""
    by_number = {player.entrant.number: player for player in players}
    for player in players:
        for number, cell in enumerate(player.cells or (), 1):
            other = by_number.get(cell.opponent or 0)
            if other and player.entrant.number < other.entrant.number:
                _check_game(player, other, number, problems)


def _check_game(player: Player, other: Player, number: int, problems: Problems) -> None:
    mine, his = player.cell(number), other.cell(number)
    if his.opponent != player.entrant.number or f"{mine.result}{his.result}" not in _UNFAIR:
        return
    scores = f"{_PLAYED[mine.result or '']}-{_PLAYED[his.result or '']}"
    expected = f"2-0, 1-1 or 0-2 with line {other.entrant.line}"
    remedy = "correct one of the two rows"
    place = player.place_in_round("result", number, slice(0))
    problems.refuse(place, scores, expected, remedy)


def check_played(players: Sequence[Player], points: str, problems: Problems) -> None:
    """Compare the column PO, the points of games played, with the scores."""
    for player in players:
        row, cells = player.row, player.cells or ()
        printed = PO.read(row, problems)
        if printed is None or any(cell.result is None for cell in cells):
            continue
        played = sum(_PLAYED.get(cell.result or "", 0) for cell in cells)
        if printed != 2 * played:
            expected = f"{played}, the sum of the games played (without forfeits and byes)"
            remedy = "correct the results or the total"
            report_wrong_total(
                row.place(PO.name), row.text(PO.name), expected, remedy, points, problems
            )
