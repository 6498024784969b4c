"""Shares of what a process has little of: threads, connections, bytes of bodies.

Whatever one client takes, something is left for the others. All methods are called by the thread of
the event loop.
"""

import asyncio
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress


class Shares:
    """So many in all, and so many of them for one client at most."""

    def __init__(self, total: int, of_one: int) -> None:
        """Begin with nothing taken."""
        self._left, self._of_one = total, of_one
        self._taken: Counter[Hashable] = Counter()
        self._waiting: list[tuple[Hashable, asyncio.Future[None]]] = []
        """In the order of coming."""

    def take(self, client: Hashable, number: int = 1) -> bool:
        """Take a number for a client, all or none; return whether so many were left."""
        if number > self._left or number > self._of_one - self._taken[client]:
            return False
        self._left -= number
        self._taken[client] += number
        return True

    async def wait(self, client: Hashable) -> None:
        """Take one for a client, now or after others give one back. Clients wait in order."""
        if self.take(client):
            return
        waiting = client, asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await waiting[1]
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # the turn came in the same moment
                self.give_back(client)
            raise

    def give_back(self, client: Hashable, number: int = 1) -> None:
        """Give a number back. The client that waits longest, and may have one now, takes it."""
        self._left += number
        self._taken[client] -= number
        if not self._taken[client]:
            del self._taken[client]
        for waiting in [*self._waiting]:
            next_client, turn = waiting
            if not turn.cancelled() and self.take(next_client):
                self._waiting.remove(waiting)
                turn.set_result(None)


class Slot:
    """One share, for a client."""

    def __init__(self, shares: Shares, client: Hashable) -> None:
        """Take nothing yet."""
        self._shares, self._client, self._held = shares, client, False
        self._loop = asyncio.get_running_loop()

    def take(self) -> bool:
        """Take a share now; return whether one was left."""
        self._held = self._shares.take(self._client)
        return self._held

    async def wait(self) -> None:
        """Take a share, now or later."""
        await self._shares.wait(self._client)
        self._held = True

    def give_back(self) -> None:
        """Give the share back, once."""
        if self._held:
            self._held = False
            self._shares.give_back(self._client)

    def give_back_soon(self) -> None:
        """Give the share back, from any thread."""
        with suppress(RuntimeError):  # at the end of the process, when the loop is closed
            self._loop.call_soon_threadsafe(self.give_back)
