"""Addresses of closings: what is due, closing, printing again, publishing; the policy."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from ledger.events.entering import EntryRatingTaken, ForeignPlayerConverted
from ledger.events.pool import ClosingPolicySet, ListPublished, PeriodClosed
from ops.answers.answer import Answer
from ops.answers.closings_due import AboutClosings, ClosingDue, closings_due
from ops.answers.outcomes import Outcome
from ops.commands import close_period, list_days
from ops.commands import reprint_list as reprinting
from ops.commands import set_closing_policy as policies
from ops.commands.receipts import closings
from ops.commands.receipts.pools import closing_policy_set
from ops.doors.declare import Asked
from ops.doors.fields import By, Position, Text
from ops.house import House
from ops.http.address import question, recording
from ops.http.addresses.pool_changes import OfListRecorded
from ops.http.asked import Body, OfPoolRecorded


class Closings(Asked, frozen=True, kw_only=True):
    """Closings due."""

    pool: Annotated[Text | None, Meta(description="Only this pool.")] = None


@question("/v1/closings", Closings, Answer[ClosingDue, AboutClosings], shows="closing")
def list_closings(house: House, asked: Closings) -> Answer[ClosingDue, AboutClosings]:
    """Show the next list of every pool, with its due day and the conditions of its closing.

    Lists that are due are computed on trial, with the whole checklist.
    """
    return closings_due(house, pool=asked.pool)


class Reprint(Body, frozen=True, kw_only=True):
    """A new printing of a list; its reason is a parameter of every recording."""

    in_force_from: Annotated[
        date | None,
        Meta(description="First day of the new printing; by default that of its publication."),
    ] = None
    through: Annotated[
        Position | None, Meta(description="Last position to take in; by default all.")
    ] = None


@recording(
    "/v1/pools/{pool}/lists/{period}/printings",
    OfListRecorded,
    Outcome,
    body=Reprint,
    events=(PeriodClosed,),
    beside=(EntryRatingTaken, ForeignPlayerConverted),
)
def reprint_list(house: House, asked: OfListRecorded, body: Reprint) -> Outcome:
    """Compute the last closed list again, with all that is known now: a new printing.

    For an office error; a reason is needed. Tournaments begun before the new printing is in force
    keep the ratings of the one before. Refused where no row would change.
    """
    wanted = (asked.pool, asked.period, body.in_force_from, body.through)
    return closings.closed(house, reprinting.reprint(house, *wanted)).outcome()


class ToClose(Body, frozen=True, kw_only=True):
    """The list to close."""

    period: Annotated[
        Text | None, Meta(description="Name of the list; without it the next one.")
    ] = None
    through: Annotated[
        Position | None, Meta(description="Last position to take in; by default all.")
    ] = None


@recording(
    "/v1/pools/{pool}/closings",
    OfPoolRecorded,
    Outcome,
    body=ToClose,
    events=(PeriodClosed,),
    beside=(EntryRatingTaken, ForeignPlayerConverted),
)
def close_list(house: House, asked: OfPoolRecorded, body: ToClose) -> Outcome:
    """Close the next list of a pool: once, in order, and not before its day.

    Closing again with the same inputs gives the first receipt. The answer names what needs a
    decision.
    """
    sealed = close_period.close(house, asked.pool, body.period, body.through)
    return closings.closed(house, sealed).outcome()


class Publication(Body, frozen=True, kw_only=True):
    """The publication of a closed list."""

    on: Annotated[
        date | None,
        Meta(description="Day of publication; by default the list date, of a new printing today."),
    ] = None
    printing: Annotated[
        Annotated[int, Meta(ge=1, le=9999)] | None,
        Meta(description="Which printing; by default the last."),
    ] = None
    corrects: Annotated[
        bool, Meta(description="The day recorded before was wrong; closed lists stay.")
    ] = False


@recording(
    "/v1/pools/{pool}/lists/{period}/publication",
    OfListRecorded,
    Outcome,
    body=Publication,
    events=(ListPublished,),
)
def publish_list(house: House, asked: OfListRecorded, body: Publication) -> Outcome:
    """Record the publication of a closed list."""
    wanted = (house, asked.pool, asked.period, body.on)
    done = list_days.publish(*wanted, corrects=body.corrects, printing=body.printing)
    return closings.published(house, done).outcome()


class Policy(Body, frozen=True, kw_only=True):
    """Whether the service closes the lists of a pool by itself."""

    mode: Annotated[
        Literal["hold", "proceed", "by-hand"],
        Meta(
            description="hold: wait for a green checklist; proceed: close when due; by-hand: close "
            "nothing by itself, as without a policy."
        ),
    ]
    in_force_from: Annotated[date, Meta(description="For lists due on this day or later.")]
    by: By
    deadline_days: Annotated[
        Annotated[int, Meta(ge=1, le=366)] | None,
        Meta(description="Hold at most so many days from the due day on, then close."),
    ] = None
    publish: Annotated[
        bool, Meta(description="Publish closed lists by itself, on the list date.")
    ] = False


@recording(
    "/v1/pools/{pool}/closing-policy",
    OfPoolRecorded,
    Outcome,
    body=Policy,
    events=(ClosingPolicySet,),
)
def set_closing_policy(house: House, asked: OfPoolRecorded, body: Policy) -> Outcome:
    """Set whether the service closes the lists of a pool by itself."""
    policy = ClosingPolicySet(
        pool=asked.pool,
        in_force_from=body.in_force_from,
        mode=body.mode,
        deadline_days=body.deadline_days,
        publish=body.publish,
        by=body.by,
    )
    return closing_policy_set(policies.set_closing_policy(house, policy)).outcome()
