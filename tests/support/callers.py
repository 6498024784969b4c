"""Callers of the service by rights, each with a key, for tests of access."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from ledger.actors.described import Described, Descriptions
from ledger.events.access_kinds import Role
from ledger.store.ledger import Ledger
from ops.access.actors import UNLIMITED, Limits
from ops.actors.recordings import GrantRole, WithdrawRole
from ops.house import House
from tests.support.actors import expired_key, new_key, revoke
from tests.support.private_facts import CHESS, DRAUGHTS, NOON
from tests.support.served import ROLES

SINCE: Final = date(2020, 1, 1)
SECOND: Final = 1_000_000
ACTOR_NAME: Final = "Nascondelli, Ada"


@dataclass(frozen=True)
class Caller:
    """A caller: the code of the refusal of the key, or the roles as limited by the key."""

    actor: str = ""
    refused: str = ""
    holds: tuple[tuple[Role, str | None], ...] = ()
    """Roles with their pools; None is every pool."""
    granted: tuple[tuple[Role, str | None], ...] = ()
    """Roles of the actor, where the key limits them."""
    limits: Limits = UNLIMITED

    def may(self, roles: set[str], where: str | None) -> bool:
        """Return whether the caller holds one of some roles in a pool; `any`, or `all` pools."""
        return any(
            role in roles and (pool is None or where in ("any", pool)) for role, pool in self.holds
        )


def _with_roles() -> Iterator[Caller]:
    for role in ROLES:
        yield Caller(f"{role}-here", holds=((role, CHESS),))
        yield Caller(f"{role}-elsewhere", holds=((role, DRAUGHTS),))
        yield Caller(f"{role}-everywhere", holds=((role, None),))


NOBODY: Final = (
    Caller(refused="key-needed"),
    Caller("wrong", refused="key-unknown"),
    Caller("malformed", refused="key-unknown"),
    Caller("expired", refused="key-expired", granted=(("administrator", None),)),
    Caller("revoked", refused="key-revoked", granted=(("administrator", None),)),
    Caller("without-a-role"),
)
LIMITED: Final = (
    Caller(
        "officer-with-a-key-of-draughts",
        holds=(("rating-officer", DRAUGHTS),),
        granted=(("rating-officer", None),),
        limits=Limits((), (DRAUGHTS,)),
    ),
    Caller(
        "administrator-with-a-key-of-a-submitter",
        holds=(("submitter", None),),
        granted=(("administrator", None), ("submitter", None)),
        limits=Limits(("submitter",), ()),
    ),
)
CALLERS: Final = (*NOBODY, *_with_roles(), *LIMITED)


def authorizations(address: str) -> dict[str, str]:
    """Give each caller roles and a key; return the header Authorization of each actor."""
    headers = {"": "", "wrong": f"Bearer rl_{12 * '0'}_{43 * 'a'}", "malformed": "Basic eDp5"}
    for caller in CALLERS:
        if caller.actor not in headers:
            headers[caller.actor] = f"Bearer {_key(address, caller)}"
    return headers


def _key(address: str, caller: Caller) -> str:
    with Ledger.open(address) as ledger, House(ledger) as house:
        for role, pool in caller.granted or caller.holds or (("auditor", None),):
            GrantRole(
                actor=caller.actor, role=role, pool=pool, in_force_from=SINCE, by="council"
            ).record(house)
        if not caller.granted and not caller.holds:
            WithdrawRole(
                actor=caller.actor, role="auditor", in_force_from=SINCE, by="council"
            ).record(house)
        Descriptions(ledger.engine).put(Described(caller.actor, "person", ACTOR_NAME))
        if caller.refused == "key-expired":
            return expired_key(ledger, caller.actor, NOON - SECOND)
        key, text = new_key(ledger, caller.actor, caller.limits)
        if caller.refused == "key-revoked":
            revoke(ledger, key)
    return text
