"""Events of the streams `actor-ACTOR`: roles of actors."""

from datetime import date
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from ledger.events.base import By, Fact, Id

Role = Literal["player", "submitter", "rating-officer", "auditor", "committee", "administrator"]

ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""Every role that an actor can be granted; the public has none."""


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
