"""Wording of imports at the command line: receipts, the summary of several."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ledger.intake.import_report.receipts import ImportReceipt
from ledger.sentences import Count, Input, Sentence
from ops.tournaments.import_receipts import changed, says
from ops.words import said


def receipt_lines(file: str, receipt: ImportReceipt, slip: int | None = None) -> Iterator[str]:
    """Yield the lines of the receipt of an import."""
    yield said(says(file, receipt))
    yield from (f"  {said(line)}" for line in changed(receipt))
    for warning in receipt.warnings:
        yield f"  {said(Sentence('warning: {problem}', problem=warning.says))}"
    yield f"  {said(Sentence('file {digest}', digest=receipt.file))}"
    if slip is not None:
        yield f"  {said(Sentence('import slip {slip}', slip=slip))}"


def summary_line(
    receipts: Sequence[ImportReceipt], refused: int, withheld: int, passed_over: int
) -> str:
    """Return a summary of several imports: files imported, refused, withheld, passed over."""
    again = sum(receipt.replayed for receipt in receipts)
    games = sum(receipt.games for receipt in receipts if not receipt.replayed)
    counts = [
        Sentence(
            "{files} imported ({games})",
            files=Count(len(receipts) - again, "file"),
            games=Count(games, "game"),
        ),
        Sentence("{number} imported before", number=again),
        Sentence("{number} refused", number=refused),
        *([Sentence("{number} withheld", number=withheld)] if withheld else ()),
        *([Sentence("{number} passed over", number=passed_over)] if passed_over else ()),
    ]
    return ", ".join(map(said, counts))


def map_line(path: Path) -> str:
    """Name the file with the map to be filled in."""
    return said(Sentence("map to fill in, for {input}: {file}", input=Input("map"), file=str(path)))
