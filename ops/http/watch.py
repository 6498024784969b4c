"""Addresses for watchers of the service: /health/live, /health/ready, /metrics.

They are answered before everything else, without a key and on threads of their own, so that a busy
service is not taken for a dead one. Who asks at the same time gets the same answer: one thread for
each address, however many ask. A reverse proxy should not pass them on from outside.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from anyio import to_thread
from sqlalchemy.exc import SQLAlchemyError

from ledger.errors import LedgerError
from ledger.logs import Logger
from ops.http import metrics
from ops.http.metrics import METRICS, Metrics
from ops.http.request_log import WATCHED, Application, Receive, Scope, Send
from ops.upkeep.health import LIVE, Health, HealthCheck, readiness
from ops.upkeep.service_state import service_state

if TYPE_CHECKING:
    from ops.http.service import Service

log = Logger(__name__)

LIMIT_SECONDS: Final = 10.0
_OK, _UNREADY = 200, 503
_JSON: Final = "application/json"

T = TypeVar("T")


class Watch:
    """ASGI middleware for the addresses of health and metrics."""

    def __init__(
        self,
        application: Application,
        service: "Service",
        counts: Metrics = METRICS,
        limit_seconds: float = LIMIT_SECONDS,
    ) -> None:
        self._application, self._service = application, service
        self._counts, self._limit_seconds = counts, limit_seconds
        self._running: dict[Any, asyncio.Task[Any]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the addresses of watchers; pass other requests on."""
        answers = dict(zip(WATCHED, (self._live, self._ready, self._all), strict=True))
        answer = answers.get(scope.get("path", "")) if scope["type"] == "http" else None
        if answer is None or scope["method"] not in ("GET", "HEAD"):
            await self._application(scope, receive, send)
            return
        scope["path_template"] = scope["path"]
        status, media_type, body = await answer()
        headers = [
            (b"content-type", media_type.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        content = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": content})

    async def _live(self) -> tuple[int, str, bytes]:
        return _OK, _JSON, msgspec.json.encode(LIVE)

    async def _ready(self) -> tuple[int, str, bytes]:
        health = await self._asked(self._readiness)
        if health is None:
            says = f"no answer within {self._limit_seconds:.0f} seconds"
            health = Health("not ready", (HealthCheck("database", good=False, says=says),))
        status = _OK if health.status == "ready" else _UNREADY
        return status, _JSON, msgspec.json.encode(health)

    async def _all(self) -> tuple[int, str, bytes]:
        found = await self._asked(self._exposition)
        return _OK, metrics.MEDIA_TYPE, found or self._counts.exposition(None)

    def _readiness(self) -> Health:
        return readiness(self._service.ledger, self._service.shared)

    def _exposition(self) -> bytes:
        try:
            state = service_state(self._service.ledger, self._service.shared)
        except (LedgerError, SQLAlchemyError):
            log.warning("state_cannot_be_read", exc_info=True)
            return self._counts.exposition(None)
        return self._counts.exposition(state)

    async def _asked(self, question: Callable[[], T]) -> T | None:
        """Return the answer of a function, which may wait for the database; None: too late."""
        if question not in self._running:
            self._running[question] = asyncio.create_task(to_thread.run_sync(question))
            self._running[question].add_done_callback(lambda _: self._running.pop(question))
        done, _ = await asyncio.wait((self._running[question],), timeout=self._limit_seconds)
        return done.pop().result() if done else None
