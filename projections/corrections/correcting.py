"""Corrections of closed lists (`next-list`) in pools with frozen ratings.

A closed list stays as sealed. A unit (a player on a list) touched by a corrected fact is computed
again with the inputs of the list; the open list books the difference. Readings of points open in
the texts:

* Reading `facts_differ`: a unit is computed twice, with the facts known at the last closing and
  with the facts known now. The first result equals the amount booked so far: chains of corrections
  telescope, and a correction undone between two closings makes no difference. Differences caused
  by repaired code are not booked: the rating body decides about these.
* Reading `booked_stays`: a report stays with the list that booked it, even if its corrected days
  belong to another; the list in force at its start is the one of the corrected day, among the lists
  before the list that booked it.
* Reading `left_the_list`: a player absent from any later list loses the correction; a finding
  reports this.
* Reading `activity_as_listed`: a correction makes nobody active or inactive.
* An initial rating is the unit of the list that published it: computed again from all corrected
  results that waited for it. A changed rating is a correction; a missing rating annuls it
  (`void_first_rating`).
* Unlisted players take the corrected results from the open list on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Players
from projections.corrections import ClosedLists
from projections.corrections.entering import corrections_of_entering
from projections.corrections.newcomers import Entered, Newcomers
from projections.corrections.revised import Revised
from projections.rating import Rated
from projections.rating.waiting import nothing_waiting
from projections.steps.corrected import BOOKED, LAPSED, VOID, Corrections, UnitCorrected
from projections.steps.standings import Voided


def corrections_due(closed: ClosedLists, revised: Revised) -> Corrections:
    """Return the corrections booked by the open list."""
    if closed.law.first_ratings is not None:
        return corrections_of_entering(closed, revised)
    units: list[UnitCorrected] = []
    unlisted = np.zeros(0, dtype=np.int64)
    for number in revised.lists():
        players = revised.players(number)
        listed = closed.rated(number - 1, players) > 0
        units += _rated(closed, number, players[listed], revised)
        unlisted = np.union1d(unlisted, players[~listed])
    if not len(unlisted):
        return Corrections(tuple(units))
    found = _newcomers(closed, unlisted, revised)
    kept = [unit for unit in units if unit.player not in found.withdrawn]
    return replace(found, units=(*kept, *found.units))


def _rated(
    closed: ClosedLists, number: int, players: Players, revised: Revised
) -> Iterator[UnitCorrected]:
    """Yield the units of players rated on the list before `number`."""
    if not len(players):
        return
    booked, nobody = closed.facts.booked[number - 1], nothing_waiting(closed.waiting)
    sides = zip(revised.both(number, booked), (revised.closed, revised.through), strict=True)
    was, now = (
        _changes(closed, closed.compute(number, players, reports, nobody, known=known), players)
        for reports, known in sides
    )
    differ = np.flatnonzero((was != now).any(axis=1))
    stayed = closed.stayed(number, players[differ])
    for at, still in zip(differ.tolist(), stayed.tolist(), strict=True):
        kind = BOOKED if still else LAPSED
        yield _unit(int(players[at]), number, kind, was[at].tolist(), now[at].tolist())


def _unit(
    player: int, number: int, kind: str, was: Sequence[int], now: Sequence[int]
) -> UnitCorrected:
    return UnitCorrected(player, number, kind, was[0], now[0], was[1], now[1])


def _changes(closed: ClosedLists, rated: Rated, players: Players) -> NDArray[np.int64]:
    """Return change and counted games, a row for each player; 0 for absent players."""
    found = np.zeros((len(players), 2), dtype=np.int64)
    there = np.isin(players, rated.step.players)
    rows = np.searchsorted(rated.step.players, players[there])
    for at, name in enumerate((closed.corrects.change, closed.corrects.games)):
        found[there, at] = rated.unit[name][rows]
    return found


def _newcomers(closed: ClosedLists, players: Players, revised: Revised) -> Corrections:
    """Return the corrections of unlisted players: initial ratings, and results awaiting one."""
    newcomers = Newcomers(closed, players, revised)
    was, now = newcomers.follow("was"), newcomers.follow("now")
    on_last = closed.rated(closed.last, players)
    listed = dict(zip(players.tolist(), on_last.tolist(), strict=True))
    units = [
        unit
        for player, entered in was.entered.items()
        for unit in _entry(player, entered, now.entered[player], bool(listed[player]))
    ]
    void = [unit for unit in units if unit.kind == VOID]
    spans = tuple(Voided(unit.player, unit.number, closed.last + 1) for unit in void)
    waiting = {
        player: now.waiting_of(player)
        for player, rating in listed.items()
        if not rating and not now.waiting_of(player).same(was.waiting_of(player))
    }
    if spans:
        waiting |= newcomers.after(spans)
    return Corrections(
        tuple(units),
        waiting,
        {unit.player: listed[unit.player] for unit in void},
        spans,
        results=newcomers.found,
    )


def _entry(player: int, was: Entered, now: Entered, listed: bool) -> Iterator[UnitCorrected]:
    """Yield the unit of an initial rating: changed, annulled, or lapsed since."""
    if not was.rating or (was.rating, was.games) == (now.rating, now.games):
        return
    kind = LAPSED if not listed else BOOKED if now.rating else VOID
    unit = _unit(player, was.number, kind, (was.rating, was.games), (now.rating, now.games))
    yield replace(unit, rested=was.rows, rests=now.rows)
