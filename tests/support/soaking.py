"""Progress of long runs: seed and number reached, for resuming a run."""

import sys
import time
from collections.abc import Mapping

from tests.support.counts import FULL, SEED, SOAK

EVERY_SECONDS = 60
_last = [0.0]


def report(kind: str, number: int, of: int, counts: Mapping[str, int]) -> None:
    """Write the number reached to standard error, at intervals, in long runs only."""
    if not SOAK or (time.monotonic() - _last[0] < EVERY_SECONDS and number < of):
        return
    _last[0] = time.monotonic()
    line = f"{kind}: {number} of {of}, seed {SEED} {dict(counts)}; --seed {SEED} --from {number}"
    written(line)


def written(line: str) -> None:
    """Write a line about a long run to standard error, for a person to copy."""
    if FULL or SOAK:
        print(f"\n{line}", file=sys.__stderr__, flush=True)
