"""One billion games: pools written, proved by eras, and deleted one after another.

    python -m ops.bench --billion      about two hours on two cores; 500 MB of disk

Every event, every list and the state at the end of every era is proved, by processes that go on
from pool to pool. The files of the reports are left out of these worlds, and what is said of them
is not counted as a fault.
"""

import resource
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Final, NamedTuple

from ledger.store.ledger import Ledger
from ops.bench import growth
from ops.bench.growth import Cost
from ops.bench.table import Line
from ops.bench.worlds import CHESS, World
from ops.upkeep.eras import Era, Proof, eras, in_process, not_linked

POOL: Final = World(CHESS, 50_000, 60, 4_000_000)
POOLS: Final = 250

_WORKERS: Final = 2
_WHOLE_EVERY: Final = 25
"""Pools; both sides of the ratio have the same work of the machine beside them."""
_MOST_BYTES: Final = 400 << 20
_LEAST_RATE: Final = 0.9


class Task(NamedTuple):
    """An era proved by a process that proves others too."""

    proof: Proof
    cost: Cost
    """The peak is the most that the process ever had."""


def measured(
    pools: int, folder: Path, say: Callable[[str], None], pool: World = POOL
) -> Iterator[Line]:
    """Prove so many pools one after another, some also as a whole; yield the lines."""
    whole, costs = list[Cost](), list[Cost]()
    with ProcessPoolExecutor(_WORKERS, get_context("spawn")) as workers:
        for number in range(1, pools + 1):
            path = folder / f"pool-{number}"
            say(f"writing pool {number} of {pools}")
            growth.write("columns", replace(pool, seed=number), str(path))
            growth.rebuild_alone(str(path))
            say(f"proving pool {number} of {pools}")
            with Ledger.open(str(path), guarded=False) as ledger:
                every = eras(ledger).every
            if number % _WHOLE_EVERY == 1:
                in_one = [Era(1, 0, every[-1].last)]
                whole += _checked(workers.map(partial(_task, str(path)), in_one), pool)
            costs += _checked(workers.map(partial(_task, str(path)), every), pool)
            for file in folder.glob(f"{path.name}*"):
                file.unlink()
    cpu, peak = sum(cost.cpu for cost in costs), max(cost.peak for cost in costs)
    games = pools * pool.games
    rate = games / cpu
    of_whole = pool.games * len(whole) / sum(cost.cpu for cost in whole)
    numbers = f"{rate / 1e6:.2f} million/s, {cpu:,.0f} s; {of_whole / 1e6:.2f} million/s"
    yield Line(
        "T9", f"{games:,} games proved by eras", f"{pool.games:,} as a whole", rate / of_whole,
        numbers, at_least=_LEAST_RATE,
    )  # fmt: skip
    numbers = f"{peak / (1 << 20):,.0f} MiB"
    yield Line("T9", "memory of a task", "400 MiB", peak / _MOST_BYTES, numbers, at_most=1)


def _task(address: str, era: Era) -> Task:
    begun = process_time()
    proof = in_process(address, era, persons=False)
    used = resource.getrusage(resource.RUSAGE_SELF)
    return Task(proof, Cost(process_time() - begun, used.ru_maxrss << 10))


def _checked(tasks: Iterable[Task], pool: World) -> list[Cost]:
    """Return the costs of the proof of a ledger, of which nothing else stays in memory.

    Raises AssertionError where anything is at fault but the absent files.
    """
    proofs, costs = zip(*tasks, strict=True)
    assert sum(proof.lists for proof in proofs) == pool.periods
    assert all(proof.replayed for proof in proofs)
    assert all(fault.beside for proof in proofs for fault in proof.faults)
    assert not list(not_linked(proofs))
    return list(costs)
