"""A pool without its last lists: for a new printing, and for readers who may not see them yet.

A new printing is computed from the state before the first printing, with everything recorded since.
The state before the last list of each pool stays in memory. Where it is missing, as after a start
from stored results, it is computed from an earlier stored state.
"""

from __future__ import annotations

from collections.abc import Callable

from ledger.events.pool import PeriodClosed
from projections.official.lists_left_out import ListsLeftOut
from projections.official.stopping import pool_of
from projections.official.track import Before, Recalling, Track, ratings_of_lists
from projections.rating.standings import Standings
from projections.replay import Replay
from projections.state import Facts
from projections.state.forking import fork
from projections.state.pool import PoolFacts
from projections.state.printings import printings_of


def check_follows(facts: PoolFacts, event: PeriodClosed) -> None:
    """Check that a new printing follows the last printing of the last list. Raises ValueError."""
    last = facts.last_closed()
    if last is None or last.event.period != event.period:
        raise ValueError(f"list {event.period} is not the last one closed, and printed again")
    if last.event.printing + 1 != event.printing:
        raise ValueError(f"printing {event.printing} of {event.period} does not follow")


def before(track: Track, pool: str, closing: int, *, moves_on: bool = True) -> Before:
    """Return the present state of a pool, whose next list is being closed.

    `moves_on`: the present standings become those of the next list. The rows of the list before are
    left out: a new printing is written whole.
    """
    standings = track.replay(pool).begun()
    begun = len(standings.since) > 1
    kept = standings.fork() if moves_on else standings.shared()
    kept.rows = None
    return Before(closing, fork(track.facts, pool), kept if begun else None)


def reopened_from(track: Track, pool: str, state_before: Callable[[int], Before]) -> Replay:
    """Return the replay of a pool as if its last list had not been closed, with all facts since.

    `state_before` returns the state before a closing. The facts name the printings so far as
    superseded. The track itself stays as it is.
    """
    facts_now = track.facts.pools[pool]
    closed = facts_now.closed[-1]
    so_far = printings_of(facts_now, closed)
    state = state_before(so_far[0].position)
    facts = with_facts_since(track, state.facts, pool).pools[pool]
    facts.superseded[closed.event.period] = list(so_far)
    facts.merges = track.facts.merges
    standings = state.standings.fork() if state.standings else None
    replay = replay_of(track, facts, standings)
    replay.surroundings, replay.recall = track.surroundings(pool), Recalling(track, pool)
    begun = replay.begun(track.facts.position)
    begun.recall = ratings_of_lists(track, pool)
    begun.keep_printing(track.replay(pool).begun(), closed)
    return replay


def replay_of(track: Track, facts: PoolFacts, standings: Standings | None = None) -> Replay:
    """Return a replay of a pool with the persons of a track; None: as the pool began."""
    return Replay(facts, track.facts.birth_year, standings, track.facts.years_corrected)


def with_facts_since(
    track: Track, facts: Facts, pool: str, without: ListsLeftOut | None = None
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
