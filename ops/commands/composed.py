"""A use case composes a request; the same composition is previewed, recorded, or proposed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, ParamSpec, TypeVar

from ledger.store.requests import Receipt, Request
from ops.access.two_persons import TwoPersonsNeeded
from ops.commands.proposing import Proposed, propose
from ops.house import House

T = TypeVar("T")
P = ParamSpec("P")

Proposal = Callable[[T], tuple[str, bytes]]
"""Returns the name and the inputs of a proposal, by the result of its composition."""


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


def record_or_propose(
    house: House,
    compose: Callable[[], Composed[T]],
    *,
    under_lock: bool,
    proposal: Proposal[T] | None,
) -> Recorded[T]:
    """Record a composition; where two persons are needed, store a proposal and raise Proposed.

    Without `proposal` it cannot be proposed: raises TwoPersonsNeeded.
    """
    try:
        return record(house, compose, under_lock=under_lock)
    except TwoPersonsNeeded as needed:
        if proposal is None:
            raise
        return propose_composed(house, compose, needed, proposal)


def propose_composed(
    house: House,
    compose: Callable[[], Composed[T]],
    needed: TwoPersonsNeeded,
    proposal: Proposal[T],
) -> Recorded[T]:
    """Store a proposal of a composition, and raise Proposed.

    Returns the receipt if the request was recorded meanwhile.
    """
    composed = compose()
    if isinstance(composed.request, Receipt):
        return Recorded(composed.request, composed.result)
    made = propose(house, *proposal(composed.result), composed.request, needed)
    raise Proposed(made, house.zone_of(made.pools))


def record(
    house: House, compose: Callable[[], Composed[T]], *, under_lock: bool = False
) -> Recorded[T]:
    """Record a composition, composed again if the ledger changed meanwhile.

    With `under_lock` all other programs wait while it is composed. A result about a number that is
    given at the recording is that of the recorded request.
    """
    last: list[Composed[T]] = []

    def request() -> Request | Receipt:
        last[:] = [compose()]
        return last[0].request

    receipt = house.append(request, under_lock=under_lock)
    composed = last[0].request
    numbered = isinstance(composed, Request) and composed.awaits_number
    return Recorded(receipt, compose().result if numbered else last[0].result)


def repeated(house: House, receipt: Receipt) -> Composed[T]:
    """Return the composition of a recorded request; the result is its first event as stored."""
    stored = house.read.at([receipt.first_position])[receipt.first_position]
    return Composed(receipt, stored.decoded().payload)
