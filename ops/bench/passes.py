"""One pass over a ledger, period by period: engine and plain loop rate the same reports in turn.

Reports are read once for both; what each takes (parts laid out, lists of numbers) is made ready
before its clock starts. So a machine that slows down slows both.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from ledger import columns
from ledger.events.pool import PeriodClosed
from ledger.store.ledger import Ledger
from ops.bench import engine
from ops.bench.plain_fide import PlainFide, PlainReport
from ops.bench.plain_rubele import PlainEvent, PlainRubele
from projections.closed_lists import due_of
from projections.facts import Facts
from projections.replay import Replay
from projections.reports import Order, Report
from projections.steps import Booked


@dataclass
class Pass:
    """What a pass over a ledger took, in seconds, and what came out."""

    games: int = 0
    engine_s: float = 0.0
    plain_s: float = 0.0
    engine_digest: str = ""
    plain_digest: str = ""


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Let no collection of garbage fall into a time; there are no cycles to find."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def closings(ledger: Ledger, pool: str) -> Iterator[tuple[Facts, int, PeriodClosed]]:
    """Take in the facts of a ledger; stop at each closing."""
    facts = Facts()
    for recorded in ledger.read.events():
        facts.apply(recorded)
        if recorded.type == PeriodClosed.TYPE:
            event: PeriodClosed = recorded.decoded().payload
            if event.pool == pool:
                yield facts, recorded.position, event


@_no_collecting()
def fide(ledger: Ledger, pool: str, *, plain: bool = True) -> Pass:
    """Rate a chess ledger from parts laid out (T1), and by the plain loop."""
    found, replay, loop = Pass(), None, None
    for facts, position, event in closings(ledger, pool):
        if replay is None:
            replay = engine.begin(facts, pool)
            loop = plain_fide_of(replay)
        assert loop is not None
        replay.birth_year = facts.birth_year
        booked = replay.book(due_of(replay.facts, event), event.through_position)
        found.games += sum(each.game_count for each in booked.reports)
        with engine.laid_out(booked, replay):
            start = perf_counter()
            engine.rate(replay, position, event)
            found.engine_s += perf_counter() - start
        if plain:
            reports = plain_reports(booked.rated())
            start = perf_counter()
            loop.close(reports, event.list_date)
            found.plain_s += perf_counter() - start
    assert replay is not None
    assert loop is not None
    found.engine_digest = engine.digest_of(replay.begun())
    found.plain_digest = engine.digest(list(loop.rating.values()), list(loop.games.values()))
    return found


@_no_collecting()
def rubele(ledger: Ledger, pool: str, *, plain: bool = True) -> Pass:
    """Rate a draughts ledger from reports in memory (T8), and by the plain loop."""
    found, replay, loop = Pass(), None, None
    for facts, position, event in closings(ledger, pool):
        if replay is None:
            replay = engine.begin(facts, pool)
            loop = plain_rubele_of(replay)
        assert loop is not None
        replay.birth_year = facts.birth_year
        booked = replay.book(due_of(replay.facts, event), event.through_position)
        found.games += sum(each.game_count for each in booked.reports)
        start = perf_counter()
        engine.rate(replay, position, event)
        found.engine_s += perf_counter() - start
        if plain:
            events = plain_events(booked)
            start = perf_counter()
            loop.play(events)
            found.plain_s += perf_counter() - start
    assert replay is not None
    assert loop is not None
    found.engine_digest = engine.digest_of(replay.begun())
    found.plain_digest = engine.digest(list(loop.capital.values()), list(loop.games.values()))
    return found


def plain_fide_of(replay: Replay) -> PlainFide:
    """Give the loop's state where histories begin."""
    state = {name: _by_player(values) for name, values in replay.begun().state.items()}
    since = replay.begun().since[0]
    return PlainFide(
        state["rating"], state["games"], state["peak"], replay.birth_year.tolist(), since
    )


def plain_rubele_of(replay: Replay) -> PlainRubele:
    """Give the loop's state where histories begin."""
    state = {name: _by_player(values) for name, values in replay.begun().state.items()}
    return PlainRubele(state["rating"], state["games"], dict.fromkeys(state["rating"], 0), {})


def _by_player(values: Any) -> dict[int, int]:
    return dict(enumerate(values.tolist()))


def plain_reports(reports: Sequence[Report]) -> list[PlainReport]:
    """Give reports as lists of numbers."""
    return [
        PlainReport(
            each.start,
            each.end.year * 12 + each.end.month - 1,
            *_sides(each),
            each.games.white_result.encode(),
            each.games.black_result.encode(),
        )
        for each in reports
    ]


def plain_events(booked: Booked) -> list[PlainEvent | int]:
    """Give reports as lists of numbers, and among them the years that end."""
    events: list[tuple[Order, PlainEvent | int]] = [(e.order, e.year) for e in booked.turns]
    for each in booked.rated():
        codes = (each.games.white_result.encode(), each.games.black_result.encode())
        events.append((each.order, PlainEvent(each.end.year, *_sides(each), *codes)))
    return [event for _, event in sorted(events, key=lambda each: each[0])]


def _sides(report: Report) -> tuple[list[int], list[int]]:
    players = columns.read(report.player, columns.PLAYER)
    white, black = (
        players[columns.read(side, columns.NUMBER)].tolist()
        for side in (report.games.white, report.games.black)
    )
    return white, black
