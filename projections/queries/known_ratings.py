"""Which rating a pool knows of a player on a day: asked before a report is recorded.

From the ledger alone: its last sealed list of that day, or what was carried over; of who is not on
it the list of a pool looked at, another body's list, or a decision. The replay decides later what a
list books (`rating.guests`); this tells beforehand whom it will not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.external import ExternalListCompleted
from ledger.events.pool import (
    EntryCapitalDecided,
    PeriodClosed,
    PoolOpened,
    RatingsCarriedOver,
)
from ledger.store.reading import Reader
from projections import list_document
from projections.rating import guests
from projections.rating.external_lists import Known, Lists
from projections.rulebooks import rulebook
from projections.rulebooks.engine.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class KnownRatings:
    """What a pool knows of some players on a day."""

    pool: str
    list: str
    """The list in force; "" where none is."""
    ratings: Mapping[int, int]
    """By player; who is not here has no rating that the pool knows."""


def known_ratings(
    read: Reader,
    pools: Iterable[str],
    day: date,
    players: Sequence[int],
    told: Sequence[ExternalListCompleted] = (),
) -> Iterator[KnownRatings]:
    """Give what is known of players in the pools whose rulebooks know guests.

    `told` is what is about to be recorded of other bodies' lists.
    """
    opened = {fact.pool: fact for fact in _opened(read)}
    for pool in pools:
        law = rulebook(opened[pool].rulebook)
        if law.guests:
            name, found = _listed(read, pool, day, players)
            for other in _looked_at(opened, opened[pool], law):
                found = _listed(read, other, day, _missing(players, found))[1] | found
            asked = _missing(players, found)
            if asked:
                known = Known(Lists(read), read.head().next_position - 1)
                found |= _decided(read, pool, asked)
                found |= _of_guests(law, known, day, asked)
                found |= _about_to_be_told(law, known, day, told)
            yield KnownRatings(pool, name, found)


def _missing(players: Sequence[int], found: Mapping[int, int]) -> list[int]:
    return [player for player in players if player not in found]


def _opened(read: Reader) -> Iterator[PoolOpened]:
    for stream, _ in read.streams("pool-"):
        yield next(read.in_stream(stream, 1)).decoded().payload


def _looked_at(opened: Mapping[str, PoolOpened], of: PoolOpened, law: Rulebook) -> Iterator[str]:
    """Give the pools that a pool's rulebook looks at."""
    for other in opened.values():
        named = of.beside in (None, other.pool)
        if named and other.rulebook in law.looks_at.values():
            yield other.pool


def _listed(
    read: Reader, pool: str, day: date, players: Sequence[int]
) -> tuple[str, dict[int, int]]:
    """Give the name of the list in force on a day, and its ratings of players."""
    if not players:
        return "", {}
    stream = f"pool-{pool}"
    closed = read.last_in_stream(stream, PeriodClosed.TYPE, day)
    if closed is not None:
        event: PeriodClosed = closed.decoded().payload
        data = read.document(event.list_digest)
        if data is not None:
            values = list_document.read(data).values
            return event.period, _of(players, values["player"], values["rating"])
    return _carried_over(read, pool, day, players)


def _carried_over(
    read: Reader, pool: str, day: date, players: Sequence[int]
) -> tuple[str, dict[int, int]]:
    name, found = "", dict[int, int]()
    for recorded in read.of_type_in(f"pool-{pool}", RatingsCarriedOver.TYPE):
        fact: RatingsCarriedOver = recorded.decoded().payload
        if fact.on <= day:
            name = fact.source
            held = columns.read(fact.player, columns.PLAYER)
            found |= _of(players, held, columns.read(fact.rating, columns.RATING))
    return name, found


def _of(
    players: Sequence[int], held: NDArray[np.integer], ratings: NDArray[np.integer]
) -> dict[int, int]:
    """Look players up among those who hold ratings, who grow; 0 is none."""
    places = np.searchsorted(held, players)
    pairs = zip(players, places.tolist(), strict=True)
    return {
        player: int(ratings[place])
        for player, place in pairs
        if place < len(held) and held[place] == player and ratings[place]
    }


def _of_guests(law: Rulebook, known: Known, day: date, players: Sequence[int]) -> dict[int, int]:
    """Give the ratings of players whom no list of the pool contains."""
    listed = {player: guests.by_list(law, known, player, day) for player in players}
    return {player: found[2] for player, found in listed.items() if found is not None}


def _about_to_be_told(
    law: Rulebook, known: Known, day: date, told: Sequence[ExternalListCompleted]
) -> dict[int, int]:
    found = dict[int, int]()
    for one in reversed(law.guests):
        in_force = known.in_force(one, day)
        for fact in told:
            if in_force is not None and (fact.body, fact.list) == (one.body, in_force.listed.name):
                held = columns.read(fact.player, columns.PLAYER)
                ratings = columns.read(fact.values[one.column], columns.NUMBER)
                found |= _of(held.tolist(), held, ratings)
    return found


def _decided(read: Reader, pool: str, players: Sequence[int]) -> dict[int, int]:
    found = dict[int, int]()
    for recorded in read.of_type_in(f"pool-{pool}", EntryCapitalDecided.TYPE):
        fact: EntryCapitalDecided = recorded.decoded().payload
        held = columns.read(fact.player, columns.PLAYER)
        found |= _of(players, held, columns.read(fact.rating, columns.RATING))
    return found
