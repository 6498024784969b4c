"""Receipts of corrections and changes of players."""

from msgspec.structs import asdict

from ops.answers.outcomes import CommandReceipt
from ops.answers.people import person_row
from ops.commands.change_player import PlayerChanged


def changed(done: PlayerChanged) -> CommandReceipt:
    """Return the receipt of a correction or a change; without a difference nothing is recorded."""
    before, after = (asdict(person_row(person)) for person in (done.before, done.after))
    receipts = (done.receipt,) if done.receipt else ()
    return CommandReceipt(receipts=receipts, about={"before": before, "after": after})
