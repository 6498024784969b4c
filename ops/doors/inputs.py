"""Questions about a pool: at a moment, on a track, on a day, of a list; and their reading."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from ledger.errors import BadEvent, Refusal, Refused
from ledger.sentences import plain
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

S = TypeVar("S", bound=Struct)


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


class BadQuestion(Refused):
    """Parameters or a body not fitting the address; `place` is the place of the fault."""

    def __init__(self, problems: Iterable[Refusal]) -> None:
        """Keep all problems."""
        self.problems = tuple(problems)
        super().__init__(plain([problem.message for problem in self.problems]))

    def refusals(self) -> Iterable[Refusal]:  # type: ignore[override]
        """Yield the problems."""
        return iter(self.problems)


def converted(kind: type[S], values: Any, what: str) -> S:
    """Convert values to a struct. Raises BadQuestion, naming the field."""
    from ledger.events.complaints import bad_event
    from ops.answers.calculator import exact

    strict = what != "parameter"
    try:
        return msgspec.convert(values, kind, strict=strict, dec_hook=exact)
    except msgspec.ValidationError as error:
        refused = bad_event(error, values, kind, strict=strict, hook=exact, begins=what)
        raise BadQuestion([problem_of(refused, what)]) from error


def problem_of(refused: BadEvent, place: str) -> Refusal:
    """Return the refusal of a value: the field, the value found, the kind of value expected."""
    (refusal,) = refused.refusals()
    return replace(refusal, code="value-does-not-fit", field=refusal.field or place)
