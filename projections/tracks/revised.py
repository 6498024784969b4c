"""The revised track: what the ratings would be had every fact been known in time.

All facts known at a position are folded first; then the lists are computed in the order of their
official closings, each with everything known. Late reports and corrections of reports, persons and
law so come to the list where they belong, and no list books a correction.

A delay to which the law attaches a consequence is a fact: days of receipt, registration and
publication stay as recorded. Decisions about ratings act on the list that took them officially
(`rating.official_lists`), and a list sees the lists of other pools that the official one saw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import structs

from ledger.events.pool import PeriodClosed
from ledger.store.remembered import Remembered
from projections.official.advance import Advance
from projections.official.remembered import Memory
from projections.official.results import Computed
from projections.official.stopping import pool_of
from projections.official.track import Name, Track
from projections.state import Facts
from projections.state.closed_list import Closed, Horizon
from projections.state.printings import first_printings
from projections.tracks.marks import Keep, Mark, in_memory, marked, marked_lists, thinned

_MIB: Final = 1 << 20


@dataclass(frozen=True)
class RevisedTrack:
    """A revised track, with the states from which a later one can begin."""

    track: Track
    marks: Sequence[Mark]
    """States before some of the lists, in their order."""
    computed_lists: int = 0
    """How many lists were computed for it; the others are those of an earlier track."""


def computed_beside(official: Track, name: Name, results: Computed) -> Track:
    """Return a track with computed lists beside an official one, before position 0."""
    memory = official.memory
    return Track(
        official.ledger,
        Facts(),
        official.lists,
        results,
        Memory(
            Remembered(32 * _MIB, memory.blocks),
            Remembered(64 * _MIB, memory.lists),
            Remembered(32 * _MIB),
        ),
        name,
        stopped=dict(official.stopped),
        beside=official,
    )


def revised(official: Track, *, apart: bool = False, keep: Keep | None = None) -> RevisedTrack:
    """Compute all closed lists of all pools; a pool that cannot be computed stops.

    Records equal to the official ones are read there, unless its results are to stand `apart`.
    `keep` keeps states before some lists; None: in memory.
    """
    results = Computed() if apart else Computed(official.results)
    advance = Advance(computed_beside(official, "revised", results))
    fold(advance, official, 0)
    return with_lists_from(0, advance, official, [], keep)


def fold(advance: Advance, official: Track, first: int) -> None:
    """Fold the events from a position on, all but the closings."""
    track = advance.track
    for recorded in official.ledger.read.events(first, official.facts.position):
        if recorded.type == PeriodClosed.TYPE or pool_of(recorded) in track.stopped:
            track.facts.pass_by(recorded)
        else:
            advance.fold(recorded)
    for name, pool in track.facts.pools.items():
        pool.recorded_anew.clear()  # they are about official lists
        there = official.facts.pools[name].carried
        if pool.carried == there:
            pool.carried = list(there)  # the rows, once in memory for both tracks


def with_lists_from(
    first: int,
    advance: Advance,
    official: Track,
    before: Sequence[Mark],
    keep: Keep | None = None,
) -> RevisedTrack:
    """Compute the lists from an index on, in the order of closing; `before` are marks so far."""
    keep = keep or in_memory()
    order, pools = in_order(official.facts), len(advance.track.facts.pools)
    marks = list(before)
    to_mark = marked_lists(len(order), pools) - {mark.first for mark in marks}
    for at, closed in enumerate(order[first:], first):
        if at in to_mark:
            track = advance.track
            marks.append(marked(at, track.facts, track.standings(), keep))
        taken = closed.horizon
        advance.compute(closed, Horizon(advance.track.facts.position, taken.decisions, taken.lists))
    track = advance.reached()
    track.load()
    return RevisedTrack(track, thinned(marks, len(order), pools), len(order) - first)


def in_order(facts: Facts) -> list[Closed]:
    """Return the closed lists of all pools, in the order and at the place of first printings."""
    every = (
        structs.replace(closed, position=first.position)
        for pool in facts.pools.values()
        for closed, first in zip(pool.closed, first_printings(pool), strict=True)
    )
    return sorted(every, key=lambda closed: closed.position)
