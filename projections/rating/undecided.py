"""Open decisions: first ratings of players, and weights of tournaments."""

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from projections.finding import UNDECIDED, Finding, by_clause
from projections.rating import Rated, admission
from projections.rating.layout import Batch
from projections.rulebooks.engine.admission import TO_DECIDE
from projections.rulebooks.engine.columns import TOURNAMENT, Choice, Columns, Values
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import Report

_PLAYED: Final = "1=0"
"""The result codes of white in games that were played."""


def entries(law: Rulebook, part: Batch, sheet: Columns, ratings: Values) -> list[int]:
    """Return the entries without a rating for which the rulebook asks for a decision."""
    if (ratings > 0).all():
        return []
    choice = _choice(law, part, sheet)
    if choice is None:
        return []
    asking = [at for at, case in enumerate(choice.cases) if _asks(case.clause)]
    found: list[int] = np.flatnonzero((ratings <= 0) & np.isin(choice.clauses(), asking)).tolist()
    return found


def _choice(law: Rulebook, part: Batch, sheet: Columns) -> Choice | None:
    """Return the choice of a first rating, if computed; sometimes it is computed beforehand."""
    return sheet.choices.get(law.entry_reason) or part.chosen.get(law.entry_reason)


def of_step(law: Rulebook, rated: Rated) -> Iterator[tuple[int, str]]:
    """Yield player and tournament of each entry of a step with an open decision."""
    step = rated.step
    for part, sheet, ratings in zip(step.parts, rated.sheets, step.rating_at_start, strict=False):
        for entry in entries(law, part, sheet, ratings):
            yield int(part.player[entry]), part.reports[int(part.tournament[entry])].tournament


def _asks(clause: str) -> bool:
    return clause.partition("\n")[0].endswith(UNDECIDED)


def of_entries(
    law: Rulebook, part: Batch, sheet: Columns, ratings: Values, player: int | None = None
) -> Iterator[Finding]:
    """Yield findings about entry ratings that are left to a decision."""
    for entry in entries(law, part, sheet, ratings):
        who, choice = int(part.player[entry]), _choice(law, part, sheet)
        if choice is not None and player in (None, who):
            clause = choice.words(entry)
            report = part.reports[int(part.tournament[entry])].tournament
            yield by_clause(UNDECIDED, report, who, clause)


def of(law: Rulebook, rated: Rated, player: int) -> Iterator[Finding]:
    """Yield the findings of a player in a step."""
    step = rated.step
    for part, sheet, ratings in zip(step.parts, rated.sheets, step.rating_at_start, strict=False):
        yield from of_entries(law, part, sheet, ratings, player)


def of_units(
    law: Rulebook, rated: Rated, about: str, player: int | None = None
) -> Iterator[Finding]:
    """Yield findings about waiting results with a first rating left to a decision.

    `about` is the list of the step; `player` limits the findings to one player.
    """
    choice = rated.unit.choices.get(law.entry)
    if choice is None:
        return
    asking = [at for at, case in enumerate(choice.cases) if _asks(case.clause)]
    chosen = np.broadcast_to(choice.clauses(), len(rated.step.players))
    for row in np.flatnonzero(np.isin(chosen, asking)).tolist() if asking else ():
        who = int(rated.step.players[row])
        if player in (None, who):
            yield by_clause(UNDECIDED, about, who, choice.words(row))


def withheld(law: Rulebook, rated: Iterable[tuple[Edition, Report]]) -> dict[str, str]:
    """Return the reasons why a list books less of tournaments until a decision, by name.

    `rated` pairs reports with their editions; a rulebook names the column that asks.
    """
    found: dict[str, str] = {}
    for reports, sheet in _of_tournaments(law.booking.withheld, rated):
        asks = np.broadcast_to(sheet[law.booking.withheld] == TO_DECIDE, len(reports))
        for at in np.flatnonzero(asks).tolist():
            clause = sheet.choices[law.booking.withheld].words(at)
            found[reports[at].tournament] = clause.partition("\n")[0]
    return found


def unapproved(law: Rulebook, rated: Iterable[tuple[Edition, Report]]) -> dict[str, int]:
    """Return the games of counted tournaments without a required approval, by tournament.

    `rated` pairs reports with their editions.
    """
    found: dict[str, int] = {}
    for reports, sheet in _of_tournaments(law.booking.unapproved, rated):
        for at in np.flatnonzero(
            np.broadcast_to(sheet[law.booking.unapproved], len(reports))
        ).tolist():
            report = reports[at]
            games = sum(map(report.games.white_result.count, _PLAYED))
            found[report.tournament] = found.get(report.tournament, 0) + games
    return found


def _of_tournaments(
    column: str, rated: Iterable[tuple[Edition, Report]]
) -> Iterator[tuple[list[Report], Columns]]:
    by_edition: dict[int, tuple[Edition, list[Report]]] = {}
    for edition, report in rated:
        by_edition.setdefault(id(edition), (edition, []))[1].append(report)
    for edition, reports in by_edition.values():
        if column in edition.columns:
            facts = admission.tournament_facts(
                edition, reports, edition.outside([TOURNAMENT], [column])
            )
            yield reports, edition.evaluate([TOURNAMENT], facts, [column])
