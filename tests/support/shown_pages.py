"""Pages that show commands and their answers, held to what the commands really answer."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

from tests.support.command import run

ROOT = Path(__file__).parents[2]
LEFT_OUT = "…"
REFUSED = 3


class Shown(NamedTuple):
    """A command of a console block, and the lines shown below it."""

    command: str
    lines: list[str]

    @property
    def code(self) -> int:
        """Give the exit code that the lines tell of."""
        refused = ("refused:", f' "exit_code": {REFUSED},')
        return REFUSED if any(line.startswith(refused) for line in self.lines) else 0


def commands(page: str) -> list[Shown]:
    """Give the commands of a page's console blocks, in order."""
    found: list[Shown] = []
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            if line.startswith("$ "):
                found.append(Shown(line.removeprefix("$ "), []))
            else:
                found[-1].lines.append(line)
    return found


def stands_in(line: str, answer: list[str]) -> bool:
    """Tell whether a line shown is one of the answer; what a … stands for may be left out."""
    if LEFT_OUT not in line:
        return line in answer
    parts = [re.escape(part) for part in line.split(LEFT_OUT)]
    return any(re.fullmatch(".*".join(parts), each) for each in answer)


def holds(shown: Shown) -> None:
    """Run a command that a page shows; fail where it answers something else."""
    program, *words = shlex.split(shown.command)
    assert program == "ledger"
    ran = run(*words)
    answer = (ran.out + ran.err).splitlines()
    assert ran.code == shown.code, f"{shown.command}: exit {ran.code}\n{ran.out}{ran.err}"
    for line in shown.lines:
        whole = "\n".join(answer)
        assert line == LEFT_OUT or stands_in(line, answer), f"{shown.command}: {line}\n\n{whole}"
