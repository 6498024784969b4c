"""The reception of requests: key and limit first, then the body, then a thread for the answer.

A question keeps its slot until its thread ends. The thread looks at the time of the question, which
ends early when the client hangs up. A recording is awaited, however long it takes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from litestar.exceptions import HTTPException
from structlog.contextvars import bind_contextvars

from ledger.errors import Refused
from ledger.sentences import Sentence
from ledger.time_limit import TimeLimit, TimeOver
from ops.access.rates import TooManyRequests
from ops.doors.uploads import FORM
from ops.http import bodies
from ops.http.address import Address
from ops.http.answering import (
    admitted,
    answered,
    failed,
    in_form,
    media_type_of,
    spoken_to,
)
from ops.http.bodies import Arrived, Busy, HungUp, Room
from ops.http.replies import Reply
from ops.http.request import Request
from ops.http.shares import Shares, Slot

if TYPE_CHECKING:
    from ops.http.service import Service

T = TypeVar("T")

QUESTIONS, LONG_QUESTIONS, RECORDINGS, KEYS = (6, 3), (4, 2), (16, 16), (4, 2)
"""Threads of a process: in all, and of one client. Recordings share their commits."""

_MEBIBYTE: Final = 1 << 20
BODIES_WITHOUT_KEY, BODIES_WITH_KEY = 4 * _MEBIBYTE, 64 * _MEBIBYTE
"""Bytes of all bodies that are being received or answered in a process."""

PAUSE_SECONDS: Final = 0.25
"""Time until the refusal of who is over the limit: whoever asks again at once costs little."""


class Reception:
    """The threads of a process and its room for bodies, for all clients."""

    def __init__(self, service: Service) -> None:
        """Begin without requests."""
        self._service = service
        self._questions, self._long = Shares(*QUESTIONS), Shares(*LONG_QUESTIONS)
        self._recordings, self._keys = Shares(*RECORDINGS), Shares(*KEYS)
        with_key = max(BODIES_WITH_KEY, service.settings.body_limit_bytes)
        self._bodies_with_key = Shares(with_key, with_key)
        self._bodies = Shares(BODIES_WITHOUT_KEY, BODIES_WITHOUT_KEY // 2)
        most = sum(total for total, _ in (QUESTIONS, LONG_QUESTIONS, RECORDINGS, KEYS))
        self._threads = ThreadPoolExecutor(most, "request")
        self._running: dict[asyncio.Future[Any], TimeLimit | None] = {}

    async def reply(self, address: Address, arrived: Arrived) -> Reply:
        """Return the reply to a request; every error becomes a problem document."""
        with spoken_to(arrived.headers, address.language):
            return await self._reply(address, arrived)

    async def _reply(self, address: Address, arrived: Arrived) -> Reply:
        limit = TimeLimit(self._service.settings.request_limit_seconds)
        try:
            async with asyncio.timeout(limit.seconds) as clock:
                request = await self._admitted(address, _head(arrived, limit))
                with self._room(address, request) as room:
                    body, attached = await bodies.read(address, arrived, room)
                    request = replace(request, body=body, attached=attached)
                    if address.records:
                        return await self._recorded(address, request, clock)
                    return await _unless_gone(arrived, self._asked(address, request), limit)
        except (TimeoutError, TimeOver):
            problem = Sentence(
                "no answer within {seconds} seconds: ask for less, or try again",
                seconds=f"{limit.seconds:g}",
            )
            return failed(Refused(problem, code="time-limit-exceeded"))
        except HTTPException:  # a form that cannot be read
            raise
        except TooManyRequests as refusal:
            await asyncio.sleep(PAUSE_SECONDS)
            return failed(refusal)
        except Exception as error:  # noqa: BLE001 - every error is answered
            return failed(error)

    async def close(self) -> None:
        """End all questions, and wait for the threads."""
        for limit in self._running.values():
            if limit is not None:
                limit.give_up()
        if self._running:
            await asyncio.wait(self._running)
        self._threads.shutdown()

    async def _admitted(self, address: Address, request: Request) -> Request:
        """Return a request with its actor. A key or a session is looked up in a thread."""
        if "authorization" not in request.headers and address.form is None:
            return admitted(self._service, address, request)
        slot = Slot(self._keys, request.client)
        await slot.wait()
        found = await self._in_thread(slot, partial(admitted, self._service, address, request))
        bind_contextvars(key=found.actor.key)
        return found

    def _room(self, address: Address, request: Request) -> Room:
        """Return the room for the body of a request."""
        most = address.most_bytes(with_form=media_type_of(request.headers) == FORM)
        shares = self._bodies_with_key if request.actor.key else self._bodies
        return Room(shares, request.client, min(most, self._service.settings.body_limit_bytes))

    async def _recorded(self, address: Address, request: Request, clock: asyncio.Timeout) -> Reply:
        """Return the reply to a recording; a recording that has begun is always awaited."""
        slot = Slot(self._recordings, request.client)
        await slot.wait()
        clock.reschedule(None)
        return await self._in_thread(slot, partial(answered, self._service, address, request))

    async def _asked(self, address: Address, request: Request) -> Reply:
        """Return the reply to a question. Raises Busy, TimeOver."""
        if in_form(address, request)[0].long:
            slot = Slot(self._long, request.client)
            if not slot.take():
                raise Busy(Sentence("other long questions are being answered"))
        else:
            slot = Slot(self._questions, request.client)
            await slot.wait()
        request = replace(request, sent=slot.give_back_soon)
        work = partial(answered, self._service, address, request)
        return await self._in_thread(slot, work, request.limit)

    async def _in_thread(
        self, slot: Slot, work: Callable[[], T], limit: TimeLimit | None = None
    ) -> T:
        """Return the result of a thread. The thread keeps its slot to its end, whoever waits."""
        loop, within_context = asyncio.get_running_loop(), partial(copy_context().run, work)
        thread = loop.run_in_executor(self._threads, within_context)
        self._running[thread] = limit
        thread.add_done_callback(partial(self._ended, slot))
        return await asyncio.shield(thread)

    def _ended(self, slot: Slot, thread: asyncio.Future[Any]) -> None:
        """Give back the slot of a thread; an answer in pieces keeps the slot until it is sent."""
        self._running.pop(thread)
        reply = None if thread.cancelled() or thread.exception() else thread.result()
        if not isinstance(reply, Reply) or reply.pieces is None:
            slot.give_back()


async def _unless_gone(
    arrived: Arrived, answer: Coroutine[Any, Any, Reply], limit: TimeLimit
) -> Reply:
    """Return an answer. A client that hangs up ends the time of the question: raises HungUp."""
    answering_it, gone = asyncio.create_task(answer), asyncio.create_task(_gone(arrived))
    try:
        await asyncio.wait((answering_it, gone), return_when=asyncio.FIRST_COMPLETED)
        if answering_it.done():
            return answering_it.result()
        raise HungUp
    finally:
        limit.give_up()
        answering_it.cancel()
        gone.cancel()


async def _gone(arrived: Arrived) -> None:
    """Return when the client has closed the connection."""
    while (await arrived.receive())["type"] != "http.disconnect":
        pass


def _head(arrived: Arrived, limit: TimeLimit) -> Request:
    """Return a request without its body."""
    return Request(
        path={name: str(value) for name, value in arrived.path_params.items()},
        query=[*arrived.query_params.items()],  # in their order: multi_items has another
        headers=dict(arrived.headers.items()),
        peer=arrived.client.host if arrived.client else "",
        limit=limit,
    )
