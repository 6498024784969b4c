"""The closed lists that a reader may not see, and the events that show them.

With a closing the events are left out that rules derive for it; later, the publication of the list,
deviations of it, decisions that start from its ratings, and the withdrawal of what it derived.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.events.deviations import DeviationRecorded
from ledger.events.pool import AdjustmentWithdrawn, ListPublished, RatingsAdjusted
from ledger.store.reading import Reader, Recorded
from projections.state.closed_list import Closed


class ListsLeftOut:
    """The last closed lists of a pool, or printings of its last list, without which it is shown."""

    def __init__(self, read: Reader, lists: Sequence[Closed]) -> None:
        """Take at least one list, in the order of closing."""
        self.first = lists[0].position
        self._names = {(one.event.period, one.event.printing) for one in lists}
        self.closings = frozenset(at for one in lists for at in _with_derived(read, one))
        """The positions of the closings, with the events derived for them."""

    def shown_by(self, event: Recorded) -> bool:
        """Return whether an event of the pool shows one of the lists."""
        if event.position in self.closings:
            return True
        if event.position < self.first:
            return False
        fact = event.decoded().payload
        if isinstance(fact, ListPublished | DeviationRecorded):
            return (fact.period, fact.printing) in self._names
        rests_on_ratings = isinstance(fact, RatingsAdjusted | AdjustmentWithdrawn)
        return rests_on_ratings or getattr(fact, "withdraws", None) in self.closings


def _with_derived(read: Reader, closed: Closed) -> range:
    """Return the positions of a closing and of the events derived for it, which come before it."""
    request = read.request_at(closed.position)
    first = max(request.first_position, closed.event.through_position + 1)
    return range(first, closed.position + 1)
