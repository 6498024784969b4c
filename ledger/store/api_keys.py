"""Rows of API keys: the digest of a secret, never the secret itself."""

from collections.abc import Collection
from dataclasses import astuple, dataclass, replace
from typing import Any, Final

from sqlalchemy import Engine, Select, insert, select, update

from ledger.store.changing import changing, counting
from ledger.store.schema import api_key

USED_US: Final = 60_000_000
"""The last use of a key is noted at most once in this time."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key of an actor. Instants are microseconds since 1970, UTC.

    `roles` and `pools` limit the key to some of the actor's roles and pools; empty, to none.
    """

    id: str
    actor: str
    secret_sha256: bytes
    roles: tuple[str, ...]
    pools: tuple[str, ...]
    created: int
    expires: int | None = None
    revoked: int | None = None
    last_used: int | None = None


class ApiKeys:
    """The API keys of a ledger."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, key: ApiKey) -> None:
        """Store a new key. Raises Unavailable, ReadOnlyLedger."""
        stored = replace(key, roles=_joined(key.roles), pools=_joined(key.pools))  # type: ignore[arg-type]
        row = dict(zip(api_key.columns.keys(), astuple(stored), strict=True))
        with changing(self._engine) as connection:
            connection.execute(insert(api_key).values(row))

    def find(self, key_id: str) -> ApiKey | None:
        """Return a key by its id; None if absent."""
        return next(iter(self._found(select(api_key).where(api_key.c.id == key_id))), None)

    def of_actor(self, actor: str) -> list[ApiKey]:
        """Return the keys of an actor, the oldest first."""
        return self._found(_IN_ORDER.where(api_key.c.actor == actor))

    def all(self) -> list[ApiKey]:
        """Return all keys, the oldest first."""
        return self._found(_IN_ORDER)

    def revoke(self, key_ids: Collection[str], instant: int) -> None:
        """Revoke keys from an instant on; keys revoked before do not change."""
        these = api_key.c.id.in_(key_ids), api_key.c.revoked.is_(None)
        with changing(self._engine) as connection:
            connection.execute(update(api_key).where(*these).values(revoked=instant))

    def note_use(self, key: ApiKey, instant: int) -> None:
        """Note the last use of a key, at most once a minute. Raises Unavailable."""
        if key.last_used is None or key.last_used + USED_US <= instant:
            this = update(api_key).where(api_key.c.id == key.id)
            with counting(self._engine) as connection:
                connection.execute(this.values(last_used=instant))

    def _found(self, statement: Select[Any]) -> list[ApiKey]:
        with self._engine.connect().execution_options(reading=True) as connection:
            return [_key(row._mapping) for row in connection.execute(statement)]


_IN_ORDER: Final = select(api_key).order_by(api_key.c.created, api_key.c.id)


def _joined(names: tuple[str, ...]) -> str | None:
    return " ".join(names) or None


def _key(row: Any) -> ApiKey:
    limits = {name: tuple((row[name] or "").split()) for name in ("roles", "pools")}
    return ApiKey(**{**row, "secret_sha256": bytes(row["secret_sha256"]), **limits})
