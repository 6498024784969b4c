"""Files of the command line; the completions of shells."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Literal, TextIO

from ops.cli import streams
from ops.cli.app import CARE, app, option

To = Annotated[Path | None, option("the file to write; default: standard output")]
Overwrite = Annotated[bool, option("replace an existing file")]


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
