"""Findings about players whose first rating is left to a decision."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from projections.finding import UNDECIDED, Finding, by_clause
from projections.rating import Rated
from projections.rating.layout import Part
from projections.rulebooks.grammar import Sheet, Values
from projections.rulebooks.rulebook import Rulebook


def entries(law: Rulebook, part: Part, sheet: Sheet, ratings: Values) -> list[int]:
    """Give the entries of who had no rating and enters by a clause that asks for a decision."""
    if (ratings > 0).all():
        return []
    choice = sheet.choices.get(law.entered) or part.chosen.get(law.entered)
    if choice is None:
        return []
    asking = [at for at, case in enumerate(choice.cases) if _asks(case.clause)]
    found: list[int] = np.flatnonzero((ratings <= 0) & np.isin(choice.clauses(), asking)).tolist()
    return found


def of_step(law: Rulebook, rated: Rated) -> Iterator[tuple[int, str]]:
    """Give the player and the tournament of each entry of a step that asks for a decision."""
    step = rated.step
    for part, sheet, ratings in zip(step.parts, rated.sheets, step.rating_at_start, strict=False):
        for entry in entries(law, part, sheet, ratings):
            yield int(part.player[entry]), part.reports[int(part.tournament[entry])].tournament


def _asks(clause: str) -> bool:
    return clause.partition("\n")[0].endswith(UNDECIDED)


def of_entries(
    law: Rulebook, part: Part, sheet: Sheet, ratings: Values, player: int | None = None
) -> Iterator[Finding]:
    """Tell with which rating players enter who have none, where that is left to a decision."""
    for entry in entries(law, part, sheet, ratings):
        who, clause = int(part.player[entry]), sheet.choices[law.entered].words(entry)
        if player in (None, who):
            report = part.reports[int(part.tournament[entry])].tournament
            yield by_clause(UNDECIDED, report, who, clause)
