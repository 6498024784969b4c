"""Ratings known in a pool on a day, before a report is recorded.

From the ledger alone: the closed list in force, or the ratings carried over, which stay in memory;
for other players the list of a pool that the rulebook consults, an external list, or a decision.
The replay decides later which ratings a list uses (`rating.guests`); these answers predict which
players stay unrated.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.external import ExternalListSearched
from ledger.events.pool import (
    EntryCapitalDecided,
    ListPublished,
    PeriodClosed,
    PoolOpened,
    RatingsCarriedOver,
)
from ledger.intake.external_list.recorded_lists import ExternalList
from ledger.intake.import_report.report_checks import KnownRatings
from ledger.register.merges import merges
from ledger.store.reading import Mark, Reader, Recorded
from projections import list_document
from projections.rating import guests
from projections.rating.external_lists import Known, Lists, lists_for
from projections.rulebooks import rulebook
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state import folding
from projections.state.closed_list import Closed
from projections.state.pool import PoolFacts
from projections.state.printings import closed_under, in_force, printing_on


def lists_known(read: Reader) -> Known:
    """Return the external lists as known now."""
    names = {merge.merged: merge.kept for merge in merges(read).values()}
    return Known(Lists(read), read.head().next_position - 1, names=names)


def lists_to_search(read: Reader, pools: Iterable[str], days: Iterable[date]) -> list[ExternalList]:
    """Return the external lists that can rate who enters the tournaments of some days."""
    opened = (read.first_in_stream(f"pool-{pool}") for pool in pools)
    laws = [rulebook(first.decoded().payload.rulebook) for first in opened if first is not None]
    return lists_for(lists_known(read), laws, days)


def known_ratings(
    read: Reader,
    pools: Iterable[str],
    day: date,
    players: Sequence[int],
    to_record: Sequence[ExternalListSearched] = (),
) -> Iterator[KnownRatings]:
    """Yield the ratings known in each pool whose rulebook rates guests.

    `to_record` are rows of external lists about to be recorded.
    """
    first_events = (next(read.in_stream(stream, 1)) for stream, _ in read.streams("pool-"))
    opened: dict[str, PoolOpened] = {
        event.stream.removeprefix("pool-"): event.decoded().payload for event in first_events
    }
    for pool in pools:
        law = rulebook(opened[pool].rulebook)
        if law.external_lists.guests:
            name, found = _listed(read, pool, day, players)
            for other in opened.values():
                beside = opened[pool].beside in (None, other.pool)
                if beside and other.rulebook in law.other_pools.rulebooks.values():
                    missing = _missing(players, found)
                    found = _listed(read, other.pool, day, missing)[1] | found
            missing = _missing(players, found)
            if missing:
                found |= _decided(read, pool, missing)
                found |= _of_guests(read, law, day, missing, to_record)
            yield KnownRatings(pool, name, found)


def _missing(players: Sequence[int], found: Mapping[int, int]) -> list[int]:
    return [player for player in players if player not in found]


class _Ratings(NamedTuple):
    """Ratings of players, in ascending order of register numbers; 0: none."""

    players: NDArray[np.integer]
    ratings: NDArray[np.integer]

    def of(self, players: Sequence[int]) -> dict[int, int]:
        """Return the ratings of some players."""
        places = np.searchsorted(self.players, players)
        pairs = zip(players, places.tolist(), strict=True)
        return {
            player: int(self.ratings[place])
            for player, place in pairs
            if place < len(self.players) and self.players[place] == player and self.ratings[place]
        }

    @property
    def size_bytes(self) -> int:
        """Bytes in memory."""
        return self.players.nbytes + self.ratings.nbytes


class _CarriedOver(NamedTuple):
    """The ratings with which a pool began, in the order of recording: source, day, ratings."""

    mark: Mark
    parts: tuple[tuple[str, date, _Ratings], ...]

    @property
    def size_bytes(self) -> int:
        """Bytes in memory."""
        return sum(ratings.size_bytes for *_, ratings in self.parts)


def _listed(
    read: Reader, pool: str, day: date, players: Sequence[int]
) -> tuple[str, dict[int, int]]:
    if not players:
        return "", {}
    event = _printed_on(read, pool, day)
    if event is not None:
        listed = _of_closed_list(read, event.list_digest)
        if listed is not None:
            return event.period, listed.of(players)
    name, found = "", dict[int, int]()
    for source, since, ratings in _carried_over(read, pool).parts:
        if since <= day:
            name = source
            found |= ratings.of(players)
    return name, found


def _of_closed_list(read: Reader, digest: str) -> _Ratings | None:
    """Return the ratings of a closed list, which stay in memory; None where it is not at hand."""
    found: _Ratings | None = read.memory.get(("ratings", digest))
    if found is None:
        data = read.document(digest)
        if data is None:
            return None
        values = list_document.read(data).values
        found = _Ratings(*(values[name].astype(np.int32) for name in ("player", "rating")))
        read.memory.put(("ratings", digest), found, found.size_bytes)
    return found


def _carried_over(read: Reader, pool: str) -> _CarriedOver:
    """Return the ratings with which a pool began, which stay in memory."""
    stream = f"pool-{pool}"

    def made(before: _CarriedOver | None, mark: Mark) -> _CarriedOver:
        if before is None:
            new = read.stream(stream, RatingsCarriedOver.TYPE)
            return _CarriedOver(mark, tuple(map(_part, new)))
        since = read.in_stream(stream, after=before.mark.version)
        later = (one for one in since if one.type == RatingsCarriedOver.TYPE)
        return _CarriedOver(mark, (*before.parts, *map(_part, later)))

    return read.followed(("carried over", pool), stream, None, made)


def _part(recorded: Recorded) -> tuple[str, date, _Ratings]:
    fact: RatingsCarriedOver = recorded.decoded().payload
    return fact.source, fact.on, _ratings(fact.player, fact.rating, columns.RATING)


def _ratings(players: str, ratings: str, width: int) -> _Ratings:
    return _Ratings(columns.read(players, columns.PLAYER), columns.read(ratings, width))


def _of_guests(
    read: Reader,
    law: Rulebook,
    day: date,
    players: Sequence[int],
    to_record: Sequence[ExternalListSearched],
) -> dict[int, int]:
    known = lists_known(read)
    listed = {player: guests.by_list(law, known, player, day) for player in players}
    found = {player: guest[2] for player, guest in listed.items() if guest is not None}
    for external in reversed(law.external_lists.guests):
        in_force = known.in_force(external, day)
        for fact in to_record:
            wanted = in_force and (external.body, in_force.name)
            if (fact.body, fact.list) == wanted:
                new = _ratings(fact.player, fact.values[external.column], columns.NUMBER)
                told = new.of(new.players.tolist()).items()
                found |= {known.names.get(player, player): rating for player, rating in told}
    return found


def _decided(read: Reader, pool: str, players: Sequence[int]) -> dict[int, int]:
    found = dict[int, int]()
    for recorded in read.stream(f"pool-{pool}", EntryCapitalDecided.TYPE):
        fact: EntryCapitalDecided = recorded.decoded().payload
        found |= _ratings(fact.player, fact.rating, columns.RATING).of(players)
    return found


def _printed_on(read: Reader, pool: str, day: date) -> PeriodClosed | None:
    """Return the closing of the list in force on a day, in the printing then in force."""
    stream = f"pool-{pool}"
    closed = read.last_in_stream(stream, PeriodClosed.TYPE, day)
    event: PeriodClosed | None = closed.decoded().payload if closed else None
    if closed is None or event is None or event.printing == 1:
        return event
    every = (
        Closed(1, one.position, one.decoded().payload) for one in read.stream(stream, closed.type)
    )
    *earlier, last = (one for one in every if one.event.period == event.period)
    first = read.first_in_stream(stream)
    assert first is not None
    facts = PoolFacts(first.decoded().payload, closed=[last], superseded={event.period: earlier})
    for published in read.stream(stream, ListPublished.TYPE):
        folding.take(facts, published)
    key = printing_on(in_force(facts, read.head().next_position - 1), 1, day)
    return closed_under(facts, key).event
