"""Random histories continued from position to position."""

from tests.support.corrected_families import SEVERAL
from tests.support.counts import FULL

HISTORIES = [
    (name, seed) for name, one in SEVERAL.items() for seed in one.seeds[: 4 if FULL else 1]
]
"""Families with seeds."""


def positions(head: int, steps: int, last: int) -> list[int]:
    """Return growing positions of a history: `steps` over the whole, and the `last` positions at
    the end.
    """
    if FULL:
        steps, last = 15, 25
    over_all = {1 + (head - 1) * step // steps for step in range(steps + 1)}
    return sorted(over_all | set(range(max(1, head - last), head)))
