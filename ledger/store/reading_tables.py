"""The base of every reader of a ledger's tables."""

from __future__ import annotations

from sqlalchemy import Connection, Engine


class Tables:
    """Factory of connections that read committed rows and block nobody."""

    def __init__(self, engine: Engine, *, checked: bool = True) -> None:
        """Read through an engine; without `checked` rows are read unchecked, for verification."""
        self._engine, self._checked = engine, checked
        self._for_reading = engine.execution_options(reading=True)

    def _reading(self) -> Connection:
        return self._for_reading.connect()
