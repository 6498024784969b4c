"""Peak resident memory of a replay: `python -m ops.bench.resident LEDGER POOL`.

It proves every list. In a process of its own, and asked of the kernel for this program alone where
it tells: `getrusage` still counts what the parent held before the program began.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from ledger.store.ledger import Ledger
from ops.bench import truth


def of_replay(path: Path, pool: str) -> int:
    """Return the peak resident memory in bytes of a replay in a separate process."""
    command = [sys.executable, "-m", __spec__.name, str(path), pool]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ourselves
    return int(done.stdout)


def peak_bytes() -> int:
    """Return the peak resident memory of this process."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    scale = 1 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale


def _run(path: str, pool: str) -> None:
    with Ledger.open(path) as ledger:
        truth.proved(ledger, pool)
    sys.stdout.write(f"{peak_bytes()}\n")


if __name__ == "__main__":
    _run(*sys.argv[1:])
