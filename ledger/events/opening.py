"""Events of the stream `ledger`: the ledger itself, and its clock."""

from typing import Annotated

from msgspec import Meta

from ledger import limits
from ledger.errors import BadEvent
from ledger.events.base import Count, Digest, Fact, Id, Number
from ledger.sentences import Position, Sentence


class LedgerOpened(Fact, frozen=True, kw_only=True):
    """A ledger begins; always position 0."""

    TYPE = "ledger-opened.v1"
    STREAM = "ledger"

    origin: Annotated[Id, Meta(description="who keeps this ledger, e.g. example.org")]
    zone: Annotated[str, Meta(description="time zone of its calendar days, e.g. Europe/Rome")]
    format: Annotated[Number, Meta(description="format of the leaves that follow")]
    clock_limit_days: Annotated[
        int,
        Meta(
            ge=1,
            lt=limits.CLOCK_LIMIT_MOST_DAYS + 1,
            description="days without an event after which a clock is doubted",
        ),
    ] = limits.CLOCK_LIMIT_DAYS


class ClockCorrected(Fact, frozen=True, kw_only=True):
    """A wrong clock recorded some events: their instants are later than the truth.

    The only event whose own instant may be earlier than the one before it.
    """

    TYPE = "clock-corrected.v1"
    STREAM = "ledger"

    first: Annotated[Count, Meta(description="position of the first event with a wrong instant")]
    last: Annotated[Count, Meta(description="position of the last one")]
    true_until: Annotated[
        Count,
        Meta(
            description="instant by which they were recorded in truth, in microseconds since 1970"
        ),
    ]

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise BadEvent(
                Sentence(
                    "the last event, {last}, comes before the first, {first}",
                    last=Position(self.last),
                    first=Position(self.first),
                )
            )


class LedgerRestored(Fact, frozen=True, kw_only=True):
    """A copy took the place of the ledger: a new incarnation begins with this event."""

    TYPE = "ledger-restored.v1"
    STREAM = "ledger"

    incarnation: Annotated[
        int, Meta(ge=2, lt=1 << 31, description="the incarnation that begins: 2, 3, …")
    ]
    known_position: Annotated[
        Count, Meta(description="position of the last event known before the restoration")
    ]
    known_hash: Annotated[
        Digest,
        Meta(
            description="chain hash of that event; if this ledger does not have the hash, the "
            "event was lost"
        ),
    ]
