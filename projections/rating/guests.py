"""Guests: players on no list of the pool, rated by an external list or by a decision.

A pool keeps the ratings of its own players; others come and play. To their opponents they are rated
players, as the other body's list says; the pool's own list gives them no rating and no change.

Readings, for what no text says:

* Reading `guest_by_list`: a player without a rating in the pool, neither on the list in force when
  the tournament began nor on the list before the one that books it, nor in a pool looked at, has
  the rating of the other body's list that was in force on the first day. The other value: the
  player is unrated, and the games count for neither side.
* Reading `guest_by_decision`: where no such list tells, an entry rating decided for the player
  is the rating of the guest, until a list of the pool contains the player.
* Reading `guest_as_booked`: what was known of guests when a list was closed holds for its reports
  until they are corrected; where a report was, what the list that booked the correction knew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from projections.rating.external_lists import InForce, Known, at_start
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.external_lists import ExternalColumn
from projections.rulebooks.engine.rulebook import Rulebook


class PoolRatings(NamedTuple):
    """Ratings of the entries of a part in the pool; shape (entries,), 0: none."""

    ratings: NDArray[np.integer]
    """Of the list in force when the tournament began."""
    listed: NDArray[np.integer]
    """Of the list before the one that books the tournament."""


class GuestFacts(NamedTuple):
    """Facts about guests known to a list of the pool, for the reports of its booking."""

    entries: NDArray[np.bool_]
    """The entries of those reports; shape (entries,)."""
    known: Known | None
    """The lists of other bodies; None: none is at hand."""
    decided: NDArray[np.integer]
    """The rating decided for the player of each entry of the part, 0 is none; shape (entries,)."""


class Seats(NamedTuple):
    """Ratings at start of the entries of a part, guests included; shape (entries,)."""

    ratings: NDArray[np.integer]
    guest: NDArray[np.bool_]
    """One False for all where nobody is a guest; then of shape ()."""


NO_GUEST = np.zeros((), dtype=bool)


def seat_guests(
    law: Rulebook,
    told: Iterable[GuestFacts],
    part: Batch,
    own: PoolRatings,
    beside: Mapping[str, Values],
) -> Seats:
    """Return the ratings at start of a part, with those of guests.

    `told` covers each entry once; `beside` holds `WORD_rating_at_start` for other pools.
    """
    ratings, listed = own
    if not law.external_lists.guests:
        return Seats(ratings, NO_GUEST)
    asked = (ratings == 0) & (listed == 0)
    for word in law.other_pools.rulebooks:
        asked = asked & (beside[f"{word}_rating_at_start"] == 0)
    if not asked.any():
        return Seats(ratings, NO_GUEST)
    given = np.zeros(len(part.player), dtype=np.int64)
    for one in told:
        given += _given(law, one, part, asked & one.entries)
    if not given.any():
        return Seats(ratings, NO_GUEST)
    return Seats(np.where(given > 0, given, ratings).astype(ratings.dtype), given > 0)


def _given(
    law: Rulebook, told: GuestFacts, part: Batch, asked: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the ratings of guests known to a list; 0 for the other entries."""
    found = at_start(
        law.external_lists.guests, told.known, part.player, np.where(asked, part.started, 0)
    )
    given = np.where(asked, told.decided, 0).astype(np.int64)
    for one in reversed(law.external_lists.guests):  # the first that rates the player holds
        listed = found[f"{one.word}_rating_at_start"]
        given = np.where(listed > 0, listed, given)
    return given


def by_booking(part: Batch, bookings: Sequence[int]) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Yield the different bookings of the reports of a part, each with a mask of entries."""
    of_entries = np.array(bookings, dtype=np.int64).take(part.tournament)
    for booking in sorted({*bookings}):
        yield booking, of_entries == booking


def by_list(
    law: Rulebook, known: Known, player: int, day: date
) -> tuple[ExternalColumn, InForce, int] | None:
    """Return the column, external list and rating of a guest on a day; None: no rating."""
    return next(_ratings(law, known, player, day), None)


def _ratings(
    law: Rulebook, known: Known, player: int, day: date
) -> Iterator[tuple[ExternalColumn, InForce, int]]:
    for one in law.external_lists.guests:
        in_force = known.in_force(one, day)
        if in_force is not None:
            (rating,), _ = in_force.tells(np.array([player]), one.column, known.through)
            if rating:
                yield one, in_force, int(rating)
