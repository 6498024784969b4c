"""Completions for shells."""

from __future__ import annotations

from typing import Annotated, Literal

from ops.cli.app import CARE, app, option
from ops.cli.exporting import Overwrite, To, written


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
