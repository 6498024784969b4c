"""The commands of `season.txt` and `tour.txt`, run in this process as in a shell.

A season is a folder: this one is the short sample, the others beside it have names.
"""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stdout
from datetime import date, datetime, time, timedelta
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from ledger.errors import NotALedger
from ledger.store.ledger import Ledger
from ops import cli
from ops.cli import output
from ops.cli.exits import DONE
from ops.cli.shared_options import recorded_at

FOLDER: Final = Path(__file__).parent
SEASONS: Final = sorted(file.parent.name for file in FOLDER.glob("*/season.txt"))
"""The seasons that have names."""

NINE: Final = time(9, tzinfo=ZoneInfo("Europe/Rome"))
"""When the first command of a day is recorded."""


def kept(name: str = "") -> Path:
    """Return the default address of a season's ledger."""
    return FOLDER.parents[1] / "data" / f"{name or 'sample'}.ledger"


def season(address: str, name: str = "") -> int:
    """Run the commands of a season, by default the sample; return the first failing exit code.

    Of each command one line of the answer and the warnings are shown.
    """
    for words, at in typed(FOLDER / name / "season.txt"):
        output.say(f"$ ledger {_short(words)}")
        if words[0] == "init" and _is_there(address):
            output.say("  a ledger is here already")
            continue
        code, answer = run(words, address, name, at)
        for line in answer[:1] + [line for line in answer[1:] if "warning" in line]:
            output.say(f"  {line}")
        if code != DONE:
            return code
    return DONE


def tour(address: str, name: str = "") -> int:
    """Run the questions of `tour.txt` with whole answers; return the first failing exit code."""
    for words, _ in typed(FOLDER / name / "tour.txt"):
        code, answer = run(words, address, name)
        for line in ("", f"$ ledger {shlex.join(words)}", *answer):
            output.say(line)
        if code != DONE:
            return code
    return DONE


class Typed(NamedTuple):
    """A command as typed."""

    words: list[str]
    """The words after `ledger`."""

    at: datetime | None
    """When it is recorded; None: at the time of this machine."""


def typed(file: Path) -> Iterator[Typed]:
    """Yield the commands of a file; a backslash joins two lines.

    A line `on DAY` sets the clock of the commands after it: they are recorded from nine o'clock on,
    a minute apart.
    """
    at = None
    for line in file.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        match shlex.split(line, comments=True):
            case ["on", day]:
                at = datetime.combine(date.fromisoformat(day), NINE)
            case ["ledger", *words]:
                yield Typed(words, at)
                at = at and at + timedelta(minutes=1)


def run(
    words: Sequence[str], address: str, name: str = "", at: datetime | None = None
) -> tuple[int, list[str]]:
    """Run a command on a ledger from the season's folder; return exit code and lines."""
    where = address if "://" in address else str(Path(address).resolve())
    shown = StringIO()
    with chdir(FOLDER / name), redirect_stdout(shown), recorded_at(at):
        code = cli.run([*words, "--ledger", where])
    return code, shown.getvalue().splitlines()


def _short(words: Sequence[str]) -> str:
    """Return a command without the facts."""
    known = words.index("--set") if "--set" in words else len(words)
    return shlex.join(words[:known]) + (" …" if words[known:] else "")


def _is_there(address: str) -> bool:
    try:
        Ledger.open(address).close()
    except NotALedger:
        return False
    return True
