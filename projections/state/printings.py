"""The printings of closed lists, and the days from which each is in force.

The last closed list of a pool can be computed and sealed once more: a new printing. Printings that
were superseded stay in `PoolFacts.superseded`. Among the numbers of lists an earlier printing has a
key of its own, which is negative (`Closed.key`); the last printing has the number of the list.

* Reading `in_force_from`: a new printing is in force from the day stated, otherwise from the day of
  its publication; while it is not published the printing before it is in force. Tournaments begun
  before keep the ratings of the printing then in force.
* Reading `superseded_unpublished`: a printing that was not published when the next one was sealed
  is never in force. Where none was published, the next one holds from the first day of the list.
* Reading `chain_goes_on`: a chain has one running capital, that of the last printing sealed. The
  days of printings are those of the published list; every later event starts from the capital.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from projections.state.closed_list import Closed
from projections.state.pool import PoolFacts


class Printing(NamedTuple):
    """A printing of a list, by its key, with its first day in force (`date.max`: not yet)."""

    key: int
    since: date


Printings = Mapping[int, Sequence[Printing]]
"""By number, the printings of the lists with several, in order."""


def printings_of(facts: PoolFacts, closed: Closed) -> tuple[Closed, ...]:
    """Return all printings of a list, the first one first."""
    return (*facts.superseded.get(closed.event.period, ()), closed)


def closed_under(facts: PoolFacts, key: int) -> Closed:
    """Return a closed list by its number, or an earlier printing by its key."""
    if key > 0:
        return facts.closed[key - 1]
    return next(one for those in facts.superseded.values() for one in those if one.key == key)


def last_published(facts: PoolFacts, period: str, known: int, by: date) -> date | None:
    """Return the day of publication of the last printing published by a day, as known."""
    closed = facts.closing(period)
    chain = printings_of(facts, closed) if closed else ()
    days = (facts.printed_on(one.event, known) for one in reversed(chain))
    return next((day for day in days if day is not None and day <= by), None)


def first_printings(facts: PoolFacts) -> Iterator[Closed]:
    """Yield the first printing of each list, in order."""
    return (printings_of(facts, closed)[0] for closed in facts.closed)


def sealed_by(facts: PoolFacts, position: int) -> int:
    """Return how many lists were closed by a position, whatever their printing."""
    return sum(first.position <= position for first in first_printings(facts))


def in_force(facts: PoolFacts, known: int, sealed: int | None = None) -> Printings:
    """Return the printings of the lists with several, as known at a position.

    `sealed` is the position up to which printings were sealed; None: all.
    """
    found = {}
    for closed in facts.closed if facts.superseded else ():
        chain = printings_of(facts, closed)
        seen = [one for one in chain if sealed is None or one.position <= sealed]
        if len(chain) > 1 and seen:
            days = _days(facts, seen, known)
            keys = [one.key for one in seen[:-1]] + [_last_key(seen, closed)]
            found[closed.number] = tuple(map(Printing, keys, days))
    return found


def _last_key(seen: Sequence[Closed], closed: Closed) -> int:
    return closed.number if seen[-1] is closed else seen[-1].key


def _days(facts: PoolFacts, chain: Sequence[Closed], known: int) -> Iterator[date]:
    seen = False
    for at, one in enumerate(chain):
        seen = seen or any(facts.printed_on(other.event, one.position) for other in chain[:at])
        published = facts.printed_on(one.event, known)
        if not seen:
            yield date.min
        else:
            yield date.max if published is None else one.event.in_force_from or published


def printing_on(printings: Printings, number: int, day: date) -> int:
    """Return the number of a list, or the key of its printing in force on a day."""
    those = printings.get(number)
    if those is None:
        return number
    last = max(at for at, one in enumerate(those) if one.since <= day)
    return those[last].key


def number_of(printings: Printings, key: int) -> int:
    """Return the number of a list from the key of a printing."""
    if key >= 0:
        return key
    return next(n for n, those in printings.items() if any(one.key == key for one in those))


def superseding(facts: PoolFacts, position: int) -> Closed | None:
    """Return the first later printing of a list whose printing at a position was superseded.

    None: every list closed by the position has the printing that it had then.
    """
    for closed in facts.closed if facts.superseded else ():
        chain = printings_of(facts, closed)
        later = bisect_right([one.position for one in chain], position)
        if 0 < later < len(chain):
            return chain[later]
    return None


def republished(facts: PoolFacts, through: int) -> list[int]:
    """Return the lists in force from other days than known when a later list was closed."""
    was, now = (
        (facts.published_lists(at), in_force(facts, at)) for at in (facts.closed_through(), through)
    )
    pairs = list(zip(was, now, strict=True))
    return [
        number
        for number in range(1, len(facts.closed))
        if number in now[0]
        if any(before.get(number) != after.get(number) for before, after in pairs)
    ]
