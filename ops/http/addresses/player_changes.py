"""Addresses of changes of players: corrections, changes, merges, suspensions, deaths, bonuses."""

from collections.abc import Callable
from dataclasses import fields
from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.events.persons import (
    PlayerDeathWithdrawn,
    PlayerDied,
    PlayerSuspended,
    PlayerSuspensionLifted,
)
from ledger.events.register import (
    PlayerDetailsChanged,
    PlayerDetailsCorrected,
    PlayersMerged,
    PlayersSeparated,
)
from ledger.register import identities
from ops.answers.outcomes import Outcome
from ops.commands import bonus_by_decision
from ops.commands import change_player as details
from ops.commands import suspend_player as absences
from ops.commands.change_player import Wanted
from ops.commands.composed import Recorded
from ops.commands.merge_players import merge_players, separate_players
from ops.commands.receipts.decisions import bonus_granted, bonus_withdrawn
from ops.commands.receipts.players import changed, decided, merged
from ops.doors.fields import By, Player, Pool, Position, Text
from ops.house import House
from ops.http.address import recording
from ops.http.asked import Body, OfPlayerRecorded


class Decided(Body, frozen=True, kw_only=True):
    """Who decided."""

    by: By


Name = Annotated[Text | None, Meta(description="Last, First.")]
Federation = Annotated[Text | None, Meta(description="Three letters, or none.")]
Number = Annotated[Text | None, Meta(description="Number at another body: fide:123, or fide:none.")]
Committee = Annotated[Text | None, Meta(description="The local body, or none.")]
Title = Annotated[Text | None, Meta(description="The title: GM; or none.")]
WomenTitle = Annotated[Text | None, Meta(description="The women's title: WGM; or none.")]
OtherTitles = Annotated[
    Text | None, Meta(description="Titles of arbiters and others: IA,FST; or none.")
]
OnlineTitle = Annotated[
    Text | None, Meta(description="The title of FIDE's online arena: AFM; or none.")
]

Year = Annotated[int, Meta(ge=0, le=9999)]


class PlayerCorrection(Decided, frozen=True, kw_only=True):
    """Details of a player that were wrong from the start; absent: unchanged."""

    name: Name = None
    birth_year: Annotated[Year | None, Meta(description="0 for unknown.")] = None
    sex: Annotated[Text | None, Meta(description="m, w, or none where unknown.")] = None
    federation: Federation = None
    number: Number = None
    committee: Committee = None
    title: Title = None
    women_title: WomenTitle = None
    other_titles: OtherTitles = None
    online_title: OnlineTitle = None


@recording(
    "/v1/players/{player}/corrections",
    OfPlayerRecorded,
    Outcome,
    body=PlayerCorrection,
    events=(PlayerDetailsCorrected,),
)
def correct_player(house: House, asked: OfPlayerRecorded, body: PlayerCorrection) -> Outcome:
    """Record that details of a player were wrong from the start."""
    done = details.correct(house, asked.player, _wanted(body), body.by, asked.article)
    return changed(done).outcome()


class PlayerChange(Body, frozen=True, kw_only=True):
    """New details of a player from a day on; absent: unchanged."""

    on: Annotated[date, Meta(description="First day of the change.")]
    name: Name = None
    federation: Federation = None
    number: Number = None
    committee: Committee = None
    title: Title = None
    women_title: WomenTitle = None
    other_titles: OtherTitles = None
    online_title: OnlineTitle = None


@recording(
    "/v1/players/{player}/changes",
    OfPlayerRecorded,
    Outcome,
    body=PlayerChange,
    events=(PlayerDetailsChanged,),
)
def change_player(house: House, asked: OfPlayerRecorded, body: PlayerChange) -> Outcome:
    """Record a new name, federation, number, committee or title of a player from a day on."""
    return changed(details.change(house, asked.player, _wanted(body), body.on)).outcome()


def _wanted(body: PlayerCorrection | PlayerChange) -> Wanted:
    """Return the wanted details, which have the names of the fields of the body."""
    return Wanted(**{field.name: getattr(body, field.name, None) for field in fields(Wanted)})


class BonusDecision(Body, frozen=True, kw_only=True):
    """The decision of a body about a bonus."""

    pool: Pool
    by: By


class Bonus(BonusDecision, frozen=True, kw_only=True):
    """A bonus by decision."""

    points: Annotated[int, Meta(description="How many points.", ge=0, le=9_999)]


@recording(
    "/v1/players/{player}/bonuses",
    OfPlayerRecorded,
    Outcome,
    body=Bonus,
    events=(BonusGranted,),
)
def grant_bonus(house: House, asked: OfPlayerRecorded, body: Bonus) -> Outcome:
    """Grant a player points by decision, added on the next list."""
    player = identities.find(house.read, asked.player)
    done = bonus_by_decision.grant_bonus(
        house, body.pool, player, body.points, by=body.by, article=asked.article
    )
    return bonus_granted(body.pool, player, body.points, done).outcome()


