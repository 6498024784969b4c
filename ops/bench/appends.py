"""T5: durable append, with all the ledger promises, against raw rows put in by `executemany`.

Both go to SQLite with the same pragmas, a commit on the disk for each batch, turn by turn; both
tables have the same keys. The raw one gets the very rows the ledger has just written.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter

from sqlalchemy import Engine

from ledger.errors import Refused
from ledger.events.pool import ListScheduled
from ledger.store import drivers, schema
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from ledger.store.requests import NewEvent, Request

_STREAM = "pool-bench"


def timed(folder: Path, batch: int, runs: int) -> tuple[float, float]:
    """Return median seconds of a batch: a request of many events, and raw rows."""
    took: list[tuple[float, float]] = []
    with Ledger.create(str(folder / f"append-{batch}"), "bench.example", "UTC") as ledger:
        raw = _raw(folder / f"raw-{batch}")
        for turn in range(runs):
            request = _request(turn, batch)
            start = perf_counter()
            answer = ledger.append_many([request])[0]
            appended = perf_counter() - start
            assert not isinstance(answer, Refused)
            rows = list(ledger.read.events(answer.first_position, answer.last_position))
            took.append((appended, _put_in(raw, rows)))
        raw.dispose()
    ours, theirs = zip(*took, strict=True)
    return median(ours), median(theirs)


def _request(turn: int, batch: int) -> Request:
    events = [
        NewEvent(
            ListScheduled(
                pool="bench",
                period=f"{turn}-{at}",
                issue_day=date(2026, 1, 1),
                cut_off=date(2025, 12, 28),
            )
        )
        for at in range(batch)
    ]
    return Request(f"append:{turn}", tuple(events), expected={_STREAM: turn * batch - 1})


def _raw(path: Path) -> Engine:
    engine = drivers.engine(str(path))
    with engine.begin() as connection:
        schema.event.create(connection)
    return engine


def _put_in(engine: Engine, rows: Sequence[Recorded]) -> float:
    ready = [tuple(row) for row in rows]
    places = ", ".join("?" * len(Recorded._fields))
    start = perf_counter()
    with drivers.writing(engine) as cursor:
        cursor.executemany(f"INSERT INTO event VALUES ({places})", ready)  # noqa: S608 - question marks
    return perf_counter() - start
