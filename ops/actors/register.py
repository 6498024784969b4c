"""Actors with their roles, and the API keys."""

from collections import Counter
from collections.abc import Iterable

from ledger.actors.bodies import Names, decider
from ledger.actors.described import Described, Descriptions
from ledger.actors.keys import ApiKey, all_keys
from ledger.actors.roles import HeldRole, facts, roles_by_actor, roles_on, stream_of
from ledger.events.access import ActorRoleGranted, ActorRoleWithdrawn, RoleFact
from ledger.sentences import NO_SENTENCE, Body, Position, plain
from ledger.store.api_keys import Secret, Secrets
from ledger.store.reading import Wanted
from ops.access.actors import LOCAL
from ops.access.keys import Opening
from ops.actors.roles import unknown_actor
from ops.actors.rows import AboutActor, ActorRow, KeyRow, RoleChange, What
from ops.answers.abouts import About, Known, widened
from ops.answers.answer import Answer, Instant, known_to
from ops.house import House


def actors(house: House) -> Answer[ActorRow, Known]:
    """Return every actor with a role, now or before, with a description, or with a public name."""
    described = Descriptions(house.ledger.engine).all()
    roles, valid = roles_by_actor(house.read, house.today()), _valid_keys(house)
    named = house.body_names
    rows = tuple(
        _row(actor, roles.get(actor, ()), described.get(actor), valid[actor], named)
        for actor in sorted({*roles, *described, *named})
    )
    return Answer(Known(known_to=known_to(house.read)), rows)


def role_changes(house: House, actor: str) -> Answer[RoleChange, AboutActor]:
    """Return the roles granted to an actor and withdrawn, in the order of recording.

    Raises Refused for an unknown actor.
    """
    _check_known(house, actor)
    recorded = house.read.stream(stream_of(actor))
    roles = roles_on(facts(recorded), house.today())
    held = {(one.role, one.pool) for one in roles}
    rows = [
        RoleChange(
            position=Position(one.position),
            what=_WHAT[type(fact)],
            role=fact.role,
            pool=fact.pool,
            in_force_from=fact.in_force_from,
            decided_by=fact.by,
            decided_by_name=decider(one),
            recorded_by=one.recorded_by,
            holds=(fact.role, fact.pool) in held,
        )
        for one in recorded
        for fact in facts([one])
    ]
    described, valid = _described(house, actor), _valid_keys(house)[actor]
    row = _row(actor, roles, described, valid, house.body_names)
    return Answer(widened(AboutActor, row, known_to=known_to(house.read)), tuple(rows))


_WHAT: dict[type[RoleFact], What] = {
    ActorRoleGranted: "granted",
    ActorRoleWithdrawn: "withdrawn",
}


def keys(house: House, actor: str | None = None) -> Answer[KeyRow, About]:
    """Return the API keys of an actor, or all, the oldest first. Raises Refused if unknown."""
    if actor is not None:
        _check_known(house, actor)
    opening, secrets = Opening.of(house.ledger), Secrets(house.ledger.engine).all()
    found = [key for key in all_keys(house.read) if actor in (None, key.actor)]
    return Answer(About(), tuple(_key_row(key, secrets.get(key.id), opening) for key in found))


def _check_known(house: House, actor: str) -> None:
    """Raise Refused for an actor without events, description and keys, who recorded nothing."""
    if not (
        actor == LOCAL.id
        or house.read.stream_version(stream_of(actor)) >= 0
        or _described(house, actor)
        or house.read.page(Wanted(recorded_by=actor), 1)
        or any(key.actor == actor for key in all_keys(house.read))
    ):
        raise unknown_actor(actor)


def _key_row(key: ApiKey, secret: Secret | None, opening: Opening) -> KeyRow:
    """Return a key in its state at an instant."""
    return KeyRow(
        key=key.id,
        actor=key.actor,
        roles=key.roles,
        pools=key.pools,
        state=opening.state(key, secret),
        created=Instant(key.created),
        expires=_instant(key.expires),
        revoked=_instant(key.revoked),
    )


def _valid_keys(house: House) -> Counter[str]:
    """Return the number of keys that open, by actor."""
    return Counter(row.actor for row in keys(house).rows if row.state == "valid")


def _row(
    actor: str,
    roles: Iterable[HeldRole],
    described: Described | None,
    valid_keys: int,
    named: Names,
) -> ActorRow:
    return ActorRow(
        actor=actor,
        actor_kind=described.kind if described else "body" if actor in named else "",
        actor_name=(described.name if described else None) or "",
        public_name=plain(Body(actor)) if actor in named else NO_SENTENCE,
        roles=tuple(map(str, roles)),
        keys=valid_keys,
    )


def _described(house: House, actor: str) -> Described | None:
    return Descriptions(house.ledger.engine).of(actor)


def _instant(instant: int | None) -> Instant | None:
    return None if instant is None else Instant(instant)
