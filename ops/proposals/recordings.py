"""Recordings about proposals: approved by another person, withdrawn."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ops.doors.recordings import Recording, recording
from ops.proposals.questions import Number

if TYPE_CHECKING:
    from ledger.events.base import Fact
    from ledger.store.proposals import Proposal
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House
    from ops.proposals.approving import Approved

_BESIDE: Final = (
    "approval-policy-set.v1",
    "appeal-decided.v1",
    "entry-rating-taken.v1",
    "foreign-player-converted.v1",
    "external-list-searched.v1",
    "players-registered.v1",
    "report-replaced.v1",
    "report-part-submitted.v1",
    "game-played.v1",
    "sheet-completed.v1",
)
"""Events of an approval for which other roles are enough, or that others bring with them."""


def _approved() -> tuple[str, ...]:
    """Return the types of events that may take two persons."""
    from ops.access.kinds import TYPES

    return tuple(name for name in sorted(TYPES) if name not in _BESIDE)


def _beside() -> "Iterator[type[Fact]]":
    from ledger.events.catalogue import DEFINITIONS

    return (DEFINITIONS[name] for name in _BESIDE)


@recording(
    "proposal approve {proposal}",
    "/v1/proposals/{proposal}/approval",
    events=_approved,
    beside=_beside,
)
class ApproveProposal(Recording, frozen=True, kw_only=True):
    """Approve a proposal of another person, with a key of your own: its events are recorded.

    Both persons need the role for each event. If something else would be recorded now than was
    proposed, it is refused (preview-again) and names the events since. Approving again gives the
    first receipt.

    Example: ledger proposal approve 1
    """

    proposal: Number

    def record(self, house: "House") -> "Approved":
        """Record what was proposed, composed again. Raises Refused."""
        from ops.proposals.approving import approve

        return approve(house, self.proposal)

    def receipt(self, _house: "House", done: "Approved") -> "CommandReceipt":
        """Return the receipt, with what the events end or leave out."""
        from ops.proposals.receipts import approved

        return approved(done)


@recording(
    "proposal withdraw {proposal}",
    "/v1/proposals/{proposal}/withdrawal",
    events=("proposal-withdrawn.v1",),
    needs="own-proposal-withdrawal",
)
class WithdrawProposal(Recording, frozen=True, kw_only=True):
    """Withdraw an open proposal, one's own or that of another person.

    Example: ledger proposal withdraw 1
    """

    FOLLOWS = False
    GROUNDED = False

    proposal: Number

    @property
    def locks(self) -> bool:
        """Nobody may approve it meanwhile."""
        return True

    def compose(self, house: "House") -> "Composed[Proposal]":
        """Return the withdrawal. Raises Refused for a proposal that is not open; NotAllowed."""
        from ops.proposals.approving import withdrawn

        return withdrawn(house, self.proposal)

    def record(self, house: "House") -> "Recorded[Proposal]":
        """Withdraw the proposal, and erase the kept inputs of ended proposals."""
        from ops.proposals.approving import erase_ended

        done = super().record(house)
        erase_ended(house)
        return done

    def receipt(self, _house: "House", done: "Recorded[Proposal]") -> "CommandReceipt":
        """Return the receipt of the withdrawal."""
        from ops.proposals.receipts import withdrawn

        return withdrawn(done)
