"""What is left to a decision: players' first ratings, and how much of a tournament counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from projections.facts.reports import Report
from projections.finding import UNDECIDED, Finding, by_clause
from projections.rating import Rated, admission
from projections.rating.layout import Part
from projections.rulebooks.choices import Choice
from projections.rulebooks.counting import TO_DECIDE
from projections.rulebooks.grammar import TOURNAMENT, Edition, Sheet, Values
from projections.rulebooks.rulebook import Rulebook


def entries(law: Rulebook, part: Part, sheet: Sheet, ratings: Values) -> list[int]:
    """Give the entries of who had no rating and enters by a clause that asks for a decision."""
    if (ratings > 0).all():
        return []
    choice = _choice(law, part, sheet)
    if choice is None:
        return []
    asking = [at for at, case in enumerate(choice.cases) if _asks(case.clause)]
    found: list[int] = np.flatnonzero((ratings <= 0) & np.isin(choice.clauses(), asking)).tolist()
    return found


def _choice(law: Rulebook, part: Part, sheet: Sheet) -> Choice | None:
    """Give the choice of a first rating, where it was made; some are made beforehand."""
    return sheet.choices.get(law.entered) or part.chosen.get(law.entered)


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
        who, choice = int(part.player[entry]), _choice(law, part, sheet)
        if choice is not None and player in (None, who):
            clause = choice.words(entry)
            report = part.reports[int(part.tournament[entry])].tournament
            yield by_clause(UNDECIDED, report, who, clause)


def of(law: Rulebook, rated: Rated, player: int) -> Iterator[Finding]:
    """Tell the same of a player in a step."""
    step = rated.step
    for part, sheet, ratings in zip(step.parts, rated.sheets, step.rating_at_start, strict=False):
        yield from of_entries(law, part, sheet, ratings, player)


def withheld(law: Rulebook, rated: Iterable[tuple[Edition, Report]]) -> dict[str, str]:
    """Give why a list books less of tournaments until something is decided, by their names.

    Each comes with the edition that rates it; a rulebook names the column that asks.
    """
    by_edition: dict[int, tuple[Edition, list[Report]]] = {}
    for edition, report in rated:
        by_edition.setdefault(id(edition), (edition, []))[1].append(report)
    found: dict[str, str] = {}
    for edition, reports in by_edition.values():
        if law.withheld in edition.columns:
            facts = admission.told(edition, reports, edition.outside([TOURNAMENT], [law.withheld]))
            sheet = edition.evaluate([TOURNAMENT], facts, [law.withheld])
            asks = np.broadcast_to(sheet[law.withheld] == TO_DECIDE, len(reports))
            for at in np.flatnonzero(asks).tolist():
                clause = sheet.choices[law.withheld].words(at)
                found[reports[at].tournament] = clause.partition("\n")[0]
    return found
