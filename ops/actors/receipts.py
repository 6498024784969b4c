"""Receipts of commands about actors and API keys."""

from collections.abc import Sequence

from ledger.actors.keys import ApiKey
from ledger.events.access import RoleFact
from ledger.sentences import Count, Sentence, plain
from ops.actors.keys import NewKey
from ops.actors.recordings import RoleStep
from ops.actors.roles import Disabled, in_words
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt


def role_changed(asked: RoleStep, done: Recorded[RoleFact]) -> CommandReceipt:
    """Return the receipt of a role granted or withdrawn."""
    about = {"actor": asked.actor, "role": asked.role, "pool": asked.pool}
    says = asked.SAYS.about(actor=asked.actor, role=in_words(asked.role, asked.pool))
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)


def actor_disabled(actor: str, done: Recorded[Disabled]) -> CommandReceipt:
    """Return the receipt of a disabled actor, with the ids of the revoked keys."""
    about = {"actor": actor, "keys": done.result.keys}
    revoked = Count(len(done.result.keys), "key")
    says = Sentence("disabled {actor}: {keys} revoked", actor=actor, keys=revoked)
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)


def key_made(made: Recorded[NewKey]) -> CommandReceipt:
    """Return the receipt of a new key, with its text, which is shown only now."""
    key = made.result
    about = {"actor": key.actor, "key": key.id, "text": key.text}
    says = Sentence("made key {key} of {actor}", key=key.id, actor=key.actor)
    below = Sentence("it is shown now and never again:"), plain(key.text)
    return CommandReceipt(receipts=(made.receipt,), about=about, says=says, below=below)


def key_revoked(done: Recorded[ApiKey]) -> CommandReceipt:
    """Return the receipt of a revoked key."""
    key = done.result
    about = {"actor": key.actor, "key": key.id}
    says = Sentence("revoked {key} of {actor}", key=key.id, actor=key.actor)
    return CommandReceipt(receipts=(done.receipt,), about=about, says=says)


def keys_reopened(done: Sequence[Recorded[ApiKey]]) -> CommandReceipt:
    """Return the receipt of keys opened again."""
    about = {"keys": [one.result.id for one in done]}
    return CommandReceipt(receipts=tuple(one.receipt for one in done), about=about)
