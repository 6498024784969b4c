"""Naming the events that a wrong clock recorded, so that the ledger can go on."""

from __future__ import annotations

from hashlib import sha256

from ledger.clock import instant_text
from ledger.errors import Refused
from ledger.events.opening import ClockCorrected
from ledger.limits import CLOCK_BEHIND_US
from ledger.store.requests import NewEvent, Receipt, Request
from ops.house import House


def correct_clock(
    house: House,
    first: int | None = None,
    last: int | None = None,
    true_until: int | None = None,
    *,
    by: str = "local",
) -> tuple[ClockCorrected, Receipt]:
    """Record which events a wrong clock recorded; the same correction gives its first receipt.

    Without `first`, the first event more than five minutes later than the clock shows now; without
    `last`, up to the last event. They were recorded, in truth, by the instant `true_until` (µs; now
    by default). Raises Refused where no event is later, BadEvent where the correction cannot be
    true.
    """
    now = house.ledger.clock()
    if first is None:
        first = _first_later_than(house, now)
    if last is None:
        last = _last_before_correction(house, first)
    known = f"{first}:{last}:{'now' if true_until is None else true_until}"
    if true_until is None:  # an event before may be up to five minutes later than the clock
        true_until = max(now, house.read.true_instant(first - 1) + 1)
    said = ClockCorrected(first=first, last=last, true_until=true_until)
    key = f"clock-corrected:{known}"
    request = Request(key, (NewEvent(said),), sha256(key.encode()).digest(), recorded_by=by)
    receipt = house.ledger.append(request)
    position = receipt.first_position
    recorded: ClockCorrected = house.read.at([position])[position].decoded().payload
    return recorded, receipt


def _first_later_than(house: House, now: int) -> int:
    """Return the first event later than the clock; where all are corrected, of the last correction.

    Raises Refused where no event is later.
    """
    corrected = house.read.clock_corrections()
    past = max((each.last for each in corrected), default=-1)
    latest = now + CLOCK_BEHIND_US
    first = house.read.first_later_than(latest, past + 1)
    if first is None and corrected and house.read.first_later_than(latest) is not None:
        return corrected[-1].first
    if first is None:
        raise Refused(
            f"no event is later than this machine's clock, {instant_text(now)}: if the clock was "
            "wrong all the same, name the first event that it recorded",
            code="clock-was-right",
        )
    return first


def _last_before_correction(house: House, first: int) -> int:
    """Return the last event of a correction that begins with an event, or the last of all."""
    for said in house.read.clock_corrections():
        if said.first == first:
            return said.last
    return house.read.head().next_position - 1
