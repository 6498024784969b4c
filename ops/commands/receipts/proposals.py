"""Receipts of the policy that asks for two persons."""

from ledger.events.approval import ApprovalPolicySet
from ops.answers.outcomes import CommandReceipt
from ops.commands.composed import Recorded


def approval_policy_set(done: Recorded[ApprovalPolicySet]) -> CommandReceipt:
    """Return the receipt of an approval policy."""
    policy = done.result
    kinds, day = policy.two_persons_for, policy.in_force_from
    about = {"pool": policy.pool, "two_persons_for": kinds, "in_force_from": day}
    return CommandReceipt(receipts=(done.receipt,), about=about)
