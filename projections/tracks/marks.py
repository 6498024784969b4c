"""States of a track before some lists: the track is continued from them with further events.

A correction of a list changes this list and all later ones: they are computed again from the last
mark before them. So marks lie close together at the end and far apart before, and their number
does not grow with the ledger.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from projections.official import sheets, snapshot
from projections.rating.standings import Standings
from projections.state import Facts
from projections.state.closed_list import RevisedList

ROUNDS: Final = (1, 3, 12, 48)
"""Lists of all pools, counted from the last: a list before the last mark comes from the first."""

_BOUNDS: Final = (*ROUNDS, 10_000)


class Gone(Exception):
    """A stored part was changed, or another process has stored another track in its place."""


class LoadedState(NamedTuple):
    """Facts and standings of all pools; the facts have the lists before the mark alone."""

    facts: Facts
    standings: Mapping[str, Standings]
    """By pool; absent before the first list."""


class StoredState(msgspec.Struct, frozen=True):
    """A state in parts: their digests, by name."""

    first: int
    """Index of the list in the order of closing."""
    position: int
    """Of the last event in the facts."""
    chain_hash: bytes
    parts: dict[str, str]


Parts = Mapping[str, bytes]
"""Parts of states by digest."""


@dataclass(frozen=True)
class Mark:
    """The state before a list, in parts: those that did not change are shared with other marks."""

    stored: StoredState
    parts: Callable[[Iterable[str]], Parts]
    """Gives parts by digest, from memory or from a store; those that are gone are absent."""
    size_bytes: int = 0
    """Of its parts in memory, also of those shared."""

    @property
    def first(self) -> int:
        """Index of the list in the order of closing."""
        return self.stored.first

    @cached_property
    def state(self) -> LoadedState:
        """The state, which may not be changed; it stays loaded. Raises Gone."""
        names = self.stored.parts
        found = self.parts(names.values())
        parts = {name: found.get(digest, b"") for name, digest in names.items()}
        for name, data in parts.items():
            if sheets.digest_of(data) != names[name]:
                raise Gone(f"{name} before list {self.first} is changed or gone")
        facts = snapshot.read_facts(parts)
        known = facts.position = self.stored.position
        facts.chain_hash = self.stored.chain_hash
        for pool in facts.pools.values():
            pool.closed = [
                RevisedList(one.number, one.position, one.event, known) for one in pool.closed
            ]
        begun = (name for name in facts.pools if f"standings/{name}" in parts)
        return LoadedState(facts, {name: snapshot.read_standings(name, parts) for name in begun})


Keep = Callable[[StoredState, Parts], Mark]
"""Keeps a state with its parts."""


def in_memory() -> Keep:
    """Return what keeps states in memory; equal parts are kept once."""
    known = dict[str, bytes]()

    def keep(stored: StoredState, parts: Parts) -> Mark:
        own = {digest: known.setdefault(digest, data) for digest, data in parts.items()}
        size = sum(map(len, own.values()))
        return Mark(stored, lambda digests: {one: own[one] for one in digests if one in own}, size)

    return keep


def marked(first: int, facts: Facts, standings: Mapping[str, Standings], keep: Keep) -> Mark:
    """Return the state before a list, kept."""
    written = snapshot.write(facts, standings)
    names = snapshot.part_names(written.manifest)
    return keep(StoredState(first, facts.position, facts.chain_hash, names), written.parts)


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
