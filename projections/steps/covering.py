"""The edition for the first day of a tournament, as adopted and with the numbers set."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from projections.rating.body_parameters import as_set
from projections.rulebooks.engine.columns import Edition
from projections.state.law import Law
from projections.state.reports import Report
from projections.steps.standings import Standings


def edition_for(law: Law, standings: Standings, day: date, known: int) -> Edition | None:
    """Return the edition for a first day; None: outside the rulebook.

    Days before the histories are outside, too: no list was in force. Parameters of the body are as
    known at a position.
    """
    if standings.list_in_force(day) is None:
        return None
    edition = law.edition_on(day)
    return edition and as_set(edition, law.facts, day, known)


def covering(
    law: Law, standings: Standings, reports: Iterable[Report], known: int
) -> dict[date, Edition | None]:
    """Return by first day the edition for a tournament; None: outside the rulebook."""
    days = {report.begins for report in reports}
    return {day: edition_for(law, standings, day, known) for day in days}
