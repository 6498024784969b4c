"""Commands that write files for other programs: tournament export, list export, completion."""

from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, TextIO

from ops.cli import output, streams
from ops.cli.app import (
    CARE,
    KnownAt,
    ListOrInForce,
    PoolName,
    PrintingNumber,
    TournamentId,
    app,
    list_app,
    option,
    tournament_app,
)
from ops.cli.shared_options import Knowing, Where

To = Annotated[Path | None, option("the file to write; default: standard output")]
Overwrite = Annotated[bool, option("replace an existing file")]


@tournament_app.command(name="export")
def export_report(
    tournament: TournamentId,
    *,
    form: Annotated[Literal["trf16", "trf26"], option("trf16 or trf26")] = "trf16",
    part: Annotated[
        int | None, option("one part of a report in parts; default: all, joined")
    ] = None,
    to: To = None,
    overwrite: Overwrite = False,
    where: Where = Where(),
) -> None:
    """Write the report of a tournament, as corrected.

    Corrections since the submission are listed in comment lines (###).

    Example: ledger tournament export T-000001 --form trf26 --to open.trf
    """
    from ledger.export.trf import report_file

    with where.opened() as house:
        file = report_file(house.read, tournament, form, part)
    with written(to, overwrite=overwrite) as out:
        out.write(file.decode())


@list_app.command(name="export")
def export_list(
    pool: PoolName,
    period: ListOrInForce = None,
    *,
    form: Annotated[
        Literal["csv", "json", "fide", "fide-xml"], option("csv, json, fide or fide-xml")
    ] = "csv",
    as_of: Annotated[
        date | None, option("the list in force on that day; default: the last list")
    ] = None,
    known_at: KnownAt = None,
    printing: PrintingNumber = None,
    to: To = None,
    overwrite: Overwrite = False,
    where: Where = Where(),
) -> None:
    """Write a closed rating list: of a period, or in force on a day.

    Example: ledger list export fide-standard 2025-11 --form fide --to standard_nov25.txt
    """
    from ops.answers.rating_lists import chosen
    from ops.commands import export_list

    with Knowing(ledger=where.ledger, known_at=known_at).pool(pool) as opened:
        shown, listed = chosen(opened, period, as_of, printing)
        export_list.check(shown, listed, form)
        with written(to, overwrite=overwrite) as out:
            count = export_list.write(shown, listed, form, out)
    for line in count.remarks():
        output.notice(line)


def written(to: Path | None, *, overwrite: bool) -> AbstractContextManager[TextIO]:
    """Return the file to write, standard output without a name."""
    from ops.commands.written_files import into

    return streams.as_a_file() if to is None else into(to, overwrite=overwrite)


@app.command(group=CARE)
def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], option("bash, zsh or fish")],
    *,
    to: To = None,
    overwrite: Overwrite = False,
) -> None:
    """Write completions for bash, zsh or fish.

    Bash: put `source <(ledger completion bash)` into ~/.bashrc. Zsh: write the script as _ledger
    into a folder of $fpath. Fish: write it to ~/.config/fish/completions/ledger.fish.

    Example: ledger completion bash --to ledger.bash
    """
    script = app.generate_completion(prog_name="ledger", shell=shell)
    with written(to, overwrite=overwrite) as out:
        out.write(script)
