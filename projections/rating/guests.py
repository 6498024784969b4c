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
* Reading `guest_as_booked`: the facts about guests known at the closing of a list hold for its
  reports until these are corrected; then those known to the list that books the correction.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.intake.external_list.recorded_lists import ExternalList
from projections.rating.external_lists import Known, at_start
from projections.rating.layout import Batch
from projections.rulebooks.engine.external_lists import ExternalColumn
from projections.rulebooks.engine.rulebook import Rulebook


class GuestFacts(NamedTuple):
    """Facts about guests known to a list of the pool, for the reports of its booking."""

    entries: NDArray[np.bool_]
    """The entries of those reports; shape (entries,)."""
    known: Known | None
    """The lists of other bodies; None: none is at hand."""
    decided: NDArray[np.integer]
    """The rating decided for the player of each entry of the part, 0 is none; shape (entries,)."""


NO_GUEST = np.zeros((), dtype=bool)


def guest_ratings(
    law: Rulebook, facts: Iterable[GuestFacts], part: Batch, unrated: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the ratings of guests among the unrated entries of a part; 0: no guest.

    `facts` covers each entry once.
    """
    ratings = np.zeros(len(part.player), dtype=np.int64)
    for known in facts if unrated.any() else ():
        ratings += _known_ratings(law, known, part, unrated & known.entries)
    return ratings


def _known_ratings(
    law: Rulebook, facts: GuestFacts, part: Batch, asked: NDArray[np.bool_]
) -> NDArray[np.int64]:
    columns = law.external_lists.guests
    found = at_start(columns, facts.known, part.player, np.where(asked, part.started, 0))
    ratings = np.where(asked, facts.decided, 0).astype(np.int64)
    for column in reversed(columns):  # the first column with a rating holds
        listed = found[f"{column.word}_rating_at_start"]
        ratings = np.where(listed > 0, listed, ratings)
    return ratings


def by_booking(part: Batch, bookings: Sequence[int]) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Yield the different bookings of the reports of a part, each with a mask of entries."""
    of_entries = np.array(bookings, dtype=np.int64).take(part.tournament)
    for booking in sorted({*bookings}):
        yield booking, of_entries == booking


def by_list(
    law: Rulebook, known: Known, player: int, day: date
) -> tuple[ExternalColumn, ExternalList, int] | None:
    """Return the column, external list and rating of a guest on a day; None: no rating."""
    for one in law.external_lists.guests:
        in_force = known.in_force(one, day)
        if in_force is not None:
            (rating,), _ = known.tells(in_force, one.column, np.array([player]))
            if rating:
                return one, in_force, int(rating)
    return None