class OfBonus(OfPlayerRecorded, frozen=True, kw_only=True):
    """A bonus of a player."""

    granted: Annotated[
        Position,
        Meta(
            description="Position of the decision that granted it.",
            extra_json_schema={"examples": [40]},
        ),
    ]


@recording(
    "/v1/players/{player}/bonuses/{granted}/withdrawal",
    OfBonus,
    Outcome,
    body=BonusDecision,
    events=(BonusWithdrawn,),
)
def withdraw_bonus(house: House, asked: OfBonus, body: BonusDecision) -> Outcome:
    """Withdraw the points of a bonus by decision, on the next list."""
    player = identities.find(house.read, asked.player)
    done = bonus_by_decision.withdraw_bonus(
        house, body.pool, player, asked.granted, by=body.by, article=asked.article
    )
    return bonus_withdrawn(body.pool, player, asked.granted, done).outcome()


class Merge(Decided, frozen=True, kw_only=True):
    """The player into whom another one is merged."""

    kept: Player


@recording(
    "/v1/players/{player}/merge",
    OfPlayerRecorded,
    Outcome,
    body=Merge,
    events=(PlayersMerged,),
)
def merge_player(house: House, asked: OfPlayerRecorded, body: Merge) -> Outcome:
    """Merge a player into another one: from the next list on, both numbers are one player."""
    done = merge_players(house, body.kept, asked.player, by=body.by, article=asked.article)
    return merged(done).outcome()


@recording(
    "/v1/players/{player}/separation",
    OfPlayerRecorded,
    Outcome,
    body=Decided,
    events=(PlayersSeparated,),
)
def separate_player(house: House, asked: OfPlayerRecorded, body: Decided) -> Outcome:
    """Undo a merge that was a mistake: from the next list on, they are two players again."""
    done = separate_players(house, asked.player, by=body.by, article=asked.article)
    return merged(done).outcome()


class Suspension(Decided, frozen=True, kw_only=True):
    """A suspension by a body."""

    first_day: Annotated[date, Meta(description="First day of the suspension.")]
    last_day: Annotated[date | None, Meta(description="Last day; absent: until it is lifted.")] = (
        None
    )


@recording(
    "/v1/players/{player}/suspensions",
    OfPlayerRecorded,
    Outcome,
    body=Suspension,
    events=(PlayerSuspended,),
)
def suspend_player(house: House, asked: OfPlayerRecorded, body: Suspension) -> Outcome:
    """Record that a body suspended a player; no list changes, findings about reports name it."""
    days = {"first": body.first_day, "last": body.last_day}
    return _decided(absences.suspend_player, house, asked, body, **days)


class FromDay(Decided, frozen=True, kw_only=True):
    """A decision that holds from a day on."""

    on: Annotated[date, Meta(description="First day on which the player may play again.")]


@recording(
    "/v1/players/{player}/reinstatements",
    OfPlayerRecorded,
    Outcome,
    body=FromDay,
    events=(PlayerSuspensionLifted,),
)
def reinstate_player(house: House, asked: OfPlayerRecorded, body: FromDay) -> Outcome:
    """Record the early end of a suspension; on its first day, it never had effect."""
    return _decided(absences.reinstate_player, house, asked, body, on=body.on)


class Death(Decided, frozen=True, kw_only=True):
    """The death of a player, as a body reported it."""

    on: Annotated[date, Meta(description="Day of death.")]


@recording(
    "/v1/players/{player}/death",
    OfPlayerRecorded,
    Outcome,
    body=Death,
    events=(PlayerDied,),
)
def record_death(house: House, asked: OfPlayerRecorded, body: Death) -> Outcome:
    """Record the day on which a player died; no list changes, findings about reports name it."""
    return _decided(absences.record_death, house, asked, body, on=body.on)


@recording(
    "/v1/players/{player}/death/withdrawal",
    OfPlayerRecorded,
    Outcome,
    body=Decided,
    events=(PlayerDeathWithdrawn,),
)
def withdraw_death(house: House, asked: OfPlayerRecorded, body: Decided) -> Outcome:
    """Record that the news of a player's death was wrong."""
    return _decided(absences.withdraw_death, house, asked, body)


def _decided(
    decide: Callable[..., Recorded[absences.PersonDecision]],
    house: House,
    asked: OfPlayerRecorded,
    body: Decided,
    **days: date | None,
) -> Outcome:
    """Record a decision about a player and its days; return the outcome."""
    done = decide(house, asked.player, **days, by=body.by, article=asked.article)
    return decided(done).outcome()
