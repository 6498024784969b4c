"""The recorded events that show lists which an actor may not see, in any pool."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from ledger.store.reading import Reader, Wanted
from ops.access.seeing import may_see
from ops.house import House
from projections.official.lists_left_out import ListsLeftOut
from projections.official.stopping import ReplayStopped
from projections.queries import PoolQuery
from projections.state.closed_list import Closed

_ALL: Final = 1 << 40


def hidden_events(house: House) -> frozenset[int]:
    """Return the positions of the events that show a list which the actor may not see.

    Where the replay of a pool stopped, nothing says which of its lists are public: its own events
    are all hidden.
    """
    if may_see(house.actor, "unpublished-list"):
        return frozenset()
    pools = [opened.pool for opened in house.pools_opened()]
    hidden = (name for name in pools if not may_see(house.actor, "unpublished-list", (name,)))
    return frozenset(position for name in hidden for position in _of_pool(house, name))


def _of_pool(house: House, name: str) -> set[int]:
    stream = f"pool-{name}"
    try:
        pool = house.pool(name)
    except ReplayStopped:
        return {heading.position for heading in house.read.headings("stream", [stream])}
    return {*_of_last_lists(house.read, stream, pool.visible.hidden), *_of_printings(pool)}


def _of_last_lists(read: Reader, stream: str, hidden: Sequence[Closed]) -> Iterator[int]:
    if hidden:
        left_out = ListsLeftOut(read, hidden)
        yield from left_out.closings
        since = read.page(Wanted(first=left_out.first, streams=(stream,)), _ALL)
        yield from (event.position for event in since if left_out.shown_by(event))


def _of_printings(pool: PoolQuery) -> Iterator[int]:
    """Yield the positions of printings that were superseded before they were published."""
    superseded = chain.from_iterable(pool.facts.superseded.values())
    visible, facts, known = pool.visible, pool.facts, pool.known
    unseen = [printed for printed in superseded if not visible.shows(facts, printed, known)]
    if unseen:
        yield from ListsLeftOut(pool.official.ledger.read, unseen).closings
