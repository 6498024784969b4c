"""Typed rows of answers: lists, states of players, booked reports, year ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from projections.state.closed_list import Closed, Horizon
from projections.state.reports import Order, place_in_order

CARRIED_OVER: Final = "carried over"
NOT_IN_FORCE: Final = date.max
"""First day in force of an unpublished list, where only publication puts a list in force."""


@dataclass(frozen=True, slots=True)
class RatingList:
    """A closed list, or the ratings carried over (number 0)."""

    number: int
    period: str
    list_date: date
    position: int
    horizon: Horizon
    """The positions up to which the list takes what is recorded."""
    law_known: int
    """The position up to which adopted editions count."""
    digest: str
    published_on: date | None = None
    """Day of publication, as recorded; None: not published."""
    in_force_by_publication: bool = False
    """Whether the day of publication puts the list in force, not its date."""
    printing: int = 1

    @property
    def through_position(self) -> int:
        """The position up to which the list takes facts."""
        return self.horizon.facts

    @property
    def in_force_from(self) -> date:
        """The first day in force; `NOT_IN_FORCE` for an unpublished list."""
        if self.in_force_by_publication:
            return self.published_on or NOT_IN_FORCE
        return self.list_date

    @property
    def public_from(self) -> date:
        """The first day on which the list is public: published, or in force."""
        return min(self.published_on or NOT_IN_FORCE, self.in_force_from)


def list_of(closed: Closed, published_on: date | None, *, by_publication: bool) -> RatingList:
    """Return a closed list."""
    event = closed.event
    return RatingList(
        closed.number,
        event.period,
        event.list_date,
        closed.position,
        closed.horizon,
        closed.law_known,
        event.list_digest,
        published_on,
        by_publication,
        event.printing,
    )


class State(NamedTuple):
    """The state of a player after a list, or after a tournament on the list of a chain."""

    number: int
    place: int
    rating: int
    games: int
    moved: int
    fields: dict[str, int]
    player: int = 0


NOBODY: Final = State(0, 0, 0, 0, 0, {})


@dataclass(frozen=True, slots=True)
class Booking:
    """A report on a list."""

    position: int
    number: int
    place: int
    edition: str
    """Empty: no edition rates it."""
    tournament: str
    starts: date
    ends: date
    part: int = 0
    """From 1 for a report in parts; 0 for a whole report."""

    @property
    def order(self) -> Order:
        """The place among all reports."""
        return place_in_order(self.ends, self.starts, self.tournament, self.part)


@dataclass(frozen=True, slots=True)
class YearEndOnList:
    """A year end booked by a list."""

    number: int
    place: int
    year: int
    edition: str


def booking_of(number: int, row: Sequence[Any]) -> Booking:
    """Read a row of the sheet `booking` of a list."""
    place, position, edition, tournament, starts, ends, part = row
    days = (date.fromisoformat(starts), date.fromisoformat(ends))
    return Booking(position, number, place, edition, tournament, *days, part)
