"""Receipts of imports of reports."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from ledger.intake.import_report.receipts import ImportReceipt
from ledger.register import identities
from ledger.sentences import Count, Position, Sentence
from ops.doors.outcomes import CommandReceipt
from ops.tournaments.differences import changes
from ops.tournaments.importing import Imported


def imported(done: Imported) -> CommandReceipt:
    """Return the receipt of an import."""
    receipt = done.receipt
    return CommandReceipt(
        receipts=(receipt,),
        about=import_data(done.file, receipt, done.slip),
        doubts=tuple(problem.says for problem in receipt.warnings),
    )


def says(file: str, receipt: ImportReceipt) -> Sentence:
    """Return what was imported: the file, the tournament, its size."""
    about = Sentence(
        "{file} as {report}: {entrants}, {size}",
        file=file,
        report=_report(receipt),
        entrants=Count(receipt.entrants, "entrant"),
        size=_size(receipt.games, receipt.rounds),
    )
    if receipt.replayed:
        return Sentence("imported already: {about}", about=about)
    return Sentence("imported: {about}", about=about)


def _report(receipt: ImportReceipt) -> Sentence:
    report = Sentence("{tournament} ({position})")
    if receipt.months:
        parts = Count(len(receipt.months), "part")
        report = Sentence("{tournament}, in {parts} ({position})", parts=parts)
    elif receipt.part:
        report = Sentence("{tournament}, part {part} ({position})", part=receipt.part)
    report = report.about(tournament=receipt.tournament, position=Position(receipt.report_position))
    if receipt.replaces is None:
        return report
    replaced = Position(receipt.replaces)
    return Sentence("{report} in place of {replaced}", report=report, replaced=replaced)


def _size(games: int, rounds: int) -> Sentence:
    return Sentence("{games}, {rounds}", games=Count(games, "game"), rounds=Count(rounds, "round"))


def changed(receipt: ImportReceipt) -> Iterator[Sentence]:
    """Yield the parts, the players registered, and the differences from a replaced report."""
    for month in receipt.months:
        yield Sentence(
            "part {part} ({position}): {start} to {end}, {size}",
            part=month.part,
            position=Position(month.position),
            start=month.start,
            end=month.end,
            size=_size(month.games, month.rounds),
        )
    for player, name in receipt.new_players:
        yield Sentence("registered {player} {name}", player=identities.show(player), name=name)
    yield from changes(receipt.differences, receipt.ended)


def import_data(file: str, receipt: ImportReceipt, slip: int | None) -> Mapping[str, Any]:
    """Return the receipt of an import as data."""
    names = ("tournament", "report_position", "replaces", "part", "entrants", "games", "rounds")
    players = receipt.new_players
    return {
        **{name: getattr(receipt, name) for name in names},
        "parts": [part._asdict() for part in receipt.months],
        "new_players": [{"player": identities.show(key), "name": name} for key, name in players],
        "changed": [*changes(receipt.differences, receipt.ended)],
        "file": file,
        "sha256": receipt.file,
        "import_slip": slip,
        "problems": [asdict(problem) for problem in receipt.warnings],
    }
