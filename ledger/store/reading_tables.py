"""What every reader of a ledger's tables rests on."""

from __future__ import annotations

from sqlalchemy import Connection, Engine


class Tables:
    """Opens connections that read committed rows and hold up nobody."""

    def __init__(self, engine: Engine) -> None:
        """Read through an engine."""
        self._engine = engine

    def _reading(self) -> Connection:
        return self._engine.connect().execution_options(reading=True)
