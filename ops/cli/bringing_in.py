"""The commands that bring reports in, and show what became of each file: import, slips."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from ops.cli import output
from ops.cli.app import CARE, FACTS, Acting, Format, Where, app

app.command(
    "ops.cli.by_hand:record_app",
    name="record",
    group=FACTS,
    help="Record one event by hand; see `record TYPE --help` for its fields.",
)


@app.command(name="import", group=FACTS)
def import_report(
    *files: Path,
    pool: Annotated[
        tuple[str, ...], Parameter(help="the pool a new tournament counts for; repeat for more")
    ] = (),
    replaces: Annotated[
        str | None, Parameter(help="the tournament whose report the file replaces, e.g. T-000412")
    ] = None,
    of: Annotated[
        str | None, Parameter(help="the tournament of whose report the file is a further part")
    ] = None,
    part: Annotated[
        int | None, Parameter(help="which part of a long tournament's report, from 1")
    ] = None,
    last_part: Annotated[bool, Parameter(help="no part follows")] = False,
    rounds: Annotated[
        str | None, Parameter(help="take only these rounds out of the file, e.g. 5-9")
    ] = None,
    check: Annotated[
        bool, Parameter(help="say what would be recorded, and record nothing")
    ] = False,
    number_scheme: Annotated[
        str | None,
        Parameter(help="whose numbers the file prints: fide, fid …; by default its format's"),
    ] = None,
    register_new: Annotated[
        bool, Parameter(help="register entrants the register does not know")
    ] = False,
    map_: Annotated[
        Path | None,
        Parameter(name="--map", help="a CSV file that says who entrants are (number,name,player)"),
    ] = None,
    write_map: Annotated[
        Path | None,
        Parameter(help="where to write that file, to be filled in, if persons are not clear"),
    ] = None,
    form: Annotated[
        Literal["auto", "trf", "tdf", "cross-table"], Parameter(help="the format of the file")
    ] = "auto",
    date_order: Annotated[
        Literal["ymd", "dmy"] | None, Parameter(help="of dates with two digits of year")
    ] = None,
    set_: Annotated[
        tuple[str, ...],
        Parameter(name="--set", help="a fact the file lacks, as key=value; repeat for more"),
    ] = (),
    acting: Acting = Acting(),
) -> None:
    """Import a tournament report: all of it, or all that is wrong with it.

    Example: ledger import open.trf --pool fide-standard --set received_on=2025-10-14

    Every attempt leaves an import slip (`ledger slips`), unless it is only a check.

    Parameters
    ----------
    files
        The report as the pairing program wrote it; several only with --check.
    """
    from ledger.intake.options import ImportOptions
    from ops import bringing_in
    from ops.intake_words import facts_given, rounds_given

    options = ImportOptions(
        pools=pool,
        number_scheme=number_scheme,
        register_new=register_new,
        facts=facts_given(set_),
        recorded_by=acting.by,
        form=form,
        date_order=date_order or "",
        replaces=replaces,
        of=of,
        part=part,
        last_part=last_part,
        rounds=rounds_given(rounds),
        decisions=bringing_in.read_file(map_) if map_ else b"",
    )
    with acting.opened() as ledger:
        told = (
            bringing_in.checked(ledger, files, options, write_map)
            if check
            else bringing_in.taken(ledger, files, options, write_map)
        )
        for line in told:
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
