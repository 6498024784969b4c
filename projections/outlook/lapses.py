"""The first list with a player marked as inactive, or otherwise lapsed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from projections.queries import PoolQuery
from projections.replay import Replay
from projections.replay.closing import shown_from
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import LISTED
from projections.rulebooks.engine.edition import Edition


@dataclass(frozen=True, slots=True)
class Lapse:
    """The first list with a player marked as inactive, or otherwise lapsed."""

    column: str
    period: str
    on: date
    article: str
    already: bool
    """Whether it is the next list: tournaments for a later list come too late."""
    shown: bool = False
    """Whether the last list shows the mark too."""


def lapses(
    pool: PoolQuery, replay: Replay, player: int, lists: Sequence[Due], games: int
) -> Iterator[Lapse]:
    """Yield the first of the next lists with each lapse known to the rulebook.

    `games` are the counted games of the player on the first of `lists`.
    """
    state = {name: values[player : player + 1] for name, values in replay.begun().state.items()}
    for name in pool.law.lapses:
        for at, due in enumerate(lists):
            edition = replay.law.edition_of_list(due.list_date)
            if _is_lapsed(edition, name, state, 0 if at else games, due):
                article = edition.columns[name].article
                shown = at == 0 and _is_on_last_list(pool, replay, player, due, name)
                yield Lapse(name, due.period, due.list_date, article, at == 0, shown)
                break


def _is_lapsed(
    edition: Edition, name: str, state: Mapping[str, NDArray[Any]], games: int, due: Due
) -> bool:
    facts = shown_from(state, np.array([games]), due)
    return bool(edition.evaluate([LISTED], facts, [name])[name][0])


def _is_on_last_list(pool: PoolQuery, replay: Replay, player: int, due: Due, name: str) -> bool:
    last = pool.lists()[-1]
    found, edition = pool.state(player, last.number), replay.law.edition_on(last.list_date)
    if edition is None or not found.rating:
        return False
    state = {field: np.array([value]) for field, value in found.fields.items()}
    games = found.games if found.number == last.number else 0
    return _is_lapsed(edition, name, state, games, replace(due, list_date=last.list_date))
