"""Addresses of actors and their roles, and of API keys."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.actors.described import Described, Kind
from ledger.events.access import (
    ActorRoleGranted,
    ActorRoleWithdrawn,
    ApiKeyMade,
    ApiKeyRevoked,
    Role,
)
from ledger.register import identities
from ops.answers import actors as answers
from ops.answers.abouts import About, Known
from ops.answers.actors import AboutActor, ActorRow, KeyRow, RoleChange
from ops.answers.answer import Answer
from ops.answers.outcomes import Outcome
from ops.commands import change_roles, manage_actors, manage_keys
from ops.commands.receipts import actors as receipts
from ops.doors.declare import Asked
from ops.doors.fields import By, Player, Pool, Text
from ops.house import House
from ops.http.address import question, recording
from ops.http.asked import Body, Changing, Nothing, Recording

ActorId = Annotated[
    Text,
    Meta(
        description="An actor: an opaque id, never a name.",
        extra_json_schema={"examples": ["club-12"]},
    ),
]
TheRole = Annotated[Role, Meta(description="A role.")]
InPool = Annotated[Pool | None, Meta(description="In this pool; by default in all pools.")]
FromDay = Annotated[date | None, Meta(description="First day; by default today.")]


@question("/v1/actors", Nothing, Answer[ActorRow, Known], shows="actor", forms=("json", "csv"))
def list_actors(house: House, _: Nothing) -> Answer[ActorRow, Known]:
    """Show all actors with their roles and the number of their keys."""
    return answers.actors(house)


class OfActor(Asked, frozen=True, kw_only=True):
    """A question about an actor."""

    actor: ActorId


@question("/v1/actors/{actor}", OfActor, Answer[RoleChange, AboutActor], shows="actor")
def show_actor(house: House, asked: OfActor) -> Answer[RoleChange, AboutActor]:
    """Show the roles granted to an actor and withdrawn."""
    return answers.role_changes(house, asked.actor)


class NewActor(Body, frozen=True, kw_only=True):
    """An actor with a first role."""

    actor: ActorId
    kind: Annotated[Kind, Meta(description="A person, a program, or a body such as a club.")] = (
        "person"
    )
    name: Annotated[
        Text | None, Meta(description="Who it is; erasable, and shown to administrators.")
    ] = None
    player: Annotated[
        Player | None, Meta(description="The player that the actor is; erasable.")
    ] = None
    role: TheRole
    pool: InPool = None
    in_force_from: FromDay = None
    by: By


@recording(
    "/v1/actors",
    Recording,
    Outcome,
    body=NewActor,
    events=(ActorRoleGranted,),
)
def add_actor(house: House, _: Recording, body: NewActor) -> Outcome:
    """Add an actor with a first role."""
    player = None if body.player is None else identities.find(house.read, body.player)
    described = Described(body.actor, body.kind, body.name, player)
    done = manage_actors.add_actor(
        house, described, body.role, body.pool, body.in_force_from, by=body.by
    )
    return receipts.role_changed(body.actor, body.role, body.pool, done).outcome()


class OfActorRecorded(Recording, frozen=True, kw_only=True):
    """Something is recorded of an actor."""

    actor: ActorId


class RoleInPool(Body, frozen=True, kw_only=True):
    """A role in a pool from a day on."""

    role: TheRole
    pool: InPool = None
    in_force_from: FromDay = None
    by: By


@recording(
    "/v1/actors/{actor}/roles",
    OfActorRecorded,
    Outcome,
    body=RoleInPool,
    events=(ActorRoleGranted,),
)
def grant_role(house: House, asked: OfActorRecorded, body: RoleInPool) -> Outcome:
    """Grant an actor a role."""
    done = change_roles.grant_role(
        house, asked.actor, body.role, body.pool, body.in_force_from, by=body.by
    )
    return receipts.role_changed(asked.actor, body.role, body.pool, done).outcome()


@recording(
    "/v1/actors/{actor}/roles/withdrawal",
    OfActorRecorded,
    Outcome,
    body=RoleInPool,
    events=(ActorRoleWithdrawn,),
)
def withdraw_role(house: House, asked: OfActorRecorded, body: RoleInPool) -> Outcome:
    """Withdraw a role of an actor; without a pool in every pool."""
    done = change_roles.withdraw_role(
        house, asked.actor, body.role, body.pool, body.in_force_from, by=body.by
    )
    return receipts.role_changed(asked.actor, body.role, body.pool, done).outcome()


class Disabling(Body, frozen=True, kw_only=True):
    """The end of an actor."""

    by: By


@recording(
    "/v1/actors/{actor}/disabling",
    OfActorRecorded,
    Outcome,
    body=Disabling,
    events=(ActorRoleWithdrawn, ApiKeyRevoked),
    needs="key",
)
def disable_actor(house: House, asked: OfActorRecorded, body: Disabling) -> Outcome:
    """Revoke every key of an actor and withdraw every role, from today."""
    disabled = manage_actors.disable_actor(house, asked.actor, by=body.by)
    return receipts.actor_disabled(asked.actor, disabled).outcome()


class Keys(Asked, frozen=True, kw_only=True):
    """API keys."""

    actor: Annotated[Text | None, Meta(description="Only keys of this actor.")] = None


@question("/v1/keys", Keys, Answer[KeyRow, About], shows="key", forms=("json", "csv"))
def list_keys(house: House, asked: Keys) -> Answer[KeyRow, About]:
    """Show API keys, without their secrets."""
    return answers.keys(house, asked.actor)


class KeyOf(Body, frozen=True, kw_only=True):
    """A key for an actor, with its limits."""

    actor: ActorId
    role: Annotated[
        tuple[Role, ...],
        Meta(description="Limit the key to these roles; by default all of the actor's."),
    ] = ()
    pool: Annotated[
        tuple[Pool, ...],
        Meta(description="Limit the key to these pools; by default all of the actor's."),
    ] = ()
    expires: Annotated[date | None, Meta(description="Last day of the key; by default none.")] = (
        None
    )


@recording(
    "/v1/keys",
    Changing,
    Outcome,
    body=KeyOf,
    events=(ApiKeyMade,),
    needs="key",
)
def create_key(house: House, _: Changing, body: KeyOf) -> Outcome:
    """Make an API key of an actor; its text is shown only now.

    `about` has the text, which is stored nowhere: a repeated request makes another key. Revoke the
    key whose text did not arrive.
    """
    made = manage_keys.create_key(house, body.actor, body.role, body.pool, body.expires)
    return receipts.key_made(made).outcome()


class OfKey(Recording, frozen=True, kw_only=True):
    """An API key to be revoked."""

    key: Annotated[
        Text,
        Meta(
            description="Id of an API key: the part between the first and the last `_`.",
            extra_json_schema={"examples": ["0123456789ab"]},
        ),
    ]


@recording(
    "/v1/keys/{key}/revocation",
    OfKey,
    Outcome,
    events=(ApiKeyRevoked,),
    needs="key",
)
def revoke_key(house: House, asked: OfKey) -> Outcome:
    """Revoke an API key, for ever."""
    return receipts.keys_changed(manage_keys.revoke_keys(house, [asked.key])).outcome()
