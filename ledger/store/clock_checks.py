"""Checks of the clock before anything is recorded, and the correction of a wrong clock.

A wrong clock that recorded an event is noticed by the next append: the instants of a ledger grow.
`clock-corrected` names the events and is the only one whose instant may be earlier than the one
before it. The same rule is asked at the append, by `verify` and at both ends of a dump.
"""

from array import array
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ledger import limits
from ledger.clock import Clock, ClockAhead, ClockBehind, ClockDiffers, ClockJumped, MachineClock
from ledger.errors import BadEvent, Damaged, Refused
from ledger.events import catalogue
from ledger.events.base import Fact
from ledger.events.opening import ClockCorrected, LedgerOpened
from ledger.sentences import Position, Sentence

_DAY_US: Final = 86_400_000_000
BEFORE_ALL: Final = -1
"""The instant before the first event."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """Readings of the clocks under the lock of the head, in microseconds since 1970."""

    clock: Clock
    now: int
    server: int | None
    """The database server's clock; None where there is no server."""

    def refusal(self, last: int, limit_days: Callable[[], int]) -> Refused | None:
        """Return why nothing may be recorded after an event of the instant `last`, if so.

        A plain clock, or one for which the operator vouches, may only be behind. `limit_days` is
        asked after a day without events.
        """
        doubted = isinstance(self.clock, MachineClock) and not self.clock.is_right
        if doubted and (contradiction := self._contradiction()):
            return contradiction
        if self.is_behind(last):
            return ClockBehind(last - self.now)
        ahead = self.now - last
        if doubted and last != BEFORE_ALL and ahead > _DAY_US:
            limit = limit_days()
            return ClockAhead(ahead, limit) if ahead > limit * _DAY_US else None
        return None

    def is_behind(self, last: int) -> bool:
        """Return whether the clock is behind an event by more than the tolerance."""
        return last - self.now > limits.CLOCK_BEHIND_US

    def _contradiction(self) -> Refused | None:
        jump = self.clock.jump_us() if isinstance(self.clock, MachineClock) else 0
        if abs(jump) > limits.CLOCK_DIFFERENCE_US:
            return ClockJumped(jump)
        ahead = 0 if self.server is None else self.now - self.server
        return ClockDiffers(ahead) if abs(ahead) > limits.CLOCK_DIFFERENCE_US else None


def limit_days(first_body: bytes | None) -> int:
    """Return by how many days the clock may be ahead of the last event, as the first event says.

    Raises Damaged.
    """
    try:
        opened: LedgerOpened = catalogue.read(LedgerOpened.TYPE, first_body or b"").payload
    except BadEvent as error:
        raise Damaged(
            Sentence("position 0 does not hold {type}", type=LedgerOpened.TYPE)
        ) from error
    return opened.clock_limit_days


@dataclass(frozen=True, slots=True)
class Span:
    """Instants for the check of a clock correction, in microseconds since 1970."""

    before: int
    """Instant of the event before the first one named; BEFORE_ALL if there is no such event."""
    last: int
    """Of the last event that it names."""
    head: int
    """Of the event before the correction."""


def correction_problem(
    correction: ClockCorrected, position: int, at: int, span: Span
) -> Sentence | None:
    """Return the fault of a clock correction at a position and an instant; None if correct."""
    named, last = Position(correction.last), Position(position - 1)
    before = Position(correction.first - 1)
    if correction.last >= position:
        return Sentence(
            "{named} is not recorded yet: the last event is {last}", named=named, last=last
        )
    if at < span.head and correction.last != position - 1:
        return Sentence(
            "the last event, {last}, is later than the clock too: name it as the last", last=last
        )
    if at <= span.before:
        return Sentence(
            "{before} is later than the clock too: begin with an earlier event", before=before
        )
    if correction.true_until > at:
        return Sentence(
            "the events were recorded before this instant: give an earlier one, or none"
        )
    if correction.true_until <= span.before:
        return Sentence(
            "the events were recorded after {before}: give a later instant", before=before
        )
    if correction.true_until >= span.last:
        return Sentence(
            "{named} is not later than the instant given: no clock was wrong by that", named=named
        )
    return None


class Instants:
    """The instants of a ledger's events in order: increasing from request to request.

    Keeps 16 bytes for each request: a correction names any event before it.
    """

    def __init__(self, earlier: Callable[[int], int] | None = None, last: int = -1) -> None:
        """Begin behind the event at `last`; `earlier` gives the instants up to it."""
        self._positions, self._instants = array("q"), array("q")
        self._earlier = earlier
        if earlier is not None:
            self._positions.append(last)
            self._instants.append(earlier(last))

    @property
    def last(self) -> int:
        """The instant of the last event; BEFORE_ALL before the first."""
        return self._instants[-1] if self._instants else BEFORE_ALL

    def problem_with(
        self, position: int, at: int, fact: Fact | None, *, begins: bool
    ) -> Sentence | None:
        """Add the next event, the first of a request or not; return the fault, if any."""
        problem = self._problem(position, at, fact, begins=begins)
        if begins or at != self.last:
            self._positions.append(position)
            self._instants.append(at)
        return problem

    def _problem(
        self, position: int, at: int, fact: Fact | None, *, begins: bool
    ) -> Sentence | None:
        if isinstance(fact, ClockCorrected):
            span = Span(self._at(fact.first - 1), self._at(fact.last), self.last)
            return correction_problem(fact, position, at, span)
        if begins:
            return None if at > self.last else Sentence("more than {instant}", instant=self.last)
        own = Sentence("{instant}, that of its request", instant=self.last)
        return None if at == self.last else own

    def _at(self, position: int) -> int:
        place = bisect_right(self._positions, position) - 1
        if place >= 0:
            return self._instants[place]
        return BEFORE_ALL if self._earlier is None else self._earlier(position)
