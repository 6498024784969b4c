"""Which edition rates what began on a day: as it was adopted, in the numbers that were set."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from projections.rating.body_parameters import as_set
from projections.rulebooks.engine.columns import Edition
from projections.state.law import Law
from projections.state.reports import Report
from projections.steps.standings import Standings


def edition_for(law: Law, standings: Standings, day: date, known: int) -> Edition | None:
    """Give the edition that rates what began on a day; None: outside the rulebook.

    Outside is also what began before histories begin: no list was in force then. What the body had
    set is in it, as known at a position.
    """
    if standings.list_in_force(day) is None:
        return None
    edition = law.edition_on(day)
    return edition and as_set(edition, law.facts, day, known)


def covering(
    law: Law, standings: Standings, reports: Iterable[Report], known: int
) -> dict[date, Edition | None]:
    """Give, by first day, the edition that rates a tournament; None: outside the rulebook."""
    days = {each.begins for each in reports}
    return {day: edition_for(law, standings, day, known) for day in days}
