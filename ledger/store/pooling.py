"""How many connections a process keeps to a database, and for how long."""

from typing import Any, Final

from sqlalchemy.engine import URL

CONNECTIONS: Final = 64
"""Connections of a process to one database, at most. A request that only asks takes two at once,
of PostgreSQL: its threads should not be more than half of this, and all processes together below
the `max_connections` of the server."""

_RENEWED_SECONDS: Final = 1_800
"""An older connection is replaced: servers and firewalls drop what is idle for long."""
_REACHED_SECONDS: Final = 10
"""Time to reach a server; else an attempt may last for minutes."""


def pool() -> dict[str, Any]:
    """Return the settings of the connections to any database."""
    kept = CONNECTIONS // 8
    return {
        "pool_size": kept,
        "max_overflow": CONNECTIONS - kept,
        "pool_timeout": 30,
        "pool_use_lifo": True,  # what a quiet hour does not need gets old
    }


def pool_of_server(url: URL) -> dict[str, Any]:
    """Return the settings of the connections to a server, which may restart."""
    waits = {} if "connect_timeout" in url.query else {"connect_timeout": _REACHED_SECONDS}
    return {
        **pool(),
        "pool_pre_ping": True,
        "pool_recycle": _RENEWED_SECONDS,
        "connect_args": waits,
    }
