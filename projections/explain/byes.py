"""Rounds in which a player had no opponent: no column computes them, but an article drops them."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events.report import ReportColumns
from projections.explain.sheets import ByeSheet
from projections.queries import PoolQuery
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import Columns
from projections.state.history import TournamentHistory


def byes(
    pool: PoolQuery, part: Batch, sheet: Columns, entry: int, history: TournamentHistory
) -> Iterator[ByeSheet]:
    """Give the byes of one entry by round, under the clause of its text; none where it has none."""
    why = sheet.choices["counts"].of_byes.partition("\n")[0]
    tournament = int(part.tournament[entry])
    position, row = part.reports[tournament].position, entry - int(part.first_entry[tournament])
    at = history.current_position(position)
    report: ReportColumns = pool.official.ledger.read.at([at])[at].decoded().payload
    for each in sorted(report.byes, key=lambda bye: bye.round):
        if why and each.entrant == row:
            yield ByeSheet(each.round, each.code, why)
