"""The command line for tests: in process, with output and exit code."""

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ops.cli import run as run_words
from ops.cli.running import run_command


@dataclass(frozen=True)
class Ran:
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Return the output read as JSON."""
        return json.loads(self.out)


def run(*words: str | Path) -> Ran:
    """Run `ledger WORDS …` and return the result."""
    return _caught(lambda: run_words([str(word) for word in words]))


def called(command: Callable[[], object]) -> Ran:
    """Call the function of a command; return the result."""
    return _caught(lambda: run_command(command))


def _caught(program: Callable[[], int]) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = program()
    return Ran(code, out.getvalue(), err.getvalue())


def done(*words: str | Path) -> str:
    """Run a command, which must succeed; return the output."""
    ran = run(*words)
    assert ran.code == 0, f"{words}: exit {ran.code}\n{ran.out}{ran.err}"
    return ran.out
