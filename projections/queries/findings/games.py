"""Findings about games and players of a tournament, from the rating columns."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from ledger.sentences import Body, Count, Position, Remedy, Sentence
from projections.finding import NO_REMEDIES, UNDECIDED, Finding, Kind, by_clause
from projections.rating import Rated
from projections.rating import undecided as rating_undecided
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import Case, Clause, Columns
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state import competence


def of_part(part: Batch, sheet: Columns) -> Iterator[Finding]:
    """Yield the findings about the games of some tournaments."""
    yield from uncounted(part, sheet)
    yield from _lifted(part, sheet)


def uncounted(part: Batch, sheet: Columns, player: int | None = None) -> Iterator[Finding]:
    """Yield a finding for each player, or a single one, and clause with uncounted games."""
    yield from _by_player(part, sheet, None if player is None else part.player == player)


def undecided(part: Batch, sheet: Columns) -> Iterator[Finding]:
    """Yield a finding for each player and clause with games that wait for a decision."""
    choice = sheet.choices["counts"]
    asking = rating_undecided.asking(choice)
    if asking:
        asked = np.isin(choice.clauses(), asking)
        entries = np.unique(part.entry[np.broadcast_to(asked, part.entry.shape)])
        found = _by_player(part, sheet, np.isin(np.arange(len(part.player)), entries))
        yield from (finding for finding in found if finding.kind == UNDECIDED)


def _by_player(part: Batch, sheet: Columns, entries: NDArray[np.bool_] | None) -> Iterator[Finding]:
    """Yield findings about uncounted games of some entries; None: of all."""
    choice = sheet.choices["counts"]
    clauses = choice.clauses()
    sides_uncounted = np.flatnonzero(np.broadcast_to(sheet["counts"], part.entry.shape) == 0)
    if entries is not None:
        sides_uncounted = sides_uncounted[entries[part.entry[sides_uncounted]]]
    tally: dict[tuple[int, int], list[int]] = {}
    for side in sides_uncounted.tolist():
        tally.setdefault((int(part.entry[side]), int(clauses[side])), []).append(side)
    may, clause_of = cache(partial(competence.remedies, part.edition)), cache(sheet.clause)
    for (entry, at), sides in sorted(tally.items()):
        case = choice.cases[at]
        clause = clause_of(case.clause)
        says = Sentence("{games}: {says}", games=Count(len(sides), "game"), says=clause.says)
        found = _by_case(part, entry, case, clause._replace(says=says), sides[0], may)
        if found.kind == UNDECIDED:
            met = part.player[part.opponent_entry[sides]].tolist()
            others = tuple(dict.fromkeys(met)) if case.asks == "opponent" else ()
            asked = replace(found, code="undecided-games", others=others)
            found = replace(asked, games=len(sides), entrants=1)
        yield found


def _by_case(
    part: Batch,
    entry: int,
    case: Case,
    clause: Clause,
    side: int,
    may: Callable[[str], Mapping[str, Remedy]],
) -> Finding:
    """Return the finding of a case about an entry; a remedy may name the game of `side`."""
    at = int(part.tournament[entry])
    report, game = part.reports[at], side % max(part.games, 1) - int(part.first_game[at])
    kind: Kind = "not rated" if case.asks == "nobody" else UNDECIDED
    remedies = NO_REMEDIES
    if clause.remedy:
        asked = part.edition, report.tournament, report.position, game
        remedies = {**may(report.tournament), **competence.of_game(*asked)}
    return by_clause(kind, report.tournament, int(part.player[entry]), clause, remedies)


def _lifted(part: Batch, sheet: Columns) -> Iterator[Finding]:
    counts = np.broadcast_to(sheet["counts"], part.entry.shape)
    for at, report in enumerate(part.reports):
        decided = report.about.decided
        for nth, decision in enumerate(decided):
            if competence.lets_in(part.edition, decision, decided[:nth]):
                game = int(part.first_game[at]) + decision.game
                says = Sentence("game {report}#{game}: lifted by {by}; it does not count")
                if counts[[game, game + part.games]].any():
                    says = Sentence("game {report}#{game}: lifted by {by}; it counts")
                at_game = {"report": Position(report.position), "game": decision.game}
                says, article = says.about(**at_game, by=Body(decision.by)), decision.article
                yield Finding("lifted", "article-lifted", report.tournament, article, says)


def ceased(law: Rulebook, rated: Rated, player: int | None = None) -> Iterator[Finding]:
    """Yield the players for whom a late event books nothing, the capital having ceased since."""
    for at, (part, sheet) in enumerate(zip(rated.step.parts, rated.sheets, strict=True)):
        for entry in np.flatnonzero(rated.step.ceased_in(at)).tolist():
            of_entry = int(part.player[entry])
            if player in (None, of_entry):
                report = part.reports[int(part.tournament[entry])].tournament
                why = sheet.why(law.own_rating, entry)
                remedies = competence.remedies(part.edition, report)
                yield by_clause("not rated", report, of_entry, why, remedies)
