"""In which years somebody had a valid event in a pool beside, from its reports.

Reading `valid_beside`: in the other pool an event is valid as soon as its report is recorded, and
as its own law counts its games; that a list has booked it is not asked, so it does not matter which
pool closes first. Of what was carried over the year of the last counted game is told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Wide
from projections.corrections.revised import Recall
from projections.rating import admission
from projections.rating.layout import lay_out
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import GAME, Edition
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS
from projections.state.law import Law
from projections.state.pool import PoolFacts
from projections.state.reports import Report
from projections.steps.booked import due_reports


def counted_years(
    facts: PoolFacts, recall: Recall, years: range, through: int, players: int
) -> Wide:
    """Give in which of some years players had a valid event, as known at a position.

    By register number, as a set: bit 0 is the first year of sets.
    """
    found = np.zeros(players + 1, dtype=np.int64)
    for each in facts.carried:
        if each.position <= through:
            _mark(found, each.column("player"), each.column("last_counted") // 100, years)
    for edition, reports in _by_edition(facts, recall, years, through):
        part = lay_out(edition, reports)
        given = {
            "result": part.result,
            "opponent_result": part.opponent_result,
            "void": part.void,
            "tournament": part.tournament,
            "entry": part.entry,
        }
        counts = edition.evaluate([GAME], {**given, **admission.of_games(part)}, ["counts"])
        played = np.unique(part.entry[np.flatnonzero(counts["counts"])])
        ended = np.array([each.end.year for each in reports], dtype=np.int64)
        _mark(found, part.player[played], ended.take(part.tournament[played]), years)
    return found


def _mark(
    found: Wide, players: NDArray[np.integer], ended: NDArray[np.integer], years: range
) -> None:
    """Note players in the years in which their events ended."""
    for year in years:
        found[players[ended == year]] |= np.int64(1) << (year - FIRST_YEAR_OF_SETS)


def _by_edition(
    facts: PoolFacts, recall: Recall, years: range, through: int
) -> Iterator[tuple[Edition, list[Report]]]:
    """Give the reports that ended in some years, by the edition that rates them."""
    law = Law(facts, through)
    by_name: dict[str, list[Report]] = defaultdict(list)
    for report in _reports(facts, recall, years, through):
        edition = law.edition_on(report.begins)
        if report.end.year in years and edition is not None:
            by_name[edition.name].append(report)
    for name in sorted(by_name):
        yield law.rulebook.edition(name), by_name[name]


def _reports(facts: PoolFacts, recall: Recall, years: range, through: int) -> list[Report]:
    """Give what is recorded by a position: booked on lists that reach the years, or not yet."""
    begins = date(years.start, 1, 1)
    reached = [each for each in facts.closed if each.event.cut_off >= begins]
    booked = [at for each in reached for at in facts.booked[each.number - 1] if at <= through]
    whenever = Due("", date.max, date.max, date.max, date.max)
    law = Law(facts, through).rulebook
    return [*recall.reports(booked, through), *due_reports(facts, law, whenever, through)]
