"""The roles of an actor, folded from the stream of the actor."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from ledger.events.access import ActorRoleGranted, ActorRoleWithdrawn, RoleFact
from ledger.events.access_kinds import Role
from ledger.store.reading import Reader
from ledger.store.recorded import Recorded
from ledger.store.requests import NO_STREAM


class HeldRole(NamedTuple):
    """A role in a pool, or in all pools (None), with the day from which it holds."""

    role: Role
    pool: str | None
    since: date

    def __str__(self) -> str:
        """Return the role as rating-officer@POOL; without a pool, for all pools."""
        return f"{self.role}@{self.pool}" if self.pool else self.role


class ActorRoles(NamedTuple):
    """The roles of an actor on a day, and the version of the actor's stream."""

    held: tuple[HeldRole, ...] = ()
    version: int = NO_STREAM


def stream_of(actor: str) -> str:
    """Return the name of the stream of an actor."""
    return f"actor-{actor}"


def roles_of(read: Reader, actor: str, day: date, known: int | None = None) -> ActorRoles:
    """Return the roles of an actor on a day, as known at a position (None: now)."""
    stored = read.stream(stream_of(actor))
    events = [one for one in stored if known is None or one.position <= known]
    version = events[-1].stream_version if events else NO_STREAM
    return ActorRoles(roles_on(facts(events), day), version)


def roles_by_actor(read: Reader, day: date) -> dict[str, tuple[HeldRole, ...]]:
    """Return the roles on a day of every actor who ever had one, in the order of ids."""
    changes: dict[str, list[Recorded]] = {}
    for one in read.of_types((ActorRoleGranted.TYPE, ActorRoleWithdrawn.TYPE)):
        changes.setdefault(one.stream.removeprefix(stream_of("")), []).append(one)
    return {actor: roles_on(facts(changes[actor]), day) for actor in sorted(changes)}


def facts(events: Iterable[Recorded]) -> list[RoleFact]:
    """Return the events about roles among events of any type, in order."""
    payloads = (recorded.decoded().payload for recorded in events)
    return [fact for fact in payloads if isinstance(fact, RoleFact)]


def roles_on(recorded: Iterable[RoleFact], day: date) -> tuple[HeldRole, ...]:
    """Return the roles held on a day, by role and pool.

    Of the events in force on the day the one recorded last decides: a withdrawal also ends a grant
    that was recorded before it and takes effect after it. A withdrawal without a pool ends the role
    in every pool.
    """
    held: dict[tuple[Role, str | None], date] = {}
    for fact in recorded:
        if fact.in_force_from > day:
            continue
        if isinstance(fact, ActorRoleGranted):
            held.setdefault((fact.role, fact.pool), fact.in_force_from)
        elif isinstance(fact, ActorRoleWithdrawn):
            for key in [key for key in held if _ends(fact, *key)]:
                del held[key]
    roles = (HeldRole(role, pool, since) for (role, pool), since in held.items())
    return tuple(sorted(roles, key=lambda role: (role.role, role.pool or "")))


def _ends(fact: ActorRoleWithdrawn, role: Role, pool: str | None) -> bool:
    return fact.role == role and fact.pool in (None, pool)
