"""Roles of actors: granted, withdrawn."""

from collections.abc import Callable, Iterator
from datetime import date

from ledger.actors.roles import ActorRoles, facts, roles_on, stream_of
from ledger.errors import Refused
from ledger.events.access import ActorRoleGranted, ActorRoleWithdrawn, Role, RoleFact
from ledger.sentences import Remedy, Sentence
from ledger.store.preparing import NO_PERSONS
from ledger.store.recorded import Recorded
from ledger.store.requests import NO_STREAM, NewEvent, Request
from ops.access.actors import LOCAL, PUBLIC, SCHEDULE
from ops.commands.composed import Composed, UseCase
from ops.house import House


@UseCase
def grant_role(
    house: House, actor: str, role: Role, pool: str | None, since: date | None, *, by: str
) -> Composed[RoleFact]:
    """Grant a role from a day on (default: today); a role held on the day gives the first receipt.

    Raises Refused for an unknown pool or a reserved id, BadEvent for an id that is none.
    """
    _check_not_reserved(actor)
    if pool is not None:
        house.pool_opened(pool)
    recorded, day = house.read.stream(stream_of(actor)), since or house.today()
    if _holds(recorded, role, pool, day):
        return _repeated(house, recorded, _is_of(ActorRoleGranted, role, pool))
    fact = ActorRoleGranted(actor=actor, role=role, pool=pool, in_force_from=day, by=by)
    return Composed(_request(actor, recorded, fact), fact)


@UseCase
def withdraw_role(
    house: House, actor: str, role: Role, pool: str | None, since: date | None, *, by: str
) -> Composed[RoleFact]:
    """Withdraw a role from a day on (default: today); without a pool, in every pool.

    A role withdrawn before gives the first receipt. Raises Refused if the actor never had it there.
    """
    recorded, day = house.read.stream(stream_of(actor)), since or house.today()
    held = roles_on(facts(recorded), date.max)
    if not any(one.role == role and pool in (None, one.pool) for one in held):
        withdrawn = _is_of(ActorRoleWithdrawn, role, pool)
        if any(map(withdrawn, facts(recorded))):
            return _repeated(house, recorded, withdrawn)
        raise _not_held(actor, role, pool, ActorRoles(held))
    fact = ActorRoleWithdrawn(actor=actor, role=role, pool=pool, in_force_from=day, by=by)
    return Composed(_request(actor, recorded, fact), fact)


def _check_not_reserved(actor: str) -> None:
    """Refuse the ids of the command line, the public and the schedule, with fixed roles."""
    if actor.lower() in NO_PERSONS:
        raise Refused(
            f"{actor} is no id for an actor: {LOCAL.id} is the command line of the server, "
            f"{PUBLIC.id} whoever shows no key, {SCHEDULE.id} the service; choose another id",
            code="actor-reserved",
            field="actor",
            found=actor,
            expected="another id",
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
    held = ", ".join(_words(roles)) or "no role"
    place = f" in {pool}" if pool else ""
    return Refused(
        f"{actor} has no role {role}{place}; they have {held}",
        code="role-not-held",
        field="role",
        found=role,
        expected=held,
        remedy=Remedy("show-actor", actor=actor),
    )


def _words(roles: ActorRoles) -> Iterator[str]:
    for held in roles.held:
        yield f"{held.role} in {held.pool}" if held.pool else f"{held.role} for all pools"
