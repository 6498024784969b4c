"""Wording of intake: receipts, differences."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ledger.intake.import_report.receipts import ImportReceipt
from ledger.register import identities
from ledger.wording import counted
from ops.tournaments.differences import changed_lines


def receipt_lines(file: str, receipt: ImportReceipt, slip: int | None = None) -> Iterator[str]:
    """Yield the lines of the receipt of an import."""
    word = "imported already" if receipt.replayed else "imported"
    part = f", part {receipt.part}" if receipt.part else ""
    part = f", in {len(receipt.months)} parts" if receipt.months else part
    place = "" if receipt.replaces is None else f" in place of #{receipt.replaces}"
    yield (
        f"{word}: {file} as {receipt.tournament}{part} (#{receipt.report_position}){place}: "
        f"{counted(receipt.entrants, 'entrant')}, {_size(receipt.games, receipt.rounds)}"
    )
    for month in receipt.months:
        size = _size(month.games, month.rounds)
        yield f"  part {month.part} (#{month.position}): {month.start} to {month.end}, {size}"
    for player, name in receipt.new_players:
        yield f"  registered {identities.show(player)} {name}"
    yield from _indented(changed_lines(receipt.differences, receipt.ended))
    for warning in receipt.warnings:
        yield f"  warning: {warning}"
    yield f"  file {receipt.file}"
    if slip is not None:
        yield f"  import slip {slip}"


def summary_line(
    receipts: Sequence[ImportReceipt], refused: int, withheld: int, passed_over: int
) -> str:
    """Return a summary of several imports: files imported, refused, withheld, passed over."""
    again = sum(receipt.replayed for receipt in receipts)
    games = sum(receipt.games for receipt in receipts if not receipt.replayed)
    return (
        f"{counted(len(receipts) - again, 'file')} imported ({counted(games, 'game')}), "
        f"{again} imported before, {refused} refused"
        + (f", {withheld} withheld" if withheld else "")
        + (f", {passed_over} passed over" if passed_over else "")
    )


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _size(games: int, rounds: int) -> str:
    return f"{counted(games, 'game')}, {counted(rounds, 'round')}"


def map_line(path: Path) -> str:
    """Name the file with the map to be filled in."""
    return f"map to fill in, for --map: {path}"
