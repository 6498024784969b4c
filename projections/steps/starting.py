"""With which ratings entries start, by the rulebook's basis: those of lists, or of a chain."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from projections.rating import NOTHING
from projections.rating.layout import Batch, spans
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import Basis
from projections.steps.standings import Standings

Starts = tuple[NDArray[np.integer], NDArray[np.bool_]]
"""The rating each entry plays with, and whether the capital at its place ceased after it: one
False for nobody's."""


def starts_of(law: Rulebook, standings: Standings, part: Batch) -> Starts:
    """Give with what the entries of a part start, by the rulebook's basis."""
    if law.basis is not Basis.PREVIOUS_STEP:
        return _listed(standings, part), NOTHING > 0
    if standings.none_is_late(part.reports):
        return present(standings, part)
    places = [(report.order, part.player[span]) for report, span in spans(part)]
    return (
        np.concatenate([standings.before(*place) for place in places]),
        np.concatenate([standings.ceased_later(*place) for place in places]),
    )


def present(standings: Standings, part: Batch) -> Starts:
    """Give with what entries start that are not late in a chain: the capitals as they are now."""
    return standings.state["rating"].take(part.player), NOTHING > 0


def _listed(standings: Standings, part: Batch) -> NDArray[np.int16]:
    """Give the ratings on the lists in force when each entry's tournament began."""
    ratings = np.empty(len(part.player), dtype=np.int16)
    by_day = {day: standings.list_in_force(day) or 0 for day in {r.start for r in part.reports}}
    numbers = [by_day[report.start] for report in part.reports]
    lists = np.repeat(numbers, np.diff(part.first_entry))
    for number in set(numbers):
        on_it = lists == number
        ratings[on_it] = standings.ratings_of(number, part.player[on_it])
    return ratings
