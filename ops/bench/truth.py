"""T2: from the bytes on the disk to ratings, every leaf and the chain computed again.

    python -m ops.bench.truth LEDGER POOL       prove every list, and print the peak memory

The memory is asked of the kernel for a process of its own, where the kernel tells: `getrusage` also
counts what the parent held before the program began.
"""

import gc
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time

from ledger import hashing
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from ops.bench import passes
from projections.official.advance import Advance, beginning


def chained(ledger: Ledger) -> Iterator[Recorded]:
    """Fetch all events, whose leaves are computed again as they are read; compare the chain."""
    chain = hashing.CHAIN_START
    for recorded in ledger.read.events():
        chain = hashing.chain_hash(chain, recorded.leaf_hash)
        assert chain == recorded.chain_hash
        yield recorded


def fetch_and_chain(ledger: Ledger, _pool: str) -> str:
    """Fetch and chain only: the least work of any replay from the truth."""
    for _ in chained(ledger):
        pass
    return ""


def rated(ledger: Ledger, pool: str) -> str:
    """Replay to the last list without writing lists; return the digest of ratings."""
    replay = None
    for replay, position, event in passes.closings(ledger.read, chained(ledger), pool):
        passes.rate(replay, position, event)
    assert replay is not None
    return passes.digest_of(replay)


def proved(ledger: Ledger, pool: str) -> str:
    """Replay and prove every sealed list, as a rebuild does; return the digest of ratings."""
    track = Advance(beginning(ledger)).take_all(chained(ledger))
    return passes.digest_of(track.replay(pool))


def timed(
    ledger: Ledger, pool: str, runs: int
) -> tuple[dict[Callable[[Ledger, str], str], float], set[str]]:
    """Return the median seconds of processor time of each, run in turn, and the digests."""
    seconds: dict[Callable[[Ledger, str], str], list[float]] = {}
    digests: set[str] = set()
    for _ in range(runs):
        for replay in (fetch_and_chain, rated, proved):
            gc.collect()
            start = process_time()
            digests.add(replay(ledger, pool))
            seconds.setdefault(replay, []).append(process_time() - start)
    return {replay: median(times) for replay, times in seconds.items()}, digests - {""}


def peak_of_replay(path: Path, pool: str) -> int:
    """Return the peak resident memory in bytes of proving every list, in a separate process."""
    command = [sys.executable, "-m", __spec__.name, str(path), pool]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ourselves
    return int(done.stdout)


def _peak_bytes() -> int:
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    scale = 1 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale


if __name__ == "__main__":
    with Ledger.open(sys.argv[1]) as opened:
        proved(opened, sys.argv[2])
    sys.stdout.write(f"{_peak_bytes()}\n")
