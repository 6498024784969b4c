"""A request composed apart from recording: the same composition is previewed and recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ledger.store.requests import Receipt, Request
from ops.house import House

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Composed(Generic[T]):
    """A request with a result for its reader; a receipt for a request recorded before."""

    request: Request | Receipt
    result: T


@dataclass(frozen=True, slots=True)
class Recorded(Generic[T]):
    """A recorded request with the result of the last composition."""

    receipt: Receipt
    result: T


def record(
    house: House, compose: Callable[[], Composed[T]], *, under_lock: bool = False
) -> Recorded[T]:
    """Record a composition, composed again if the ledger changed meanwhile.

    With `under_lock` all other programs wait while it is composed. To preview, call `compose`.
    """
    last: list[Composed[T]] = []

    def request() -> Request | Receipt:
        last[:] = [compose()]
        return last[0].request

    receipt = house.append(request, under_lock=under_lock)
    return Recorded(receipt, last[0].result)
