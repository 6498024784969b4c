"""What intake says to people: facts given, receipts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger import register
from ledger.errors import Refused
from ledger.intake.carrying import CarryReceipt
from ledger.intake.receipts import ImportReceipt


def facts_given(texts: Sequence[str]) -> dict[str, str]:
    """Read `key=value` texts. Raises Refused for anything else."""
    facts = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise Refused(f"--set {text}: write it as key=value, e.g. --set received_on=2025-10-14")
        facts[key.strip()] = value.strip()
    return facts


def receipt_lines(file: str, receipt: ImportReceipt) -> Iterator[str]:
    """Give the receipt of an import line by line."""
    word = "imported already" if receipt.replayed else "imported"
    yield (
        f"{word}: {file} as {receipt.tournament} (#{receipt.report_position}): "
        f"{receipt.entrants} entrants, {receipt.games} games, {receipt.rounds} rounds"
    )
    for player, name in receipt.new_players:
        yield f"  registered {register.show(player)} {name}"
    for warning in receipt.warnings:
        yield f"  warning: {warning}"
    yield f"  file {receipt.file}"


def carried_lines(file: str, receipt: CarryReceipt) -> Iterator[str]:
    """Give the receipt of a carry-over line by line."""
    replayed = all(each.replayed for each in receipt.receipts)
    first, last = receipt.receipts[0].first_position, receipt.receipts[-1].last_position
    yield (
        f"{'carried over already' if replayed else 'carried over'}: {file} into {receipt.pool} "
        f"(#{first} to #{last}): {receipt.players} ratings, {receipt.newcomer_rows} rows of "
        f"newcomers, {len(receipt.new_players)} players registered"
    )
