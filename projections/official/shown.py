"""A track shown otherwise: with the printings of an earlier position, or without some lists.

Questions about an earlier position usually ask the present track, and leave out later lists. Where
a printing was superseded since, they ask the track of that position. A reader who may not see the
last lists of a pool asks the track as it would be without them.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from projections.official.advance import state_before
from projections.official.lists_left_out import ListsLeftOut
from projections.official.reopened import replay_of, with_facts_since
from projections.official.track import Before, Track
from projections.state.closed_list import Closed
from projections.state.forking import fork
from projections.state.printings import superseding


def with_printings_at(track: Track, pool: str, position: int) -> Track:
    """Return a track on which the lists of a pool have the printings known at a position.

    Raises EarlierPositionsBusy.
    """
    later = superseding(track.facts.pools[pool], position)
    return track if later is None else track.known_at(position)


def without_lists(track: Track, pool: str, lists: Sequence[Closed]) -> Track:
    """Return a track without the last lists of a pool, or without printings of the last list.

    `lists` are in the order of closing. Everything else recorded is there, but for what shows these
    lists (`lists_left_out`). Other pools have all their lists.
    """
    state, facts = _left(track, pool, lists), copy(track.facts)
    of_pool = state.facts.pools[pool]
    facts.pools = {**facts.pools, pool: of_pool}
    assert state.standings is not None
    replays = {pool: replay_of(track, of_pool, state.standings.shared())}
    return replace(track, facts=facts, store=None, shows=track, replays=replays, derived={})


def _left(track: Track, pool: str, lists: Sequence[Closed]) -> Before:
    """Return the state of a pool without its last lists, with all facts since; not to be moved on.

    It stays in the memory of the track: the next question about the pool without these lists takes
    it, and applies the events recorded since.
    """
    remembered, key = track.memory.without_lists, (pool, lists[0].position)
    now = track.facts.position
    with remembered.computing:
        kept: Before | None = remembered.get(key)
        if kept is not None and kept.facts.position == now:
            return kept
        left_out = ListsLeftOut(track.ledger.read, lists)
        is_older = kept is not None and kept.facts.position < now
        state = kept if kept and is_older else _begun_without(track, pool, left_out)
        state = _moved_on(track, pool, state, left_out)
        if kept is None or is_older:
            remembered.put(key, state, state.size_bytes)
        return state


def _begun_without(track: Track, pool: str, lists: ListsLeftOut) -> Before:
    """Return the state of a pool before the first of some lists, with the version of then."""
    state = state_before(track, pool, lists.first)
    facts = fork(state.facts, pool)
    first = min(lists.closings)
    facts.pools[pool].version = track.ledger.read.at([first])[first].stream_version - 1
    return state._replace(facts=facts)


def _moved_on(track: Track, pool: str, state: Before, lists: ListsLeftOut) -> Before:
    """Return a state with the events recorded since; before a first list, with standings begun."""
    facts = with_facts_since(track, state.facts, pool, lists)
    facts.recall = facts.document = None  # they read for who asks now
    standings = state.standings
    if standings is None or len(standings.since) == 1:
        standings = replay_of(track, facts.pools[pool]).begun(track.facts.position)
    return Before(state.closing, facts, standings)
