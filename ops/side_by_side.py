"""Tasks of one kind side by side, each in a process of its own."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

MOST_WORKERS: Final = 64

T = TypeVar("T")
R = TypeVar("R")


def side_by_side(work: Callable[[T], R], tasks: Sequence[T], workers: int) -> Iterator[R]:
    """Yield the result of each task in the order of the tasks.

    With one worker, or one task, in this process; otherwise `work`, the tasks and the results are
    pickled.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    several = min(workers, len(tasks))
    if several <= 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(several, get_context("spawn")) as pool:
        yield from pool.map(work, tasks)
