"""Receipts of imports of reports."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ledger.intake.import_report.receipts import ImportReceipt
from ledger.register import identities
from ops.answers.outcomes import CommandReceipt
from ops.tournaments.differences import changed_lines
from ops.tournaments.importing import Imported


def imported(done: Imported) -> CommandReceipt:
    """Return the receipt of an import."""
    receipt = done.receipt
    return CommandReceipt(
        receipts=(receipt,),
        about=import_data(done.file, receipt, done.slip),
        doubts=tuple(f"{problem}" for problem in receipt.warnings),
    )


def import_data(file: str, receipt: ImportReceipt, slip: int | None) -> Mapping[str, Any]:
    """Return the receipt of an import as data."""
    names = ("tournament", "report_position", "replaces", "part", "entrants", "games", "rounds")
    players = receipt.new_players
    return {
        **{name: getattr(receipt, name) for name in names},
        "parts": [part._asdict() for part in receipt.months],
        "new_players": [{"player": identities.show(key), "name": name} for key, name in players],
        "changed": [*changed_lines(receipt.differences, receipt.ended)],
        "file": file,
        "sha256": receipt.file,
        "import_slip": slip,
        "problems": [asdict(problem) for problem in receipt.warnings],
    }
