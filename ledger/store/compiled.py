"""SQL texts compiled once for all ledgers of a process.

SQLAlchemy compiles a statement into the SQL of a database, and keeps the text for one engine only.
Each opened ledger has an engine of its own (its projection another), with the same statements: a
process that opens hundreds would spend much of its time on compiling them.
"""

from typing import Any, Final, cast

from sqlalchemy import Engine
from sqlalchemy.util import LRUCache

_MOST: Final = 2_000
"""How many texts are kept: several times the statements of this program."""


class _OfOneServerVersion(LRUCache[Any, Any]):
    """Compiled statements by kind and version of the database, not by engine."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Return a compiled statement of any engine."""
        return super().get(_shared(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(_shared(key), compiled)


def _shared(key: Any) -> tuple[Any, ...]:
    """Replace the dialect, which belongs to an engine, by kind and version of the database."""
    dialect, *rest = key
    version = getattr(dialect, "server_version_info", None)
    return (dialect.name, dialect.driver, dialect.loaded_dbapi, version, *rest)


_COMPILED: Final = _OfOneServerVersion(_MOST)


def share(made: Engine) -> Engine:
    """Share the compiled statements of all engines with an engine; return the engine."""
    made.update_execution_options(compiled_cache=cast(Any, _COMPILED))
    return made
