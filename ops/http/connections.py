"""Connections: how many there are, how long they may be silent, and how slowly clients may read.

uvicorn closes a connection that is idle between two requests. Before the first request, and while
the head of a request arrives, it would wait without end; and it keeps an answer that nobody reads.
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
"""What is passed over of a body after its answer, so that the client can read the answer."""

SLOW_SECONDS, SLOW_BYTES = 10, 64 << 10
"""Whoever waits for the rest of an answer takes so much of it in so much time."""

UNSENT_BYTES: Final = 64 << 20
"""Bytes of answers that one address has not taken yet, at most."""


class Connection(H11Protocol):
    """A connection of uvicorn that ends where it takes more than its share."""

    def __init__(self, shares: Shares, is_proxy: Callable[[str], bool], **given: Any) -> None:
        """Take the connections of the process, trusted proxies, and what uvicorn gives."""
        super().__init__(**given)
        self._shares, self._is_proxy = shares, is_proxy
        self._of: Hashable = ""
        self._counted = False
        self._unread = self._unsent = 0
        self._slow: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, or end the connection of an address that has many."""
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
        """Take bytes; the time of the connection ends with the whole head of a request."""
        if self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY:
            self._unread += len(data)
        if self._unread > UNREAD_BYTES:
            self.transport.abort()
            return
        self.conn.receive_data(data)
        self.handle_events()

    def pause_writing(self) -> None:
        """Look from now on at how fast the client reads."""
        super().pause_writing()
        others = [one for one in self.connections if isinstance(one, Connection)]
        if sum(one.unsent for one in others if one._of == self._of) > UNSENT_BYTES:
            self.transport.abort()
        else:
            self._look_again()

    def resume_writing(self) -> None:
        """Look no more: the client has taken nearly all."""
        super().resume_writing()
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    @property
    def unsent(self) -> int:
        """Bytes that the client has not taken yet."""
        return self.transport.get_write_buffer_size()

    def _look_again(self) -> None:
        self._unsent = self.unsent
        self._slow = self.loop.call_later(SLOW_SECONDS, self._look)

    def _look(self) -> None:
        if self._unsent - self.unsent < SLOW_BYTES:
            self.transport.abort()
        else:
            self._look_again()
