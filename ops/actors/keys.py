"""API keys: made, revoked, and opened again after a copy took the ledger's place."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from ledger.actors.keys import ApiKey, State, all_keys, key_of
from ledger.actors.keys import stream_of as stream_of_key
from ledger.actors.roles import roles_of, stream_of
from ledger.clock import end_of_day, instant_text, today
from ledger.errors import Refused
from ledger.events.access import ApiKeyMade, ApiKeyReopened, ApiKeyRevoked, KeyFact
from ledger.sentences import Input, Remedy, Sentence
from ledger.store.api_keys import Secrets
from ledger.store.ledger import Ledger
from ledger.store.requests import NO_STREAM, NewEvent, Request
from ops.access.actors import UNLIMITED, Limits
from ops.access.keys import Opening, new_secret
from ops.access.recording import NotAllowed
from ops.access.seeing import check_may_see
from ops.actors.recordings import CreateKey
from ops.actors.roles import held_words, unknown_actor
from ops.commands.composed import Composed, Recorded, record
from ops.house import House


class NewKey(NamedTuple):
    """A new API key, with the text, which is shown only now."""

    id: str
    actor: str
    text: str


def create_key(house: House, asked: CreateKey) -> Recorded[NewKey]:
    """Make an API key of an actor, limited to some roles and pools, valid through a day.

    Raises NotAllowed, and Refused for an unknown actor or pool, limits that leave no role, or a day
    that has passed.
    """
    check_may_see(house.actor, "key")
    if house.read.stream_version(stream_of(asked.actor)) < 0:
        raise unknown_actor(asked.actor)
    for pool in asked.pool:
        house.pool_opened(pool)
    ends = None if asked.expires is None else end_of_day(asked.expires, house.zone)
    return new_key(house, asked.actor, Limits(asked.role, asked.pool), ends)


def new_key(
    house: House, actor: str, limits: Limits = UNLIMITED, expires: int | None = None
) -> Recorded[NewKey]:
    """Make a key of an actor that opens nothing from an instant on (None: without an end).

    The secret is stored before the event: without the event it opens nothing. Raises Refused for
    limits that leave no role, or an end in the past; Unavailable.
    """
    _check_limits(house.ledger, actor, limits, expires)
    secret, text = new_secret(house.ledger)
    Secrets(house.ledger.engine).add(secret)
    made = ApiKeyMade(
        key=secret.id,
        actor=actor,
        roles=limits.roles,
        pools=limits.pools,
        expires=expires,
    )
    request = _of_key(made, NO_STREAM)
    return record(house, lambda: Composed(request, NewKey(secret.id, actor, text)))


def revoked(house: House, key_id: str) -> Composed[ApiKey]:
    """Compose the end of a key; a key revoked before gives its receipt. Raises Refused."""
    key = _known_key(house, key_id)
    if key.revoked is not None:
        last = house.read.last_in_stream(stream_of_key(key_id), ApiKeyRevoked.TYPE)
        assert last is not None
        return Composed(house.read.request_at(last.position), key)
    return Composed(_of_key(ApiKeyRevoked(key=key.id, actor=key.actor), key.version), key)


def reopen_keys(house: House, key_ids: Sequence[str]) -> list[Recorded[ApiKey]]:
    """Let keys open again that a copy in the ledger's place had closed; no ids: all of them.

    Only on the server, without a key. A valid key is left as it is. Raises NotAllowed; Refused for
    an unknown, revoked or expired key, for one whose secret the copy lacks, and where no
    restoration is recorded of the copy.
    """
    if not house.actor.everything:
        problem = Sentence(
            "{actor} may not open keys again: do it on the server, without a key", actor=house.by
        )
        server = Sentence("the command line of the server")
        raise NotAllowed(problem, house.actor, "key-reopen", server)
    opening, secrets = Opening.of(house.ledger), Secrets(house.ledger.engine)
    known, named = secrets.all(), [_known_key(house, key_id) for key_id in key_ids]
    for key in named:
        _check_goes_on(key, opening.state(key, known.get(key.id)), is_here=key.id in known)
    of_copy = [key for key in named or all_keys(house.read) if key.id in known]
    closed = [key for key in of_copy if opening.state(key, known[key.id]) == "closed"]
    for key in closed:
        _check_accepted(key, opening)
    if house.writes_beside:  # before the events, by which they open
        secrets.move([key.id for key in closed], opening.place)
    return [record(house, partial(_reopening, house, key.id)) for key in closed]


def _reopening(house: House, key_id: str) -> Composed[ApiKey]:
    key = _known_key(house, key_id)
    return Composed(_of_key(ApiKeyReopened(key=key.id, actor=key.actor), key.version), key)


def _check_goes_on(key: ApiKey, state: State, *, is_here: bool) -> None:
    """Raise Refused for a key that has ended, or whose secret is not in this copy."""
    if state in ("revoked", "expired") or not is_here:
        new = Remedy("create-key", actor=key.actor)
        why = (
            Sentence("the key {key} has ended: make a new one ({new})", key=key.id, new=new)
            if is_here
            else Sentence(
                "the key {key} has no secret in this copy: make a new one ({new})",
                key=key.id,
                new=new,
            )
        )
        raise Refused(
            why,
            code="key-ended",
            field="key",
            found=key.id,
            expected=Sentence("a closed key"),
        )


def _check_accepted(key: ApiKey, opening: Opening) -> None:
    """Raise Refused for a key of a copy that nobody has accepted."""
    if key.opened > opening.restored:
        raise Refused(
            Sentence(
                "the key {key} was made at the former place of the ledger, and no restoration of "
                "this copy is recorded: record it first ({accept}); it names the roles that "
                "came back",
                key=key.id,
                accept=Remedy("restore-ledger", accept_older=True),
            ),
            code="copy-not-accepted",
            field="key",
            found=key.id,
            expected=Sentence("a copy that is accepted"),
        )


def _known_key(house: House, key_id: str) -> ApiKey:
    """Return a key by its id. Raises Refused."""
    key = key_of(house.read, key_id)
    if key is None:
        raise Refused(
            Sentence(
                "there is no key '{key}': {list} names them", key=key_id, list=Remedy("list-keys")
            ),
            code="unknown-key",
            field="key",
            found=key_id,
        )
    return key


def _of_key(fact: KeyFact, version: int) -> Request:
    """Return the request of an event of a key, whose stream is at a version."""
    name = f"{fact.TYPE}:{fact.key}:{version + 1}"
    return Request(name, (NewEvent(fact),), expected={fact.stream(): version})


# ------------------------------------------------------------------------------------------- limits


def _check_limits(ledger: Ledger, actor: str, limits: Limits, expires: int | None) -> None:
    """Check the limits of a new key, and the instant from which it opens nothing.

    Raises Refused for limits that leave no role, or an end in the past.
    """
    _check_end(expires, ledger.clock())
    if limits != UNLIMITED:
        _check_opens(ledger, actor, limits)


def _check_end(expires: int | None, now: int) -> None:
    if expires is not None and expires <= now:
        raise Refused(
            Sentence(
                "{input}: {end} has passed: name a later day",
                input=Input("expires"),
                end=instant_text(expires),
            ),
            code="day-needed",
            field="expires",
            found=instant_text(expires),
            expected=Sentence("a day to come"),
        )


def _check_opens(ledger: Ledger, actor: str, limits: Limits) -> None:
    """Raise Refused where limits leave an actor no role, neither today nor by a later grant."""
    days = today(ledger.clock, ledger.zone()), date.max
    held = {role for day in days for role in roles_of(ledger.read, actor, day).held}
    if not any(limits.within(held)):
        has = held_words(sorted(held, key=str))
        raise Refused(
            Sentence(
                "a key of {actor} limited to {limits} would open nothing: there is {held}; leave "
                "the limit out, or grant the role first",
                actor=actor,
                limits=limits.words,
                held=has,
            ),
            code="key-opens-nothing",
            field="actor",
            expected=has,
        )
