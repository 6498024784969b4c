"""Events of the stream `register` about the life of a person: suspensions and deaths.

No rating rule reads these events: lists do not change, and findings about reports name the events.
"""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Article, By, Fact, Number
from ledger.sentences import Sentence


class PersonFact(Fact, frozen=True, kw_only=True):
    """A decision or a report of a body about one person."""

    STREAM = "register"

    player: Annotated[Number, Meta(description="register number")]
    by: By
    article: Article | None = None


class PlayerSuspended(PersonFact, frozen=True, kw_only=True):
    """A body suspended a player from play for some days."""

    TYPE = "player-suspended.v1"
    DAY = "first"

    first: Annotated[date, Meta(description="first day of the suspension")]
    last: Annotated[
        date | None, Meta(description="last day of the suspension; absent: until it is lifted")
    ] = None

    def __post_init__(self) -> None:
        if self.last is not None and self.last < self.first:
            raise BadEvent(
                Sentence(
                    "a suspension from {first} cannot end on {last}",
                    first=self.first,
                    last=self.last,
                )
            )


class PlayerSuspensionLifted(PersonFact, frozen=True, kw_only=True):
    """A suspension ends before its last day. The envelope's `supersedes` names the suspension."""

    TYPE = "player-suspension-lifted.v1"
    DAY = "on"

    suspension: Annotated[base.Count, Meta(description="position of the suspension")]
    on: Annotated[date, Meta(description="first day on which the player may play again")]


class PlayerDied(PersonFact, frozen=True, kw_only=True):
    """A player died."""

    TYPE = "player-died.v1"
    DAY = "on"

    on: Annotated[date, Meta(description="day of death")]


class PlayerDeathWithdrawn(PersonFact, frozen=True, kw_only=True):
    """The news of a death was wrong. The envelope's `supersedes` names the event of the death."""

    TYPE = "player-death-withdrawn.v1"

    death: Annotated[base.Count, Meta(description="position of the event of the death")]
