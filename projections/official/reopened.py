"""The last list of a pool opened again, for a new printing.

A new printing is computed from the state before the first printing, with everything recorded since.
The state before the last list of each pool stays in memory. Where it is missing, as after a start
from stored results, it is computed from an earlier stored state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ledger.events.pool import PeriodClosed
from projections.official.recalling import Recalling, ratings_of_lists
from projections.official.stopping import pool_of
from projections.rating.standings import Standings
from projections.replay import Replay
from projections.state import Facts
from projections.state.forking import fork
from projections.state.pool import PoolFacts
from projections.state.printings import printings_of

if TYPE_CHECKING:
    from projections.official.following import Following


class Before(NamedTuple):
    """The state of a pool before its last list was computed."""

    closing: int
    """Position of the event of the first printing."""
    facts: Facts
    """Facts of this pool alone, folded up to the closing or the event before it."""
    standings: Standings | None
    """None: before the first list."""


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
    state = track.before.get(pool)
    if state is None or state.closing != so_far[0].position:
        state = _computed(track, pool, so_far[0].position)
    facts = _with_facts_since(track, state.facts, pool).pools[pool]
    facts.superseded[closed.event.period] = list(so_far)
    facts.merges = track.facts.merges
    standings = state.standings.fork() if state.standings else None
    replay = Replay(facts, track.facts.birth_year, standings, track.facts.years_corrected)
    replay.surroundings, replay.recall = track.surroundings(pool), Recalling(track, pool)
    begun = replay.begun(track.facts.position)
    begun.recall = ratings_of_lists(track, pool)
    begun.keep_printing(track.replay(pool).begun(), closed)
    return replay


def _with_facts_since(track: Following, facts: Facts, pool: str) -> Facts:
    found = fork(facts, pool)
    found.recall, found.document = track.facts.recall, track.facts.document
    for recorded in track.ledger.read.events(found.position + 1, track.facts.position):
        if pool_of(recorded) in (None, pool):
            found.apply(recorded)
        else:
            found.pass_by(recorded)
    return found


def _computed(track: Following, pool: str, closing: int) -> Before:
    """Compute the state of a pool before a closing, from the last stored state before it."""
    then = track.started_before(closing)
    for recorded in track.ledger.read.events(then.facts.position + 1, closing - 1):
        then.take(recorded)
    then.check(pool)
    return before(then, pool, closing)
