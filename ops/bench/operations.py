"""Single operations: durable appends (T5), look-ups as of a day (T6), imports of a file (G1)."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

from sqlalchemy import Engine, select

from ledger.errors import Refused
from ledger.events.pool import ListScheduled
from ledger.intake.import_report.import_session import Asks
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.options import ImportOptions
from ledger.store import drivers, schema
from ledger.store.ledger import Ledger
from ledger.store.one_reading import OneReading
from ledger.store.reading import Recorded
from ledger.store.requests import NewEvent, Request
from projections.official import Official
from projections.official.results import Stored
from projections.official.tables import block
from projections.queries import PoolQuery
from projections.queries.known_ratings import known_ratings

_STREAM = "pool-bench"

_PLAYERS: Final = 40
_ROUNDS: Final = 7
_FILES: Final = 9
_NUMBER: Final = 900_000_000
"""Before the numbers of the 40."""


def appends(folder: Path, batch: int, runs: int) -> tuple[float, float]:
    """Return median seconds of a batch: a request of many events, and raw rows by `executemany`.

    Both go to SQLite with the same pragmas and keys, a commit on the disk for each batch, turn by
    turn. The raw table gets the very rows that the ledger has just written.
    """
    seconds: list[tuple[float, float]] = []
    with Ledger.create(str(folder / f"append-{batch}"), "bench.example", "UTC") as ledger:
        raw = drivers.engine(str(folder / f"raw-{batch}"))
        with raw.begin() as connection:
            schema.event.create(connection)
        for turn in range(runs):
            request = _request(turn, batch)
            start = perf_counter()
            answer = ledger.append_many([request])[0]
            appended = perf_counter() - start
            assert not isinstance(answer, Refused)
            rows = list(ledger.read.events(answer.first_position, answer.last_position))
            seconds.append((appended, _put_in(raw, rows)))
        raw.dispose()
    ours, theirs = zip(*seconds, strict=True)
    return median(ours), median(theirs)


def _request(turn: int, batch: int) -> Request:
    day = date(2026, 1, 1)
    facts = (
        ListScheduled(pool="bench", period=f"{turn}-{at}", issue_day=day, cut_off=day)
        for at in range(batch)
    )
    events = tuple(map(NewEvent, facts))
    return Request(f"append:{turn}", events, expected={_STREAM: turn * batch - 1})


def _put_in(engine: Engine, rows: Sequence[Recorded]) -> float:
    ready = [tuple(row) for row in rows]
    places = ", ".join("?" * len(Recorded._fields))
    start = perf_counter()
    with drivers.writing(engine) as cursor:
        cursor.executemany(f"INSERT INTO event VALUES ({places})", ready)  # noqa: S608 - question marks
    return perf_counter() - start


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


def look_ups(ledger: Ledger, name: str, rounds: int) -> LookUps:
    """Build the projection file beside a ledger; time how a player stood on a day, both warm."""
    official = Official(ledger)
    try:
        return _asked(official, PoolQuery(official.catch_up(), name), rounds)
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

    def at_first(key: Sequence[int]) -> object:
        """Ask as the service asks for a request: one connection, and nothing in memory."""
        with OneReading(engine, one_moment=False) as reading:
            results = Stored(official.store.within(reading), official.remake)
            track = official.track.read_through(official.track.ledger, results)
            return PoolQuery(track, pool.name).state(*key)

    def by_key(digest: str) -> object:
        with engine.connect().execution_options(reading=True) as connection:
            return connection.execute(select(block).where(block.c.digest == digest)).first()

    timings = _in_turn(
        chosen,
        [
            at_first,
            lambda key: pool.state(*key),
            lambda _: by_key(draw.choice(digests)),
        ],
    )
    return LookUps(len(rows), *timings)


def _in_turn(keys: Sequence[Any], asks: Sequence[Callable[[Any], Any]]) -> list[float]:
    """Time questions turn by turn over the same keys; the first round only warms."""
    seconds: list[list[float]] = [[] for _ in asks]
    for warm in (True, False):
        for key in keys:
            for ask, times in zip(asks, seconds, strict=True):
                start = perf_counter()
                ask(key)
                if not warm:
                    times.append(perf_counter() - start)
    return [median(times) for times in seconds]


def imports(ledger: Ledger, pool: str, day: date) -> float:
    """Return the median seconds of processor time of an import of a tournament ended on a day.

    The clock of the ledger is later. The file is read, players and tournament are looked up, the
    report is compared with the list in force, composed and appended. The 40 players come with the
    first file, which is not timed.
    """
    asks = Asks(known_ratings=partial(known_ratings, ledger.read))
    seconds = []
    for number in range(_FILES + 1):
        ends = day - timedelta(days=number)
        options = ImportOptions(
            (pool,), register_new=number == 0, facts=facts(ends), another_event=True
        )
        data = report(number, ends)
        start = process_time()
        import_report(ledger, data, options, asks=asks)
        seconds.append(process_time() - start)
    return median(seconds[1:])


def facts(ends: date) -> dict[str, str]:
    """Return the facts about a report that its file does not have."""
    return {"received_on": f"{ends}", "registered_on": f"{ends - timedelta(days=60)}"}


def report(number: int, ends: date) -> bytes:
    """Return the report of a tournament of the 40 players, in TRF; each number is another one."""
    begins = ends - timedelta(days=_ROUNDS - 1)
    head = [
        f"012 Open of the bench {number}",
        "022 Torino",
        "032 ITA",
        f"042 {begins:%Y/%m/%d}",
        f"052 {ends:%Y/%m/%d}",
        f"062 {_PLAYERS}",
        "092 Individual: Swiss-System",
        "102 Nobody, At All",
        "122 5400+30",
    ]
    return "\n".join([*head, *_rows(), ""]).encode()


def _rows() -> Iterator[str]:
    paired = [_paired(number) for number in range(_ROUNDS)]
    for player in range(1, _PLAYERS + 1):
        rounds = "".join(f"  {games[player][0]:>4} {games[player][1]} =" for games in paired)
        yield (
            f"001 {player:>4} m    {f'Bench{player:03d}, Name':<33} {'':>4} ITA "
            f"{_NUMBER + player:>11} 1980/00/00 {_ROUNDS / 2:>4} {player:>4}{rounds}"
        )


def _paired(number: int) -> dict[int, tuple[int, str]]:
    circle = [1, *((at + number) % (_PLAYERS - 1) + 2 for at in range(_PLAYERS - 1))]
    paired: dict[int, tuple[int, str]] = {}
    for white, black in zip(circle[: _PLAYERS // 2], reversed(circle), strict=False):
        paired |= {white: (black, "w"), black: (white, "b")}
    return paired
