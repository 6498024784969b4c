"""The commands that bring reports in, and show what became of each file: import, slips."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ops.cli import output
from ops.cli.app import CARE, FACTS, Acting, Format, Where, app
from ops.cli.report_options import Meant, People, Written, options_said

if TYPE_CHECKING:
    from ledger.intake.options import ImportOptions
    from ledger.store.ledger import Ledger

app.command(
    "ops.cli.by_hand:record_app",
    name="record",
    group=FACTS,
    help="Record one event by hand; see `record TYPE --help` for its fields.",
)


@app.command(name="import", group=FACTS)
def import_report(
    *files: Path,
    check: Annotated[
        bool, Parameter(help="say what would be recorded, and record nothing")
    ] = False,
    meant: Meant = Meant(),
    people: People = People(),
    written: Written = Written(),
    acting: Acting = Acting(),
) -> None:
    """Import a tournament report: all of it, or all that is wrong with it.

    Example: ledger import open.trf --pool fide-standard --set received_on=2025-10-14

    The report of a tournament that was announced before: --of T-000412 in place of --pool. A long
    event that its body wants month by month: --by-month. Every attempt leaves an import slip
    (`ledger slips`), unless it is only a check.

    Facts to --set are name, place, federation, start, end, time_control, received_on,
    registered_on, pairing_system, hybrid, online, official_event, norms_possible,
    announced_as_rated, match_games, weight, points, byes, event_start, event_end. One given so wins
    over the file.

    Parameters
    ----------
    files
        The report as the pairing program wrote it; several only with --check.
    """
    options = options_said(meant, people, written, acting.by)
    with acting.opened() as ledger:
        if check:
            _check(ledger, files, options, people.write_map, acting)
        else:
            _import(ledger, files, options, people.write_map, acting)


def _check(
    ledger: Ledger,
    files: tuple[Path, ...],
    options: ImportOptions,
    write_map: Path | None,
    acting: Acting,
) -> None:
    """Say of each file, as soon as it was looked at, what would be recorded."""
    from ops import bringing_in

    said = []
    for line in bringing_in.checked(ledger, files, options, write_map, acting.typed()):
        said.append(line)
        if acting.format == "text":
            output.say(line)
    if acting.format == "json":
        output.recorded(
            acting.format, (), (), about={"files": [file.name for file in files], "said": said}
        )


def _import(
    ledger: Ledger,
    files: tuple[Path, ...],
    options: ImportOptions,
    write_map: Path | None,
    acting: Acting,
) -> None:
    from ops import bringing_in
    from ops.intake_words import receipt_about, receipt_lines
    from ops.slips import OnSlip

    try:
        done = bringing_in.import_file(ledger, files, options, write_map, acting.typed())
    except OnSlip as refusal:
        if refusal.map_to_fill_in is not None and acting.format == "text":
            output.say(bringing_in.map_line(refusal.map_to_fill_in))
        raise
    output.recorded(
        acting.format,
        [done.receipt.of_request],
        receipt_lines(done.file, done.receipt, done.slip),
        about=receipt_about(done.file, done.receipt, done.slip),
    )


@app.command(group=CARE)
def slips(
    number: int | None = None,
    *,
    last: Annotated[int, Parameter(help="how many of the newest to list")] = 50,
    format_: Annotated[Format, Parameter(name="--format", help="table, csv or json")] = "table",
    where: Where = Where(),
) -> None:
    """Show the import slips: which file was handed in when, and what became of it.

    Example: ledger slips 12

    Parameters
    ----------
    number
        The slip to show in full; without it the newest are listed.
    """
    from ops import slips as kept

    with where.opened() as ledger:
        if number is None:
            output.show(kept.slip_rows(ledger, last), format_, title="import slips")
            return
        slip = kept.slip_told(ledger, number)
    if format_ == "json":
        output.document(kept.slip_document(slip))
        return
    for line in kept.slip_lines(slip):
        output.say(line)
