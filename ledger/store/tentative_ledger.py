"""A ledger in which requests are recorded tentatively: their events stand behind the head."""

from collections.abc import Callable, Sequence

from ledger.errors import Refused
from ledger.store.ledger import Ledger
from ledger.store.no_changes import without_changes
from ledger.store.one_reading import OneReading
from ledger.store.requests import Receipt, Request
from ledger.store.tentative import Tentative


class TentativeLedger(Ledger):
    """An open ledger whose requests are recorded in memory alone.

    `engine` refuses changes: a use case that would write rows beside events fails in a preview.
    """

    read: Tentative

    def __init__(self, ledger: Ledger, reading: OneReading) -> None:
        """Begin at the head of a reading of a ledger. The opener of the ledger closes it."""
        vars(self).update(vars(ledger))
        self.engine = without_changes(ledger.engine)
        self.read = Tentative(ledger.engine, reading, ledger.memory)
        self.recheck = None  # it is for what is recorded for good

    def append_under_lock(self, compose: Callable[[], Request | Receipt]) -> Receipt:
        """Record the request returned by `compose` tentatively. Raises the refusal."""
        composed = compose()
        return composed if isinstance(composed, Receipt) else self.append(composed)

    def append_many(self, requests: Sequence[Request]) -> list[Receipt | Refused]:
        """Record requests tentatively; return a receipt or a refusal for each, in order."""
        return [self._answer(request) for request in requests]

    def _answer(self, request: Request) -> Receipt | Refused:
        try:
            if refusal := self._implausible(request):
                return refusal
            return self.read.add(self.admitted(request), self.clock)
        except Refused as refusal:
            return refusal
