"""A use case composes a request; the same composition is previewed, recorded, or proposed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, update_wrapper
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from ledger.store.requests import Receipt, Request
from ops.access.two_persons import TwoPersonsNeeded
from ops.commands.proposing import Proposed, encoded, propose, written_inputs
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


class UseCase(Generic[P, T]):
    """A use case, made from a function composing a request.

    Called, it records the request, composed again if the ledger changed meanwhile. To preview,
    call `compose`, which raises the same refusals.
    """

    under_lock = False
    proposal_name = ""
    """Name in stored proposals; empty: it cannot be proposed."""

    def __init__(self, compose: Callable[Concatenate[House, P], Composed[T]]) -> None:
        self.compose = compose
        update_wrapper(self, compose)

    def __call__(self, house: House, *arguments: P.args, **options: P.kwargs) -> Recorded[T]:
        """Compose and record. Raises Proposed where a second person is needed."""
        return record_or_propose(
            house,
            partial(self.compose, house, *arguments, **options),
            under_lock=self.locks(arguments, options),
            proposal=self._proposal(arguments, options) if self.proposal_name else None,
        )

    def propose(
        self, house: House, needed: TwoPersonsNeeded, *arguments: P.args, **options: P.kwargs
    ) -> Recorded[T]:
        """Store a proposal of the request, and raise Proposed.

        Returns the receipt if the request was recorded meanwhile.
        """
        compose = partial(self.compose, house, *arguments, **options)
        return propose_composed(house, compose, needed, self._proposal(arguments, options))

    def _proposal(self, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> Proposal[T]:
        def proposal(result: T) -> tuple[str, bytes]:
            given = written_inputs(self.compose, arguments, options)
            return self.proposal_name, encoded({**given, **self.fixed(result)})

        return proposal

    def locks(self, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Return whether all other programs wait while a request of these inputs is composed."""
        return self.under_lock

    def fixed(self, result: T) -> Mapping[str, Any]:  # noqa: ARG002 - for those who need it
        """Return the inputs stated by a proposal in place of the given ones."""
        return {}


PROPOSABLE: Final[dict[str, UseCase[Any, Any]]] = {}
"""The use cases that can be proposed, by their names in stored proposals."""

U = TypeVar("U", bound=UseCase[Any, Any])


def proposable(use_case: U) -> U:
    """Let a use case be proposed, under the name of its function with hyphens."""
    use_case.proposal_name = use_case.compose.__name__.replace("_", "-")
    PROPOSABLE[use_case.proposal_name] = use_case
    return use_case


class LockedUseCase(UseCase[P, T]):
    """A use case during whose composition all other programs wait."""

    under_lock = True


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
