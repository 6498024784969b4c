"""Receipts of proposals approved and withdrawn, and of the policy that asks for them."""

from ledger.events.approval import ApprovalPolicySet
from ledger.store.proposals import Proposal
from ops.answers.outcomes import CommandReceipt
from ops.commands.approving import Approved
from ops.commands.composed import Recorded


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


def approval_policy_set(done: Recorded[ApprovalPolicySet]) -> CommandReceipt:
    """Return the receipt of an approval policy."""
    policy = done.result
    kinds, day = policy.two_persons_for, policy.in_force_from
    about = {"pool": policy.pool, "two_persons_for": kinds, "in_force_from": day}
    return CommandReceipt(receipts=(done.receipt,), about=about)
