"""SQL texts compiled once for all ledgers that a process opens.

SQLAlchemy compiles a statement into the SQL of a database, and keeps the text for one engine only.
Each opened ledger has an engine of its own (its projection another), with the same statements: a
process that opens hundreds would spend much of its time on compiling them.
"""

from __future__ import annotations

from typing import Any, Final, cast

from sqlalchemy import Engine
from sqlalchemy.util import LRUCache

_MOST: Final = 2_000
"""How many texts are kept: several times the statements of this program."""


class _OfOneServerVersion(LRUCache[Any, Any]):
    """Compiled statements, kept by the kind and version of their database, not by its engine."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Return a compiled statement, whichever engine it was compiled for."""
        return super().get(_shared(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(_shared(key), compiled)


def _shared(key: Any) -> tuple[Any, ...]:
    """Put kind and version of the database in the place of the dialect, which is one engine's."""
    dialect, *rest = key
    version = getattr(dialect, "server_version_info", None)
    return (dialect.name, dialect.driver, dialect.loaded_dbapi, version, *rest)


_COMPILED: Final = _OfOneServerVersion(_MOST)


def share(made: Engine) -> Engine:
    """Let an engine use the statements compiled for any other; return it."""
    made.update_execution_options(compiled_cache=cast(Any, _COMPILED))
    return made
