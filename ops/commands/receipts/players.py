"""Receipts of corrections, changes, merges, separations, suspensions and deaths of players."""

from msgspec.structs import asdict

from ledger.register.identities import show
from ops.answers.outcomes import CommandReceipt
from ops.answers.people import titled_person
from ops.commands.change_player import PlayerChanged
from ops.commands.composed import Recorded
from ops.commands.merge_players import Merged
from ops.commands.suspend_player import PersonDecision


def changed(done: PlayerChanged) -> CommandReceipt:
    """Return the receipt of a correction or a change; without a difference nothing is recorded."""
    before, after = (asdict(titled_person(person)) for person in (done.before, done.after))
    receipts = (done.receipt,) if done.receipt else ()
    return CommandReceipt(receipts=receipts, about={"before": before, "after": after})


def merged(done: Recorded[Merged]) -> CommandReceipt:
    """Return the receipt of a merge or a separation."""
    about = {"kept": show(done.result.kept), "merged": show(done.result.merged)}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def decided(done: Recorded[PersonDecision]) -> CommandReceipt:
    """Return the receipt of a suspension, a death, or the end of one."""
    about: dict[str, object] = {"player": show(done.result.player)}
    if done.result.named is not None:
        about["withdraws"] = done.result.named
    return CommandReceipt(receipts=(done.receipt,), about=about)
