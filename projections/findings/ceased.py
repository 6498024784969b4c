"""Findings about players whose capital ceased after the place of an event that was booked later."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from projections.finding import Finding, by_clause
from projections.rating import Rated
from projections.rulebooks.engine.rulebook import Rulebook


def of_step(law: Rulebook, rated: Rated, player: int | None = None) -> Iterator[Finding]:
    """Tell to whom a step books nothing, for his capital ceased since."""
    for at, (part, sheet) in enumerate(zip(rated.step.parts, rated.sheets, strict=True)):
        for entry in np.flatnonzero(rated.step.ceased_in(at)).tolist():
            who = int(part.player[entry])
            if player in (None, who):
                report = part.reports[int(part.tournament[entry])].tournament
                yield by_clause("not rated", report, who, sheet.why(law.own_rating, entry))
