"""The actor of a request: by its key, or the public; what it may ask; the count of requests."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from ledger.errors import Refused
from ops.access.actors import PUBLIC, Actor
from ops.access.keys import KeyRefused, actor_with_key
from ops.access.rates import of_address, of_key
from ops.access.roles import MAY_SEE, Thing
from ops.access.seeing import check_may_see
from ops.http.service import Service

_SCHEME: Final = "bearer "


class KeyNeeded(Refused):
    """Something that is not public was asked for without a key."""

    def __init__(self) -> None:
        super().__init__(
            "a key is needed here: send it as `Authorization: Bearer KEY`",
            field="authorization",
            expected="Bearer KEY",
        )


def actor_of(service: Service, headers: Mapping[str, str], peer: str) -> Actor:
    """Return the actor of a request, and count the request. Raises KeyRefused, TooManyRequests.

    A request with a valid key counts for the key; any other for the address, also with a wrong key.
    """
    text = headers.get("authorization", "")
    if not text:
        service.rates.count(of_address(peer), service.of_address)
        return PUBLIC
    try:
        actor = _with_key(service, text)
    except KeyRefused:
        service.rates.count(of_address(peer), service.of_address)
        raise
    service.rates.count(of_key(actor.key), service.of_key)
    return actor


def _with_key(service: Service, text: str) -> Actor:
    if not text.lower().startswith(_SCHEME):
        raise KeyRefused(
            "the header Authorization is not of the form Bearer KEY",
            code="key-unknown",
            field="authorization",
            expected="Bearer KEY",
        )
    ledger = service.ledger
    return actor_with_key(ledger, text[len(_SCHEME) :].strip(), ledger.zone())


def check_may_ask(actor: Actor, thing: Thing, asked: Struct) -> None:
    """Check that an actor may ask at an address. Raises KeyNeeded, NotAllowed."""
    pool = getattr(asked, "pool", None)
    pools = (pool,) if isinstance(pool, str) else ()
    if actor == PUBLIC and MAY_SEE[thing].roles:
        raise KeyNeeded
    check_may_see(actor, thing, pools)
