"""Actors and their API keys: described, disabled; keys made and revoked."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from ledger.actors.described import Described, Descriptions, check_described
from ledger.actors.roles import stream_of
from ledger.clock import end_of_day
from ledger.events.access import Role, RoleFact
from ledger.store.api_keys import ApiKey, ApiKeys
from ops.access import keys
from ops.access.actors import Limits
from ops.access.seeing import check_may_see
from ops.commands.change_roles import grant_role, unknown_actor, withdraw_all
from ops.commands.composed import Recorded
from ops.house import House


class NewKey(NamedTuple):
    """A new API key, with the text, which is shown only now."""

    key: ApiKey
    text: str


class Disabled(NamedTuple):
    """The roles withdrawn of a disabled actor, and the ids of the revoked keys."""

    withdrawn: Recorded[tuple[RoleFact, ...]]
    keys: list[str]


def add_actor(
    house: House, described: Described, role: Role, pool: str | None, since: date | None, *, by: str
) -> Recorded[RoleFact]:
    """Grant an actor the first role, and store the description.

    The same again gives the first receipt, and the description is stored in place of the one
    before. Raises NotAllowed, BadEvent.
    """
    check_may_see(house.actor, "actor")
    check_described(described)
    granted = grant_role(house, described.actor, role, pool, since, by=by)
    if house.writes_beside:
        Descriptions(house.ledger.engine).put(described)
    return granted


def disable_actor(house: House, actor: str, *, by: str) -> Disabled:
    """Withdraw every role of an actor, from today, and revoke every key.

    The roles come first: a key without a role opens nothing, should the keys not be reached.

    Raises NotAllowed, and Refused for an unknown actor.
    """
    check_may_see(house.actor, "key")
    done = withdraw_all(house, actor, by=by)
    stored = ApiKeys(house.ledger.engine)
    valid = [key.id for key in stored.of_actor(actor) if key.revoked is None]
    if house.writes_beside:
        stored.revoke(valid, house.ledger.clock())
    return Disabled(done, valid)


def create_key(
    house: House, actor: str, roles: Sequence[str], pools: Sequence[str], expires: date | None
) -> NewKey:
    """Make an API key of an actor, limited to some roles and pools, valid through a day.

    Raises NotAllowed, and Refused for an unknown actor, role or pool, or a day that has passed.
    """
    check_may_see(house.actor, "key")
    if house.read.stream_version(stream_of(actor)) < 0:
        raise unknown_actor(actor)
    for pool in pools:
        house.pool_opened(pool)
    ends = None if expires is None else end_of_day(expires, house.zone)
    return NewKey(*keys.new_key(house.ledger, actor, Limits(tuple(roles), tuple(pools)), ends))


def revoke_keys(house: House, key_ids: Sequence[str]) -> list[ApiKey]:
    """Revoke API keys, for ever. Raises NotAllowed, and Refused for an unknown key."""
    check_may_see(house.actor, "key")
    return keys.revoke(house.ledger, key_ids)
