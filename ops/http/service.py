"""The open parts of a service process: the ledger, the shared track, writer, rate limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import perf_counter
from typing import Self

from sqlalchemy.exc import SQLAlchemyError

from ledger.clock import Clock, MachineClock
from ledger.errors import LedgerError, Refused, Unavailable
from ledger.sentences import Sentence
from ledger.store import appended
from ledger.store.incarnation import OlderLedger
from ledger.store.ledger import Ledger
from ledger.store.requests import ClientKey, Receipt, Request
from ledger.store.writer import GroupWriter
from ops.access.actors import Actor
from ops.access.rates import RateLimit
from ops.access.sessions import Sessions
from ops.house import House, reading, recording
from ops.http.metrics import METRICS
from ops.pages.federation import Federation
from ops.settings import Settings
from projections.official import furthest_head
from projections.official.shared import SharedOfficial


class GroupedLedger(Ledger):
    """A ledger with a common commit for the appends of all threads."""

    writer: GroupWriter
    client: ClientKey | None = None
    """Key of the client whose request is answered."""

    def append_many(self, requests: Sequence[Request]) -> list[Receipt | Refused]:
        """Append requests; each receives its answer after its commit."""
        began = perf_counter()
        if isinstance(self.clock, MachineClock) and self.clock.is_right:  # not that of the writer
            return super().append_many([self._marked(request) for request in requests])
        checked = [self._implausible(request) or self._admitted(request) for request in requests]
        waiting = [one if isinstance(one, Refused) else self._submitted(one) for one in checked]
        answers = [_answer(one) for one in waiting]
        METRICS.appended(perf_counter() - began)
        appended.named(answer for answer in answers if isinstance(answer, Receipt))
        return answers

    def plain(self) -> Self:
        """Return the same open ledger without what a client stated."""
        other = super().plain()
        other.client = None
        return other

    def append_under_lock(self, compose: Callable[[], Request | Receipt]) -> Receipt:
        """Append the request returned by `compose`, while all others wait. Raises the refusal."""

        def marked() -> Request | Receipt:
            composed = compose()
            return self._marked(composed) if isinstance(composed, Request) else composed

        return super().append_under_lock(marked)

    def _submitted(self, request: Request) -> Future[Receipt] | Refused:
        try:
            return self.writer.submit(self._marked(request))
        except Refused as refusal:
            return refusal
        except RuntimeError as closed:
            raise Unavailable(Sentence("the service stops")) from closed

    def _marked(self, request: Request) -> Request:
        return replace(request, client=self.client)


def _answer(waiting: Future[Receipt] | Refused) -> Receipt | Refused:
    if isinstance(waiting, Refused):
        return waiting
    try:
        return waiting.result()
    except Refused as refusal:
        return refusal


class Service:
    """An open ledger for many requests at once. Use `with`, or `close`."""

    def __init__(
        self, settings: Settings, clock: Clock | None = None, sessions: Sessions | None = None
    ) -> None:
        """Open the ledger of the settings; `sessions` knows who has signed in. Raises LedgerError.

        Without sessions no form of a recording is served.
        """
        self.sessions = sessions
        self.settings, self.federation = settings, Federation(settings)
        self.ledger = GroupedLedger.open(settings.ledger, clock)
        self.writer = self.ledger.writer = GroupWriter(self.ledger)
        self.shared = SharedOfficial(self.ledger)
        self.rates = RateLimit()
        self.most_of_key = -(-settings.key_requests_per_minute // settings.workers)
        self.most_of_address = -(-settings.address_requests_per_minute // settings.workers)
        self._holds_furthest_head = self._has_recorded = False

    @contextmanager
    def asking(self, actor: Actor) -> Iterator[House]:
        """Open a house for questions: one position and one transaction for all answers."""
        with reading(self.shared, actor.id) as house:
            house.actor = actor
            yield house

    @contextmanager
    def recording(self, actor: Actor) -> Iterator[House]:
        """Open a house for a recording by an actor. Raises OlderLedger."""
        self._refuse_older()
        self._has_recorded = True
        with recording(self.shared, self.ledger, actor.id) as house:
            house.act_as(actor)
            yield house

    def warning(self) -> str:
        """Return the warning for each answer: an older copy in the ledger's place; else empty."""
        try:
            self._refuse_older()
        except OlderLedger as older:
            return f"answers rest on what this ledger holds, but {older}"
        return ""

    def _refuse_older(self) -> None:
        """Raise OlderLedger. Checked only until the ledger once has the furthest head."""
        if not self._holds_furthest_head:
            furthest_head.refuse_older(self.ledger)
            self._holds_furthest_head = True

    def close(self) -> None:
        """Answer the waiting requests, keep the furthest head and close everything."""
        self.writer.close()
        if self._has_recorded:
            with suppress(LedgerError, SQLAlchemyError):  # it would hide an earlier error
                furthest_head.keep(self.ledger)
        self.shared.close()
        self.ledger.close()

    def __enter__(self) -> Service:
        """Use as a context."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()
