"""The command that brings reports in: import."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ops.cli import output
from ops.cli.app import FACTS, Acting, app

app.command(
    "ops.cli.by_hand:record_app",
    name="record",
    group=FACTS,
    help="Record one event by hand; see `record TYPE --help` for its fields.",
)


@app.command(name="import", group=FACTS)
def import_report(
    file: Path,
    *,
    pool: Annotated[tuple[str, ...], Parameter(help="the pool it counts for; repeat for more")],
    number_scheme: Annotated[
        str, Parameter(help="whose numbers columns 58-68 hold: fide or fid")
    ] = "fide",
    register_new: Annotated[
        bool, Parameter(help="register entrants the register does not know")
    ] = False,
    set_: Annotated[
        tuple[str, ...],
        Parameter(name="--set", help="a fact the file lacks, as key=value; repeat for more"),
    ] = (),
    acting: Acting = Acting(),
) -> None:
    """Import a tournament report (TRF16): all of it, or all that is wrong with it.

    Example: ledger import open.trf --pool fide-standard --set received_on=2025-10-14

    Parameters
    ----------
    file
        The report as the pairing program wrote it.
    """
    from ledger.intake.importing import import_report as take_in
    from ledger.intake.options import ImportOptions
    from ops.intake_words import facts_given, receipt_lines

    options = ImportOptions(
        pools=pool,
        number_scheme=number_scheme,
        register_new=register_new,
        facts=facts_given(set_),
        recorded_by=acting.by,
    )
    with acting.opened() as ledger:
        receipt = take_in(ledger, file.read_bytes(), options)
    for line in receipt_lines(file.name, receipt):
        output.say(line)
