"""Roles of actors: granted, withdrawn; all of them at the end of an actor."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import NamedTuple

from ledger.actors.keys import all_keys
from ledger.actors.keys import stream_of as stream_of_key
from ledger.actors.roles import ActorRoles, HeldRole, facts, roles_on, stream_of
from ledger.errors import Refused
from ledger.events.access import ActorRoleGranted, ActorRoleWithdrawn, ApiKeyRevoked, RoleFact
from ledger.events.access_kinds import Role
from ledger.sentences import Remedy, Sentence, plain
from ledger.store.preparing import NO_PERSONS
from ledger.store.recorded import Recorded
from ledger.store.requests import NO_STREAM, NewEvent, Request
from ops.access.actors import LOCAL, PUBLIC, SCHEDULE
from ops.actors.recordings import DisableActor, RoleStep
from ops.commands.composed import Composed
from ops.house import House
from ops.words.states import word


class Disabled(NamedTuple):
    """The roles withdrawn of a disabled actor, and the ids of the revoked keys."""

    roles: tuple[RoleFact, ...]
    keys: list[str]


def granted(house: House, asked: RoleStep) -> Composed[RoleFact]:
    """Compose a role from a day on (default: today); a role held on the day gives its receipt.

    Raises Refused for an unknown pool or a reserved id, BadEvent for an id that is none.
    """
    actor, role, pool = asked.actor, asked.role, asked.pool
    _check_not_reserved(actor)
    if pool is not None:
        house.pool_opened(pool)
    recorded, day = house.read.stream(stream_of(actor)), asked.in_force_from or house.today()
    if _holds(recorded, role, pool, day):
        return _repeated(house, recorded, _is_of(ActorRoleGranted, role, pool))
    fact = ActorRoleGranted(actor=actor, role=role, pool=pool, in_force_from=day, by=asked.by)
    return Composed(_request(actor, recorded, fact), fact)


def withdrawn(house: House, asked: RoleStep) -> Composed[RoleFact]:
    """Compose the end of a role from a day on (default: today); without a pool, in every pool.

    A role withdrawn before gives the first receipt. Raises Refused if the actor never had it there.
    """
    actor, role, pool = asked.actor, asked.role, asked.pool
    recorded, day = house.read.stream(stream_of(actor)), asked.in_force_from or house.today()
    held = roles_on(facts(recorded), date.max)
    if not any(one.role == role and pool in (None, one.pool) for one in held):
        same = _is_of(ActorRoleWithdrawn, role, pool)
        if any(map(same, facts(recorded))):
            return _repeated(house, recorded, same)
        raise _not_held(actor, role, pool, ActorRoles(held))
    fact = ActorRoleWithdrawn(actor=actor, role=role, pool=pool, in_force_from=day, by=asked.by)
    return Composed(_request(actor, recorded, fact), fact)


def disabled(house: House, asked: DisableActor) -> Composed[Disabled]:
    """Compose the end of all roles, also of those granted for later days, and of all keys.

    Where nothing is left to end, the receipt is that of the last event of the actor. Raises Refused
    for an unknown actor.
    """
    actor, recorded = asked.actor, house.read.stream(stream_of(asked.actor))
    if not recorded:
        raise unknown_actor(actor)
    keys = [key for key in all_keys(house.read) if key.actor == actor and key.revoked is None]
    roles = tuple(
        ActorRoleWithdrawn(actor=actor, role=role, in_force_from=house.today(), by=asked.by)
        for role in sorted({held.role for held in roles_on(facts(recorded), date.max)})
    )
    done = Disabled(roles, [key.id for key in keys])
    if not (roles or keys):
        return Composed(house.read.request_at(recorded[-1].position), done)
    ends = *roles, *(ApiKeyRevoked(key=key.id, actor=actor) for key in keys)
    version = recorded[-1].stream_version
    expected = {stream_of(actor): version} | {stream_of_key(key.id): key.version for key in keys}
    name = f"actor-disabled:{actor}:{version}:{'+'.join(done.keys[:1])}"
    return Composed(Request(name, tuple(map(NewEvent, ends)), expected=expected), done)


def _check_not_reserved(actor: str) -> None:
    """Refuse the ids of the command line, the public and the schedule, with fixed roles."""
    if actor.lower() in NO_PERSONS:
        raise Refused(
            Sentence(
                "{actor} is no id for an actor: {local} is the command line of the server, "
                "{public} whoever shows no key, {schedule} the service; choose another id",
                actor=actor,
                local=LOCAL.id,
                public=PUBLIC.id,
                schedule=SCHEDULE.id,
            ),
            code="actor-reserved",
            field="actor",
            found=actor,
            expected=Sentence("another id"),
        )


def unknown_actor(actor: str) -> Refused:
    """Return the refusal of an actor without any event."""
    return Refused(
        Sentence(
            "there is no actor '{actor}': {list} names them",
            actor=actor,
            list=Remedy("list-actors"),
        ),
        code="unknown-actor",
        field="actor",
        found=actor,
    )


def _holds(recorded: list[Recorded], role: Role, pool: str | None, day: date) -> bool:
    held = roles_on(facts(recorded), day)
    return any((one.role, one.pool) == (role, pool) for one in held)


def _request(actor: str, recorded: list[Recorded], fact: RoleFact) -> Request:
    version = recorded[-1].stream_version if recorded else NO_STREAM
    key = f"actor-role:{actor}:{version + 1}"
    return Request(key, (NewEvent(fact),), expected={stream_of(actor): version})


def _is_of(kind: type[RoleFact], role: Role, pool: str | None) -> Callable[[RoleFact], bool]:
    return lambda fact: isinstance(fact, kind) and (fact.role, fact.pool) == (role, pool)


def _repeated(
    house: House, recorded: list[Recorded], which: Callable[[RoleFact], bool]
) -> Composed[RoleFact]:
    """Return the last recorded event of a kind with the receipt of its request."""
    found = [one for one in recorded if any(map(which, facts([one])))][-1]
    return Composed(house.read.request_at(found.position), facts([found])[0])


def _not_held(actor: str, role: Role, pool: str | None, roles: ActorRoles) -> Refused:
    held = held_words(roles.held)
    of = in_words(role, pool) if pool else word("role", role)
    return Refused(
        Sentence("{actor} has no role {role}; they have {held}", actor=actor, role=of, held=held),
        code="role-not-held",
        field="role",
        found=role,
        expected=held,
        remedy=Remedy("show-actor", actor=actor),
    )


def held_words(roles: Iterable[HeldRole]) -> Sentence:
    """Return roles with their pools, or that there is none."""
    held = [in_words(one.role, one.pool) for one in roles]
    return plain(held) if held else Sentence("no role")


def in_words(role: Role, pool: str | None) -> Sentence:
    """Return a role with its pool, or for all pools."""
    if pool:
        return Sentence("{role} in {pool}", role=word("role", role), pool=pool)
    return Sentence("{role} for all pools", role=word("role", role))
