"""States of a track before some lists: the track is continued from them with further events.

A correction of a list changes this list and all later ones: they are computed again from the last
mark before them. So marks lie close together at the end and far apart before, and their number
does not grow with the ledger.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from projections.rating.standings import Standings
from projections.state import Facts

ROUNDS: Final = (1, 3, 12, 48)
"""Lists of all pools, counted from the last: a list before the last mark comes from the first."""

_BOUNDS: Final = (*ROUNDS, 10_000)


class LoadedState(NamedTuple):
    """Facts and standings of all pools; the facts have the lists before the mark alone."""

    facts: Facts
    standings: Mapping[str, Standings]
    """By pool; absent before the first list."""


class StoredState(msgspec.Struct, frozen=True):
    """A stored state: the digests of its parts, by name."""

    first: int
    """Index of the list in the order of closing."""
    position: int
    """Of the last event in the facts."""
    chain_hash: bytes
    parts: dict[str, str]


class Mark:
    """The state before a list."""

    def __init__(
        self, first: int, load: Callable[[], LoadedState], stored: StoredState | None = None
    ) -> None:
        """Begin with the index of the list in the order of closing; the state is loaded if used."""
        self.first, self._load, self.stored = first, load, stored

    @cached_property
    def state(self) -> LoadedState:
        """The state, which may not be changed."""
        return self._load()


def marked_lists(lists: int, pools: int) -> set[int]:
    """Return the lists before which a state is kept, by index, of so many lists of all pools."""
    return {lists - rounds * pools for rounds in ROUNDS if lists > rounds * pools}


def thinned(marks: Iterable[Mark], lists: int, pools: int) -> list[Mark]:
    """Return the marks that stay, in their order: the oldest of each range of `ROUNDS`."""
    by_first = {mark.first: mark for mark in marks}
    found = []
    for since, until in reversed(list(pairwise(_BOUNDS))):
        ages = (lists - until * pools, lists - since * pools)
        inside = [first for first in sorted(by_first) if ages[0] < first <= ages[1]]
        found += [by_first[first] for first in inside[:1]]
    return found
