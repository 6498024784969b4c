"""Pages of commands and answers, held to the real answers of the commands."""

import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.support.command import run

ROOT = Path(__file__).parents[2]
LEFT_OUT = "…"
POSITION = r"#[A-Z]+\b"
"""A word for a position: the answer that shows it first gives it, later commands type it."""
REFUSED = 3


class Shown(NamedTuple):
    """A command of a console block, and the lines shown below."""

    command: str
    lines: list[str]

    @property
    def code(self) -> int:
        """Return the exit code in the lines."""
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


def stands_in(line: str, answer: list[str], positions: dict[str, str] | None = None) -> bool:
    """Return whether a shown line is in the answer; a … may leave words out.

    Args:
        line: as the page shows it.
        answer: the lines of the answer.
        positions: position of each word like `#REPORT` that the page has named so far; a word
            that this line names first is added.
    """
    named = {} if positions is None else positions
    pattern = _pattern(line, named)
    found = next(filter(None, (re.fullmatch(pattern, text) for text in answer)), None)
    if found:
        named.update({f"#{word}": f"#{at}" for word, at in found.groupdict().items()})
    return found is not None


def _pattern(line: str, positions: dict[str, str]) -> str:
    """Return the pattern of the answers for a shown line."""
    parts, new = [], set[str]()
    for part in re.split(f"({LEFT_OUT}|{POSITION})", line):
        word = part.removeprefix("#")
        if part == LEFT_OUT:
            parts.append(".*")
        elif not re.fullmatch(POSITION, part) or part in positions:
            parts.append(re.escape(positions.get(part, part)))
        else:
            parts.append(f"#(?P={word})" if word in new else rf"#(?P<{word}>\d+)")
            new.add(word)
    return "".join(parts)


def hold(page: Iterable[Shown]) -> None:
    """Run the commands of a page, in order; fail where a command answers something else."""
    positions: dict[str, str] = {}
    for shown in page:
        _holds(shown, positions)


def _holds(shown: Shown, positions: dict[str, str]) -> None:
    typed = re.sub(POSITION, lambda word: positions[word[0]], shown.command)
    program, *words = shlex.split(typed)
    assert program == "ledger"
    ran = run(*words)
    answer = (ran.out + ran.err).splitlines()
    assert ran.code == shown.code, f"{typed}: exit {ran.code}\n{ran.out}{ran.err}"
    for line in shown.lines:
        whole = "\n".join(answer)
        assert line == LEFT_OUT or stands_in(line, answer, positions), f"{typed}: {line}\n\n{whole}"
