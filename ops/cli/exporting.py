"""Commands that write files for other programs: tournament export, list export, completion."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Literal, TextIO

from ops.cli import streams
from ops.cli.app import (
    CARE,
    TournamentId,
    app,
    option,
    tournament_app,
)
from ops.cli.shared_options import Where

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
