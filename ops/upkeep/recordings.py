"""Recordings about the ledger as a whole: the events of a wrong clock."""

from typing import TYPE_CHECKING, Annotated

from ops.doors.fields import AS_POSITION, Position, Text, means
from ops.doors.recordings import Recording, recording

if TYPE_CHECKING:
    from ledger.events.opening import ClockCorrected
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House


@recording("clock correct {first} {last}", "/v1/clock/corrections", events=("clock-corrected.v1",))
class CorrectClock(Recording, frozen=True, kw_only=True):
    """Name the events recorded by a wrong clock, so that recording can go on.

    First set the clock of this machine right. The events stay as they are; questions about that
    time name a position from now on.

    Example: ledger clock correct 99 99
    """

    FOLLOWS = False

    first: Annotated[
        Position | None,
        means("the first event of the wrong clock; default: later than the clock"),
        AS_POSITION,
    ] = None
    last: Annotated[
        Position | None, means("the last one; default: the last of all"), AS_POSITION
    ] = None
    true_until: Annotated[
        Text | None,
        means("the true instant, with its zone, by which they were recorded; default: now"),
    ] = None

    def compose(self, house: "House") -> "Composed[ClockCorrected]":
        """Return the correction.

        Raises Refused if no event is later, BadEvent if the correction cannot be true.
        """
        from ops.upkeep.correct_clock import clock_corrected

        return clock_corrected(house, self)

    def receipt(self, _house: "House", done: "Recorded[ClockCorrected]") -> "CommandReceipt":
        """Return the receipt of the events named."""
        from ops.upkeep.receipts import clock_corrected

        return clock_corrected(done)
