"""Connections: limits on their number, on silence, and on answers that are read slowly.

uvicorn closes a connection that is idle between two requests. Before the first request, and during
the head of a request, uvicorn waits without end; an answer that nobody reads stays in memory.
"""

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ops.access.rates import of_address
from ops.http.shares import Shares

OF_ONE: Final = 100
"""Connections of one address at a time; those of a trusted proxy are of many clients."""

IDLE_SECONDS: Final = 10
"""Time for the head of a request, from the beginning of the connection or the last answer on."""

UNREAD_BYTES: Final = 20 << 20
"""Bytes of a body passed over after its answer, so that the client can read the answer."""

SLOW_SECONDS, SLOW_BYTES = 10, 64 << 10
"""A client reads at least so many bytes of a waiting answer in so many seconds."""

UNSENT_BYTES: Final = 64 << 20
"""Bytes of answers that one address has not read yet, at most."""


class Connection(H11Protocol):
    """A connection of uvicorn, closed when its client exceeds a limit."""

    def __init__(self, shares: Shares, is_proxy: Callable[[str], bool], **given: Any) -> None:
        """Take the shares of connections, the trusted proxies, and the arguments of uvicorn."""
        super().__init__(**given)
        self._shares, self._is_proxy = shares, is_proxy
        self._of: Hashable = ""
        self._counted = False
        self._unread = self._unsent = 0
        self._slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; close the connection if the address has too many."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self._of = self if self._is_proxy(peer) else of_address(peer)
        self._counted = self._shares.take(self._of)
        if self._counted:
            wait = self.timeout_keep_alive_handler
            self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, wait)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        super().connection_lost(exc)
        self.resume_writing()
        self._unset_keepalive_if_required()
        if self._counted:
            self._shares.give_back(self._of)

    def data_received(self, data: bytes) -> None:
        """Take bytes. The time for a request ends with a whole head, not with each byte."""
        if self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY:
            self._unread += len(data)
        if self._unread > UNREAD_BYTES:
            self.transport.abort()
            return
        self.conn.receive_data(data)
        self.handle_events()

    def pause_writing(self) -> None:
        """Begin to measure how fast the client reads."""
        super().pause_writing()
        others = [one for one in self.connections if isinstance(one, Connection)]
        if sum(one.unsent for one in others if one._of == self._of) > UNSENT_BYTES:
            self.transport.abort()
        else:
            self._look_again()

    def resume_writing(self) -> None:
        """End the measurement: nearly all of the answer is read."""
        super().resume_writing()
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    @property
    def unsent(self) -> int:
        """Bytes of answers not read yet."""
        return self.transport.get_write_buffer_size()

    def _look_again(self) -> None:
        self._unsent = self.unsent
        self._slow = self.loop.call_later(SLOW_SECONDS, self._look)

    def _look(self) -> None:
        if self._unsent - self.unsent < SLOW_BYTES:
            self.transport.abort()
        else:
            self._look_again()
