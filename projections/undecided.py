"""Findings about players whose first rating is left to a decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from projections.finding import Finding, Kind, by_clause
from projections.layout import Part
from projections.rulebooks.grammar import Sheet
from projections.rulebooks.rulebook import Rulebook

UNDECIDED: Final[Kind] = "needs a decision"
"""The kind of what a text leaves open, and the end of every clause that says so."""


def of_entries(
    law: Rulebook, part: Part, sheet: Sheet, player: int | None = None
) -> Iterator[Finding]:
    """Tell with which rating players enter who have none, where that is left to a decision."""
    for entry in entries(law, sheet, ratings):
        who, clause = int(part.player[entry]), sheet.choices[law.entered].words(entry)
        if player in (None, who):
            report = part.reports[int(part.tournament[entry])].tournament
            yield by_clause(UNDECIDED, report, who, clause)


def of_newcomers(part: Part, sheet: Sheet, player: int | None = None) -> Iterator[Finding]:
    """Tell whose results do not wait for a first rating before somebody decides."""
    choice = sheet.choices.get("waits")
    if choice is None:
        return
    clauses = np.broadcast_to(choice.clauses(), part.player.shape)
    for entry in np.flatnonzero(clauses < len(choice.cases)).tolist():
        clause = choice.cases[int(clauses[entry])].clause
        who = int(part.player[entry])
        if clause.endswith(UNDECIDED) and player in (None, who):
            report = part.reports[int(part.tournament[entry])].tournament
            figure = int(sheet["round_robin_rating"][entry])
            remedy = f"decide his rating (ratings-adjusted); the rule alone gives {figure}"
            yield by_clause(UNDECIDED, report, who, f"{clause}\n{remedy}")
