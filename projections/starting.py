"""With which ratings entries start, by the rulebook's basis: those of a list, or of the chain."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from projections.layout import Part, spans
from projections.rating import NOTHING
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.terms import Basis
from projections.standings import Standings


def basis(law: Rulebook, standings: Standings, part: Part) -> NDArray[np.integer]:
    """Give the rating each entry of a part plays with, by the rulebook's basis."""
    if law.basis is Basis.PREVIOUS_STEP:
        if standings.none_is_late(part.reports):
            return standings.state["rating"].take(part.player)
        found = [standings.before(report.order, part.player[span]) for report, span in spans(part)]
        return np.concatenate([np.zeros(0, dtype=np.int64), *found])
    basis = np.empty(len(part.player), dtype=np.int16)
    by_day = {day: standings.list_in_force(day) or 0 for day in {r.start for r in part.reports}}
    numbers = [by_day[report.start] for report in part.reports]
    lists = np.repeat(numbers, np.diff(part.first_entry))
    for number in set(numbers):
        on_it = lists == number
        basis[on_it] = standings.ratings_of(number, part.player[on_it])
    return basis


def ceased_later(law: Rulebook, standings: Standings, part: Part) -> NDArray[np.bool_]:
    """Tell for each entry of a part whether the capital at its place ceased after it."""
    if law.basis is not Basis.PREVIOUS_STEP or standings.none_is_late(part.reports):
        return NOTHING > 0
    found = [
        standings.ceased_later(report.order, part.player[span]) for report, span in spans(part)
    ]
    return np.concatenate([np.zeros(0, dtype=bool), *found])
