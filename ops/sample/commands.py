"""The commands of `season.txt` and `tour.txt`, run in this process as a shell would run them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final

import ops.cli.asking
import ops.cli.bringing_in
import ops.cli.checking
import ops.cli.closing
import ops.cli.correcting
import ops.cli.exporting
import ops.cli.lists
import ops.cli.setting_up  # noqa: F401 - each registers its commands
from ledger.errors import NotALedger
from ledger.store.ledger import Ledger
from ops.cli import output
from ops.cli.app import app
from ops.cli.exits import DONE, told

FOLDER: Final = Path(__file__).parent
LEDGER: Final = FOLDER.parents[1] / "data" / "sample.ledger"
"""Where the sample is kept unless another place is named."""


def season(address: str) -> int:
    """Bring in the season; give the exit code of the first command that was not done.

    Of each command one line of its answer is shown, and what it warns of.
    """
    for words in typed("season.txt"):
        output.say(f"$ ledger {_short(words)}")
        if words[0] == "init" and _is_there(address):
            output.say("  a ledger is here already")
            continue
        code, answer = run(words, address)
        for line in answer[:1] + [line for line in answer[1:] if "warning" in line]:
            output.say(f"  {line}")
        if code != DONE:
            return code
    return DONE


def tour(address: str) -> int:
    """Ask what `tour.txt` asks, whole answers; give the exit code of the first that failed."""
    for words in typed("tour.txt"):
        code, answer = run(words, address)
        output.say("\n".join([f"\n$ ledger {shlex.join(words)}", *answer]))
        if code != DONE:
            return code
    return DONE


def typed(file: str) -> Iterator[list[str]]:
    """Give the words of each command of a file, after `ledger`; a backslash joins two lines."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    for line in text.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if words:
            yield words[1:]


def run(words: Sequence[str], address: str) -> tuple[int, list[str]]:
    """Run one command on a ledger, paths being relative to this folder: exit code, lines said."""
    where = address if "://" in address else str(Path(address).resolve())
    said = StringIO()
    with chdir(FOLDER), redirect_stdout(said):
        code = told(lambda: app([*words, "--ledger", where], result_action="return_value"))
    return code, said.getvalue().splitlines()


def _short(words: Sequence[str]) -> str:
    """Write a command without the facts given with it."""
    known = words.index("--set") if "--set" in words else len(words)
    return shlex.join(words[:known]) + (" …" if words[known:] else "")


def _is_there(address: str) -> bool:
    try:
        Ledger.open(address).close()
    except NotALedger:
        return False
    return True
