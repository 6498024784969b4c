"""A limit on the time until an answer begins, also for clients with slow requests.

A question is given up when its time is over. A recording is always awaited: no client may hear that
nothing happened while something is recorded. An answer once begun is sent to its end.
"""

import asyncio

from ledger.errors import Refused
from ops.http.answering import failed
from ops.http.request_log import Application, Message, Receive, Scope, Send


class TimeLimit:
    """ASGI middleware: answer 503 after the time of a request."""

    def __init__(self, application: Application, limit_seconds: float) -> None:
        self._application, self._limit_seconds = application, limit_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, in time or with a refusal."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._limit_seconds) as limit:

                async def unlimited(message: Message) -> None:
                    limit.reschedule(None)
                    await send(message)

                await self._application(scope, receive, unlimited)
        except TimeoutError:
            if not limit.expired():
                raise
            await self._refuse(send)

    async def _refuse(self, send: Send) -> None:
        problem = f"no answer within {self._limit_seconds:g} seconds: ask for less, or try again"
        reply = failed(Refused(problem, code="time-limit-exceeded"))
        headers = {**reply.headers, "Content-Type": reply.media_type, "Connection": "close"}
        encoded = [(key.lower().encode(), value.encode()) for key, value in headers.items()]
        await send({"type": "http.response.start", "status": reply.status, "headers": encoded})
        await send({"type": "http.response.body", "body": reply.body})
