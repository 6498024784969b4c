"""Receipts about actors and API keys: roles granted and withdrawn, keys made and revoked."""

from collections.abc import Sequence

from ledger.events.access import RoleFact
from ledger.store.api_keys import ApiKey
from ops.answers.outcomes import CommandReceipt
from ops.commands.composed import Recorded
from ops.commands.manage_actors import Disabled, NewKey


def role_changed(
    actor: str, role: str, pool: str | None, done: Recorded[RoleFact]
) -> CommandReceipt:
    """Return the receipt of a role granted or withdrawn."""
    about = {"actor": actor, "role": role, "pool": pool}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def actor_disabled(actor: str, disabled: Disabled) -> CommandReceipt:
    """Return the receipt of a disabled actor, with the ids of the revoked keys."""
    about = {"actor": actor, "keys": disabled.keys}
    return CommandReceipt(receipts=(disabled.withdrawn.receipt,), about=about)


def key_made(made: NewKey) -> CommandReceipt:
    """Return the receipt of a new key, with its text, which is shown only now."""
    return CommandReceipt(about={"actor": made.key.actor, "key": made.key.id, "text": made.text})


def keys_revoked(keys: Sequence[ApiKey]) -> CommandReceipt:
    """Return the receipt of revoked keys."""
    return CommandReceipt(about={"keys": [key.id for key in keys]})
