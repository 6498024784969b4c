"""T6: how a player stood on a day, against a look-up by primary key in the same file, both warm."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import event, select

from ledger.store.ledger import Ledger
from projections.answers import Pool
from projections.official import Official
from projections.official.tables import history


@dataclass(frozen=True, slots=True)
class LookUps:
    """Median seconds of one look-up, in a history of so many rows."""

    rows: int
    current: float
    """`Pool.current`, as a program asks."""
    key: float
    """A row by its primary key, asked in the same way."""
    bare: float
    """The SQL that `Pool.current` sends, on the driver's cursor."""
    bare_key: float
    """A row by its primary key, on the driver's cursor."""


def timed(ledger: Ledger, name: str, rounds: int) -> LookUps:
    """Build the projection file beside a ledger; ask it."""
    official = Official(ledger)
    official.catch_up()
    try:
        return _asked(official, Pool(official, name), rounds)
    finally:
        official.close()


def _asked(official: Official, pool: Pool, rounds: int) -> LookUps:
    engine = official.keeping.engine
    with engine.connect().execution_options(reading=True) as connection:
        keys = [tuple(row) for row in connection.execute(select(*history.primary_key))]
    chosen = random.Random(1).sample(keys, min(rounds, len(keys)))  # noqa: S311 - no secrecy
    sql, limits = _sent(engine, lambda: pool.current(chosen[0][1], chosen[0][2]))
    by_key, _ = _sent(engine, lambda: _by_key(engine, chosen[0]))
    raw = engine.raw_connection()
    cursor = raw.cursor()
    timings = _in_turn(
        chosen,
        [
            lambda key: pool.current(key[1], key[2]),
            lambda key: _by_key(engine, key),
            lambda key: cursor.execute(sql, (*key[:3], *limits)).fetchone(),
            lambda key: cursor.execute(by_key, key).fetchone(),
        ],
    )
    raw.close()
    return LookUps(len(keys), *timings)


def _by_key(engine: Any, key: tuple[int, ...]) -> Any:
    statement = select(history)
    for column, value in zip(history.primary_key, key, strict=True):
        statement = statement.where(column == value)
    with engine.connect().execution_options(reading=True) as connection:
        return connection.execute(statement).first()


def _sent(engine: Any, ask: Callable[[], Any]) -> tuple[str, tuple[int, ...]]:
    """Give the SQL that a question sends, and what it binds after pool, player and list."""
    seen: list[tuple[str, tuple[int, ...]]] = []

    def note(_connection: Any, _cursor: Any, sql: str, bound: tuple[int, ...], *_: Any) -> None:
        seen.append((sql, bound[3:]))

    event.listen(engine, "before_cursor_execute", note)
    ask()
    event.remove(engine, "before_cursor_execute", note)
    return seen[-1]


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
    return [median(each) for each in took]
