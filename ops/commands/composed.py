"""A use case composes a request; the same composition is previewed and recorded."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, update_wrapper
from typing import Concatenate, Generic, ParamSpec, TypeVar

from ledger.store.requests import Receipt, Request
from ops.house import House

T = TypeVar("T")
P = ParamSpec("P")


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


class UseCase(Generic[P, T]):
    """A use case, made from the function that composes its request.

    Called, it records the request, composed again if the ledger changed meanwhile. To preview,
    call `compose`, which raises the same refusals.
    """

    under_lock = False

    def __init__(self, compose: Callable[Concatenate[House, P], Composed[T]]) -> None:
        self.compose = compose
        update_wrapper(self, compose)

    def __call__(self, house: House, *arguments: P.args, **options: P.kwargs) -> Recorded[T]:
        """Compose and record."""
        compose = partial(self.compose, house, *arguments, **options)
        return record(house, compose, under_lock=self.under_lock)


class LockedUseCase(UseCase[P, T]):
    """A use case during whose composition all other programs wait."""

    under_lock = True


def record(
    house: House, compose: Callable[[], Composed[T]], *, under_lock: bool = False
) -> Recorded[T]:
    """Record a composition, composed again if the ledger changed meanwhile.

    With `under_lock` all other programs wait while it is composed.
    """
    last: list[Composed[T]] = []

    def request() -> Request | Receipt:
        last[:] = [compose()]
        return last[0].request

    receipt = house.append(request, under_lock=under_lock)
    return Recorded(receipt, last[0].result)


def repeated(house: House, receipt: Receipt) -> Composed[T]:
    """Return the composition of a recorded request; the result is its first event as stored."""
    stored = house.read.at([receipt.first_position])[receipt.first_position]
    return Composed(receipt, stored.decoded().payload)
