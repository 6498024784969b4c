"""Corrections of closed lists (`next-list`) where players enter with a rating given to them.

Nothing waits for a first rating there: who enters is a unit like any other, from the list that took
him up. Readings, for what no text says:

* Reading `always_listed`: whose only tournament falls away keeps the rating he entered with, and
  loses the change.
* Reading `entry_stays`: a rating with which somebody entered stays, also where a correction makes
  another tournament his first; that one counts with it.
* Reading `first_by_correction`: who never had a rating, and stands by a correction in a tournament
  of a closed list, enters with the open list, as he would have with the closed one: by the lists
  in force on the first day of that tournament; of several that of the first list, by start.
* Reading `decided_later`: whose rating nobody knew when a list was closed, nor since, enters when
  it is known, likewise: a list of another body that is recorded later, or a decision, revises the
  units of the closed lists on which he stands, his own and those of his opponents.
* Reading `published_otherwise`: that a list was published on another day than was known when a
  later one was closed is a correction too: who played meanwhile did so with the ratings of the list
  that was in force, and the next list books the difference.
* Who left the list since loses the correction (`left_the_list`); who came onto it since does not.
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
    """Give what the open list books of closed ones: what was revised, and who enters late."""
    found = awaiting(closed, revised)
    met = {each: found.met(each) for each in found.lists()}
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
    """Give by list who stands in its reports that began with another list in force than known."""
    since = closed.facts.republished(revised.through)
    found = {}
    for number in range(min(since, default=closed.last) + 1, closed.last + 1):
        booked, _ = revised.both(number, closed.facts.booked[number - 1])
        some = closed.began_otherwise(number, booked, revised.through)
        if some:
            players = [columns.read(each.player, columns.PLAYER) for each in some]
            found[number] = np.unique(np.concatenate(players)).astype(np.int64)
    return found


def _units(
    closed: ClosedLists, revised: Revised, number: int, met: Players, found: Awaiting
) -> Iterator[UnitCorrected]:
    """Give the units of a list that come out otherwise than booked."""
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
    """Give the entry ratings that hold for a list with those that come now."""
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
    """Give change, games and tournaments of players; nothing for who is in no report."""
    of = closed.corrects
    nothing = nothing_waiting(closed.waiting)
    rated = closed.compute(number, players, reports, nothing, given, known)
    found = np.zeros((len(players), 3), dtype=np.int64)
    there = np.isin(players, rated.step.players)
    rows = np.searchsorted(rated.step.players, players[there])
    for at, name in enumerate((of.change, of.games, of.tournaments)):
        found[there, at] = rated.unit[name][rows]
    return found
