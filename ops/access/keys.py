"""API keys: made, verified, revoked. The secret is shown once; its SHA-256 is stored."""

import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from hashlib import sha256
from hmac import compare_digest
from typing import Final, get_args

from ledger.actors.roles import roles_of
from ledger.clock import instant_text, today
from ledger.errors import Refused, Remedy, Unavailable
from ledger.events.access import Role
from ledger.logs import Logger
from ledger.store.api_keys import ApiKey, ApiKeys
from ledger.store.ledger import Ledger
from ops.access.actors import UNLIMITED, Actor, Limits, actor_on

_FORM: Final = "rl_ID_SECRET"
_KEY: Final = re.compile("rl_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
_NO_SECRET: Final = bytes(32)
"""Compared with where there is no key, so that the answer takes as long."""

log: Final = Logger(__name__)

KEY_BEGINS: Final = "rl_"
"""How every key begins."""


class KeyRefused(Refused):
    """An API key is unknown, expired or revoked."""


def new_key(
    ledger: Ledger, actor: str, limits: Limits = UNLIMITED, expires: int | None = None
) -> tuple[ApiKey, str]:
    """Store a new key of an actor; return the key with the text, which is stored nowhere.

    Raises Refused for an unknown role, limits that leave no role, or an end in the past;
    Unavailable.
    """
    now = ledger.clock()
    _check(limits, expires, now)
    if limits != UNLIMITED:
        _check_opens(ledger, actor, limits)
    secret, key_id = secrets.token_urlsafe(32), secrets.token_hex(6)
    digest = sha256(secret.encode()).digest()
    key = ApiKey(key_id, actor, digest, limits.roles, limits.pools, now, expires)
    ApiKeys(ledger.engine).add(key)
    return key, f"{KEY_BEGINS}{key_id}_{secret}"


def verified(ledger: Ledger, text: str) -> ApiKey:
    """Return the key of a text, and note the use. Raises KeyRefused.

    A wrong secret and an unknown id are not distinguished, neither by words nor by time.
    """
    match = _KEY.fullmatch(text)
    keys = ApiKeys(ledger.engine)
    key = keys.find(match[1]) if match else None
    digest = sha256((match[2] if match else "").encode()).digest()
    if not compare_digest(digest, key.secret_sha256 if key else _NO_SECRET) or key is None:
        log.warning("key_unknown", key=match[1] if match else "")
        raise KeyRefused(
            f"this is no API key of this ledger (a key reads {_FORM}): check it, or ask an "
            "administrator for a new one",
            code="key-unknown",
            field="key",
            expected=_FORM,
        )
    now = ledger.clock()
    _check_valid(key, now)
    with suppress(Unavailable, Refused):  # a busy or read-only ledger: noted next time
        keys.note_use(key, now)
    return key


def actor_with_key(ledger: Ledger, text: str, zone: str) -> Actor:
    """Return the actor of a key, with the roles of today. Raises KeyRefused."""
    key = verified(ledger, text)
    limits = Limits(key.roles, key.pools)
    actor, _ = actor_on(ledger.read, key.actor, today(ledger.clock, zone), limits, key.id)
    return actor


def revoke(ledger: Ledger, key_ids: Sequence[str]) -> list[ApiKey]:
    """Revoke keys; a key revoked before does not change. Raises Refused for an unknown id."""
    keys = ApiKeys(ledger.engine)
    for key_id in key_ids:
        if keys.find(key_id) is None:
            raise Refused(
                f"there is no key {key_id!r}: `ledger key list` names them",
                code="unknown-key",
                field="key",
                found=key_id,
                remedy=Remedy("key list"),
            )
    keys.revoke(key_ids, ledger.clock())
    return [key for key_id in key_ids if (key := keys.find(key_id))]


def _check_valid(key: ApiKey, now: int) -> None:
    if key.revoked is not None:
        raise _ended(key, f"was revoked ({instant_text(key.revoked)})", code="key-revoked")
    if key.expires is not None and key.expires <= now:
        raise _ended(key, f"expired ({instant_text(key.expires)})", code="key-expired")


def _ended(key: ApiKey, words: str, *, code: str) -> KeyRefused:
    log.warning("key_ended", actor=key.actor, key=key.id, code=code)
    message = f"the key {key.id} {words}: ask an administrator for a new one"
    return KeyRefused(message, code=code, field="key", found=key.id)


def _check_opens(ledger: Ledger, actor: str, limits: Limits) -> None:
    """Raise Refused where limits leave an actor no role, neither today nor by a later grant."""
    days = today(ledger.clock, ledger.zone()), date.max
    held = {role for day in days for role in roles_of(ledger.read, actor, day).held}
    if not any(limits.within(held)):
        roles = {f"{one.role} {f'in {one.pool}' if one.pool else 'for all pools'}" for one in held}
        has = ", ".join(sorted(roles)) or "no role"
        raise Refused(
            f"a key of {actor} limited to {limits} would open nothing: {actor} has {has}; leave "
            "the limit out, or grant the role first",
            code="key-opens-nothing",
            field="actor",
            expected=has,
        )


def _check(limits: Limits, expires: int | None, now: int) -> None:
    known = get_args(Role)
    for role in limits.roles:
        if role not in known:
            raise Refused(
                f"--role {role}: roles are {', '.join(known)}",
                code="unknown-role",
                field="role",
                found=role,
                expected=", ".join(known),
            )
    if expires is not None and expires <= now:
        raise Refused(
            f"--expires: {instant_text(expires)} has passed: name a later day",
            code="day-needed",
            field="expires",
            found=instant_text(expires),
            expected="a day to come",
        )
