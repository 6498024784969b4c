"""What lists knew of guests in the reports of a closed list, which is computed again.

See reading `guest_as_booked` (`rating.guests`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from projections.rating.guests import Told, by_booking
from projections.rating.layout import Batch
from projections.steps.capital_changes import by_player

if TYPE_CHECKING:
    from projections.corrections import ClosedLists


def of_guests(
    closed: ClosedLists, number: int, known: int | None
) -> Callable[[Batch], Iterator[Told]]:
    """Give what tells what lists knew of the guests of a part, on a list.

    Its reports stand as they were `known` at a position; None: at that of the list.
    """
    through = [each.event.through_position for each in closed.facts.closed[number - 1 :]]
    last = through[0] if known is None else known
    closings = [*(at for at in through if at < last), last]

    def told(part: Batch) -> Iterator[Told]:
        bookings = [closed.recall.last_booking(each, closings) for each in part.reports]
        for position, entries in by_booking(part, bookings):
            lists = closed.around.known(position) if closed.around else None
            decided = _decided(closed, number, position)
            yield Told(entries, lists, by_player(part.player, decided))

    return told


def _decided(closed: ClosedLists, number: int, known: int) -> dict[int, int]:
    """Give by player the rating decided for a guest of a list, as known at a position.

    A decision is used up by a list between it and this one that contains the player.
    """
    last = {each.player: each for each in closed.facts.decisions if each.position <= known}
    before = closed.facts.closed[: number - 1]
    return {
        who: decided.rating
        for who, decided in last.items()
        if not any(
            closed.rated(each.number, np.array([who]))[0]
            for each in before
            if each.event.through_position > decided.position
        )
    }
