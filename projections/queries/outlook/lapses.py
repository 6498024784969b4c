"""The first list with a player marked as inactive, or otherwise lapsed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger.register.people import details
from projections.queries import PoolQuery
from projections.rating.assembler import counted_beside
from projections.rating.chain_steps import YearEnd, YearEndInputs, year_end_columns
from projections.replay import Replay
from projections.replay.closing import shown_from
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import LISTED, Clause
from projections.rulebooks.engine.edition import Edition
from projections.state.closed_list import Horizon
from projections.state.law import as_set


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


YEARS_AHEAD: Final = 5
"""Number of year ends examined."""


@dataclass(frozen=True, slots=True)
class Ceases:
    """The year end with which a rating ceases, and the clause."""

    on: date
    clause: Clause


def ceases(pool: PoolQuery, replay: Replay, player: int, cut_off: date) -> Ceases | None:
    """Return the first year end after a cut-off with which a rating ceases; None within five."""
    if not pool.law.year_end.renews:
        return None
    state: Mapping[str, NDArray[Any]] = {
        name: values[player : player + 1].copy() for name, values in replay.begun().state.items()
    }
    federation = details(pool.official.ledger.read, pool.known).federation[player : player + 1]
    first = cut_off.year + (cut_off >= date(cut_off.year, 12, 31))
    for year in range(first, first + YEARS_AHEAD):
        end = date(year, 12, 31)
        edition = replay.law.edition_on(end)
        if edition is None:
            return None
        edition = as_set(edition, replay.facts, end, pool.known)
        year_end = YearEnd(year, edition, again=False)
        sheet = year_end_columns(_inputs(pool, replay, player, year_end, federation), state)
        if not sheet["rating"][0]:
            return Ceases(end, sheet.why(pool.law.year_end.renews["rating"], 0))
        state = {name: np.asarray(sheet[column]) for name, column in pool.law.state.items()}
    return None


def _inputs(
    pool: PoolQuery, replay: Replay, player: int, year_end: YearEnd, federation: NDArray[np.bytes_]
) -> YearEndInputs:
    around, horizon = replay.surroundings, Horizon.at(pool.known)
    counted = around.facts_at(horizon).counted_years if around else None
    return YearEndInputs(
        year_end,
        pool.law,
        replay.begun().since[0],
        federation,
        np.zeros(1, dtype=np.int64),
        counted_beside(pool.law, year_end, counted, np.array([player])),
        np.zeros(1, dtype=bool),
        replay.begun().entered_in(np.array([player])),
    )
