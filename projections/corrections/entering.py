"""Corrections of closed lists (`next-list`) in pools with external initial ratings.

No result waits for an initial rating: an entering player is a unit like any other, from the first
list with the player. Readings of points open in the texts:

* Reading `always_listed`: a player whose only tournament is removed keeps the initial rating and
  loses the change.
* Reading `entry_stays`: an initial rating stays, even if a correction makes another tournament the
  first of the player; the initial rating then counts in that tournament.
* Reading `first_by_correction`: an unrated player added by a correction to a tournament of a closed
  list enters with the open list, by the external lists in force on the first day of the tournament;
  of several tournaments the first by start, on the first list.
* Reading `decided_later`: a player without a known rating at the closing enters when a rating is
  recorded: a later external list, or a decision, revises the units of the player and of the
  opponents on closed lists.
* Reading `published_otherwise`: a corrected day of publication is a correction too: events played
  meanwhile take the ratings of the list then in force, and the next list books the difference.
* A player who left the list since loses the correction (`left_the_list`); a player new on the list
  keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.corrections import ClosedLists
from projections.corrections.awaiting import Awaiting, awaiting
from projections.corrections.revised import Revised
from projections.rating.waiting import nothing_waiting
from projections.state.reports import Report
from projections.steps.corrected import BOOKED, LAPSED, Corrections, Entries, UnitCorrected

NO_PLAYERS: Final = np.zeros(0, dtype=np.int64)


def corrections_of_entering(closed: ClosedLists, revised: Revised) -> Corrections:
    """Return the corrections booked by the open list, with late entries."""
    found = awaiting(closed, revised)
    met = {number: found.met(number) for number in found.lists()}
    moved = _began_otherwise(closed, revised)
    units = [
        unit
        for number in sorted({*revised.lists(), *met, *moved})
        for unit in _units(
            closed,
            revised,
            number,
            np.union1d(met.get(number, NO_PLAYERS), moved.get(number, NO_PLAYERS)),
            found,
        )
    ]
    return Corrections(
        tuple(units),
        entering=found.entering,
        asked=found.asked,
        awaiting=found.left(),
        undecided=found.undecided(),
    )


def _began_otherwise(closed: ClosedLists, revised: Revised) -> dict[int, Players]:
    """Return by list the players in reports for which another list is now known to be in force."""
    since = closed.facts.republished(revised.through)
    found = {}
    for number in range(min(since, default=closed.last) + 1, closed.last + 1):
        booked, _ = revised.both(number, closed.facts.booked[number - 1])
        some = closed.began_otherwise(number, booked, revised.through)
        if some:
            players = [columns.read(report.player, columns.PLAYER) for report in some]
            found[number] = np.unique(np.concatenate(players)).astype(np.int64)
    return found


def _units(
    closed: ClosedLists, revised: Revised, number: int, met: Players, found: Awaiting
) -> Iterator[UnitCorrected]:
    """Yield the units of a list with a difference."""
    players = np.union1d(revised.players(number), met)
    reports = revised.both(number, closed.facts.booked[number - 1])
    given = closed.standings.given(number)
    entered = _with(given, found.entering, found.entering_law.had)
    had, known = found.entering_law.had, (revised.closed, revised.through)
    was, now = (
        _compared(closed, number, players, stood, {had: held}, at)
        for stood, held, at in zip(reports, (given, entered), known, strict=True)
    )
    differ = np.flatnonzero((was != now).any(axis=1))
    stayed = closed.never_left(number, players[differ])
    for at, still in zip(differ.tolist(), stayed.tolist(), strict=True):
        kind = BOOKED if still else LAPSED
        (change, games, tournaments), now_are = was[at].tolist(), now[at].tolist()
        yield UnitCorrected(
            *(int(players[at]), number, kind),
            *(change, now_are[0], games, now_are[1]),
            *(tournaments, now_are[2]),
        )


def _with(given: NDArray[np.int64], entering: Entries, had: str) -> NDArray[np.int64]:
    found = given.copy()
    for player, fields in entering.items():
        found[player] = found[player] or fields[had]
    return found


def _compared(
    closed: ClosedLists,
    number: int,
    players: Players,
    reports: Sequence[Report],
    given: Mapping[str, NDArray[np.int64]],
    known: int,
) -> NDArray[np.int64]:
    """Return change, games and tournaments, a row for each player; 0 for absent players."""
    of = closed.corrects
    nothing = nothing_waiting(closed.waiting)
    rated = closed.compute(number, players, reports, nothing, given, known)
    found = np.zeros((len(players), 3), dtype=np.int64)
    there = np.isin(players, rated.step.players)
    rows = np.searchsorted(rated.step.players, players[there])
    for at, name in enumerate((of.change, of.games, of.tournaments)):
        found[there, at] = rated.unit[name][rows]
    return found
