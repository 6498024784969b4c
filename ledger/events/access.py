"""Events of the streams `actor-ACTOR` and `key-KEY`: roles, names of bodies, API keys."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.events.access_kinds import Role
from ledger.events.base import By, Count, Fact, Id, Name, whole


class RoleFact(Fact, frozen=True, kw_only=True):
    """An event about a role of an actor, in one pool or in all pools."""

    STREAM = "actor-{fact.actor}"
    DAY = "in_force_from"

    actor: Annotated[Id, Meta(description="the person or program: an opaque id, never a name")]
    role: Role
    pool: Annotated[Id | None, Meta(description="the pool; without one, all pools")] = None
    in_force_from: date
    by: By


class ActorRoleGranted(RoleFact, frozen=True, kw_only=True):
    """An actor has a role from a day on, until a withdrawal."""

    TYPE = "actor-role-granted.v1"


class ActorRoleWithdrawn(RoleFact, frozen=True, kw_only=True):
    """An actor loses a role from a day on; without a pool, in every pool."""

    TYPE = "actor-role-withdrawn.v1"


class BodyNamed(Fact, frozen=True, kw_only=True):
    """A body has a public name from a day on; earlier names stay for earlier days."""

    TYPE = "body-named.v1"
    STREAM = "actor-{fact.actor}"
    DAY = "in_force_from"

    actor: Annotated[Id, Meta(description="the body, e.g. rating-commission; never a person")]
    name: Annotated[Name, Meta(description="the name, for readers of every language")]
    italian_name: Annotated[
        Name | None, Meta(description="for Italian readers; without one, the name")
    ] = None
    in_force_from: Annotated[date, Meta(description="first day of the name")]
    by: By


class KeyFact(Fact, frozen=True, kw_only=True):
    """An event about an API key. No event holds a secret, nor its digest."""

    STREAM = "key-{fact.key}"

    key: Annotated[str, whole("[0-9a-f]{12}"), Meta(description="the id of the key, no secret")]
    actor: Annotated[Id, Meta(description="whose key it is")]


class ApiKeyMade(KeyFact, frozen=True, kw_only=True):
    """An actor has an API key, perhaps limited to some roles and pools."""

    TYPE = "api-key-made.v1"

    roles: Annotated[tuple[Role, ...], Meta(max_length=10, description="empty: every role")] = ()
    pools: Annotated[tuple[Id, ...], Meta(max_length=100, description="empty: every pool")] = ()
    expires: Annotated[
        Count | None,
        Meta(description="instant from which it opens nothing, in microseconds since 1970"),
    ] = None


class ApiKeyReopened(KeyFact, frozen=True, kw_only=True):
    """A key opens again, after a copy took the place of the ledger."""

    TYPE = "api-key-reopened.v1"


class ApiKeyRevoked(KeyFact, frozen=True, kw_only=True):
    """A key opens nothing any more, for ever."""

    TYPE = "api-key-revoked.v1"
