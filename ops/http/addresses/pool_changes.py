"""Addresses that set up pools: opening, editions, zone, days of lists, deviations; the clock."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.events.deviations import DeviationRecorded
from ledger.events.opening import ClockCorrected
from ledger.events.pool import (
    ListScheduled,
    PoolOpened,
    PoolZoneCorrected,
    RulebookAdopted,
)
from ops.answers.clocks import instant_of
from ops.answers.outcomes import Outcome
from ops.commands import adopt_edition as editions
from ops.commands import correct_clock as clock
from ops.commands import list_days
from ops.commands import record_deviation as deviations
from ops.commands.begin_pool import begin_pool
from ops.commands.open_pool import correct_pool_zone
from ops.commands.receipts import pools as receipts
from ops.doors.fields import Period, Pool, Position, Text
from ops.house import House
from ops.http.address import recording
from ops.http.asked import Body, OfPoolRecorded, Recording


class Opening(Body, frozen=True, kw_only=True):
    """A pool to be opened."""

    pool: Pool
    first_period: Annotated[
        Text,
        Meta(description="First list: a month (FIDE), a quarter (UISP), or an announced list."),
    ]
    rulebook: Annotated[
        Text | None, Meta(description="The regulation; by default with the name of the pool.")
    ] = None
    zone: Annotated[
        Text | None, Meta(description="Time zone of its days; by default the ledger's.")
    ] = None
    beside: Annotated[
        Text | None,
        Meta(description="Pool of standard ratings for fide-rapid and fide-blitz, if several."),
    ] = None
    adopt: Annotated[bool, Meta(description="Adopt all its editions at once.")] = False


@recording(
    "/v1/pools",
    Recording,
    Outcome,
    body=Opening,
    several=True,
    events=(PoolOpened,),
    beside=(RulebookAdopted,),
)
def open_pool(house: House, _: Recording, body: Opening) -> Outcome:
    """Open a pool under a rulebook."""
    begun = begin_pool(
        house,
        body.pool,
        first_period=body.first_period,
        law=body.rulebook,
        zone=body.zone,
        beside=body.beside,
        adopt_all=body.adopt,
    )
    return receipts.pool_opened(begun).outcome()


class Zone(Body, frozen=True, kw_only=True):
    """A time zone."""

    zone: Annotated[Text, Meta(description="Time zone of the days of the pool.")]


@recording(
    "/v1/pools/{pool}/zone",
    OfPoolRecorded,
    Outcome,
    body=Zone,
    events=(PoolZoneCorrected,),
)
def correct_zone(house: House, asked: OfPoolRecorded, body: Zone) -> Outcome:
    """Correct the time zone of a pool opened with an unknown zone."""
    done = correct_pool_zone(house, asked.pool, body.zone)
    return receipts.zone_corrected(asked.pool, body.zone, done).outcome()


class Edition(Body, frozen=True, kw_only=True):
    """An edition of the pool's rulebook."""

    edition: Annotated[Text, Meta(description="Name of the edition: its first day.")]
    in_force_from: Annotated[
        date | None, Meta(description="First day in this pool; by default the day in its name.")
    ] = None


@recording(
    "/v1/pools/{pool}/editions",
    OfPoolRecorded,
    Outcome,
    body=Edition,
    events=(RulebookAdopted,),
)
def adopt_edition(house: House, asked: OfPoolRecorded, body: Edition) -> Outcome:
    """Adopt an edition of a pool's rulebook, with the digest of its numbers."""
    done = editions.adopt(house, asked.pool, body.edition, body.in_force_from)
    return receipts.edition_adopted(done).outcome()


class OfListRecorded(OfPoolRecorded, frozen=True, kw_only=True):
    """Something is recorded of a list."""

    period: Period


class ListDays(Body, frozen=True, kw_only=True):
    """The days of a list."""

    issue_day: Annotated[date, Meta(description="Day of the list.")]
    cut_off: Annotated[
        date | None, Meta(description="Last day of tournaments on the list, if not implied.")
    ] = None
    source: Annotated[Text | None, Meta(description="Where it was announced.")] = None


@recording(
    "/v1/pools/{pool}/lists/{period}/schedule",
    OfListRecorded,
    Outcome,
    body=ListDays,
    events=(ListScheduled,),
)
def schedule_list(house: House, asked: OfListRecorded, body: ListDays) -> Outcome:
    """Announce the day of a list and its cut-off."""
    done = list_days.schedule_list(
        house, asked.pool, asked.period, body.issue_day, body.cut_off, body.source
    )
    return receipts.list_scheduled(body.issue_day, done).outcome()


class Deviation(Body, frozen=True, kw_only=True):
    """The error behind deviating rows."""

    cause: Annotated[Text, Meta(description="The error in the code that closed the list.")]


@recording(
    "/v1/pools/{pool}/lists/{period}/deviations",
    OfListRecorded,
    Outcome,
    body=Deviation,
    events=(DeviationRecorded,),
)
def record_deviation(house: House, asked: OfListRecorded, body: Deviation) -> Outcome:
    """Record the rows of a closed list that fixed code computes differently.

    The closed list stays official; from now on exactly these rows may differ.
    """
    done = deviations.record_deviation(house, asked.pool, asked.period, body.cause)
    return receipts.deviation_recorded(asked.pool, asked.period, done).outcome()


class WrongClock(Body, frozen=True, kw_only=True):
    """The events recorded by a wrong clock."""

    first: Annotated[
        Position | None, Meta(description="First event; by default later than the clock.")
    ] = None
    last: Annotated[Position | None, Meta(description="Last event; by default the last.")] = None
    true_until: Annotated[
        Text | None,
        Meta(description="True instant, with zone, by which they were recorded; by default now."),
    ] = None


@recording(
    "/v1/clock/corrections",
    Recording,
    Outcome,
    body=WrongClock,
    events=(ClockCorrected,),
)
def correct_clock(house: House, _: Recording, body: WrongClock) -> Outcome:
    """Name the events recorded by a wrong clock, so that recording can go on."""
    until = None if body.true_until is None else instant_of(body.true_until, "true_until")
    done = clock.correct_clock(house, body.first, body.last, until)
    return receipts.clock_corrected(done).outcome()
