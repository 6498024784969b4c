"""An actor: an opaque id with the roles of a day, limited by a key."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Literal, NamedTuple

from ledger.actors.roles import HeldRole, roles_of
from ledger.events.access_kinds import Role
from ledger.expected import one_of
from ledger.sentences import Sentence
from ledger.store.reading import Reader
from ops.access.roles import Rule


@dataclass(frozen=True, slots=True)
class Limits:
    """The roles and pools of a limited key; empty: no limit."""

    roles: tuple[Role, ...] = ()
    pools: tuple[str, ...] = ()

    def within(self, held: Collection[HeldRole]) -> Iterator[HeldRole]:
        """Yield the roles within the limits: a role for all pools, in the pools named here."""
        for role in held:
            if self.roles and role.role not in self.roles:
                continue
            if not self.pools or role.pool in self.pools:
                yield role
            elif role.pool is None:
                yield from (role._replace(pool=pool) for pool in self.pools)

    def __str__(self) -> str:
        """Return the limits in words."""
        return str(self.words)

    @property
    def words(self) -> Sentence:
        """What the key is limited to."""
        if not self.pools:
            return Sentence("the role {roles}", roles=one_of(self.roles))
        if not self.roles:
            return Sentence("the pool {pools}", pools=one_of(self.pools))
        return Sentence(
            "the role {roles} and the pool {pools}",
            roles=one_of(self.roles),
            pools=one_of(self.pools),
        )


UNLIMITED: Final = Limits()


class Lacking(NamedTuple):
    """What an actor lacks for a recording or an object."""

    denied: Sentence
    """The recording or the object, and where."""
    roles: Sentence
    """The roles, any of which is enough, and where."""
    remedy: Sentence


@dataclass(frozen=True, slots=True)
class Actor:
    """A person or a program asking or recording.

    `key` is the id of the API key, if one was shown; `everything` belongs to `LOCAL` alone.
    """

    id: str
    roles: tuple[HeldRole, ...] = ()
    limits: Limits = UNLIMITED
    key: str = ""
    everything: bool = False
    granted: tuple[HeldRole, ...] = ()
    """The roles without the limits of the key."""

    def fits(self, rule: Rule, pools: Collection[str] = ()) -> bool:
        """Return whether the actor has a role of a rule where the rule asks for it.

        What belongs to no known pool takes the role for all pools, unless any pool will do.
        """
        if self.everything or not rule.roles:
            return True
        if rule.reach in ("pools", "shown") and pools:
            return not self.missing(rule, pools)
        return self.has(rule.roles, "any" if rule.reach in ("shown", "any") else "all")

    def missing(self, rule: Rule, pools: Collection[str]) -> list[str]:
        """Return the pools in which the actor has no role of a rule."""
        return [pool for pool in sorted(pools) if not self.has_in(rule.roles, pool)]

    def lacks(self, asked: Sentence, rule: Rule, pools: Collection[str] = ()) -> Lacking:
        """Return what a rule takes for something asked, of an actor who does not fit.

        Where the actor has the role and the key is limited, another key is the remedy.
        """
        missing = self.missing(rule, pools)
        roles = _in_place(one_of(sorted(rule.roles)), rule, missing)
        if replace(self, roles=self.granted).fits(rule, pools):
            remedy = Sentence(
                "this key is limited to {limits}; use another key of {actor}",
                limits=self.limits.words,
                actor=self.id,
            )
        else:
            remedy = Sentence("it takes the role {roles}; an administrator grants it", roles=roles)
        return Lacking(_in_place(asked, rule, missing), roles, remedy)

    def has_in(self, roles: Collection[Role], pool: str) -> bool:
        """Return whether the actor has any of some roles in a pool."""
        return any(held.role in roles and held.pool in (None, pool) for held in self.roles)

    def has(self, roles: Collection[Role], reach: Literal["any", "all"] = "any") -> bool:
        """Return whether the actor has any of some roles, in any pool or for all pools."""
        return any(held.role in roles and (reach == "any" or not held.pool) for held in self.roles)


def _in_place(what: Sentence, rule: Rule, missing: Collection[str]) -> Sentence:
    if rule.reach in ("pools", "shown") and missing:
        return Sentence("{what} in {pools}", what=what, pools=tuple(missing))
    if rule.reach in ("shown", "any"):
        return what
    return Sentence("{what} for all pools", what=what)


LOCAL: Final = Actor("local", everything=True)
"""Whoever uses the command line of the server: allowed everything."""

SCHEDULE: Final = Actor("schedule", everything=True)
"""The service itself, closing and publishing lists by the policies of the pools."""

PUBLIC: Final = Actor("public")
"""Whoever shows no key: sees what is public, and records nothing."""


def actor_on(
    read: Reader, actor: str, day: date, limits: Limits = UNLIMITED, key: str = ""
) -> tuple[Actor, int]:
    """Return an actor with the roles of a day, and the version of the stream of the actor."""
    known = roles_of(read, actor, day)
    within = tuple(limits.within(known.held))
    return Actor(actor, within, limits, key, granted=tuple(known.held)), known.version
