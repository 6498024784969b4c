"""Ratings known in a pool on a day, before a report is recorded.

From the ledger alone: the closed list in force, or the ratings carried over; for other players the
list of a pool that the rulebook consults, an external list, or a decision. The replay decides later
which ratings a list uses (`rating.guests`); these answers predict which players stay unrated.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

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
from ledger.store.reading import Reader
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


def _listed(
    read: Reader, pool: str, day: date, players: Sequence[int]
) -> tuple[str, dict[int, int]]:
    if not players:
        return "", {}
    event = _printed_on(read, pool, day)
    if event is not None:
        data = read.document(event.list_digest)
        if data is not None:
            values = list_document.read(data).values
            return event.period, _of(players, values["player"], values["rating"])
    name, found = "", dict[int, int]()
    for recorded in read.stream(f"pool-{pool}", RatingsCarriedOver.TYPE):
        fact: RatingsCarriedOver = recorded.decoded().payload
        if fact.on <= day:
            name = fact.source
            found |= _of_columns(players, fact.player, fact.rating, columns.RATING)
    return name, found


def _of(
    players: Sequence[int], listed: NDArray[np.integer], ratings: NDArray[np.integer]
) -> dict[int, int]:
    """Return the ratings of players, from listed players in ascending order; 0 is none."""
    places = np.searchsorted(listed, players)
    pairs = zip(players, places.tolist(), strict=True)
    return {
        player: int(ratings[place])
        for player, place in pairs
        if place < len(listed) and listed[place] == player and ratings[place]
    }


def _of_columns(
    players: Sequence[int] | None, listed: str, ratings: str, width: int
) -> dict[int, int]:
    """Return the ratings of players, or of all, from two columns of an event."""
    numbers = columns.read(listed, columns.PLAYER)
    return _of(
        numbers.tolist() if players is None else players, numbers, columns.read(ratings, width)
    )


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
                ratings = fact.values[external.column]
                told = _of_columns(None, fact.player, ratings, columns.NUMBER).items()
                found |= {known.names.get(player, player): rating for player, rating in told}
    return found


def _decided(read: Reader, pool: str, players: Sequence[int]) -> dict[int, int]:
    found = dict[int, int]()
    for recorded in read.stream(f"pool-{pool}", EntryCapitalDecided.TYPE):
        fact: EntryCapitalDecided = recorded.decoded().payload
        found |= _of_columns(players, fact.player, fact.rating, columns.RATING)
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
