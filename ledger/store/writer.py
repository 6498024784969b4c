"""Group commit: a single thread writes for all callers, a commit serves all waiting requests.

A commit waits for the disk; while it does, further requests gather, and the next commit takes them
all. Each caller hears only after the commit that holds its request.
"""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Queue
from threading import Lock, Thread
from typing import Final

from ledger import limits
from ledger.errors import Refused
from ledger.store.appending import append_prepared
from ledger.store.ledger import Ledger
from ledger.store.preparing import Prepared, prepare
from ledger.store.requests import Admit, Receipt, Request

WAITING: Final = 1_000
"""Requests that may wait; who comes then waits for a place."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A waiting request and the future of its answer."""

    prepared: Prepared
    answer: Future[Receipt] = field(default_factory=Future)


class GroupWriter:
    """Appends requests from many threads, many to a commit. Use `with`, or `close` at the end."""

    def __init__(self, ledger: Ledger, waiting: int = WAITING) -> None:
        self._ledger = ledger
        self._queue: Queue[_Asked | None] = Queue(waiting)
        self._door = Lock()
        self._closed = False
        self._thread = Thread(target=self._write, name="ledger-writer", daemon=True)
        self._thread.start()

    def submit(self, request: Request, admit: Admit | None = None) -> Future[Receipt]:
        """Queue a request; its future gives the receipt or raises the refusal.

        The request passes the check of the ledger, and that of the actor who asks (`admit`).
        After OutcomeUnknown the request may or may not be recorded: repeat it with the same key.
        Raises what does not fit a definition or a limit at once, what the checks refuse, and
        RuntimeError once closed.
        """
        admitted = self._ledger.admitted(admit(request) if admit else request)
        asked = _Asked(prepare(admitted, self._ledger.clock))
        with self._door:
            if self._closed:
                raise RuntimeError("this writer is closed")
            self._queue.put(asked)
        return asked.answer

    @property
    def waiting(self) -> int:
        """Number of requests that wait for a commit to come."""
        return self._queue.qsize()

    def close(self) -> None:
        """Refuse further requests; return when the waiting requests are answered."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def __enter__(self) -> GroupWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self) -> None:
        while batch := self._batch():
            self._append(
                [waiting for waiting in batch if waiting.answer.set_running_or_notify_cancel()]
            )

    def _batch(self) -> list[_Asked]:
        """Wait for requests; return as many as a commit takes. Empty: closed."""
        batch: list[_Asked] = []
        events = size = 0
        while (asked := self._queue.get()) is not None:
            batch.append(asked)
            events += len(asked.prepared.events)
            size += asked.prepared.size
            full = events >= limits.REQUEST_EVENTS or size >= limits.REQUEST_BYTES
            if full or self._queue.empty():  # nobody else takes from it
                return batch
        if batch:
            self._queue.put(None)  # for the next look
        return batch

    def _append(self, batch: list[_Asked]) -> None:
        ledger = self._ledger
        try:
            answers = append_prepared(
                ledger.engine, ledger.clock, [waiting.prepared for waiting in batch]
            )
        except Exception as error:  # noqa: BLE001 - whoever waits must hear of every fault
            for waiting in batch:
                waiting.answer.set_exception(error)
            return
        for waiting, answer in zip(batch, answers, strict=True):
            if isinstance(answer, Refused):
                waiting.answer.set_exception(answer)
            else:
                waiting.answer.set_result(answer)
