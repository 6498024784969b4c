"""Facts that lists knew about guests in the reports of a closed list.

See reading `guest_as_booked` (`rating.guests`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from projections.rating.guests import GuestFacts, by_booking
from projections.rating.layout import Batch
from projections.steps.adjusting import decided_ratings
from projections.steps.capital_changes import by_player

if TYPE_CHECKING:
    from projections.corrections import ClosedLists


def of_guests(
    closed: ClosedLists, number: int, known: int | None
) -> Callable[[Batch], Iterator[GuestFacts]]:
    """Return the source of facts about guests of a batch, as lists knew them.

    Reports are taken as known at position `known`; None: at the position of the list.
    """
    through = [later.event.through_position for later in closed.facts.closed[number - 1 :]]
    last = through[0] if known is None else known
    closings = [*(at for at in through if at < last), last]

    def rated(number: int, player: int) -> int:
        return int(closed.rated(number, np.array([player]))[0])

    def told(part: Batch) -> Iterator[GuestFacts]:
        bookings = [closed.recall.last_booking(report, closings) for report in part.reports]
        for position, entries in by_booking(part, bookings):
            lists = closed.surroundings.lists_at(position) if closed.surroundings else None
            decided = decided_ratings(closed.facts, position, rated, number)
            yield GuestFacts(entries, lists, by_player(part.player, decided))

    return told
