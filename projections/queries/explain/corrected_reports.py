"""What corrections changed in a report: results of games, and who the entrants are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger import columns
from ledger.events.report import ReportColumns, rounds_of
from ledger.tournaments.current_report import Correction
from projections.queries import PoolQuery
from projections.state.history import TournamentHistory
from projections.state.reports import Report


@dataclass(frozen=True, slots=True)
class CorrectedGame:
    """A game whose result was corrected; white and black are rows of entrants."""

    round: int
    white: int
    black: int
    reported: tuple[str, str]
    """Results of white and black, in the codes of reports."""
    result: tuple[str, str]
    correction: int
    """Position of the last correction."""


@dataclass(frozen=True, slots=True)
class CorrectedEntrant:
    """An entrant who was another person, by register numbers."""

    number: int
    """Start number."""
    reported: int
    player: int
    correction: int
    """Position of the last correction."""


class CorrectionsOfReport(NamedTuple):
    """What was corrected in a report."""

    games: tuple[CorrectedGame, ...] = ()
    """By round."""
    entrants: tuple[CorrectedEntrant, ...] = ()
    """By start number."""


NOT_CORRECTED: Final = CorrectionsOfReport()


def corrections_of_report(
    pool: PoolQuery, history: TournamentHistory, report: Report
) -> CorrectionsOfReport:
    """Return the corrected games and entrants of a current report."""
    games = history.last_results(report.position)
    entrants = history.last_entrants(report.position)
    fact = reported_at(pool, report.position) if games or entrants else None
    if fact is None:
        return NOT_CORRECTED
    return CorrectionsOfReport(_corrected_games(fact, games), _corrected_entrants(fact, entrants))


def _corrected_entrants(
    fact: ReportColumns, corrections: Mapping[int, Correction]
) -> tuple[CorrectedEntrant, ...]:
    numbers = columns.read(fact.entrants.number, columns.NUMBER)
    reported = columns.read(fact.entrants.player, columns.PLAYER)
    return tuple(
        CorrectedEntrant(
            number=int(numbers[row]),
            reported=int(reported[row]),
            player=correction.payload.player,
            correction=correction.position,
        )
        for row, correction in sorted(corrections.items())
    )


def _corrected_games(
    fact: ReportColumns, corrections: Mapping[int, Correction]
) -> tuple[CorrectedGame, ...]:
    rounds, reported = rounds_of(fact), fact.games
    rows = [columns.read(side, columns.NUMBER) for side in (reported.white, reported.black)]
    return tuple(
        CorrectedGame(
            round=rounds[game],
            white=int(rows[0][game]),
            black=int(rows[1][game]),
            reported=(reported.white_result[game], reported.black_result[game]),
            result=(correction.payload.white_result, correction.payload.black_result),
            correction=correction.position,
        )
        for game, correction in sorted(corrections.items())
    )


def reported_at(pool: PoolQuery, at: int) -> ReportColumns | None:
    """Return the report recorded at a position; None before play."""
    if at < 0:
        return None
    fact: ReportColumns = pool.events.at([at])[at].decoded().payload
    return fact
