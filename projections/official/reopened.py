"""A pool without its last lists: for a new printing, and for readers who may not see them yet.

A new printing is computed from the state before the first printing, with everything recorded since.
The state before the last list of each pool stays in memory. Where it is missing, as after a start
from stored results, it is computed from an earlier stored state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ledger.events.pool import PeriodClosed
from projections.official.lists_left_out import ListsLeftOut
from projections.official.recalling import Recalling, ratings_of_lists
from projections.official.stopping import pool_of
from projections.rating.standings import Standings
from projections.replay import Replay
from projections.state import Facts
from projections.state.closed_list import Closed
from projections.state.forking import fork
from projections.state.pool import PoolFacts
from projections.state.printings import printings_of

if TYPE_CHECKING:
    from projections.official.following import Following


class Before(NamedTuple):
    """The state of a pool before one of its lists was computed."""

    closing: int
    """Position of the closing."""
    facts: Facts
    """Facts of this pool alone, folded up to the event before the closing or later."""
    standings: Standings | None
    """None: before the first list."""

    @property
    def size_bytes(self) -> int:
        """Bytes of the standings, about."""
        if self.standings is None:
            return 0
        arrays = (*self.standings.state.values(), *self.standings.ratings.values())
        return sum(values.nbytes for values in arrays)


def check_follows(facts: PoolFacts, event: PeriodClosed) -> None:
    """Check that a new printing follows the last printing of the last list. Raises ValueError."""
    last = facts.last_closed()
    if last is None or last.event.period != event.period:
        raise ValueError(f"list {event.period} is not the last one closed, and printed again")
    if last.event.printing + 1 != event.printing:
        raise ValueError(f"printing {event.printing} of {event.period} does not follow")


def before(track: Following, pool: str, closing: int) -> Before:
    """Return the present state of a pool, whose next list is being closed."""
    standings = track.replay(pool).begun()
    begun = len(standings.since) > 1
    return Before(closing, fork(track.facts, pool), standings.fork() if begun else None)


def reopened(track: Following, pool: str) -> Replay:
    """Return the replay of a pool as if its last list had not been closed, with all facts since.

    The facts name the printings so far as superseded. The track itself stays as it is.
    """
    facts_now = track.facts.pools[pool]
    closed = facts_now.closed[-1]
    so_far = printings_of(facts_now, closed)
    state = _state_before(track, pool, so_far[0].position)
    facts = _with_facts_since(track, state.facts, pool).pools[pool]
    facts.superseded[closed.event.period] = list(so_far)
    facts.merges = track.facts.merges
    standings = state.standings.fork() if state.standings else None
    replay = replay_of(track, facts, standings)
    replay.surroundings, replay.recall = track.surroundings(pool), Recalling(track, pool)
    begun = replay.begun(track.facts.position)
    begun.recall = ratings_of_lists(track, pool)
    begun.keep_printing(track.replay(pool).begun(), closed)
    return replay


def without_lists(track: Following, pool: str, lists: Sequence[Closed]) -> Before:
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


def _begun_without(track: Following, pool: str, lists: ListsLeftOut) -> Before:
    """Return the state of a pool before the first of some lists, with the version of then."""
    state = _state_before(track, pool, lists.first)
    facts = fork(state.facts, pool)
    first = min(lists.closings)
    facts.pools[pool].version = track.ledger.read.at([first])[first].stream_version - 1
    return state._replace(facts=facts)


def _moved_on(track: Following, pool: str, state: Before, lists: ListsLeftOut) -> Before:
    """Return a state with the events recorded since; before a first list, with standings begun."""
    facts = _with_facts_since(track, state.facts, pool, lists)
    facts.recall = facts.document = None  # they read for who asks now
    standings = state.standings
    if standings is None or len(standings.since) == 1:
        standings = replay_of(track, facts.pools[pool]).begun(track.facts.position)
    return Before(state.closing, facts, standings)


def replay_of(track: Following, facts: PoolFacts, standings: Standings | None = None) -> Replay:
    """Return a replay of a pool with the persons of a track; None: as the pool began."""
    return Replay(facts, track.facts.birth_year, standings, track.facts.years_corrected)


def _with_facts_since(
    track: Following, facts: Facts, pool: str, without: ListsLeftOut | None = None
) -> Facts:
    """Return the facts of a pool with the events recorded since, but for those of some lists."""
    found = fork(facts, pool)
    found.recall, found.document = track.facts.recall, track.facts.document
    for recorded in track.ledger.read.events(found.position + 1, track.facts.position):
        of_pool = pool_of(recorded)
        left_out = of_pool == pool and without is not None and without.shown_by(recorded)
        if of_pool in (None, pool) and not left_out:
            found.apply(recorded)
        else:
            found.pass_by(recorded)
    return found


def _state_before(track: Following, pool: str, closing: int) -> Before:
    """Return the state of a pool before a closing, from memory or computed."""
    state = track.before.get(pool)
    if state is not None and state.closing == closing:
        return state
    return _computed(track, pool, closing)


def _computed(track: Following, pool: str, closing: int) -> Before:
    """Compute the state of a pool before a closing, from the last stored state before it."""
    then = track.started_before(closing)
    for recorded in track.ledger.read.events(then.facts.position + 1, closing - 1):
        then.take(recorded)
    then.check(pool)
    return before(then, pool, closing)
