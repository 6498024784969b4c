"""Capital changes of a chain, step by step, in the order of booking.

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

from ledger.columns import Players, Wide
from projections.rating import NOTHING, Rated
from projections.rating.layout import Index
from projections.rating.recounts import CEASED, NOBODY, Recount
from projections.rating.year_end import YearEndInputs
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import Order

ADJUSTED_PLACE: Final = -(1 << 20)
"""The place in a list's chain of decisions of the rating body: before everything else."""

NOWHERE: Final = (date.min, date.min, "")
"""The place of what stands before all events."""

ADJUSTED, RECOUNTED, CHAINED, DEVIATING = range(4)
"""What a list books, in this order: decisions, corrections of closed lists, events and ends of
years, and what it was sealed with otherwise than it came out."""


class Competition(NamedTuple):
    """A tournament, booked or corrected, that changed capitals."""

    position: int
    """Under which a list booked its report."""
    begins: date
    """The day that says its edition."""
    kept: Mapping[str, Wide]
    """What its correction compares: UNIT columns, or how much more of them is booked."""


class CapitalChange(NamedTuple):
    """Capital changes of a step, or of a tournament in a step."""

    number: int
    """Of the list that booked it."""
    phase: int
    """ADJUSTED, RECOUNTED, CHAINED or DEVIATING."""
    order: Order
    """Its place among the events; `NOWHERE` for what is none."""
    player: Players
    points: Wide
    entered: Wide
    """The capital with which a player entered with it; 0: he had one."""
    ceased: Players
    """Whose capital ceased with it."""
    competition: Competition | None = None

    def note_entries(self, years: NDArray[np.int64]) -> None:
        """Write the year of each player's entry into `years` (by register number)."""
        years[self.player[self.entered > 0]] = self.order[0].year

    @property
    def booked(self) -> tuple[int, int, Order]:
        """Return the time of booking, as a sort key."""
        return (self.number, self.phase, self.order)


class PartChanges(NamedTuple):
    """Capital changes of the tournaments of a part, as computed by the step; nothing is copied.

    Only corrections and late events need the tournaments separately.
    """

    number: int
    """Of the list that booked them."""
    tournaments: tuple[tuple[Order, int, date], ...]
    """Of each its place among the events, the position of its report, and its first day."""
    first_entry: Index
    player: NDArray[np.int32]
    unit: Index
    """Of each entry."""
    moved: Values
    entered: Values
    kept: Mapping[str, Values]
    """UNIT columns, or one value for all."""

    def by_tournament(self) -> Iterator[CapitalChange]:
        """Yield the changes of each tournament: a slice of the part."""
        players = self.player.astype(np.int64)
        points, entered = self._of_entries(self.moved), self._of_entries(self.entered)
        kept = {name: self._of_entries(values) for name, values in self.kept.items()}
        bounds = pairwise(self.first_entry.tolist())
        for (order, position, begins), (first, last) in zip(self.tournaments, bounds, strict=True):
            of = slice(first, last)
            mine = {name: values[of] for name, values in kept.items()}
            compared = Competition(position, begins, mine)
            moved = (players[of], points[of], entered[of], NOBODY)
            yield CapitalChange(self.number, CHAINED, order, *moved, compared)

    def note_entries(self, years: NDArray[np.int64]) -> None:
        """Write the year of each player's entry into `years` (by register number)."""
        if self.entered.ndim:
            sizes = np.diff(self.first_entry)
            ended = np.repeat([end.year for (end, _, _), _, _ in self.tournaments], sizes)
            here = np.flatnonzero(self.entered.take(self.unit))
            years[self.player[here]] = ended[here]

    def _of_entries(self, values: Values) -> Wide:
        if not values.ndim:
            return np.full(len(self.unit), values, dtype=np.int64)
        return values.take(self.unit).astype(np.int64)


