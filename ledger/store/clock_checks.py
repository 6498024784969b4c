"""Checks of the clock before anything is recorded, and the correction of a wrong clock.

A wrong clock that recorded an event is noticed by the next append: the instants of a ledger grow.
`clock-corrected` names the events and is the only one whose instant may be earlier than the one
before it. The same rule is asked at the append, by `verify` and at both ends of a dump.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ledger import limits
from ledger.clock import Clock, MachineClock
from ledger.clock_errors import ClockAhead, ClockBehind, ClockDiffers, ClockJumped
from ledger.errors import BadEvent, Damaged, Refused
from ledger.events import catalogue
from ledger.events.opening import ClockCorrected, LedgerOpened
from ledger.store import statements

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
        """Return why nothing may be recorded after an event of the instant `last`, if so."""
        doubt = self._doubt(self.clock) if isinstance(self.clock, MachineClock) else None
        if doubt is not None:
            return doubt
        if self.is_behind(last):
            return ClockBehind(last - self.now)
        return self._ahead(last, limit_days)

    def is_behind(self, last: int) -> bool:
        """Return whether the clock is behind an event by more than the tolerance."""
        return last - self.now > limits.CLOCK_BEHIND_US

    def _doubt(self, clock: MachineClock) -> Refused | None:
        """Return the contradiction between clocks, unless the operator vouches for this clock."""
        if clock.is_right:
            return None
        jump = clock.jump_us()
        if abs(jump) > limits.CLOCK_DIFFERENCE_US:
            return ClockJumped(jump)
        ahead = 0 if self.server is None else self.now - self.server
        return ClockDiffers(ahead) if abs(ahead) > limits.CLOCK_DIFFERENCE_US else None

    def _ahead(self, last: int, limit_days: Callable[[], int]) -> Refused | None:
        """Return the refusal of a clock too far ahead. The limit is asked for after a day only."""
        doubted = isinstance(self.clock, MachineClock) and not self.clock.is_right
        ahead = self.now - last
        if last == BEFORE_ALL or not doubted or ahead <= _DAY_US:
            return None
        limit = limit_days()
        return ClockAhead(ahead, limit) if ahead > limit * _DAY_US else None


@dataclass(frozen=True, slots=True)
class StoredInstants:
    """Questions about the instants of stored events."""

    cursor: statements.Cursor
    said: statements.Words

    def instant(self, position: int) -> int:
        """Return the instant of an event (µs); BEFORE_ALL if absent."""
        row = self.cursor.execute(self.said.instant, (position,)).fetchone()
        return BEFORE_ALL if row is None else int(row[0])

    def limit_days(self) -> int:
        """Return by how many days the clock may be ahead of the last event. Raises Damaged."""
        row = self.cursor.execute(self.said.opened).fetchone()
        try:
            opened: LedgerOpened = catalogue.read(LedgerOpened.TYPE, bytes(row[0])).payload
        except (BadEvent, TypeError) as error:
            raise Damaged(f"position 0 does not hold {LedgerOpened.TYPE}") from error
        return opened.clock_limit_days


@dataclass(frozen=True, slots=True)
class Span:
    """Instants for the check of a clock correction, in microseconds since 1970."""

    before: int
    """Of the event before the first that it names; BEFORE_ALL where there is none."""
    last: int
    """Of the last event that it names."""
    head: int
    """Of the event before the correction."""


def correction_problem(said: ClockCorrected, position: int, at: int, span: Span) -> str | None:
    """Return the fault of a clock correction at a position and an instant; None if correct."""
    if said.last >= position:
        return f"#{said.last} is not recorded yet: the last event is #{position - 1}"
    if at < span.head and said.last != position - 1:
        return f"the last event, #{position - 1}, is later than the clock too: name it as the last"
    if at <= span.before:
        return f"#{said.first - 1} is later than the clock too: begin with an earlier event"
    if said.true_until > at:
        return "the events were recorded before this instant: give an earlier one, or none"
    if said.true_until <= span.before:
        return f"the events were recorded after #{said.first - 1}: give a later instant"
    if said.true_until >= span.last:
        return f"#{said.last} is not later than the instant given: no clock was wrong by that"
    return None
