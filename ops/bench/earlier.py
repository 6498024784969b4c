"""The engine of an earlier commit over the same world, in the same run.

A ratio to another program also falls where that program became faster; the engine of an earlier
commit tells both apart. Its files come out of the history of this checkout, and it writes the world
itself: what it stored was laid out otherwise.
"""

import json
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Final

from ops.bench.worlds import World

COMMIT: Final = "96c9f85d"
"""Of 27 November 2026, before ledgers were proved by eras."""

_HERE: Final = Path(__file__).parent
_SCRIPT: Final = _HERE / "earlier_engine.py"


def unpacked(folder: Path) -> Path | None:
    """Unpack the files of the commit; None where this checkout does not have it."""
    command = ["git", "-C", str(_HERE), "archive", COMMIT, ":/"]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - a line of ours
    if done.returncode:
        return None
    there = folder / COMMIT
    there.mkdir(parents=True)
    with tarfile.open(fileobj=BytesIO(done.stdout)) as files:
        files.extractall(there, filter="data")
    return there


def games_per_second(files: Path | None, world: World, runs: int) -> dict[str, float]:
    """Return the games a second `from arrays`, `rated` and `proved`; nothing where it is absent."""
    if files is None:
        return {}
    of_world = (world.players, world.periods, world.games, world.begin.isoformat())
    words = (files / "world", world.kind.pool, *of_world, runs)
    done = subprocess.run(  # noqa: S603 - our script
        [sys.executable, "-P", _SCRIPT, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        cwd=files,
        env={**os.environ, "PYTHONPATH": str(files)},
    )
    if done.returncode:
        return {}
    found: dict[str, float] = json.loads(done.stdout)
    return found
