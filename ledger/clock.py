"""Time in the ledger: whole microseconds since 1970, UTC, from an injected clock; its refusals."""

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ledger.errors import BadEvent, Refused
from ledger.sentences import NO_SENTENCE, Count, Input, Position, Remedy, Sentence


class UnknownZone(BadEvent):
    """A time zone does not exist, or is unknown to this machine."""

    def __init__(self, zone: str) -> None:
        super().__init__(
            Sentence(
                "unknown time zone '{zone}': use a name such as Europe/Rome (for a pool opened in "
                "it: {correct})",
                zone=zone,
                correct=Remedy("correct-zone", pool=None, zone=None),
            ),
            field="zone",
            found=zone,
            expected=Sentence("a name such as Europe/Rome"),
        )


_IS_RIGHT: Final = Input("clock_is_right")
_CLOCK_IS_RIGHT: Final = Remedy("", Sentence("repeat it with {input}", input=_IS_RIGHT))


class WrongClock(Refused):
    """The clock of this machine is doubtful: nothing was recorded."""

    def __init__(
        self, found: Sentence, advice: Sentence, remedy: Remedy, expected: Sentence = NO_SENTENCE
    ) -> None:
        """Take what the clock does, as the rest of a sentence, and what to do."""
        super().__init__(
            Sentence(
                "this machine's clock {found}, and nothing was recorded: {advice}",
                found=found,
                advice=advice,
            ),
            field="clock",
            found=found,
            expected=expected,
            remedy=remedy,
        )


class ClockBehind(WrongClock):
    """The clock is well before the last recorded event."""

    def __init__(self, behind_us: int) -> None:
        super().__init__(
            Sentence("is {duration} behind the last recorded event", duration=span(behind_us)),
            Sentence(
                "if the clock is wrong, set it right; if it was wrong when that event was "
                "recorded, name the event ({correct})",
                correct=Remedy("correct-clock"),
            ),
            Remedy("correct-clock"),
        )


class ClockAhead(WrongClock):
    """The clock is further ahead of the last recorded event than the ledger's limit."""

    def __init__(self, ahead_us: int, limit_days: int) -> None:
        super().__init__(
            Sentence(
                "is {duration} ahead of the last recorded event (the limit of this ledger: "
                "{limit})",
                duration=span(ahead_us),
                limit=Count(limit_days, "day"),
            ),
            Sentence(
                "if the clock is wrong, set it right; if it is right, add {input}", input=_IS_RIGHT
            ),
            _CLOCK_IS_RIGHT,
            expected=Sentence("at most {limit}", limit=Count(limit_days, "day")),
        )


class ClockDiffers(WrongClock):
    """The clocks of this machine and of the database server differ."""

    def __init__(self, ahead_us: int) -> None:
        differing = span(abs(ahead_us))
        super().__init__(
            Sentence("is {duration} ahead of the database server's", duration=differing)
            if ahead_us > 0
            else Sentence("is {duration} behind the database server's", duration=differing),
            Sentence(
                "one of them is wrong; set it right, or, if this machine's is the right one, add "
                "{input}",
                input=_IS_RIGHT,
            ),
            _CLOCK_IS_RIGHT,
        )


class ClockJumped(WrongClock):
    """The clock was set while the program ran."""

    def __init__(self, forward_us: int) -> None:
        by = span(abs(forward_us))
        super().__init__(
            Sentence("was set forward by {duration} while the program ran", duration=by)
            if forward_us > 0
            else Sentence("was set back by {duration} while the program ran", duration=by),
            Sentence("look at the clock, set it right, and start the program again"),
            Remedy("", Sentence("set the clock right and start the program again")),
        )


class ClockWasWrong(Refused):
    """A wrong clock recorded events near this instant: the knowledge of then is uncertain."""

    def __init__(self, known: int, last: int) -> None:
        self.known, self.last = known, last
        certain = (
            Sentence("certainly known then: up to {known}", known=Position(known))
            if known >= 0
            else Sentence("nothing is certain")
        )
        super().__init__(
            Sentence(
                "a wrong clock recorded events about that instant; {certain}; possibly: up to "
                "{last}; give a position instead",
                certain=certain,
                last=Position(last),
            ),
            field="known_at",
            expected=Sentence(
                "a position: {known} for what is certain, {last} for what may be",
                known=Position(known),
                last=Position(last),
            ),
        )


