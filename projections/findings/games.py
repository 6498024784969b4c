"""Findings about single games and players of a tournament, read off the columns that rate it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from ledger.wording import counted
from projections.finding import UNDECIDED, Finding, by_clause
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import Columns
from projections.state import competence

_OF: Final = "opponent"
"""The word of a clause that is about the other side of a game."""


def of_part(part: Batch, sheet: Columns) -> Iterator[Finding]:
    """Give what is found about the games of some tournaments."""
    yield from _games(part, sheet)
    yield from _lifted(part, sheet)


def of_player(part: Batch, sheet: Columns, player: int) -> Iterator[Finding]:
    """Give what is found about the games of one player."""
    yield from _games(part, sheet, player)


def _games(part: Batch, sheet: Columns, player: int | None = None) -> Iterator[Finding]:
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
        others = _opponents(part, sides) if found.kind == UNDECIDED and _OF in found.says else ()
        yield replace(found, says=f"{counted(len(sides), 'game')}: {found.says}", others=others)


def _opponents(part: Batch, sides: list[int]) -> tuple[int, ...]:
    """Give whom a player met in some games."""
    return tuple(dict.fromkeys(part.player[part.opponent_entry[sides]].tolist()))


def _by_clause(part: Batch, entry: int, clause: str, side: int = 0) -> Finding:
    """Give the finding about a player in a tournament that a clause tells, its remedy spelt out.

    Where a remedy names a game, that of a side: of several the first.
    """
    at = int(part.tournament[entry])
    report, game = part.reports[at], side % max(part.games, 1) - int(part.first_game[at])
    commands = competence.commands(part.edition, report.tournament, report.position, game)
    said = by_clause("not rated", report.tournament, int(part.player[entry]), clause)
    kind = UNDECIDED if said.says.endswith(UNDECIDED) else said.kind
    return replace(said, kind=kind, remedy=said.remedy.format_map(commands))


def _lifted(part: Batch, sheet: Columns) -> Iterator[Finding]:
    """Tell of games for which an article was lifted who did, and whether they count now."""
    counts = np.broadcast_to(sheet["counts"], part.entry.shape)
    for at, report in enumerate(part.reports):
        decided = report.about.decided
        for nth, each in enumerate(decided):
            if competence.lets_in(part.edition, each, decided[:nth]):
                game = int(part.first_game[at]) + each.game
                now = "counts" if counts[[game, game + part.games]].any() else "does not count"
                says = f"game #{report.position}#{each.game}: lifted by {each.by}; it {now}"
                yield Finding("lifted", report.tournament, None, each.article, says)
