"""Receipts of commands about actors and API keys."""

from collections.abc import Sequence

from ledger.actors.keys import ApiKey
from ledger.events.access import RoleFact
from ops.actors.keys import NewKey
from ops.actors.recordings import RoleStep
from ops.actors.roles import Disabled
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt


def role_changed(asked: RoleStep, done: Recorded[RoleFact]) -> CommandReceipt:
    """Return the receipt of a role granted or withdrawn."""
    about = {"actor": asked.actor, "role": asked.role, "pool": asked.pool}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def actor_disabled(actor: str, done: Recorded[Disabled]) -> CommandReceipt:
    """Return the receipt of a disabled actor, with the ids of the revoked keys."""
    about = {"actor": actor, "keys": done.result.keys}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def key_made(made: Recorded[NewKey]) -> CommandReceipt:
    """Return the receipt of a new key, with its text, which is shown only now."""
    key = made.result
    about = {"actor": key.actor, "key": key.id, "text": key.text}
    return CommandReceipt(receipts=(made.receipt,), about=about)


def key_revoked(done: Recorded[ApiKey]) -> CommandReceipt:
    """Return the receipt of a revoked key."""
    about = {"actor": done.result.actor, "key": done.result.id}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def keys_reopened(done: Sequence[Recorded[ApiKey]]) -> CommandReceipt:
    """Return the receipt of keys opened again."""
    about = {"keys": [one.result.id for one in done]}
    return CommandReceipt(receipts=tuple(one.receipt for one in done), about=about)
