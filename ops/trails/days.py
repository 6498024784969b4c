"""The day on which each event of a trail happened: what a trail as of a day shows.

A fact with a day of its own happened on that day (`valid_on`): a report, a notice, a list. Any
other event happened on the stated day: of an appeal the day of receipt, of a decision and the
corrections that it causes the day of the decision; without one, on the day of recording. Nothing
comes after what rests on it: no event after a list that took it in, no step of an appeal after a
later step.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from ledger.clock import local_day
from ledger.events.appeals import AppealFiled
from ledger.events.catalogue import DEFINITIONS
from ledger.events.pool import PeriodClosed
from ledger.store.reading import Recorded
from ledger.store.reading_events import Heading
from ops.house import House

_POOL, _APPEAL = "pool-", "appeal-"
"""Begin of the streams of pools and of appeals."""


def happened_until(house: House, headings: Sequence[Heading], until: date) -> list[Heading]:
    """Return the events of a trail that happened on or before a day, in order."""
    last = until.isoformat()
    without_day = [one for one in headings if DEFINITIONS[one.type].DAY is None]
    later = [one.position for one in without_day if one.valid_on > last]
    stated = {at: _stated(house, event) for at, event in house.read.at(later).items()}
    days = _days(headings, stated, {one.position for one in without_day})
    return [one for one in headings if days[one.position] <= last]


def _stated(house: House, recorded: Recorded) -> str:
    """Return the day stated with an event; without one that of recording."""
    body = recorded.decoded()
    fact, grounds = body.payload, body.grounds
    if isinstance(fact, AppealFiled) and fact.received_at is not None:
        return local_day(fact.received_at, house.pool_opened(fact.pool).zone).isoformat()
    decided = grounds.decided_on if grounds else None
    return (decided or body.valid_on).isoformat()


def _days(
    headings: Sequence[Heading], stated: Mapping[int, str], without_day: Iterable[int]
) -> dict[int, str]:
    """Return the days by position, from the last event to the first."""
    found: dict[int, str] = {}
    lists: dict[str, str] = {}
    steps: dict[str, str] = {}
    movable = frozenset(without_day)
    for one in reversed(headings):
        day = stated.get(one.position, one.valid_on)
        if one.position in movable:
            own = one.stream.startswith(_POOL)
            after = [lists[one.stream]] if one.stream in lists else []
            day = min([day, *(after if own else lists.values())])
            day = min(day, steps.get(one.stream, day))
        if one.type == PeriodClosed.TYPE:
            lists[one.stream] = min(day, lists.get(one.stream, day))
        if one.stream.startswith(_APPEAL):
            steps[one.stream] = day
        found[one.position] = day
    return found
