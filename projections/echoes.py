"""Echoes: points outside play that replay derives by itself, recorded with the list they fall on.

They tell a reader of the ledger what happened; replay never reads them, `verify` compares them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns, limits
from ledger.events.base import PoolFact
from ledger.events.malus import MalusApplied, MalusWithdrawn
from ledger.events.pool import BonusGranted, RatingsAnnulled
from projections.rating import Rated
from projections.replay import Closing
from projections.rulebooks.rulebook import TurnEcho

_POINTS: Final = {"taken": MalusApplied, "given back": MalusWithdrawn}


def of_closing(closing: Closing, pool: str) -> list[PoolFact]:
    """Give the echoes of a list: tournament by tournament in their order, then year by year."""
    granted = [
        echo
        for name, article in closing.booked.law.echoes.items()
        for echo in _granted(closing, pool, name, article)
    ]
    turned = [rated for rated in closing.outcomes if rated.step.turning is not None]
    return [*granted, *(echo for rated in turned for echo in _turned(closing, pool, rated))]


def _turned(closing: Closing, pool: str, rated: Rated) -> Iterator[PoolFact]:
    """Give the echoes of the end of a year."""
    for name, echo in closing.booked.law.turn_echoes.items():
        if name in rated.unit.values:
            values = np.broadcast_to(rated.unit[name], len(rated.step.players))
            some = np.flatnonzero(values)
            for first in range(0, len(some), limits.EVENT_PLAYERS):
                here = some[first : first + limits.EVENT_PLAYERS]
                yield _echo(closing, pool, rated, echo, here, np.abs(values[here].astype(np.int64)))


def _echo(
    closing: Closing,
    pool: str,
    rated: Rated,
    echo: TurnEcho,
    rows: NDArray[np.int64],
    points: NDArray[np.int64],
) -> PoolFact:
    assert rated.step.turning is not None
    said: dict[str, Any] = {
        "pool": pool,
        "period": closing.due.period,
        "player": columns.write(rated.step.players[rows].tolist(), columns.PLAYER),
        "article": echo.article,
        "ground": "rule",
    }
    if echo.kind == "annulled":
        return RatingsAnnulled(by="rule", **said)
    written = columns.write(points.tolist(), columns.NUMBER)
    return _POINTS[echo.kind](year=rated.step.turning.turn.year, points=written, **said)


def _granted(closing: Closing, pool: str, name: str, article: str) -> Iterator[BonusGranted]:
    found: dict[int, BonusGranted] = {}
    granting = [rated for rated in closing.outcomes if name in rated.unit.values]
    for rated in granting:
        for part, unit in zip(rated.step.parts, rated.unit_of_entry, strict=True):
            points = np.asarray(rated.unit[name])[unit]
            for at, report in enumerate(part.reports):
                span = slice(part.first_entry[at], part.first_entry[at + 1])
                given = {
                    int(p): int(n)
                    for p, n in zip(part.player[span], points[span], strict=True)
                    if n
                }
                if given:
                    found[closing.booked.places[report.position]] = BonusGranted(
                        pool=pool,
                        period=closing.due.period,
                        tournament=report.tournament,
                        player=columns.write(sorted(given), columns.PLAYER),
                        points=columns.write(
                            (given[each] for each in sorted(given)), columns.NUMBER
                        ),
                        article=article,
                        ground="rule",
                    )
    yield from (found[place] for place in sorted(found))
