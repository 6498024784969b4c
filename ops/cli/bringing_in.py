"""The commands that bring reports in, and show what became of each file: import, slips."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ops.cli import output
from ops.cli.app import CARE, FACTS, Acting, Format, Where, app
from ops.cli.report_options import Meant, People, Written, options_said

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
    announced_as_rated, match_games, weight, points, event_start, event_end. One given so wins over
    the file.

    Parameters
    ----------
    files
        The report as the pairing program wrote it; several only with --check.
    """
    from ops import bringing_in

    options = options_said(meant, people, written, acting.by)
    bring = bringing_in.checked if check else bringing_in.taken
    with acting.opened() as ledger:
        for line in bring(ledger, files, options, people.write_map):
            output.say(line)


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
