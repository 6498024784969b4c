"""Receipts of decisions: by hand, from a file."""

from typing import Final

from ledger.events.base import Fact
from ledger.sentences import Input, Sentence
from ledger.store.requests import NewEvent
from ops.commands.closed_list_words import closed_list_words
from ops.commands.composed import Recorded
from ops.commands.late_entries import late_words
from ops.doors.outcomes import CommandReceipt, Text
from ops.events.decide import Decided

_USED_UP: Final = Sentence(
    "the same decision was recorded for an earlier initial rating, which was used; for another "
    'decision in the same words, name its act: {input} "…, act 12 of 2016"',
    input=Input("article"),
)


def decided(fact: Fact, done: Decided) -> CommandReceipt:
    """Return the receipt of a decision, with the closed lists that stay."""
    notes: tuple[Text, ...] = (*map(closed_list_words, done.lists), *map(late_words, done.late))
    warnings = (_USED_UP,) if done.used_up else ()
    about = {"type": fact.TYPE}
    return CommandReceipt(receipts=(done.receipt,), about=about, notes=notes, warnings=warnings)


def file_decided(file: str, done: Recorded[tuple[NewEvent, ...]]) -> CommandReceipt:
    """Return the receipt of a file of decisions."""
    receipt = done.receipt
    count = receipt.last_position - receipt.first_position + 1
    return CommandReceipt(receipts=(receipt,), about={"file": file, "decisions": count})
