"""Corrections of closed lists (`next-list`): what the open list books of them.

A closed list stays as it was sealed. Each unit, a player on a list, that a corrected fact touches
is computed again with the inputs of that list; what it comes to more or less than before is booked
on the open list. Readings, for what no text says:

* Reading `facts_differ`: a unit is computed twice, with its facts as they stood at the last closing
  and as they stand now. The first is what was booked for it so far, so chains telescope; a
  correction and its inverse between two closings are no difference. What fixed code would have
  given otherwise is not among it: that is for the rating body to decide.
* Reading `booked_stays`: a report stays with the list that booked it, also where its corrected days
  fall on another; the list in force when it began is that of the corrected day, among those before
  the list that booked it.
* Reading `left_the_list`: who has not been on every list since loses the correction; a finding says
  so.
* Reading `activity_as_listed`: a correction makes nobody active or inactive.
* A first rating is the unit of the list that published it: computed again from all results that
  waited for it, as corrected. Another one is a correction; none: it is void (`void_first_rating`).
* Pools of who is unlisted take the corrected results from the open list on.
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
    """Give what the open list books of booked reports that were revised."""
    if closed.law.entering is not None:
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
    kept = [each for each in units if each.player not in found.withdrawn]
    return replace(found, units=(*kept, *found.units))


def _rated(
    closed: ClosedLists, number: int, players: Players, revised: Revised
) -> Iterator[UnitCorrected]:
    """Give the units of who was on the list before the one that booked what was revised."""
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
    """Give the change and the counted games of players; none for who is in no report."""
    found = np.zeros((len(players), 2), dtype=np.int64)
    there = np.isin(players, rated.step.players)
    rows = np.searchsorted(rated.step.players, players[there])
    for at, name in enumerate((closed.corrects.change, closed.corrects.games)):
        found[there, at] = rated.unit[name][rows]
    return found


def _newcomers(closed: ClosedLists, players: Players, revised: Revised) -> Corrections:
    """Give what changes for who was unlisted: first ratings, and what waits for one."""
    newcomers = Newcomers(closed, players, revised)
    was, now = newcomers.follow("was"), newcomers.follow("now")
    on_last = closed.rated(closed.last, players)
    listed = dict(zip(players.tolist(), on_last.tolist(), strict=True))
    units = [
        unit
        for player, entered in was.entered.items()
        for unit in _entry(player, entered, now.entered[player], bool(listed[player]))
    ]
    void = [each for each in units if each.kind == VOID]
    spans = tuple(Voided(each.player, each.number, closed.last + 1) for each in void)
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
        {each.player: listed[each.player] for each in void},
        spans,
        results=newcomers.found,
    )


def _entry(player: int, was: Entered, now: Entered, listed: bool) -> Iterator[UnitCorrected]:
    """Give the unit of a first rating: as corrected otherwise, void, or lapsed since."""
    if not was.rating or (was.rating, was.games) == (now.rating, now.games):
        return
    kind = LAPSED if not listed else BOOKED if now.rating else VOID
    unit = _unit(player, was.number, kind, (was.rating, was.games), (now.rating, now.games))
    yield replace(unit, rested=was.rows, rests=now.rows)
