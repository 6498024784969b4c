"""Findings about players whose first rating is left to a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from projections.finding import UNDECIDED, Finding, by_clause
from projections.layout import Part
from projections.rating import Rated
from projections.rulebooks.grammar import Sheet, Values
from projections.rulebooks.rulebook import Rulebook


def entries(law: Rulebook, sheet: Sheet, ratings: Values) -> list[int]:
    """Give the entries of who had no rating and enters by a clause that asks for a decision."""
    choice = sheet.choices.get(law.entered)
    if choice is None or (ratings > 0).all():
        return []
    asking = [at for at, case in enumerate(choice.cases) if _asks(case.clause)]
    found: list[int] = np.flatnonzero((ratings <= 0) & np.isin(choice.clauses(), asking)).tolist()
    return found


def tournaments(law: Rulebook, outcomes: Iterable[Rated]) -> Iterator[str]:
    """Give the tournament of each such entry in some steps."""
    for rated in outcomes:
        starts = rated.step.rating_at_start
        for part, sheet, ratings in zip(rated.step.parts, rated.sheets, starts, strict=False):
            for entry in entries(law, sheet, ratings):
                yield part.reports[int(part.tournament[entry])].tournament


def _asks(clause: str) -> bool:
    return clause.partition("\n")[0].endswith(UNDECIDED)


def of_entries(
    law: Rulebook, part: Part, sheet: Sheet, ratings: Values, player: int | None = None
) -> Iterator[Finding]:
    """Tell with which rating players enter who have none, where that is left to a decision."""
    for entry in entries(law, sheet, ratings):
        who, clause = int(part.player[entry]), sheet.choices[law.entered].words(entry)
        if player in (None, who):
            report = part.reports[int(part.tournament[entry])].tournament
            yield by_clause(UNDECIDED, report, who, clause)
