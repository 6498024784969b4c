"""Questions about a pool: at a moment, on a track, on a day, of a list."""

from typing import TYPE_CHECKING

from ops.doors.declare import Question
from ops.doors.fields import (
    CURRENT,
    AsOf,
    KnownAt,
    Period,
    Player,
    Pool,
    Printing,
    Track,
    moment,
    period_of,
)

if TYPE_CHECKING:
    from ops.house import House
    from projections.queries import PoolQuery, RatingList


class OfPool(Question, frozen=True, kw_only=True):
    """A question about a pool, at a moment of knowledge."""

    pool: Pool
    known_at: KnownAt = None

    def opened(self, house: "House") -> "PoolQuery":
        """Return the pool as known at the moment. Raises UnknownPool."""
        from ops.answers.clocks import pool_known_at

        return pool_known_at(house, self.pool, moment(self.known_at))


class OnTrack(OfPool, frozen=True, kw_only=True):
    """A question about the ratings of a pool, at a moment of knowledge."""

    track: Track = "official"

    def opened(self, house: "House") -> "PoolQuery":
        """Return the pool on the track, as known at the moment. Raises UnknownPool, NotAllowed."""
        from ops.answers.clocks import pool_known_at

        return pool_known_at(house, self.pool, moment(self.known_at), self.track)


class OnDay(OnTrack, frozen=True, kw_only=True):
    """A question about the ratings of a pool on a day, at a moment of knowledge."""

    as_of: AsOf = None


class OfPlayer(OnDay, frozen=True, kw_only=True):
    """A question about a player of a pool."""

    player: Player


class OfList(OnDay, frozen=True, kw_only=True):
    """A question about a list; `current` with a day is the list in force on it."""

    period: Period = CURRENT
    printing: Printing = None

    def chosen(self, house: "House") -> "tuple[PoolQuery, RatingList]":
        """Return the pool and the list. Raises UnknownPool, NotCovered, UnknownPrinting."""
        from ops.answers.rating_lists import chosen

        return chosen(self.opened(house), period_of(self.period), self.as_of, self.printing)
