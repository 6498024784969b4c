"""Open decisions: first ratings of players, and weights of tournaments."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from projections.finding import UNDECIDED, Finding, by_clause
from projections.rating import Rated, admission
from projections.rating.layout import Batch
from projections.rulebooks.engine.admission import TO_DECIDE
from projections.rulebooks.engine.columns import TOURNAMENT, Choice, Clause, Columns, Values
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state import competence
from projections.state.reports import Report


def entries(law: Rulebook, part: Batch, sheet: Columns, ratings: Values) -> list[int]:
    """Return the entries without a rating for which the rulebook asks for a decision."""
    if (ratings > 0).all():
        return []
    choice = _choice(law, part, sheet)
    if choice is None:
        return []
    found: list[int] = np.flatnonzero((ratings <= 0) & _asked(choice)).tolist()
    return found


def _choice(law: Rulebook, part: Batch, sheet: Columns) -> Choice | None:
    """Return the choice of a first rating, if computed; sometimes it is computed beforehand."""
    return sheet.choices.get(law.entry_reason) or part.chosen.get(law.entry_reason)


def _asked(choice: Choice) -> NDArray[np.bool_]:
    """Return the rows of a choice whose clause asks for a decision."""
    return np.isin(choice.clauses(), asking(choice))


def asking(choice: Choice) -> list[int]:
    """Return the indices of the cases that ask for a decision."""
    return [at for at, case in enumerate(choice.cases) if case.asks != "nobody"]


def of_step(law: Rulebook, rated: Rated, player: int | None = None) -> Iterator[Finding]:
    """Yield findings about entries of a step, or of a player, that are left to a decision."""
    step = rated.step
    for part, sheet, ratings in zip(step.parts, rated.sheets, step.rating_at_start, strict=False):
        yield from of_entries(law, part, sheet, ratings, player)


def of_entries(
    law: Rulebook, part: Batch, sheet: Columns, ratings: Values, player: int | None = None
) -> Iterator[Finding]:
    """Yield findings about entry ratings that are left to a decision, with the games played."""
    choice = _choice(law, part, sheet)
    for entry in entries(law, part, sheet, ratings):
        who = int(part.player[entry])
        if choice is not None and player in (None, who):
            report = part.reports[int(part.tournament[entry])].tournament
            why, may = sheet.clause(choice.words(entry)), competence.remedies(part.edition, report)
            found = by_clause(UNDECIDED, report, who, why, may)
            yield replace(found, games=part.games_of(entry), entrants=1)


def of_units(
    law: Rulebook, rated: Rated, about: str, player: int | None = None
) -> Iterator[Finding]:
    """Yield findings about waiting results with a first rating left to a decision.

    `about` is the list of the step; `player` limits the findings to one player.
    """
    choice = rated.unit.choices.get(law.entry)
    if choice is None or not asking(choice):
        return
    asked = np.broadcast_to(_asked(choice), len(rated.step.players))
    counted = rated.waiting.sums.get("counted_games", np.zeros(len(rated.waiting), dtype=np.int32))
    for row in np.flatnonzero(asked).tolist():
        who = int(rated.step.players[row])
        if player in (None, who):
            games = int(counted[rated.waiting.player == who].sum())
            why, may = rated.unit.clause(choice.words(row)), competence.remedies(rated.step.edition)
            found = by_clause(UNDECIDED, about, who, why, may)
            yield replace(found, games=games, entrants=1)


def withheld(law: Rulebook, rated: Iterable[tuple[Edition, Report]]) -> dict[str, Clause]:
    """Return the reasons why a list books less of tournaments until a decision, by name.

    `rated` pairs reports with their editions; a rulebook names the column that asks.
    """
    column, found = law.booking.withheld, dict[str, Clause]()
    for edition, reports in in_editions(rated):
        if column not in edition.columns:
            continue
        asked = edition.outside([TOURNAMENT], [column])
        facts = admission.tournament_facts(edition, reports, asked)
        sheet = edition.evaluate([TOURNAMENT], facts, [column])
        asks = np.broadcast_to(sheet[column] == TO_DECIDE, len(reports))
        for at in np.flatnonzero(asks).tolist():
            found[reports[at].tournament] = sheet.why(column, at)
    return found


def in_editions(
    rated: Iterable[tuple[Edition, Report]],
) -> Iterator[tuple[Edition, list[Report]]]:
    """Yield the editions of reports, each with its reports in their order."""
    by_edition: dict[int, tuple[Edition, list[Report]]] = {}
    for edition, report in rated:
        by_edition.setdefault(id(edition), (edition, []))[1].append(report)
    yield from by_edition.values()