class CapitalChanges:
    """All capital changes of a chain in order of booking; parts are split on demand."""

    def __init__(self, kept: Iterable[CapitalChange | PartChanges] = ()) -> None:
        """Begin with stored changes."""
        self.kept = list(kept)
        self._told: list[CapitalChange] = []
        self._through = 0
        """How many of those kept are told."""
        self._years = np.zeros(0, dtype=np.int64)
        """By register number, the year in which a player entered last."""
        self._noted = 0
        """How many of those kept are noted there."""

    def __iter__(self) -> Iterator[CapitalChange]:
        """Yield the changes tournament by tournament."""
        for part in self.kept[self._through :]:
            self._told += part.by_tournament() if isinstance(part, PartChanges) else (part,)
        self._through = len(self.kept)
        return iter(self._told)

    def add(self, some: Iterable[CapitalChange | PartChanges]) -> None:
        """Add the changes of a step."""
        self.kept += some

    def entered_in(self, size: int) -> NDArray[np.int64]:
        """Return the year of the last entry of players 0 … `size` - 1; 0: carried over.

        Reads only the changes booked since the last call.
        """
        years = np.zeros(size, dtype=np.int64)
        years[: len(self._years)] = self._years
        for change in self.kept[self._noted :]:
            change.note_entries(years)
        self._years, self._noted = years, len(self.kept)
        return years

    def fork(self) -> CapitalChanges:
        """Return an independent copy."""
        forked = CapitalChanges(self.kept)
        forked._told, forked._through = list(self._told), self._through
        forked._years, forked._noted = self._years, self._noted
        return forked

    def replace_year_end(self, moved: CapitalChange) -> None:
        """Replace the last year end at the same place."""
        ends = [
            change.order if isinstance(change, CapitalChange) else NOWHERE for change in self.kept
        ]
        self.kept[max(at for at, order in enumerate(ends) if order == moved.order)] = moved
        self._told, self._through = [], 0


def of_step(
    law: Rulebook, number: int, rated: Rated, decided: Order = NOWHERE
) -> Iterator[CapitalChange | PartChanges]:
    """Yield the capital changes of a step, part by part.

    `decided` is the place in the order where capitals cease by decision.
    """
    if not rated.step.parts:
        yield from _outside_play(law, number, rated, decided)
        return
    moved, entered = _told(rated, "moved"), _entered(law, rated)
    kept = {name: _told(rated, name) for name in law.corrected_columns}
    for part, unit in zip(rated.step.parts, rated.unit_of_entry, strict=True):
        of = tuple((report.order, report.position, report.begins) for report in part.reports)
        yield PartChanges(number, of, part.first_entry, part.player, unit, moved, entered, kept)


def _told(rated: Rated, name: str) -> Values:
    """Return a UNIT column; shape () for an edition without the column."""
    return np.asarray(rated.unit.values.get(name, NOTHING))


def _column(rated: Rated, name: str) -> Wide:
    return np.broadcast_to(_told(rated, name), len(rated.step.players)).astype(np.int64)


def _entered(law: Rulebook, rated: Rated) -> Values:
    """Return the entry capitals of the players of a step; 0: the player had a capital."""
    listed = rated.step.listed["rating"]
    if listed.all():
        return NOTHING
    enters = (listed == 0) & (rated.unit["rating"] > 0)
    return np.where(enters, rated.unit[law.base], 0) if enters.any() else NOTHING


def _outside_play(
    law: Rulebook, number: int, rated: Rated, decided: Order
) -> Iterator[CapitalChange]:
    """Yield the changes by a year end, a correction or decisions."""
    if rated.step.year_end_inputs is not None:
        yield of_turn(number, rated, rated.step.year_end_inputs)
    elif rated.step.recount is not None:
        yield _of_recount(law, number, rated, rated.step.recount)
    else:
        yield from _of_decisions(number, rated, decided)


def of_turn(number: int, rated: Rated, year_end_inputs: YearEndInputs) -> CapitalChange:
    """Return the changes by the end of a year."""
    moved = _changed(rated)
    return CapitalChange(number, CHAINED, year_end_inputs.turn.order, *moved, _ceased(rated))


def _of_recount(law: Rulebook, number: int, rated: Rated, recount: Recount) -> CapitalChange:
    """Return the changes by a corrected competition, at its place in the order."""
    before, after = rated.step.listed["rating"], _column(rated, "rating")
    entered = np.where((before == 0) & (after > 0), _column(rated, law.chained_corrections.base), 0)
    of = Competition(recount.position, recount.begins, _more(law, rated))
    moved = (rated.step.players, _column(rated, "moved"), entered, _ceased(rated))
    return CapitalChange(number, RECOUNTED, recount.order, *moved, of)


