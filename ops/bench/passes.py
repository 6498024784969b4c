"""A pass over a ledger, period by period: engine and plain loop rate the same reports in turn.

Reports are read once for both; what each takes (parts laid out, lists of numbers) is made ready
before its clock starts. So a machine that slows down slows both.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import partial
from time import perf_counter
from typing import Any, Protocol, TypeVar

from ledger import columns
from ledger.events.external import ExternalListRecorded
from ledger.events.pool import PeriodClosed
from ledger.store.ledger import Ledger
from ops.bench import engine
from ops.bench.plain_fide import PlainFide, PlainReport
from ops.bench.plain_rubele import PlainEvent, PlainRubele
from ops.bench.plain_uisp import Lists, PlainTournament, PlainUisp
from projections.replay import Replay
from projections.state import Facts
from projections.state.law import due_of
from projections.state.reports import Order, Report
from projections.steps.booked import Booked


@dataclass
class Pass:
    """Seconds and results of a pass over a ledger."""

    games: int = 0
    engine_s: float = 0.0
    plain_s: float = 0.0
    engine_digest: str = ""
    plain_digest: str = ""


R_contra = TypeVar("R_contra", contravariant=True)


class Loop(Protocol[R_contra]):
    """A plain loop with periods closed in order."""

    @property
    def rating(self) -> dict[int, int]:
        """Ratings by player."""
        ...

    @property
    def games(self) -> dict[int, int]:
        """Counters by player."""
        ...

    def close(self, reports: Iterable[R_contra], list_date: date) -> None:
        """Rate a period's reports."""
        ...


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Switch garbage collection off while timing; no cycles arise."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def closings(ledger: Ledger, pool: str) -> Iterator[tuple[Facts, int, PeriodClosed]]:
    """Add the events of a ledger; stop at each closing."""
    facts = Facts()
    for recorded in ledger.read.events():
        facts.apply(recorded)
        if recorded.type == PeriodClosed.TYPE:
            event: PeriodClosed = recorded.decoded().payload
            if event.pool == pool:
                yield facts, recorded.position, event


def fide(ledger: Ledger, pool: str, *, plain: bool = True) -> Pass:
    """Rate a FIDE ledger from parts laid out (T1), and by the plain loop."""
    return _frozen(ledger, pool, plain_fide_of, plain_reports, plain=plain)


def uisp(ledger: Ledger, pool: str, *, plain: bool = True) -> Pass:
    """Rate a UISP ledger from parts laid out (T1), and by the plain loop."""
    lists = plain_lists(ledger)
    begin = partial(plain_uisp_of, lists=lists)
    return _frozen(ledger, pool, begin, plain_tournaments, plain=plain)


@_no_collecting()
def _frozen(
    ledger: Ledger,
    pool: str,
    begin: Callable[[Replay], Loop[R_contra]],
    as_plain: Callable[[Sequence[Report]], list[R_contra]],
    *,
    plain: bool,
) -> Pass:
    """Rate a ledger with a step for each period, from prepared batches and by a plain loop."""
    found, replay, loop = Pass(), None, None
    for facts, position, event in closings(ledger, pool):
        if replay is None:
            replay = engine.begin(facts, pool, ledger.read)
            loop = begin(replay)
        assert loop is not None
        replay.birth_year = facts.birth_year
        booked = replay.book(due_of(replay.facts, event), event.through_position)
        found.games += sum(report.game_count for report in booked.reports)
        with engine.laid_out(booked, replay):
            start = perf_counter()
            engine.rate(replay, position, event)
            found.engine_s += perf_counter() - start
        if plain:
            reports = as_plain(booked.rated())
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
            replay = engine.begin(facts, pool, ledger.read)
            loop = plain_rubele_of(replay)
        assert loop is not None
        replay.birth_year = facts.birth_year
        booked = replay.book(due_of(replay.facts, event), event.through_position)
        found.games += sum(report.game_count for report in booked.reports)
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
    """Return the loop's state where histories begin."""
    state = {name: _by_player(values) for name, values in replay.begun().state.items()}
    since = replay.begun().since[0]
    return PlainFide(
        state["rating"], state["games"], state["peak"], replay.birth_year.tolist(), since
    )


def plain_rubele_of(replay: Replay) -> PlainRubele:
    """Return the loop's state where histories begin."""
    state = {name: _by_player(values) for name, values in replay.begun().state.items()}
    return PlainRubele(state["rating"], state["games"], dict.fromkeys(state["rating"], 0), {})


def plain_uisp_of(replay: Replay, lists: Lists) -> PlainUisp:
    """Return the loop's state where histories begin."""
    state = {name: _by_player(values) for name, values in replay.begun().state.items()}
    return PlainUisp(state["rating"], state["games"], replay.begun().since[0], lists)


def plain_lists(ledger: Ledger) -> Lists:
    """Return the recorded lists of other bodies."""
    found: dict[tuple[str, int], dict[str, dict[int, int]]] = {}
    for recorded in ledger.read.of_type(ExternalListRecorded.TYPE):
        said: ExternalListRecorded = recorded.decoded().payload
        players = columns.read(said.player, columns.PLAYER).tolist()
        month = said.list_date.year * 12 + said.list_date.month if said.body == "fide" else 0
        found[said.body, month] = {
            name: dict(zip(players, columns.read(each, columns.NUMBER).tolist(), strict=True))
            for name, each in said.values.items()
        }
    return found


def _by_player(values: Any) -> dict[int, int]:
    return dict(enumerate(values.tolist()))


def plain_reports(reports: Sequence[Report]) -> list[PlainReport]:
    """Return reports as lists of numbers."""
    return [
        PlainReport(
            report.start,
            report.end.year * 12 + report.end.month - 1,
            *_sides(report),
            report.games.white_result.encode(),
            report.games.black_result.encode(),
        )
        for report in reports
    ]


def plain_tournaments(reports: Sequence[Report]) -> list[PlainTournament]:
    """Return reports as lists of numbers, with the seconds of their time controls."""
    return [
        PlainTournament(
            report.start,
            *_seconds(report.about.time_control),
            report.about.online,
            *_sides(report),
            report.games.white_result.encode(),
            report.games.black_result.encode(),
        )
        for report in reports
    ]


def _seconds(time_control: str) -> tuple[int, int]:
    """Return base and increment of a time control with both."""
    base, increment = map(int, time_control.split("+"))
    return base, increment


def plain_events(booked: Booked) -> list[PlainEvent | int]:
    """Return reports as lists of numbers, and the year ends between them."""
    events: list[tuple[Order, PlainEvent | int]] = [
        (end.order, end.year) for end in booked.year_ends
    ]
    for report in booked.rated():
        codes = (report.games.white_result.encode(), report.games.black_result.encode())
        events.append((report.order, PlainEvent(report.end.year, *_sides(report), *codes)))
    return [event for _, event in sorted(events, key=lambda event: event[0])]


def _sides(report: Report) -> tuple[list[int], list[int]]:
    players = columns.read(report.player, columns.PLAYER)
    white, black = (
        players[columns.read(side, columns.NUMBER)].tolist()
        for side in (report.games.white, report.games.black)
    )
    return white, black
