"""Receipts of imports of reports, and their previews."""

from collections.abc import Mapping
from dataclasses import asdict
from itertools import starmap
from typing import Any

from ledger.intake.import_report.receipts import ImportReceipt, Preview
from ledger.register import identities
from ledger.tournaments.report import TournamentReport
from ops.answers.outcomes import CommandReceipt
from ops.commands.import_report import Imported
from ops.commands.receipts.differences import changed_lines


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


def previewed(file: str, preview: Preview) -> CommandReceipt:
    """Return the preview of an import: nothing was recorded."""
    doubts = tuple(f"{problem}" for problem in preview.warnings)
    return CommandReceipt(about=preview_data(file, preview), doubts=doubts)


def preview_data(file: str, preview: Preview) -> Mapping[str, Any]:
    """Return the preview of an import as data; `recorded`: the file was imported before."""
    if preview.receipt is not None:
        return {**import_data(file, preview.receipt, None), "recorded": True}
    return {
        "tournament": preview.tournament,
        **_size(preview.report),
        "parts": [*starmap(_part, enumerate(preview.months, 1))],
        "new_players": list(preview.new_players),
        "changed": [*changed_lines(preview.differences, preview.ended)],
        "file": file,
        "problems": [asdict(problem) for problem in preview.warnings],
        "recorded": False,
    }


def _size(report: TournamentReport) -> dict[str, int]:
    return {
        "entrants": len(report.entrants),
        "games": len(report.games),
        "rounds": report.number_of_rounds,
    }


def _part(number: int, report: TournamentReport) -> dict[str, Any]:
    return {"part": number, "start": report.start, "end": report.end, **_size(report)}