def _of_decisions(number: int, rated: Rated, decided: Order) -> Iterator[CapitalChange]:
    """Yield points by decision (without a place), and capitals ceased (with a place)."""
    ceased = _ceased(rated)
    players, points, entered = _changed(rated)
    gone = np.isin(players, ceased)
    for order, chosen, ending in ((NOWHERE, ~gone, NOBODY), (decided, gone, ceased)):
        if chosen.any():
            rows = (players[chosen], points[chosen], entered[chosen])
            yield CapitalChange(number, ADJUSTED, order, *rows, ending)


def _changed(rated: Rated) -> tuple[Players, Wide, Wide]:
    """Return the players with a changed capital, the points, and no entries."""
    points = _column(rated, "rating") - rated.step.listed["rating"]
    some = np.flatnonzero(points)
    return rated.step.players[some], points[some], np.zeros(len(some), dtype=np.int64)


def _ceased(rated: Rated) -> Players:
    """Return the players with a capital that ceased in the step."""
    return rated.step.players[(rated.step.listed["rating"] > 0) & (rated.unit["rating"] == 0)]


def _more(law: Rulebook, rated: Rated) -> dict[str, Wide]:
    """Return the amounts added by a correction; for a ceased capital, the hypothetical amounts."""
    ceased, sheet = rated.unit[CEASED], rated.unit
    return {
        name: np.where(
            ceased, sheet[f"corrected_{name}"] - sheet[f"booked_{name}"], _column(rated, more)
        )
        for name, more in law.chained_corrections.compared.items()
    }


def held(number: int, players: Players, points: Wide) -> CapitalChange:
    """Return the points by which a sealed list deviates from the computed list."""
    nothing = np.zeros_like(points)
    return CapitalChange(number, DEVIATING, NOWHERE, players, points, nothing, NOBODY)


def sum_of(
    some: Iterable[CapitalChange], players: NDArray[np.integer], *, entries: bool = False
) -> Wide:
    """Return the points of players over some changes; with `entries`, plus entry capitals."""
    total = np.zeros(len(players), dtype=np.int64)
    for change in some:
        total += lookup(players, change.player, change.points + change.entered * entries)
    return total


def capitals_at(
    order: Order,
    players: NDArray[np.integer],
    present: NDArray[np.integer],
    moved: Iterable[CapitalChange],
) -> tuple[Wide, NDArray[np.bool_]]:
    """Return the capitals just before a place in the order, and whether each ceased later.

    `present` capitals less the later changes among `moved`, which come in the order of booking.

    Reading `ceased_later`: a capital that ceased was one until then. Changes of the capital before
    do not concern the one with which the player entered again, nor that one earlier places.
    """
    later = np.zeros(len(players), dtype=np.int64)
    ended = np.zeros(len(players), dtype=np.int64)
    ceased = np.zeros(len(players), dtype=bool)
    for change in moved:
        if change.order > order:
            later += lookup(players, change.player, change.points)
        if len(change.ceased):
            gone = np.isin(players, change.ceased)
            if change.order > order:
                first = gone & (ended == 0)
                ended[first] = -later[first]  # with the capital all its later changes ceased
                ceased |= gone
            later[gone] = 0
    return np.where(ended > 0, ended, present - later), ceased


def ceased_since(moved: Iterable[CapitalChange], booked: tuple[int, int, Order]) -> Players:
    """Return the players whose capital ceased since something was booked."""
    gone = [change.ceased for change in moved if change.booked >= booked]
    return np.unique(np.concatenate([NOBODY, *gone]))


def lookup(wanted: NDArray[Any], keys: NDArray[Any], values: NDArray[Any]) -> NDArray[np.int64]:
    """Return the value of each wanted key; 0: no such key. Keys need no order."""
    found = np.zeros(len(wanted), dtype=np.int64)
    if len(keys):
        order = np.argsort(keys)
        at = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
        held = keys[at] == wanted
        found[held] = values[at[held]]
    return found


def by_player(players: NDArray[Any], values: Mapping[int, int]) -> NDArray[np.int64]:
    """Return the value of each player; 0: none."""
    keys = np.array(list(values), dtype=np.int64)
    return lookup(players, keys, np.array(list(values.values()), dtype=np.int64))
