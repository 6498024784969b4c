"""The cost of a long law: a history under every edition, against a history under the last ones.

Two worlds of one shape, list for list: in one the histories begin with the first edition, in the
other where the bench's worlds begin. What differs is the law alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from statistics import median

from ledger.store.ledger import Ledger
from ops.bench import passes, truth
from ops.bench.table import Line, millions
from ops.bench.worlds import World
from ops.bench.writing import write
from projections.rulebooks import rulebook

_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Speed:
    """Games a second in a world."""

    from_arrays: float
    from_the_truth: float


def whole(world: World, skipped: int = 0) -> World:
    """Return a world of the same size with lists from the first edition past the last.

    `skipped`: so many editions are over before it begins.
    """
    first, *_, last = (date.fromisoformat(edition) for edition in _editions(world)[skipped:])
    months = (last.year - first.year) * _MONTHS + last.month - first.month + 1
    periods = max(world.periods, months // world.kind.months + 1)
    return replace(world, begin=first.replace(day=1), periods=periods)


def measured(world: World, folder: Path, runs: int, skipped: int = 0) -> Iterator[Line]:
    """Measure both worlds in turn; return T1 and T2 as ratios."""
    old = whole(world, skipped)
    new = replace(old, begin=world.begin)
    with write(old, folder / "old") as one, write(new, folder / "new") as other:
        done = [(_speed(one, world), _speed(other, world)) for _ in range(runs)]
    what = f"{len(_editions(world)) - skipped} editions, {old.periods} lists"
    for target, field in (("T1", "from_arrays"), ("T2", "from_the_truth")):
        ours, theirs = (median(getattr(pair[at], field) for pair in done) for at in (0, 1))
        numbers = f"{millions(ours)}; {millions(theirs)}"
        yield Line(target, what, "the last editions alone", ours / theirs, numbers)


def _editions(world: World) -> list[str]:
    return [edition.name for edition in rulebook(world.kind.pool).editions]


def _speed(ledger: Ledger, world: World) -> Speed:
    pool = world.kind.pool
    done = passes.fide(ledger, pool, plain=False)
    took, _ = truth.timed(ledger, pool, 1)
    return Speed(done.games / done.engine_s, done.games / took[truth.rated])
