"""Ledgers with the same first commands: typed once, and copied from then on."""

import shlex
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.command import done


def begun(address: Path, *commands: str) -> None:
    """Make a ledger by commands, from `init` on."""
    address.touch(mode=0o600, exist_ok=False)
    address.write_bytes(_made(commands))


@cache
def _made(commands: tuple[str, ...]) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.ledger"
        for command in commands:
            done(*shlex.split(command), "--ledger", path)
        return path.read_bytes()
