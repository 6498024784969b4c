"""API keys, folded from their streams `key-KEY`. What is secret is in no event."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from ledger.events.access import ApiKeyMade, ApiKeyReopened, ApiKeyRevoked
from ledger.events.access_kinds import Role
from ledger.events.opening import LedgerRestored
from ledger.store.reading import Reader
from ledger.store.recorded import Recorded

State = Literal["valid", "expired", "revoked", "closed"]
"""`closed`: a copy took the place of the ledger, and nobody has opened the key again since."""

_TYPES: Final = (ApiKeyMade.TYPE, ApiKeyReopened.TYPE, ApiKeyRevoked.TYPE)


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key of an actor. Instants are microseconds since 1970, UTC.

    `roles` and `pools` limit the key to some of the actor's roles and pools; empty, to none.
    """

    id: str
    actor: str
    roles: tuple[Role, ...]
    pools: tuple[str, ...]
    created: int
    expires: int | None
    opened: int
    """Position of the event by which it opens: the making, or the last opening again."""
    revoked: int | None
    version: int
    """Version of the stream of the key."""


def stream_of(key: str) -> str:
    """Return the name of the stream of a key."""
    return f"key-{key}"


def key_of(read: Reader, key: str) -> ApiKey | None:
    """Return a key by its id; None if it was never made."""
    events = read.stream(stream_of(key))
    return _key(events) if events else None


def all_keys(read: Reader) -> list[ApiKey]:
    """Return all keys, the oldest first."""
    streams: dict[str, list[Recorded]] = defaultdict(list)
    for one in read.of_types(_TYPES):
        streams[one.stream].append(one)
    return [_key(events) for events in streams.values()]


def last_restored(read: Reader) -> int:
    """Return the position of the last restoration; -1 if absent. No key of before it opens."""
    return read.last_of_type(LedgerRestored.TYPE)


def _key(events: Iterable[Recorded]) -> ApiKey:
    """Fold the stream of a key, which begins with its making."""
    first, *later = events
    made: ApiKeyMade = first.decoded().payload
    opened = [first, *(one for one in later if one.type == ApiKeyReopened.TYPE)]
    revoked = [one.recorded_at for one in later if one.type == ApiKeyRevoked.TYPE]
    return ApiKey(
        id=made.key,
        actor=made.actor,
        roles=made.roles,
        pools=made.pools,
        created=first.recorded_at,
        expires=made.expires,
        opened=opened[-1].position,
        revoked=min(revoked, default=None),
        version=[first, *later][-1].stream_version,
    )
