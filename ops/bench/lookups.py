"""T6: how a player stood on a day, against a look-up by primary key in the same file, both warm."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import select

from ledger.store.ledger import Ledger
from projections.official import Official
from projections.official.tables import block
from projections.queries import PoolQuery


@dataclass(frozen=True, slots=True)
class LookUps:
    """Median seconds of a look-up, by rows of history."""

    rows: int
    proved: float
    """`PoolQuery.state` asked for the first time by a process: each block is checked."""
    again: float
    """The same of a process that has asked before: blocks that were proved stay in memory."""
    key: float
    """A block by its primary key, asked through SQLAlchemy."""


def timed(ledger: Ledger, name: str, rounds: int) -> LookUps:
    """Build the projection file beside a ledger; time questions."""
    official = Official(ledger)
    official.catch_up()
    try:
        return _asked(official, PoolQuery(official, name), rounds)
    finally:
        official.close()


def _asked(official: Official, pool: PoolQuery, rounds: int) -> LookUps:
    last = pool.lists()[-1].number
    rows = pool.rating_changes(last)
    draw = random.Random(1)  # noqa: S311 - no secrecy
    chosen = [tuple(row) for row in draw.sample(rows[:, :2].tolist(), min(rounds, len(rows)))]
    engine = official.store.engine
    with engine.connect().execution_options(reading=True) as connection:
        digests = list(connection.execute(select(block.c.digest)).scalars())
    timings = _in_turn(
        chosen,
        [
            lambda key: PoolQuery(official, pool.name).state(*key),
            lambda key: pool.state(*key),
            lambda _: _by_key(engine, draw.choice(digests)),
        ],
    )
    return LookUps(len(rows), *timings)


def _by_key(engine: Any, digest: str) -> Any:
    with engine.connect().execution_options(reading=True) as connection:
        return connection.execute(select(block).where(block.c.digest == digest)).first()


def _in_turn(keys: Sequence[Any], asks: Sequence[Callable[[Any], Any]]) -> list[float]:
    """Time questions turn by turn over the same keys; the first round only warms."""
    took: list[list[float]] = [[] for _ in asks]
    for warm in (True, False):
        for key in keys:
            for ask, times in zip(asks, took, strict=True):
                start = perf_counter()
                ask(key)
                if not warm:
                    times.append(perf_counter() - start)
    return [median(seconds) for seconds in took]
