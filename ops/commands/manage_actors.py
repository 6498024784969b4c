"""Actors: described, and disabled with all their keys."""

from datetime import date
from typing import NamedTuple

from ledger.actors.described import Described, Descriptions, check_described
from ledger.actors.keys import all_keys
from ledger.actors.keys import stream_of as stream_of_key
from ledger.actors.roles import facts, roles_on, stream_of
from ledger.events.access import ActorRoleWithdrawn, ApiKeyRevoked, Role, RoleFact
from ledger.store.requests import NewEvent, Request
from ops.access.seeing import check_may_see
from ops.commands.change_roles import grant_role, unknown_actor
from ops.commands.composed import Composed, Recorded, UseCase
from ops.commands.decision_checks import not_a_body
from ops.house import House
from projections.official import furthest_head


class Disabled(NamedTuple):
    """The roles withdrawn of a disabled actor, and the ids of the revoked keys."""

    roles: tuple[RoleFact, ...]
    keys: list[str]


def add_actor(
    house: House, described: Described, role: Role, pool: str | None, since: date | None, *, by: str
) -> Recorded[RoleFact]:
    """Grant an actor the first role, and store the description.

    The same again gives the first receipt, and the description is stored in place of the one
    before. Raises NotAllowed, BadEvent, and Refused for a person with the id of a named body.
    """
    check_may_see(house.actor, "actor")
    check_described(described)
    if described.kind != "body" and described.actor in house.body_names:
        raise not_a_body(described.actor, described.kind)
    granted = grant_role(house, described.actor, role, pool, since, by=by)
    if house.writes_beside:
        Descriptions(house.ledger.engine).put(described)
    return granted


def disable_actor(house: House, actor: str, *, by: str) -> Recorded[Disabled]:
    """Withdraw every role of an actor, from today, and revoke every key, in one request.

    Raises NotAllowed, and Refused for an unknown actor.
    """
    check_may_see(house.actor, "key")
    done = _disable(house, actor, by=by)
    keep_head(house)
    return done


@UseCase
def _disable(house: House, actor: str, *, by: str) -> Composed[Disabled]:
    """Compose the end of all roles, also of those granted for later days, and of all keys.

    Where nothing is left to end, the receipt is that of the last event of the actor.
    """
    recorded = house.read.stream(stream_of(actor))
    if not recorded:
        raise unknown_actor(actor)
    keys = [key for key in all_keys(house.read) if key.actor == actor and key.revoked is None]
    roles = tuple(
        ActorRoleWithdrawn(actor=actor, role=role, in_force_from=house.today(), by=by)
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


def keep_head(house: House) -> None:
    """Keep the head beside at once: an older copy would have the ended keys and roles again."""
    if house.writes_beside:
        furthest_head.keep(house.ledger)
