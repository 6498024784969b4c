"""Refusals about clocks and time zones (see `errors`)."""

from __future__ import annotations

from typing import Final

from ledger.errors import BadEvent, Refused, Remedy
from ledger.wording import duration


class UnknownZone(BadEvent):
    """A time zone does not exist, or is unknown to this machine."""

    def __init__(self, zone: str) -> None:
        self.zone = zone
        super().__init__(
            f"unknown time zone {zone!r}: use a name such as Europe/Rome "
            "(for a pool opened in it: `ledger pool correct-zone`)",
            field="zone",
            found=zone,
            expected="a name such as Europe/Rome",
        )


_CLOCK_IS_RIGHT: Final = Remedy(words="repeat the command with --clock-is-right")


class ClockBehind(Refused):
    """The clock is well before the last recorded event."""

    def __init__(self, behind_us: int) -> None:
        self.behind_us = behind_us
        super().__init__(
            f"this machine's clock is {duration(behind_us)} behind the last recorded event, "
            "and nothing was recorded: if the clock is wrong, set it right; if it was wrong when "
            "that event was recorded, name the event with `ledger clock correct`",
            field="clock",
            found=f"{duration(behind_us)} behind the last event",
            remedy=Remedy("clock correct"),
        )


class ClockAhead(Refused):
    """The clock is further ahead of the last recorded event than the ledger's limit."""

    def __init__(self, ahead_us: int, limit_days: int) -> None:
        self.ahead_us, self.limit_days = ahead_us, limit_days
        super().__init__(
            f"this machine's clock is {duration(ahead_us)} ahead of the last recorded event "
            f"(the limit of this ledger: {limit_days} days), and nothing was recorded: if the "
            "clock is wrong, set it right; if it is right, add --clock-is-right",
            field="clock",
            found=f"{duration(ahead_us)} ahead of the last event",
            expected=f"at most {limit_days} days",
            remedy=_CLOCK_IS_RIGHT,
        )


class ClockDiffers(Refused):
    """The clocks of this machine and of the database server differ."""

    def __init__(self, ahead_us: int) -> None:
        self.ahead_us = ahead_us
        side = "ahead of" if ahead_us > 0 else "behind"
        super().__init__(
            f"this machine's clock is {duration(abs(ahead_us))} {side} the database server's, "
            "and nothing was recorded: one of them is wrong; set it right, or, if this machine's "
            "is the right one, add --clock-is-right",
            field="clock",
            found=f"{duration(abs(ahead_us))} {side} the server's",
            remedy=_CLOCK_IS_RIGHT,
        )


class ClockJumped(Refused):
    """The clock was set while the program ran."""

    def __init__(self, forward_us: int) -> None:
        self.forward_us = forward_us
        way = "forward" if forward_us > 0 else "back"
        super().__init__(
            f"this machine's clock was set {way} by {duration(abs(forward_us))} while the "
            "program ran, and nothing was recorded: look at the clock, set it right, and start "
            "the program again",
            field="clock",
            found=f"set {way} by {duration(abs(forward_us))}",
            remedy=Remedy(words="set the clock right and start the program again"),
        )


class ClockWasWrong(Refused):
    """A wrong clock recorded events near this instant: the knowledge of then is uncertain."""

    def __init__(self, known: int, last: int) -> None:
        self.known, self.last = known, last
        certain = f"certainly known then: up to #{known}" if known >= 0 else "nothing is certain"
        super().__init__(
            f"a wrong clock recorded events about that instant; {certain}; "
            f"possibly: up to #{last}; give a position instead",
            field="known_at",
            expected=f"a position: #{known} for what is certain, #{last} for what may be",
        )
