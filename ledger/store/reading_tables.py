"""What every reader of a ledger's tables rests on."""

from __future__ import annotations

from sqlalchemy import Connection, Engine


class Tables:
    """Opens connections that read committed rows and hold up nobody."""

    def __init__(self, engine: Engine, *, checked: bool = True) -> None:
        """Read through an engine; what is not `checked` is read as it stands, to be verified."""
        self._engine, self._checked = engine, checked

    def _reading(self) -> Connection:
        return self._engine.connect().execution_options(reading=True)
