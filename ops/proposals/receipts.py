"""Receipts of proposals approved and withdrawn."""

from ledger.sentences import Sentence
from ledger.store.proposals import Proposal
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt
from ops.proposals.approving import Approved


def approved(done: Approved) -> CommandReceipt:
    """Return the receipt of an approved proposal."""
    about, of = _about(done.proposal), done.proposal
    says = Sentence("approved {number} of {by}", number=of.number, by=of.proposed_by)
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says, warnings=done.warnings)


def withdrawn(done: Recorded[Proposal]) -> CommandReceipt:
    """Return the receipt of a withdrawn proposal."""
    says = Sentence("withdrew proposal {number}", number=done.result.number)
    return CommandReceipt(receipts=(done.receipt,), about=_about(done.result), says=says)


def _about(proposal: Proposal) -> dict[str, object]:
    return {
        "proposal": proposal.number,
        "kinds": proposal.kinds,
        "pools": proposal.pools,
        "proposed_by": proposal.proposed_by,
    }
