"""A supposed history: the recorded one without an event, with another result, number or edition.

The lists are computed like the official ones, closing by closing: each takes the events up to its
position, and books corrections of earlier lists. No result is official. Only the lists of one pool
are computed, with those of the pools that it looks at.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any

from ledger.errors import Refused, words_of
from ledger.events.deviations import DeviationRecorded
from ledger.events.pool import PoolOpened, RulebookAdopted
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.reading import Recorded
from projections.official.advance import Advance, computed_at
from projections.official.results import Computed
from projections.official.stopping import STOPPING, pool_of
from projections.official.track import Track
from projections.rating.external_lists import Lists
from projections.rating.other_pools import all_looked_at
from projections.rulebooks import rulebook
from projections.rulebooks.engine.edition import Edition
from projections.state import Facts
from projections.state.closed_list import Closed
from projections.state.pool import Adoption, PoolFacts
from projections.tracks.altered import Alterations, AlteredReader, altered
from projections.tracks.revised import computed_beside
from projections.tracks.supposed_numbers import check_kind


@dataclass(frozen=True)
class Supposition:
    """What is supposed: about events, and about the law of some pools."""

    pools: Collection[str]
    """The pools with the supposed law."""
    events: Alterations = field(default_factory=Alterations)
    numbers: Mapping[str, Any] = field(default_factory=dict)
    """Values by name of a number of the editions."""
    editions: Mapping[str, date] = field(default_factory=dict)
    """By edition, the day from which it is in force."""


def supposed(official: Track, pool: str, supposition: Supposition) -> Track:
    """Compute a supposed history of a pool to the position of an official track.

    Raises Refused for a history that cannot be computed, ReplayStopped where the official track of
    the pool, or of one that it looks at, has stopped.
    """
    known, pools = official.facts.position, official.facts.pools
    if pool in supposition.pools:
        check_law(pools[pool].rulebook, supposition)
    followed = all_looked_at(pools, pool, known)
    for name in sorted(followed):
        official.check(name)
    read = AlteredReader(official.ledger.read, supposition.events, known)
    track = computed_beside(official, "supposed", Computed(official.results))
    begun = _begun(official, supposition, read)
    if begun is not None:
        track = replace(track, facts=begun.facts, replays=begun.replays)
    advance = Advance(replace(track, ledger=altered(official.ledger, read), lists=Lists(read)))
    going_on = (pools[name] for name in pools.keys() - official.stopped.keys())
    closed = {one.position: one for facts in going_on for one in facts.closed}
    for recorded in official.ledger.read.events(advance.track.facts.position + 1, known):
        _follow(advance, recorded, supposition, read)
        if one := closed.get(recorded.position):
            if one.event.pool in followed:
                advance.compute(one, one.horizon)
            else:
                _leave_booked(advance.track.facts, pools[one.event.pool], one)
    for facts in advance.track.facts.pools.values():
        facts.recorded_anew.clear()
    track = advance.reached()
    track.load(followed)
    return track


def _leave_booked(facts: Facts, official: PoolFacts, closed: Closed) -> None:
    """Leave out the reports that the list of another pool booked: its lists are not computed."""
    pool, booked = facts.pools[closed.event.pool], set(official.booked[closed.number - 1])
    reports = [report for report in pool.waiting() if report.position in booked]
    pool.settle(reports, closed.horizon.facts)
    facts.book(closed.event.pool, reports, closed.event.cut_off)


def without_effect(history: Track) -> list[int]:
    """Return the positions of the events that have no effect in a supposed history."""
    read = history.ledger.read
    assert isinstance(read, AlteredReader)
    return read.without_effect


def _begun(official: Track, supposition: Supposition, read: AlteredReader) -> Track | None:
    """Return the official track before the first event that is supposed otherwise.

    None where other lists before it may come out otherwise: with another law, or after a stopped
    pool, a deviation or a new printing.
    """
    law = bool(supposition.numbers or supposition.editions)
    pools = official.facts.pools.values()
    if law or official.stopped or any(pool.superseded for pool in pools):
        return None
    if official.ledger.read.last_of_type(DeviationRecorded.TYPE, official.facts.position) >= 0:
        return None
    first = min((*read.dropped, *(report for report, _ in supposition.events.results)), default=0)
    return computed_at(official, first - 1) if first > 0 else None


def _follow(
    advance: Advance, recorded: Recorded, supposition: Supposition, read: AlteredReader
) -> None:
    track = advance.track
    left_out = recorded.position in read.dropped or _is_otherwise(supposition, recorded)
    if left_out or pool_of(recorded) in track.stopped:
        track.facts.pass_by(recorded)
        return
    try:
        advance.fold(read.altered(recorded))
    except STOPPING as error:
        raise Refused(
            Sentence(
                "without what is left out, event {event} has no meaning: {error}",
                event=Position(recorded.position),
                error=words_of(error),
            ),
            code="history-cannot-be-computed",
            found=f"#{recorded.position}",
        ) from error
    if recorded.type == PoolOpened.TYPE:
        _suppose_law(track.facts, supposition, recorded)


def _is_otherwise(supposition: Supposition, recorded: Recorded) -> bool:
    """Return whether an adoption is one for which another day is supposed."""
    if recorded.type != RulebookAdopted.TYPE:
        return False
    fact: RulebookAdopted = recorded.decoded().payload
    return fact.pool in supposition.pools and fact.edition in supposition.editions


def check_law(rulebook_name: str, supposition: Supposition) -> None:
    """Raise Refused for numbers and editions that a rulebook does not have."""
    law = rulebook(rulebook_name)
    known = {edition.name: edition for edition in law.editions}
    names = {name for edition in law.editions for name in edition.numbers["stated"]}
    wrong = [*supposition.editions.keys() - known, *supposition.numbers.keys() - names]
    if wrong:
        raise Refused(
            Sentence(
                "{rulebook} has no edition or number {wrong}: {show} names them",
                rulebook=law.name,
                wrong=sorted(wrong),
                show=Remedy("show-rulebook", rulebook=law.name),
            ),
            code="no-such-number",
            found=", ".join(sorted(wrong)),
            expected=Sentence("an edition or a number"),
        )
    for edition in reversed(law.editions):
        for name in supposition.numbers.keys() & edition.numbers["stated"].keys():
            check_kind(edition.numbers["stated"][name], supposition.numbers[name])


def _suppose_law(facts: Facts, supposition: Supposition, opening: Recorded) -> None:
    """Put the supposed law of the pool in place of its own, when it is opened."""
    pool = opening.decoded().payload.pool
    if pool not in supposition.pools:
        return
    opened = facts.pools[pool]
    law = rulebook(opened.rulebook)
    found = SupposedPool(**{one.name: getattr(opened, one.name) for one in fields(opened)})
    found.supposed_numbers = supposition.numbers
    found.adopted += [
        Adoption(day, name, law.edition(name).digest, opening.position)
        for name, day in supposition.editions.items()
    ]
    facts.pools[pool] = found


class SupposedPool(PoolFacts):
    """Facts about a pool with supposed numbers of its editions."""

    supposed_numbers: Mapping[str, Any] = {}

    def supposed(self, edition: Edition) -> Edition:
        """Return an edition with the supposed numbers."""
        stated = edition.numbers["stated"]
        return edition.stating(
            tuple(
                replace(stated[name], stated=value, set_by=Sentence("supposed"))
                for name, value in self.supposed_numbers.items()
                if name in stated
            )
        )
