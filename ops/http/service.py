"""What a process of the service has open: the ledger, the official track, the group writer."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from copy import copy
from threading import Lock
from typing import TYPE_CHECKING

from ledger.clock import Clock
from ledger.errors import Refused
from ledger.store.ledger import Ledger
from ledger.store.writer import GroupWriter
from ops.house import House
from projections.official import Official

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ledger.store.requests import Receipt, Request


class GroupedLedger(Ledger):
    """A ledger whose appends wait for a common commit with those of other threads."""

    writer: GroupWriter

    def append_many(self, requests: Sequence[Request]) -> list[Receipt | Refused]:
        """Append requests; each is answered after the commit that holds it."""
        refusals = [self._implausible(request) for request in requests]
        waiting = [
            refusal or self.writer.submit(request)
            for request, refusal in zip(requests, refusals, strict=True)
        ]
        return [one.result() if isinstance(one, Future) else one for one in waiting]


class Service:
    """An open ledger for many requests at once. Use `with`, or `close`."""

    def __init__(self, address: str, clock: Clock | None = None) -> None:
        """Open the ledger and catch up with its events. Raises LedgerError."""
        self.ledger = GroupedLedger.open(address, clock)
        self.official = Official(self.ledger)
        self._catching_up = Lock()
        self.writer = GroupWriter(self.ledger)

    @contextmanager
    def house(self, by: str) -> Iterator[House]:
        """Open a house for one request of an actor, caught up with the ledger."""
        ledger = copy(self.ledger)
        assert isinstance(ledger, GroupedLedger)
        ledger.writer = self.writer
        with House(ledger, self.official, by=by) as house:
            with self._catching_up:
                house.catch_up()
            yield house

    def close(self) -> None:
        """Answer the waiting requests and close everything."""
        self.writer.close()
        self.official.close()
        self.ledger.close()

    def __enter__(self) -> Service:
        """Use as a context."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()