def span(duration_us: int) -> Count:
    """Return microseconds as seconds, from two hours on as hours, from two days on as days."""
    seconds = duration_us // 1_000_000
    for unit, size in (("day", 86_400), ("hour", 3_600)):
        if seconds >= 2 * size:
            return Count(seconds // size, unit)
    return Count(seconds, "second")


Clock = Callable[[], int]
"""Gives the present instant in microseconds since 1970-01-01T00:00:00Z.

A plain function is believed: whoever passes it answers for the instant. A `MachineClock` is
compared with the last event, with the server's clock and with the time that passed, before anything
is recorded.
"""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class MachineClock:
    """The clock of this machine, which people and programs can set wrong.

    It remembers what it showed when it was made, beside a clock that nobody sets: so a jump shows.
    """

    def __init__(
        self,
        *,
        is_right: bool = False,
        wall: Callable[[], int] | None = None,
        steady: Callable[[], int] | None = None,
    ) -> None:
        """Start the comparison. With `is_right` the operator vouches for the clock: no checks.

        `wall` gives microseconds since 1970, `steady` microseconds since any fixed instant.
        """
        self.is_right = is_right
        self._wall = wall or (lambda: time.time_ns() // 1_000)
        self._steady = steady or _steady_us
        self._begun = self._wall() - self._steady()

    def __call__(self) -> int:
        """Return the present instant in microseconds."""
        return self._wall()

    def vouched(self) -> "MachineClock":
        """Return the same clock, for which somebody vouches: no checks."""
        return MachineClock(is_right=True, wall=self._wall, steady=self._steady)

    def jump_us(self) -> int:
        """Return by how much the clock was set forward (negative: back) since the beginning."""
        return self._wall() - self._steady() - self._begun


def _steady_us() -> int:
    """Microseconds on a clock that cannot be set; the machine's sleep counts if the system can."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):
        if hasattr(time, name):
            return time.clock_gettime_ns(getattr(time, name)) // 1_000
    return time.monotonic_ns() // 1_000


def instant_text(instant_us: int) -> str:
    """Write an instant as RFC 3339 in UTC, to the microsecond."""
    moment = _EPOCH + timedelta(microseconds=instant_us)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def local_text(instant_us: int, zone: str) -> str:
    """Write an instant in a zone for people, to the minute: `2026-01-31 09:05 Europe/Rome`.

    In UTC where the zone is unknown to this machine.
    """
    moment = _EPOCH + timedelta(microseconds=instant_us)
    try:
        return f"{moment.astimezone(zone_of(zone)):%Y-%m-%d %H:%M} {zone}"
    except UnknownZone:
        return f"{moment:%Y-%m-%d %H:%M} UTC"


def microseconds(moment: datetime) -> int:
    """Return an aware datetime in microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name. Raises UnknownZone."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError) as error:  # a folder of zones, a name that leaves their folder
        raise UnknownZone(name) from error
    except ZoneInfoNotFoundError as error:
        raise UnknownZone(name) from error


def end_of_day(day: date, zone: str) -> int:
    """Return the first instant (µs) after a calendar day in a zone.

    Where clocks are changed about midnight, midnight comes twice or not at all: the day ends when
    its last instant is over.
    """
    midnight = datetime.combine(day + timedelta(days=1), datetime.min.time(), zone_of(zone))
    earlier, later = sorted(microseconds(midnight.replace(fold=fold)) for fold in (0, 1))
    return later if local_day(later - 1, zone) == day else earlier


def utc_day(instant_us: int) -> date:
    """Return the calendar day of an instant in UTC."""
    return (_EPOCH + timedelta(microseconds=instant_us)).date()


def local_day(instant_us: int, zone: str) -> date:
    """Return the calendar day of an instant in a zone."""
    return (_EPOCH + timedelta(microseconds=instant_us)).astimezone(zone_of(zone)).date()


def today(clock: Clock, zone: str) -> date:
    """Return the calendar day in a zone at the clock's instant."""
    return local_day(clock(), zone)
