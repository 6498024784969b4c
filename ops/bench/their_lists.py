"""Lists of other bodies in a synthetic federation, the source of newcomers' ratings.

FIDE's come every month, the Italian one holds throughout. Who is not rated when histories begin
stands in each column by chance; in FIDE's his rating moves from month to month.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger.events.external import ExternalListRecorded
from ops.bench.worlds import World, digits, months_on

FIDE, ITALIA = ("standard", "rapid", "blitz"), ("standard", "rapid")
"""The columns of each body's lists."""

_SHARE: Final = 0.25
"""Of the unrated on each column."""
_STEP: Final = 7
"""Points by which a rating of FIDE's moves in a month, up and down again in a year."""


def their_lists(world: World) -> Iterator[ExternalListRecorded]:
    """Yield the lists of the world: the Italian list, then FIDE's."""
    players = np.setdiff1d(np.arange(1, world.players + 1), world.carried)
    rng = np.random.default_rng([world.seed, 4])
    there = {name: rng.random(len(players)) < _SHARE for name in FIDE}
    strength = world.strength[players]
    first = world.begin.replace(day=1)
    stands = {name: strength * there[name][::-1] for name in ITALIA}
    yield _listed("fsi", first, players, stands)
    _, last = world.lists()[-1]
    months = (last.year - first.year) * 12 + last.month - first.month
    for at in range(months + 1):
        ratings = strength + _STEP * (at % 12)
        stands = {name: ratings * there[name] for name in FIDE}
        yield _listed("fide", months_on(first, at), players, stands)


def _listed(
    body: str, day: date, players: NDArray[Any], stands: Mapping[str, NDArray[Any]]
) -> ExternalListRecorded:
    some = np.any(list(stands.values()), axis=0)
    return ExternalListRecorded(
        body=body,
        list=day.isoformat()[:7],
        list_date=day,
        file="0" * 64,
        file_rows=len(players),
        player=digits(players[some], 8).decode(),
        values={name: digits(each[some], 4).decode() for name, each in stands.items()},
    )
