"""API keys as they are shown: verified, and opening nothing where a copy took the ledger's place.

The secret is shown once; its SHA-256 is stored. Whose a key is, and its end, are events.
"""

import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Final, NamedTuple, Self
from weakref import WeakSet

from sqlalchemy import Engine

from ledger.actors.keys import ApiKey, State, key_of, last_restored
from ledger.clock import instant_text, today
from ledger.errors import Refused
from ledger.logs import Logger
from ledger.sentences import Remedy, Sentence
from ledger.store.api_keys import Secret, Secrets
from ledger.store.incarnation import OlderLedger
from ledger.store.ledger import Ledger
from ledger.store.places import place
from ops.access.actors import Actor, Limits, actor_on
from projections.official import furthest_head

_FORM: Final = "rl_ID_SECRET"
_KEY: Final = re.compile("rl_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
_NO_SECRET: Final = bytes(32)
"""Compared with where there is no key, so that the answer takes as long."""

log: Final = Logger(__name__)

KEY_BEGINS: Final = "rl_"
"""How every key begins."""


class KeyRefused(Refused):
    """An API key is unknown, expired, revoked or closed."""


class NewSecret(NamedTuple):
    """A secret with the text of the key, which is stored nowhere."""

    secret: Secret
    text: str


def new_secret(ledger: Ledger) -> NewSecret:
    """Return the secret of a key to be made, which opens where the ledger lies now."""
    words, key_id = secrets.token_urlsafe(32), secrets.token_hex(6)
    digest = sha256(words.encode()).digest()
    secret = Secret(key_id, digest, place(ledger.engine))
    return NewSecret(secret, f"{KEY_BEGINS}{key_id}_{words}")


@dataclass(frozen=True, slots=True)
class Opening:
    """What decides which keys of a ledger open now."""

    now: int
    """Microseconds since 1970, UTC."""
    place: str
    """Where the ledger lies."""
    restored: int
    """Position of the last restoration; -1: none."""
    is_older: bool
    """Whether the ledger lacks an event that was recorded here before."""

    @classmethod
    def of(cls, ledger: Ledger) -> Self:
        """Return what decides in a ledger."""
        is_older = _is_older(ledger)
        return cls(ledger.clock(), place(ledger.engine), last_restored(ledger.read), is_older)

    def state(self, key: ApiKey, secret: Secret | None) -> State:
        """Return the state of a key with its secret; None: the secret is not in this copy."""
        if key.revoked is not None:
            return "revoked"
        if key.expires is not None and key.expires <= self.now:
            return "expired"
        is_here = secret is not None and secret.place == self.place and not self.is_older
        return "valid" if is_here and key.opened > self.restored else "closed"


_WHOLE: Final[WeakSet[Engine]] = WeakSet()
"""Engines of ledgers that had the furthest head once: they are not asked again."""


def _is_older(ledger: Ledger) -> bool:
    """Return whether a ledger lacks the furthest head kept beside it."""
    if ledger.engine in _WHOLE:
        return False
    try:
        furthest_head.refuse_older(ledger)
    except OlderLedger:
        return True
    _WHOLE.add(ledger.engine)
    return False


def verified(ledger: Ledger, text: str) -> ApiKey:
    """Return the key of a text. Raises KeyRefused.

    A wrong secret and an unknown id are not distinguished, neither by words nor by time; nor is a
    secret whose key was not made in this ledger.
    """
    match = _KEY.fullmatch(text)
    stored = Secrets(ledger.engine)
    secret = stored.find(match[1]) if match else None
    digest = sha256((match[2] if match else "").encode()).digest()
    is_right = compare_digest(digest, secret.sha256 if secret else _NO_SECRET)
    key = key_of(ledger.read, secret.id) if secret and is_right else None
    if key is None or secret is None:
        log.warning("key_unknown", key=match[1] if match else "")
        raise KeyRefused(
            Sentence(
                "this is no API key of this ledger (a key reads {form}): check it, or ask an "
                "administrator for a new one",
                form=_FORM,
            ),
            code="key-unknown",
            field="key",
            expected=_FORM,
        )
    opening = Opening.of(ledger)
    _check_valid(key, opening.state(key, secret))
    return key


def actor_with_key(ledger: Ledger, text: str, zone: str) -> Actor:
    """Return the actor of a key, with the roles of today. Raises KeyRefused."""
    key = verified(ledger, text)
    limits = Limits(key.roles, key.pools)
    actor, _ = actor_on(ledger.read, key.actor, today(ledger.clock, zone), limits, key.id)
    return actor


def _check_valid(key: ApiKey, state: State) -> None:
    if state == "closed":
        log.warning("key_ended", actor=key.actor, key=key.id, code="key-closed")
        raise KeyRefused(
            Sentence(
                "the key {key} is closed, because a copy took the place of the ledger: an "
                "administrator opens it again on the server ({reopen}), or makes a new one",
                key=key.id,
                reopen=Remedy("reopen-key", key=key.id),
            ),
            code="key-closed",
            field="key",
            found=key.id,
        )
    check_not_revoked(key)
    if state == "expired":
        assert key.expires is not None
        expired = Sentence(
            "the key {key} expired ({at}): ask an administrator for a new one",
            key=key.id,
            at=instant_text(key.expires),
        )
        raise _ended(key, expired, code="key-expired")


def check_not_revoked(key: ApiKey) -> None:
    """Raise KeyRefused for a revoked key."""
    if key.revoked is not None:
        revoked = Sentence(
            "the key {key} was revoked ({at}): ask an administrator for a new one",
            key=key.id,
            at=instant_text(key.revoked),
        )
        raise _ended(key, revoked, code="key-revoked")


def _ended(key: ApiKey, words: Sentence, *, code: str) -> KeyRefused:
    log.warning("key_ended", actor=key.actor, key=key.id, code=code)
    return KeyRefused(words, code=code, field="key", found=key.id)
