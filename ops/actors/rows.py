"""Rows of answers about actors and API keys."""

from datetime import date
from typing import Annotated, Literal

import msgspec

from ledger.actors.keys import State
from ledger.events.access_kinds import Role
from ledger.sentences import Position
from ops.access.personal_data import ACTOR, RECORDER, BodyName
from ops.answers.answer import Instant
from ops.words.states import CodeOf

What = Literal["granted", "withdrawn"]


class ActorRow(msgspec.Struct, frozen=True):
    """An actor with the roles of today."""

    actor: str
    actor_kind: Annotated[str, ACTOR]
    actor_name: Annotated[str, ACTOR]
    public_name: BodyName
    """Of a body that has one, in force today."""
    roles: tuple[str, ...]
    """As rating-officer@uisp; without a pool, for all pools."""
    keys: int
    """API keys that open."""


class AboutActor(ActorRow, frozen=True, kw_only=True):
    """An actor, with the position known."""

    known_to: Position
    """The last event known."""


class RoleChange(msgspec.Struct, frozen=True):
    """A role granted or withdrawn."""

    position: Position
    what: What
    role: Role
    pool: str | None
    in_force_from: date
    decided_by: str
    decided_by_name: BodyName
    """Name of the body on the day of the decision."""
    recorded_by: Annotated[str, RECORDER]
    holds: bool
    """Whether the actor has the role today."""


class KeyRow(msgspec.Struct, frozen=True):
    """An API key, without the secret."""

    key: str
    actor: str
    roles: tuple[Annotated[str, CodeOf("role")], ...]
    """The roles that the key is limited to."""
    pools: tuple[str, ...]
    state: State
    """`closed`: a copy took the ledger's place, and an administrator has not opened it again."""
    created: Instant
    expires: Instant | None
    revoked: Instant | None
