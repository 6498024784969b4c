"""What intake says to people: facts given, receipts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger import register
from ledger.errors import Refused
from ledger.intake.carrying import CarryReceipt
from ledger.intake.lists.recording import ListReceipt
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


def columns_given(texts: Sequence[str]) -> dict[str, str]:
    """Read `field=HEADING` texts. Raises Refused for anything else, and for a field given twice."""
    columns: dict[str, str] = {}
    for text in texts:
        name, equals, heading = (part.strip() for part in text.partition("="))
        if not (equals and name and heading) or name in columns:
            raise Refused(f"--column {text}: write each once, as field=HEADING, e.g. rating=Elo")
        columns[name] = heading
    return columns


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


def listed_lines(file: str, receipt: ListReceipt) -> Iterator[str]:
    """Give the receipt of a recorded list line by line."""
    word = "recorded already" if receipt.replayed else "recorded"
    options = receipt.options
    first, last = receipt.receipts[0].first_position, receipt.receipts[-1].last_position
    yield (
        f"{word}: {file} as list {options.list} of {options.body} (#{first} to #{last}): "
        f"{receipt.file_rows:,} rows, {receipt.players:,} players of the register"
    )
    for warning in receipt.warnings:
        yield f"  warning: {warning}"
    yield f"  file {receipt.file}"
