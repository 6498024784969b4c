"""Rows of API keys: the digest of a secret, and where the key may open."""

from collections.abc import Collection
from dataclasses import astuple, dataclass
from typing import Any

from sqlalchemy import Engine, Select, insert, select, update

from ledger.store.changing import changing
from ledger.store.schema import api_key


@dataclass(frozen=True, slots=True)
class Secret:
    """The secret of an API key."""

    id: str
    """Id of the key."""
    sha256: bytes
    place: str
    """Where the ledger lay when the key was made, or last opened again (`places.place`)."""


class Secrets:
    """The secrets of the API keys of a ledger."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, secret: Secret) -> None:
        """Store the secret of a new key. Raises Unavailable, ReadOnlyLedger."""
        row = dict(zip(api_key.columns.keys(), astuple(secret), strict=True))
        with changing(self._engine) as connection:
            connection.execute(insert(api_key).values(row))

    def find(self, key_id: str) -> Secret | None:
        """Return the secret of a key; None if absent."""
        return next(iter(self._found(select(api_key).where(api_key.c.id == key_id))), None)

    def all(self) -> dict[str, Secret]:
        """Return all secrets, by the id of the key."""
        return {secret.id: secret for secret in self._found(select(api_key))}

    def move(self, key_ids: Collection[str], place: str) -> None:
        """Let keys open in a place, and in no other. Raises Unavailable, ReadOnlyLedger."""
        with changing(self._engine) as connection:
            these = update(api_key).where(api_key.c.id.in_(key_ids))
            connection.execute(these.values(place=place))

    def _found(self, statement: Select[Any]) -> list[Secret]:
        with self._engine.connect().execution_options(reading=True) as connection:
            return [Secret(*row) for row in connection.execute(statement)]
