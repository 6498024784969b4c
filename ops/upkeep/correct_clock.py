"""Naming the events of a wrong clock, so as to go on recording."""

from ledger.clock import instant_text
from ledger.errors import Refused
from ledger.events.opening import ClockCorrected
from ledger.limits import CLOCK_BEHIND_US
from ledger.sentences import Sentence
from ledger.store.requests import NewEvent, Request
from ops.answers.clocks import instant_of
from ops.commands.composed import Composed, repeated
from ops.house import House
from ops.upkeep.recordings import CorrectClock


def clock_corrected(house: House, asked: CorrectClock) -> Composed[ClockCorrected]:
    """Compose the range of events of a wrong clock; a repetition gives the first receipt.

    By default from the first event more than five minutes later than the clock to the last event.
    `true_until` (default: now) is an instant by which these events were truly recorded. Raises
    Refused if no event is later, BadEvent if the correction cannot be true.
    """
    now = house.ledger.clock()
    true_until = instant_of(asked.true_until, "true_until") if asked.true_until else None
    first = _first_later_than(house, now) if asked.first is None else asked.first
    last = _last_of(house, first) if asked.last is None else asked.last
    key = f"clock-corrected:{first}:{last}:{'now' if true_until is None else true_until}"
    before = house.read.request(key)
    if before is not None:
        return repeated(house, before)
    of_instant = true_until is None
    if true_until is None:  # an earlier event may be up to five minutes later than the clock
        true_until = max(now, house.read.true_instant(first - 1) + 1)
    correction = ClockCorrected(first=first, last=last, true_until=true_until)
    return Composed(Request(key, (NewEvent(correction),), of_instant=of_instant), correction)


def _first_later_than(house: House, now: int) -> int:
    """Return the first uncorrected event later than the clock, or the first of the last correction.

    Raises Refused if no event is later.
    """
    corrections = house.read.clock_corrections()
    corrected_to = max((correction.last for correction in corrections), default=-1)
    latest = now + CLOCK_BEHIND_US
    first = house.read.first_later_than(latest, corrected_to + 1)
    if first is None and corrections and house.read.first_later_than(latest) is not None:
        return corrections[-1].first
    if first is None:
        raise Refused(
            Sentence(
                "no event is later than the clock of the machine, {now}: if the clock was wrong "
                "all the same, name the first event that it recorded",
                now=instant_text(now),
            ),
            code="clock-was-right",
        )
    return first


def _last_of(house: House, first: int) -> int:
    """Return the last event of the correction with a given first event; else the last of all."""
    for correction in house.read.clock_corrections():
        if correction.first == first:
            return correction.last
    return house.read.head().next_position - 1
