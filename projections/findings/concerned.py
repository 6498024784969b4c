"""Whom a correction of a tournament concerns: of a game or an entrant not everybody in it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.report import EntrantReassigned
from ledger.tournaments.corrections import Correction
from projections.state.reports import Report
from projections.state.story import TournamentHistory


def stood(story: TournamentHistory, player: int) -> bool:
    """Tell whether a player stands in a tournament, or did until he was put right."""
    there = (columns.read(each.player, columns.PLAYER) for each in story.standing.values())
    return any(player in each for each in there) or any(
        isinstance(each.payload, EntrantReassigned) and each.before == str(player)
        for each in story.corrections
    )


def concerns(story: TournamentHistory, each: Correction, player: int) -> bool:
    """Tell whether a correction concerns a player of its tournament.

    Of a game it concerns the two who played it, of an entrant him and whom he met; anything else,
    and what ended with its report, all.
    """
    report = story.standing.get(-1 if each.report is None else each.report)
    if report is None:
        return True
    if isinstance(each.payload, EntrantReassigned):
        return each.before == str(player) or player in _met(report, each.payload.entrant)
    game = getattr(each.payload, "game", None)
    return game is None or player in _players(report, _sides(report)[:, [game]])


def _met(report: Report, entrant: int) -> NDArray[np.integer]:
    sides = _sides(report)
    mine = (sides == entrant).any(axis=0)
    return _players(report, np.append(sides[:, mine], entrant))


def _sides(report: Report) -> NDArray[np.integer]:
    """Give the entrants of the games, white and black."""
    both = (report.games.white, report.games.black)
    return np.array([columns.read(each, columns.NUMBER) for each in both])


def _players(report: Report, entrants: NDArray[np.integer]) -> NDArray[np.integer]:
    return columns.read(report.player, columns.PLAYER)[entrants]
