"""Years in which players had a valid event in another pool, from its reports.

Reading `valid_beside`: an event in the other pool is valid from the recording of its report, under
the law of the other pool. Whether a list booked it does not matter, so neither does the order in
which the pools close. Carried-over ratings contribute the year of the last counted game.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Wide
from projections.corrections.corrected_reports import Recall
from projections.rating import admission
from projections.rating.booked import due_reports
from projections.rating.layout import lay_out
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import GAME
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS
from projections.state.law import Law
from projections.state.pool import PoolFacts
from projections.state.reports import Report


def counted_years(
    facts: PoolFacts, recall: Recall, years: range, through: int, players: int
) -> Wide:
    """Return the years with a valid event, as known at a position.

    By register number, as a set: bit 0 is the first year of sets.
    """
    found = np.zeros(players + 1, dtype=np.int64)
    for carried in facts.carried:
        if carried.position <= through:
            ended = carried.column("last_counted") // 100
            _mark(found, carried.column("player"), ended, years)
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
        ended = np.array([report.end.year for report in reports], dtype=np.int64)
        _mark(found, part.player[played], ended.take(part.tournament[played]), years)
    return found


def _mark(
    found: Wide, players: NDArray[np.integer], ended: NDArray[np.integer], years: range
) -> None:
    for year in years:
        found[players[ended == year]] |= np.int64(1) << (year - FIRST_YEAR_OF_SETS)


def _by_edition(
    facts: PoolFacts, recall: Recall, years: range, through: int
) -> Iterator[tuple[Edition, list[Report]]]:
    law = Law(facts, through)
    by_name: dict[str, list[Report]] = defaultdict(list)
    for report in _reports(facts, recall, years, through):
        edition = law.edition_on(report.begins)
        if report.end.year in years and edition is not None:
            by_name[edition.name].append(report)
    for name in sorted(by_name):
        yield law.rulebook.edition(name), by_name[name]


def _reports(facts: PoolFacts, recall: Recall, years: range, through: int) -> list[Report]:
    """Return the reports recorded by a position: pending, or on lists that reach the years."""
    begins = date(years.start, 1, 1)
    reached = [closed for closed in facts.closed if closed.event.cut_off >= begins]
    booked = [at for closed in reached for at in facts.booked[closed.number - 1] if at <= through]
    whenever = Due("", date.max, date.max, date.max, date.max)
    law = Law(facts, through).rulebook
    return [*recall.reports(booked, through), *due_reports(facts, law, whenever, through)]
