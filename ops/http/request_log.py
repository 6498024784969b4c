"""A line in the log for each request, with the id shown to the client.

The line names the route, never the address as typed: addresses and their queries can contain names
of persons. Neither IP addresses nor headers are logged; of a key its id.
"""

import re
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, Protocol

import structlog

from ledger.logs import Logger

log = Logger(__name__)

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADER: Final = b"x-request-id"
PLAUSIBLE: Final = re.compile(rb"[A-Za-z0-9][A-Za-z0-9_-]{7,63}")
"""An id that a client may choose: like a UUID, without signs of a mail address."""

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_ROUTE: Final = "none"
FAULT: Final = 500
WATCHED: Final = ("/health/live", "/health/ready", "/metrics")
"""Routes asked every few seconds: logged only at the level debug."""


class Observer(Protocol):
    """Receiver of facts about each answer: the metrics."""

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Take the answer of a request."""


class RequestLog:
    """ASGI middleware around the whole application."""

    def __init__(
        self,
        application: Application,
        observer: Observer | None = None,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._application, self._observer, self._steady = application, observer, steady

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and log the end of the answer."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        name, began, status = request_id(scope), self._steady(), FAULT

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (HEADER, name.encode())]
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=name):
            try:
                await self._application(scope, receive, send_with_id)
            except Exception:
                log.exception("request_failed", route=route(scope))
                raise
            finally:
                self._note(scope, status, self._steady() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method, path = known_method(scope), route(scope)
        of_request = log.error if status == FAULT else log.warning if status > FAULT else log.info
        write = log.debug if path in WATCHED else of_request
        milliseconds = round(seconds * 1_000)
        write("request", method=method, route=path, status=status, milliseconds=milliseconds)
        if self._observer is not None:
            self._observer.answered(method, path, status, seconds)


def request_id(scope: Scope) -> str:
    """Return the id of a request: the client's if plausible, else a new id."""
    given = [value for key, value in scope.get("headers", ()) if key.lower() == HEADER]
    if len(given) == 1 and PLAUSIBLE.fullmatch(given[0]):
        return str(given[0].decode("ascii"))
    return secrets.token_hex(16)


def route(scope: Scope) -> str:
    """Return the declared route of a request, with names of parameters."""
    return str(scope.get("path_template") or NO_ROUTE).replace("{path_", "{")


def known_method(scope: Scope) -> str:
    """Return the method of a request; `other` for a method unknown to HTTP."""
    method = str(scope.get("method", ""))
    return method if method in METHODS else "other"
