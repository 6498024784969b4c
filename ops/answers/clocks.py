"""The two clocks of a question, as typed."""

from __future__ import annotations

from datetime import date, datetime

from ledger.clock import end_of_day, instant_text, microseconds
from ledger.clock_errors import ClockWasWrong
from ledger.errors import Refused
from ledger.store.ledger import Ledger

_DIGITS = 18
"""Digits of a position; no ledger has as many events."""


def known_position(ledger: Ledger, text: str | None, zone: str) -> int | None:
    """Return the last position known at a day (its end in a zone), an instant, or `#N`.

    None stands for everything. Raises Refused for text that is none of these.
    """
    if text is None:
        return None
    if text.startswith("#"):
        return _position(text, ledger.read.head().next_position - 1)
    return _known_at(ledger, text, _moment(text, zone))


def _moment(text: str, zone: str) -> int:
    """Return the first instant after a day, or after an instant."""
    try:
        if len(text) == len("2026-01-31"):
            return end_of_day(_day(text), zone)
        return _instant(text) + 1
    except OverflowError:
        raise _unclear(text) from None


def _known_at(ledger: Ledger, text: str, moment: int) -> int:
    """Return the last position recorded before an instant. Raises Refused if uncertain."""
    try:
        found = ledger.read.position_at(moment)
    except ClockWasWrong as wrong:
        before = "" if wrong.known < 0 else f'--known-at "#{wrong.known}" for what is certain, '
        raise Refused(
            f"--known-at {text}: a wrong clock recorded events about then; ask by position: "
            f'{before}--known-at "#{wrong.last}" with all that may have been known',
            code="wrong-clock-then",
            field="known-at",
            found=text,
            expected=f"#{wrong.known} or #{wrong.last}",
        ) from wrong
    if found < 0:
        began = instant_text(ledger.read.true_instant(0))
        raise Refused(
            f"--known-at {text}: this ledger began on {began}; nothing was known before",
            code="before-the-ledger",
            field="known-at",
            found=text,
            expected=f"{began} or later",
        )
    return found


def _position(text: str, last: int) -> int:
    position = position_of(text)
    if position > last:
        raise Refused(
            f"--known-at {text}: positions go from #0 to #{last}",
            code="number-out-of-range",
            field="known-at",
            found=text,
            expected=f"#0 to #{last}",
        )
    return position


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise _unclear(text) from error


def instant_of(text: str, option: str) -> int:
    """Read an instant with zone, in microseconds since 1970. Raises Refused."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise Refused(
            f"{option} {text}: write an instant with its zone, as 2026-01-31T12:00:00+01:00",
            code="not-a-moment",
            field=option.removeprefix("--"),
            found=text,
            expected="an instant with its zone",
        ) from error
    if moment.tzinfo is None:
        raise Refused(
            f"{option} {text}: an instant needs its zone, as in {text}+01:00",
            code="zone-needed",
            field=option.removeprefix("--"),
            found=text,
            expected=f"{text}+01:00",
        )
    return microseconds(moment)


def _instant(text: str) -> int:
    try:
        datetime.fromisoformat(text)
    except ValueError as error:
        raise _unclear(text) from error
    return instant_of(text, "--known-at")


def _unclear(text: str) -> Refused:
    return Refused(
        f"--known-at {text}: write a day (2026-01-31), an instant (2026-01-31T12:00:00+01:00) "
        "or a position (#12)",
        code="not-a-moment",
        field="known-at",
        found=text,
        expected="a day, an instant or #POSITION",
    )


def position_of(text: str) -> int:
    """Read a position such as #12. Raises Refused."""
    number = text.removeprefix("#")
    if not (number.isascii() and number.isdigit() and len(number) <= _DIGITS):
        raise Refused(
            f"{text[:80]!r} is not a position: write it as #12",
            code="not-a-position",
            found=text,
            expected="#12",
        )
    return int(number)


def between(first: str, last: str | None) -> tuple[int, int | None]:
    """Read the first and the last position asked for, both included; None: to the end.

    Raises Refused where the last comes before the first.
    """
    start, end = position_of(first), None if last is None else position_of(last)
    if end is not None and end < start:
        raise Refused(
            f"the last position asked for, #{end}, comes before the first, #{start}",
            code="positions-out-of-order",
            found=f"#{end}",
            expected=f"#{start} or later",
        )
    return start, end
