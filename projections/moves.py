"""By how much the steps of a chain moved capitals, in the order in which lists booked them.

From the present capital back through these entries is every capital that ever was: what a late
event and what the correction of a booked one rest on, without any other state that is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from projections.rating import Rated
from projections.recounts import CEASED, Recount
from projections.reports import Order
from projections.rulebooks.rulebook import Rulebook
from projections.turning import Turning

NOWHERE: Final = (date.min, date.min, "")
"""The place of what stands before all events."""

ADJUSTED, RECOUNTED, CHAINED, HELD = range(4)
"""What a list books, in this order: decisions, corrections of closed lists, events and ends of
years, and what it was sealed with otherwise than it came out."""

Players = NDArray[np.int64]
Points = NDArray[np.int64]


class Competition(NamedTuple):
    """What of a tournament, booked or counted again, moved capitals."""

    position: int
    """Under which a list booked its report."""
    begins: date
    """The day that says its edition."""
    kept: Mapping[str, Points]
    """What its correction compares: UNIT columns, or how much more of them is booked."""


class Moved(NamedTuple):
    """By how much a step, or a tournament in it, moved capitals."""

    number: int
    """Of the list that booked it."""
    phase: int
    """ADJUSTED, RECOUNTED, CHAINED or HELD."""
    order: Order
    """Its place among the events; `NOWHERE` for what is none."""
    player: Players
    points: Points
    entered: Points
    """The capital with which a player entered with it; 0: he had one."""
    ceased: Players
    """Whose capital ceased with it."""
    competition: Competition | None = None

    @property
    def booked(self) -> tuple[int, int, Order]:
        """Give when it was booked: what is smaller was there before it."""
        return (self.number, self.phase, self.order)


NOBODY: Final = np.zeros(0, dtype=np.int64)


def of_step(law: Rulebook, number: int, rated: Rated, decided: Order = NOWHERE) -> Iterator[Moved]:
    """Give what each tournament of a step moved, or the end of a year, a correction, a decision.

    `decided` is the place in the order where capitals cease by decision.
    """
    if not rated.step.parts:
        yield from _outside_play(law, number, rated, decided)
    else:
        yield from _of_play(law, number, rated)


def _of_play(law: Rulebook, number: int, rated: Rated) -> Iterator[Moved]:
    """Give what tournaments moved: each is a slice of what its part did."""
    moved, entered = _column(rated, "moved"), _entered(law, rated)
    columns = {name: _column(rated, name) for name in law.kept_of_units}
    for part, unit in zip(rated.step.parts, rated.unit_of_entry, strict=True):
        players, points = part.player.astype(np.int64), moved.take(unit)
        with_it = entered.take(unit)
        kept = {name: values.take(unit) for name, values in columns.items()}
        bounds = pairwise(part.first_entry.tolist())
        for report, (first, last) in zip(part.reports, bounds, strict=True):
            mine = {name: values[first:last] for name, values in kept.items()}
            yield Moved(
                number,
                CHAINED,
                report.order,
                players[first:last],
                points[first:last],
                with_it[first:last],
                NOBODY,
                Competition(report.position, report.begins, mine),
            )


def _column(rated: Rated, name: str) -> Points:
    """Give a UNIT column; nothing for a text that does not know it."""
    rows = len(rated.step.players)
    if name not in rated.unit.values:
        return np.zeros(rows, dtype=np.int64)
    return np.broadcast_to(rated.unit[name], rows).astype(np.int64)


def _entered(law: Rulebook, rated: Rated) -> Points:
    """Give the capital with which the players of a step enter; 0 for who had one."""
    enters = (rated.step.listed["rating"] == 0) & (rated.unit["rating"] > 0)
    return np.where(enters, _column(rated, law.base), 0)


def _outside_play(law: Rulebook, number: int, rated: Rated, decided: Order) -> Iterator[Moved]:
    """Give what the end of a year, a correction or decisions moved, and whose capital ceased."""
    if rated.step.turning is not None:
        yield of_turn(number, rated, rated.step.turning)
    elif rated.step.recount is not None:
        yield _of_recount(law, number, rated, rated.step.recount)
    else:
        yield from _of_decisions(number, rated, decided)


def of_turn(number: int, rated: Rated, turning: Turning) -> Moved:
    """Give what the end of a year moved, and whose capital ceased."""
    moved = _changed(rated)
    return Moved(number, CHAINED, turning.turn.order, *moved, _ceased(rated))


def _of_recount(law: Rulebook, number: int, rated: Rated, recount: Recount) -> Moved:
    """Give what the correction of a competition moved, at its place in the order."""
    before, after = rated.step.listed["rating"], _column(rated, "rating")
    entered = np.where((before == 0) & (after > 0), _column(rated, law.recounted.base), 0)
    of = Competition(recount.position, recount.begins, _more(law, rated))
    moved = (rated.step.players, _column(rated, "moved"), entered, _ceased(rated))
    return Moved(number, RECOUNTED, recount.order, *moved, of)


def _of_decisions(number: int, rated: Rated, decided: Order) -> Iterator[Moved]:
    """Give what was decided: points, which have no place; and what ceased, which has one."""
    ceased = _ceased(rated)
    players, points, entered = _changed(rated)
    gone = np.isin(players, ceased)
    for order, chosen, ending in ((NOWHERE, ~gone, NOBODY), (decided, gone, ceased)):
        if chosen.any():
            rows = (players[chosen], points[chosen], entered[chosen])
            yield Moved(number, ADJUSTED, order, *rows, ending)


def _changed(rated: Rated) -> tuple[Players, Points, Points]:
    """Give whose capital is another, by how much, and that nobody entered."""
    points = _column(rated, "rating") - rated.step.listed["rating"]
    some = np.flatnonzero(points)
    return rated.step.players[some], points[some], np.zeros(len(some), dtype=np.int64)


def _ceased(rated: Rated) -> Players:
    """Give whose capital ceased with a step."""
    return rated.step.players[(rated.step.listed["rating"] > 0) & (rated.unit["rating"] == 0)]


def _more(law: Rulebook, rated: Rated) -> dict[str, Points]:
    """Give how much more a correction books; of whose capital ceased, what it would have been."""
    ceased, sheet = rated.unit[CEASED], rated.unit
    return {
        name: np.where(
            ceased, sheet[f"corrected_{name}"] - sheet[f"booked_{name}"], _column(rated, more)
        )
        for name, more in law.recounted.kept.items()
    }


def held(number: int, players: Players, points: Points) -> Moved:
    """Give by how much more a list was sealed with than it came to, of some players."""
    nothing = np.zeros_like(points)
    return Moved(number, HELD, NOWHERE, players, points, nothing, NOBODY)


def sum_of(some: Iterable[Moved], players: NDArray[np.integer], *, entries: bool = False) -> Points:
    """Give by how much some entries moved players; with `entries` what they entered with too."""
    total = np.zeros(len(players), dtype=np.int64)
    for each in some:
        total += lookup(players, each.player, each.points + each.entered * entries)
    return total


def ceased_later(moved: Iterable[Moved], booked: tuple[int, int, Order]) -> Players:
    """Give the players whose capital ceased since something was booked."""
    gone = [each.ceased for each in moved if each.booked >= booked]
    return np.unique(np.concatenate([NOBODY, *gone]))


def lookup(wanted: NDArray[Any], keys: NDArray[Any], values: NDArray[Any]) -> NDArray[np.int64]:
    """Give the value of each wanted key; 0 where there is none. Keys need no order."""
    found = np.zeros(len(wanted), dtype=np.int64)
    if len(keys):
        order = np.argsort(keys)
        at = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
        held = keys[at] == wanted
        found[held] = values[at[held]]
    return found
