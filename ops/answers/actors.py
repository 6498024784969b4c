"""Actors with their roles, and the API keys."""

from datetime import date
from typing import Annotated

import msgspec

from ledger.actors.described import Described, Descriptions
from ledger.actors.roles import HeldRole, facts, roles_on, stream_of
from ledger.events.access import ActorRoleGranted, ActorRoleWithdrawn, RoleFact
from ledger.store.api_keys import ApiKey, ApiKeys
from ledger.store.reading import Wanted
from ops.access.actors import LOCAL
from ops.access.personal_data import ACTOR, KEY_USE, RECORDER
from ops.answers.answer import Answer, Instant, Position, known_to
from ops.commands.change_roles import unknown_actor
from ops.house import House


class ActorRow(msgspec.Struct, frozen=True):
    """An actor with the roles of today."""

    actor: str
    actor_kind: Annotated[str, ACTOR]
    actor_name: Annotated[str, ACTOR]
    roles: tuple[str, ...]
    """As rating-officer@uisp; without a pool, for all pools."""
    keys: int
    """API keys neither expired nor revoked."""


class RoleChange(msgspec.Struct, frozen=True):
    """A role granted or withdrawn."""

    position: Position
    what: str
    role: str
    pool: str | None
    in_force_from: date
    decided_by: str
    recorded_by: Annotated[str, RECORDER]
    holds: bool
    """Whether the actor has the role today."""


class KeyRow(msgspec.Struct, frozen=True):
    """An API key, without the secret."""

    key: str
    actor: str
    roles: tuple[str, ...]
    """The roles that the key is limited to."""
    pools: tuple[str, ...]
    state: str
    """valid, expired or revoked."""
    created: Instant
    expires: Instant | None
    revoked: Instant | None
    last_used: Annotated[Instant | None, KEY_USE]


def actors(house: House) -> Answer[ActorRow]:
    """Return every actor with a role, now or before, or with a description."""
    described = Descriptions(house.ledger.engine).all()
    named = (stream.removeprefix(stream_of("")) for stream, _ in house.read.streams(stream_of("")))
    known = sorted({*named, *described})
    rows = tuple(_row(house, actor, described.get(actor)) for actor in known)
    return Answer(known_to(house.read), rows)


def role_changes(house: House, actor: str) -> Answer[RoleChange]:
    """Return the roles granted to an actor and withdrawn, in the order of recording.

    Raises Refused for an unknown actor.
    """
    _check_known(house, actor)
    recorded = house.read.stream(stream_of(actor))
    held = {(one.role, one.pool) for one in _roles_of(house, actor)}
    rows = [
        RoleChange(
            position=Position(one.position),
            what=_WHAT[type(fact)],
            role=fact.role,
            pool=fact.pool,
            in_force_from=fact.in_force_from,
            decided_by=fact.by,
            recorded_by=one.recorded_by,
            holds=(fact.role, fact.pool) in held,
        )
        for one in recorded
        for fact in facts([one])
    ]
    about = msgspec.to_builtins(_row(house, actor, _described(house, actor)))
    return Answer({**about, **known_to(house.read)}, tuple(rows))


_WHAT: dict[type[RoleFact], str] = {ActorRoleGranted: "granted", ActorRoleWithdrawn: "withdrawn"}


def keys(house: House, actor: str | None = None) -> Answer[KeyRow]:
    """Return the API keys of an actor, or all, the oldest first. Raises Refused if unknown."""
    if actor is not None:
        _check_known(house, actor)
    stored = ApiKeys(house.ledger.engine)
    found = stored.all() if actor is None else stored.of_actor(actor)
    return Answer({}, tuple(key_row(key, house.ledger.clock()) for key in found))


def _check_known(house: House, actor: str) -> None:
    """Raise Refused for an actor without events, description and keys, who recorded nothing."""
    if not (
        actor == LOCAL.id
        or house.read.stream_version(stream_of(actor)) >= 0
        or _described(house, actor)
        or house.read.page(Wanted(recorded_by=actor), 1)
        or ApiKeys(house.ledger.engine).of_actor(actor)
    ):
        raise unknown_actor(actor)


def key_row(key: ApiKey, now: int) -> KeyRow:
    """Return a key in its state at an instant."""
    return KeyRow(
        key=key.id,
        actor=key.actor,
        roles=key.roles,
        pools=key.pools,
        state=_state(key, now),
        created=Instant(key.created),
        expires=_instant(key.expires),
        revoked=_instant(key.revoked),
        last_used=_instant(key.last_used),
    )


def _row(house: House, actor: str, described: Described | None) -> ActorRow:
    now = house.ledger.clock()
    of_actor = ApiKeys(house.ledger.engine).of_actor(actor)
    return ActorRow(
        actor=actor,
        actor_kind=described.kind if described else "",
        actor_name=(described.name if described else None) or "",
        roles=tuple(
            f"{one.role}@{one.pool}" if one.pool else one.role for one in _roles_of(house, actor)
        ),
        keys=sum(_state(key, now) == "valid" for key in of_actor),
    )


def _described(house: House, actor: str) -> Described | None:
    return Descriptions(house.ledger.engine).of(actor)


def _roles_of(house: House, actor: str) -> tuple[HeldRole, ...]:
    return roles_on(facts(house.read.stream(stream_of(actor))), house.today())


def _state(key: ApiKey, now: int) -> str:
    if key.revoked is not None:
        return "revoked"
    return "expired" if key.expires is not None and key.expires <= now else "valid"


def _instant(instant: int | None) -> Instant | None:
    return None if instant is None else Instant(instant)
