"""Receipts of proposals approved and withdrawn."""

from ledger.store.proposals import Proposal
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt
from ops.proposals.approving import Approved


def approved(done: Approved) -> CommandReceipt:
    """Return the receipt of an approved proposal."""
    about = _about(done.proposal)
    return CommandReceipt(receipts=(done.receipt,), about=about, warnings=done.warnings)


def withdrawn(done: Recorded[Proposal]) -> CommandReceipt:
    """Return the receipt of a withdrawn proposal."""
    return CommandReceipt(receipts=(done.receipt,), about=_about(done.result))


def _about(proposal: Proposal) -> dict[str, object]:
    return {
        "proposal": proposal.number,
        "kinds": proposal.kinds,
        "pools": proposal.pools,
        "proposed_by": proposal.proposed_by,
    }
