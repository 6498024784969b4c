"""A pass over a ledger, period by period: engine and plain loop rate the same reports in turn.

Reports are read once for both; what each takes (batches laid out, lists of numbers) is made ready
before its clock starts. So a machine that slows down slows both. No list is written.
"""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from time import process_time
from typing import Any, Protocol
from unittest.mock import patch

import numpy as np

from ledger import columns
from ledger.events.external import ExternalListRecorded
from ledger.events.pool import PeriodClosed
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader, Recorded
from ops.bench.plain_fide import PlainFide
from ops.bench.plain_reports import plain
from ops.bench.plain_rubele import PlainRubele
from ops.bench.plain_uisp import Lists, PlainUisp
from ops.bench.worlds import CHESS, DRAUGHTS, Kind
from projections.rating import external_lists, replay_source, steps
from projections.rating.booked import Booked
from projections.rating.layout import Batch, lay_out
from projections.rating.other_pools import Surroundings
from projections.replay import Replay
from projections.rulebooks.engine.edition import Edition
from projections.state import Facts
from projections.state.closed_list import Closed, Horizon
from projections.state.law import due_of
from projections.state.reports import Report


@dataclass
class Pass:
    """Seconds of processor time, and results, of a pass over a ledger."""

    games: int = 0
    engine_s: float = 0.0
    plain_s: float = 0.0
    engine_digest: str = ""
    plain_digest: str = ""


class Loop(Protocol):
    """A plain loop: ratings and counters by player, with periods closed in order."""

    rating: dict[int, int]
    games: dict[int, int]

    def close(self, reports: Sequence[Any], list_date: date, /) -> None:
        """Rate a period's reports."""
        ...


def run(ledger: Ledger, kind: Kind, *, with_loop: bool = True) -> Pass:
    """Rate a ledger by the engine and by the plain loop.

    The engine rates lists of months and quarters from batches laid out (T1), a chain of
    tournaments from reports in memory (T8). Garbage is not collected meanwhile: no cycles arise.
    """
    gc.collect()
    gc.disable()
    try:
        return _run(ledger, kind, with_loop=with_loop)
    finally:
        gc.enable()


def _run(ledger: Ledger, kind: Kind, *, with_loop: bool) -> Pass:
    result, loop = Pass(), None
    for replay, position, event in closings(ledger.read, ledger.read.events(), kind.pool):
        if loop is None:
            loop = _loop(kind, replay, ledger.read)
        booked = replay.book(due_of(replay.facts, event), Horizon.at(event.through_position))
        result.games += sum(report.game_count for report in booked.reports)
        with nullcontext() if kind is DRAUGHTS else _laid_out(booked, replay):
            start = process_time()
            rate(replay, position, event)
            result.engine_s += process_time() - start
        if with_loop:
            reports = _plain_period(booked)
            start = process_time()
            loop.close(reports, event.list_date)
            result.plain_s += process_time() - start
    assert loop is not None
    result.engine_digest = digest_of(replay)
    result.plain_digest = _digest(list(loop.rating.values()), list(loop.games.values()))
    return result


# ------------------------------------------------------------------------------------- the engine


def closings(
    read: Reader, events: Iterable[Recorded], pool: str
) -> Iterator[tuple[Replay, int, PeriodClosed]]:
    """Take in the events of a ledger; yield the replay of a pool at each of its closings."""
    facts, replay = Facts(), None
    for recorded in events:
        facts.apply(recorded)
        if recorded.type == PeriodClosed.TYPE:
            event: PeriodClosed = recorded.decoded().payload
            if event.pool == pool:
                replay = replay or _begun(facts, pool, read)
                replay.birth_year = facts.birth_year
                yield replay, recorded.position, event


def _begun(facts: Facts, pool: str, read: Reader) -> Replay:
    """Return the replay of a pool at its beginning, with the pools used by its rulebook."""
    replay = Replay(facts.pools[pool], facts.birth_year)
    if replay.law.rulebook.external_lists.consulted:
        lists = external_lists.Lists(read)
        replay.surroundings = Surroundings(facts, pool, lambda _: replay.begun(), lists)
    replay.begun()
    return replay


def rate(replay: Replay, position: int, event: PeriodClosed) -> None:
    """Rate the period closed by an event, and move on."""
    replay.rate(due_of(replay.facts, event), Horizon.at(event.through_position))
    number = len(replay.begun().since) - 1
    replay.facts.closed.append(Closed(number, position, event))


@contextmanager
def _laid_out(booked: Booked, replay: Replay) -> Iterator[None]:
    """Lay out a period's reports now, ready for the steps inside."""
    ready: dict[tuple[int, int], Batch] = {}

    def at_hand(edition: Edition, reports: Sequence[Report]) -> Batch:
        key = reports[0].position, len(reports)
        if key not in ready:
            ready[key] = lay_out(edition, reports)
        return ready[key]

    with patch.object(replay_source, "lay_out", at_hand):
        source = replay_source.ReplaySource(booked, replay.begun(), replay.birth_year)
        next(steps.steps(source), None)
        yield


def digest_of(replay: Replay) -> str:
    """Return the digest of the present standings."""
    state = replay.begun().state
    return _digest(state["rating"], state["games"])


def _digest(rating: Any, games: Any) -> str:
    both = np.stack([np.asarray(rating, dtype="<i8"), np.asarray(games, dtype="<i8")])
    return sha256(both.tobytes()).hexdigest()


# ---------------------------------------------------------------------------------- the plain loop


def _plain_period(booked: Booked) -> list[Any]:
    """Return the rated reports of a period as lists of numbers, in order with the ends of years."""
    ends = [(end.order, end.year) for end in booked.year_ends]
    reports = [(report.order, plain(report)) for report in booked.rated()]
    return [entry for _, entry in sorted([*ends, *reports], key=lambda entry: entry[0])]


def _loop(kind: Kind, replay: Replay, read: Reader) -> Loop:
    """Return the plain loop of a regulation, with the state where histories begin."""
    standings = replay.begun()
    state = {name: dict(enumerate(values.tolist())) for name, values in standings.state.items()}
    rating, games, since = state["rating"], state["games"], standings.since[0]
    if kind is CHESS:
        return PlainFide(rating, games, state["peak"], replay.birth_year.tolist(), since)
    if kind is DRAUGHTS:
        return PlainRubele(rating, games, dict.fromkeys(rating, 0))
    return PlainUisp(rating, games, since, _external_lists(read))


def _external_lists(read: Reader) -> Lists:
    lists: dict[tuple[str, int], dict[str, dict[int, int]]] = {}
    for recorded in read.of_type(ExternalListRecorded.TYPE):
        event: ExternalListRecorded = recorded.decoded().payload
        players = columns.read(event.player, columns.PLAYER).tolist()
        month = event.list_date.year * 12 + event.list_date.month if event.body == "fide" else 0
        lists[event.body, month] = {
            name: dict(zip(players, columns.read(values, columns.NUMBER).tolist(), strict=True))
            for name, values in event.values.items()
        }
    return lists
