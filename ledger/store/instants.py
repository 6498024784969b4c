"""The instants of all events: increasing, except for corrections of the clock."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator

from ledger.errors import BadEvent
from ledger.events.base import Fact
from ledger.events.opening import ClockCorrected
from ledger.store.clock_checks import BEFORE_ALL, Span, correction_problem
from ledger.store.faults import Fault
from ledger.store.reading import Recorded


class Instants:
    """The instants of a ledger's events in order: increasing from request to request.

    Keeps 16 bytes for each request: a correction names any event before it.
    """

    def __init__(self) -> None:
        self._positions, self._instants = array("q"), array("q")

    @property
    def last(self) -> int:
        """The instant of the last event; BEFORE_ALL before the first."""
        return self._instants[-1] if self._instants else BEFORE_ALL

    def take(self, position: int, at: int, fact: Fact | None, *, begins: bool) -> str | None:
        """Add the next event, the first of a request or not; return the fault, if any."""
        problem = self._problem(position, at, fact, begins=begins)
        if begins or at != self.last:
            self._positions.append(position)
            self._instants.append(at)
        return problem

    def _problem(self, position: int, at: int, fact: Fact | None, *, begins: bool) -> str | None:
        if isinstance(fact, ClockCorrected):
            span = Span(self._at(fact.first - 1), self._at(fact.last), self.last)
            return correction_problem(fact, position, at, span)
        if begins:
            return None if at > self.last else f"more than {self.last}"
        return None if at == self.last else f"{self.last}, that of its request"

    def _at(self, position: int) -> int:
        """Return the instant of an event."""
        place = bisect_right(self._positions, position) - 1
        return self._instants[place] if place >= 0 else BEFORE_ALL


def instant_faults(recorded: Recorded, instants: Instants, *, begins: bool) -> Iterator[Fault]:
    """Add the instant of the next event, the first of a request or not; yield the faults."""
    position, at = recorded.position, recorded.recorded_at
    problem = instants.take(position, at, _clock_corrected(recorded), begins=begins)
    if problem is not None:
        yield Fault(f"event {position}", f"recorded_at {at}", problem)


def _clock_corrected(recorded: Recorded) -> ClockCorrected | None:
    """Return the clock correction in an event; None for any other event or unreadable bytes."""
    if recorded.type != ClockCorrected.TYPE:
        return None
    try:
        said: ClockCorrected = recorded.decoded().payload
    except BadEvent:  # a fault of its own
        return None
    return said
