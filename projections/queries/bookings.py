"""What lists took, as it is kept: reports of tournaments, and the ends of years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from projections.state.reports import Order, place_in_order


@dataclass(frozen=True, slots=True)
class Booking:
    """What a list made of a report."""

    position: int
    number: int
    place: int
    edition: str
    tournament: str
    starts: date
    ends: date
    part: int = 0
    """Of a report that comes in parts, from 1; 0: the whole."""

    @property
    def order(self) -> Order:
        """Give its place among all reports."""
        return place_in_order(self.ends, self.starts, self.tournament, self.part)


@dataclass(frozen=True, slots=True)
class Turned:
    """The end of a year on a list."""

    number: int
    place: int
    year: int
    edition: str


def booking_of(number: int, row: Sequence[Any]) -> Booking:
    """Read a row of the sheet of the reports that list `number` took."""
    place, position, edition, tournament, starts, ends, part = row
    days = (date.fromisoformat(starts), date.fromisoformat(ends))
    return Booking(position, number, place, edition, tournament, *days, part)
