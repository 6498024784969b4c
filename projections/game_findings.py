"""Findings about single games and players of a tournament, read off the columns that rate it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from projections import competence
from projections.finding import UNDECIDED, Finding, by_clause
from projections.layout import Part
from projections.rulebooks.grammar import Sheet


def of_part(part: Part, sheet: Sheet) -> Iterator[Finding]:
    """Give what is found about the games of some tournaments, and about whose results wait."""
    yield from _games(part, sheet)
    yield from _lifted(part, sheet)
    yield from _undecided(part, sheet)


def of_player(part: Part, sheet: Sheet, player: int) -> Iterator[Finding]:
    """Give what is found about the games and the results of one player."""
    yield from _games(part, sheet, player)
    yield from _undecided(part, sheet, player)


def _games(part: Part, sheet: Sheet, player: int | None = None) -> Iterator[Finding]:
    """Tell the games that do not count, those of one player under one clause together.

    With a player, his alone.
    """
    choice = sheet.choices["counts"]
    clauses = choice.clauses()
    uncounted = np.flatnonzero(np.broadcast_to(sheet["counts"], part.entry.shape) == 0)
    if player is not None:
        uncounted = uncounted[part.player[part.entry[uncounted]] == player]
    tally: dict[tuple[int, int], list[int]] = {}
    for side in uncounted.tolist():
        tally.setdefault((int(part.entry[side]), int(clauses[side])), []).append(side)
    for (entry, clause), sides in sorted(tally.items()):
        found = _by_clause(part, entry, choice.cases[clause].clause, sides[0])
        count = f"{len(sides)} {'game' if len(sides) == 1 else 'games'}"
        yield replace(found, says=f"{count}: {found.says}")


def _by_clause(part: Part, entry: int, clause: str, side: int = 0) -> Finding:
    """Give the finding about a player in a tournament that a clause tells, its remedy spelt out.

    Where a remedy names a game, that of a side: of several the first.
    """
    at = int(part.tournament[entry])
    report, game = part.reports[at], side % max(part.games, 1) - int(part.first_game[at])
    named = competence.commands(part.edition, report.tournament, report.position, game)
    said = by_clause("not rated", report.tournament, int(part.player[entry]), clause)
    kind = UNDECIDED if said.says.endswith(UNDECIDED) else said.kind
    return replace(said, kind=kind, remedy=said.remedy.format_map(named))


def _lifted(part: Part, sheet: Sheet) -> Iterator[Finding]:
    """Tell of games for which an article was lifted who did, and whether they count now."""
    counts = np.broadcast_to(sheet["counts"], part.entry.shape)
    for at, report in enumerate(part.reports):
        for each in report.about.decided:
            if competence.lets_in(part.edition, each):
                game = int(part.first_game[at]) + each.game
                now = "counts" if counts[[game, game + part.games]].any() else "does not count"
                says = f"game #{report.position}#{each.game}: lifted by {each.by}; it {now}"
                yield Finding("lifted", report.tournament, None, each.article, says)


def _undecided(part: Part, sheet: Sheet, player: int | None = None) -> Iterator[Finding]:
    """Tell whose results do not wait for a first rating before somebody decides."""
    choice = sheet.choices.get("waits")
    if choice is None:
        return
    clauses = np.broadcast_to(choice.clauses(), part.player.shape)
    for entry in np.flatnonzero(clauses < len(choice.cases)).tolist():
        clause = choice.cases[int(clauses[entry])].clause
        if clause.endswith(UNDECIDED) and player in (None, int(part.player[entry])):
            figure = int(sheet["round_robin_rating"][entry])
            remedy = (
                f"decide his rating (ratings-adjusted); the rule alone gives {figure}; given one "
                "or none, {lift_8_2}; or {tell_system}"
            )
            yield _by_clause(part, entry, f"{clause}\n{remedy}")
