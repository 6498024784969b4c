"""The engine for the bench: from prepared arrays, and without sealing lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any
from unittest.mock import patch

import numpy as np

from ledger.events.pool import PeriodClosed
from ledger.store.reading import Reader
from projections import steps
from projections.rating.external_lists import Lists
from projections.rating.layout import Batch, lay_out
from projections.replay import Replay
from projections.rulebooks.engine.edition import Edition
from projections.state import Facts
from projections.state.law import due_of
from projections.state.pool import Closed
from projections.state.reports import Report
from projections.steps import replay_source
from projections.steps.booked import Booked
from projections.steps.other_pools import Surroundings
from projections.steps.standings import Standings


def begin(facts: Facts, pool: str, read: Reader) -> Replay:
    """Return the replay of a pool at its beginning, with the other pools its rulebook asks for."""
    replay = Replay(facts.pools[pool], facts.birth_year)
    if replay.law.rulebook.external_lists.consulted:
        replay.surroundings = Surroundings(facts, pool, lambda _: replay.begun(), Lists(read))
    replay.begun()
    return replay


def rate(replay: Replay, position: int, event: PeriodClosed) -> None:
    """Rate the period closed by an event, and move on. No list is written."""
    replay.rate(due_of(replay.facts, event), event.through_position)
    number = len(replay.begun().since) - 1
    replay.facts.closed.append(Closed(number, position, event))


@contextmanager
def laid_out(booked: Booked, replay: Replay) -> Iterator[None]:
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


def digest(rating: Any, games: Any) -> str:
    """Return the digest of results: ratings and counters by register number."""
    both = np.stack([np.asarray(rating, dtype="<i8"), np.asarray(games, dtype="<i8")])
    return sha256(both.tobytes()).hexdigest()


def digest_of(standings: Standings) -> str:
    """Return the digest of standings."""
    return digest(standings.state["rating"], standings.state["games"])
