"""The command line as a test types it: in process, with what it wrote and how it ended."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ops.cli.asking
import ops.cli.bringing_in
import ops.cli.categories
import ops.cli.checking
import ops.cli.closing
import ops.cli.correcting
import ops.cli.directing
import ops.cli.exporting
import ops.cli.lists
import ops.cli.moving
import ops.cli.people
import ops.cli.recorded
import ops.cli.setting_up  # noqa: F401 - each registers its commands
from ops.cli.app import app
from ops.cli.exits import told


@dataclass(frozen=True)
class Ran:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Give its output read as JSON."""
        return json.loads(self.out)


def run(*words: str | Path) -> Ran:
    """Run `ledger WORDS …` and give what it came to."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = _code(lambda: app([str(word) for word in words]))
    return Ran(code, out.getvalue(), err.getvalue())


def _code(command: Callable[[], object]) -> int:
    try:
        return told(command)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)


def done(*words: str | Path) -> str:
    """Run a command that must succeed; give its output."""
    ran = run(*words)
    assert ran.code == 0, f"{words}: exit {ran.code}\n{ran.out}{ran.err}"
    return ran.out
