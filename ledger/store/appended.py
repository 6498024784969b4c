"""The commits of this process so far, so that a failing command knows whether it recorded.

A command that fails asks here whether something was recorded before it failed. Observers belong to
a context (`contextvars`): threads that were started before see commits of their own only.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ledger.store.requests import Receipt


@dataclass(slots=True)
class Appended:
    """The receipts of an observed piece of work, in the order of their commits."""

    receipts: list[Receipt] = field(default_factory=list)
    pending: list[Receipt] = field(default_factory=list)
    """Receipts of a transaction that is open."""
    doubtful: list[Receipt] = field(default_factory=list)
    """Receipts of commits that began and whose end is not known."""

    @property
    def new(self) -> list[Receipt]:
        """Receipts of new events; repetitions are left out."""
        return [receipt for receipt in self.receipts if not receipt.replayed]

    @property
    def in_doubt(self) -> bool:
        """Whether the outcome of a begun commit is not known."""
        return any(not receipt.replayed for receipt in self.doubtful)


_observers: ContextVar[tuple[Appended, ...]] = ContextVar("observers", default=())


@contextmanager
def observed() -> Iterator[Appended]:
    """Observe the appends of this context; observers inside each other see the same commits."""
    observer = Appended()
    token = _observers.set((*_observers.get(), observer))
    try:
        yield observer
    finally:
        _observers.reset(token)


@contextmanager
def transaction() -> Iterator[None]:
    """Surround a transaction: at the end the noted commits become recorded, or are dropped."""
    try:
        yield
    except BaseException:
        for observer in _observers.get():
            observer.pending = []
        raise
    for observer in _observers.get():
        receipts, observer.pending = observer.pending, []
        observer.receipts += receipts
        observer.doubtful = [got for got in observer.doubtful if got not in receipts]


def in_transaction(receipts: Iterable[Receipt]) -> None:
    """Note the receipts that the open transaction will record."""
    receipts = list(receipts)
    for observer in _observers.get():
        observer.pending += receipts


def commit_begins() -> None:
    """Note that the outcome is in doubt until the end of the transaction."""
    for observer in _observers.get():
        keys = {receipt.key for receipt in observer.pending}
        unsettled = [receipt for receipt in observer.doubtful if receipt.key not in keys]
        observer.doubtful = [*unsettled, *observer.pending]


def named(receipts: Iterable[Receipt]) -> None:
    """Note the receipts named in an answer, also of repetitions without an append."""
    receipts = list(receipts)
    for observer in _observers.get():
        observer.receipts += [got for got in receipts if got not in observer.receipts]
