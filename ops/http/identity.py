"""The actor of a request by the key sent, with permissions and the number of requests."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from ledger.appeals.folding import read_appeal
from ledger.errors import Refused
from ledger.logs import Logger
from ledger.sentences import Sentence
from ops.access.actors import PUBLIC, Actor
from ops.access.keys import KeyRefused, actor_with_key
from ops.access.rates import Account, of_actor, of_address, of_key
from ops.access.recording import NotAllowed, check_may_begin, note_denied
from ops.access.roles import MAY_SEE, Thing
from ops.access.seeing import check_may_see
from ops.access.sessions import Session, check_same_origin
from ops.house import House
from ops.http.address import Address
from ops.http.service import Service
from ops.proposals.register import find_proposal

log: Final = Logger(__name__)

_SCHEME: Final = "bearer "


class KeyNeeded(Refused):
    """A question without a key, about something not public."""

    def __init__(self, asked: str = "") -> None:
        """Log the refused question; without one, the log has it already."""
        if asked:
            note_denied(PUBLIC, asked)
        super().__init__(
            Sentence("a key is needed here: send it in the header Authorization: Bearer KEY"),
            field="authorization",
            expected="Bearer KEY",
        )


def identified(service: Service, authorization: str, peer: str) -> tuple[Actor, Account]:
    """Return the actor of a request and the account in which it is counted.

    A request with a valid key counts for the key; any other for the address, also with a wrong key.
    Only a key is looked up in the ledger. Raises KeyRefused, TooManyRequests.
    """
    if not authorization:
        return PUBLIC, service.rates.count(of_address(peer), service.most_of_address)
    try:
        actor = _with_key(service, authorization)
    except KeyRefused:
        service.rates.count(of_address(peer), service.most_of_address)
        raise
    return actor, service.rates.count(of_key(actor.key), service.most_of_key)


def signed_in(
    service: Service, address: Address, headers: Mapping[str, str]
) -> tuple[Session, Account]:
    """Return the session of a request for a form, and the account in which it is counted.

    Raises KeyNeeded where nobody can sign in, ForgedRequest, TooManyRequests; the refusal of who
    has not signed in.
    """
    if service.sessions is None:
        raise KeyNeeded(address.name)
    if address.records:
        check_same_origin(headers)
    session = service.sessions(service.ledger, headers)
    return session, service.rates.count(of_actor(session.actor.id), service.most_of_key)


def check_key(actor: Actor, address: Address) -> None:
    """Raise KeyNeeded for a request without a key to an address that is not public."""
    if actor == PUBLIC and (address.shows is None or MAY_SEE[address.shows].roles):
        raise KeyNeeded(address.shows or address.name)


def _with_key(service: Service, text: str) -> Actor:
    if not text.lower().startswith(_SCHEME):
        log.warning("key_unknown", key="")
        raise KeyRefused(
            Sentence("the header Authorization is not of the form Bearer KEY"),
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
        raise KeyNeeded(thing)
    check_may_see(actor, thing, pools)


@contextmanager
def naming_the_key(actor: Actor) -> Iterator[None]:
    """Raise KeyNeeded in place of NotAllowed for a request without a key."""
    try:
        yield
    except NotAllowed as refused:
        if actor == PUBLIC:
            raise KeyNeeded from refused
        raise


def check_may_record_at(house: House, address: Address, question: Any, body: Any) -> None:
    """Check that the actor may record at an address, in the pools of the request.

    Raises NotAllowed; Refused for a proposal that is unknown, or that the actor may not see. Pools,
    tournaments and appeals are named by parameters and body.
    """
    pools = {*_field_values((question, body), "pool", "pools")}
    if address.needs is not None:
        check_may_see(house.actor, address.needs, pools)
    elif address.events:
        types = [definition.TYPE for definition in address.events]
        number = getattr(question, "proposal", None)
        if number is not None:
            check_may_see(house.actor, "own-proposal")
            proposal = find_proposal(house, number)
            types, pools = [*proposal.types], {*proposal.pools}
        tournaments = _field_values((question, body), "tournament", "of", "replaces")
        pools |= {*_pools_of_appeals(house, _field_values((question,), "appeal"))}
        check_may_begin(house.read, house.actor, types, pools, tournaments)


def _pools_of_appeals(house: House, appeals: Iterable[str]) -> Iterator[str]:
    found = (read_appeal(house.read, appeal) for appeal in appeals)
    yield from (appeal.filed.pool for appeal in found if appeal is not None)


def _field_values(asked: tuple[Any, ...], *fields: str) -> Iterator[str]:
    for value in (getattr(part, field, None) for part in asked for field in fields):
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from value
