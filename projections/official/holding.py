"""Holding to a list as it was sealed, where it comes out otherwise and that was recorded.

The sealed rows take the place of the columns they come from; what rests on those columns is
worked out again from them: a peak was published or it was not, results wait or they do not.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger.store.requests import SealedList
from projections import list_document
from projections.rating import Rated
from projections.rating.year_end import YearEndInputs, held_to
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.rulebooks.engine.columns import UNIT, WAITING, Columns
from projections.steps.capital_changes import held as held_points
from projections.steps.capital_changes import of_turn

RATING = "rating"


def hold(
    replay: Replay, closing: Closing, sealed: SealedList, deviating: Collection[int]
) -> Closing:
    """Move the standings after a closing on to the list as sealed; give the closing as it stands.

    In a chain of tournaments a player's last one on the list takes the difference.
    """
    said = _by_player(replay, sealed)
    left = set(deviating)
    outcomes = []
    standings = replay.begun()
    came_to = standings.state[RATING].copy()
    at_turns: set[int] = set()
    for rated in reversed(closing.outcomes):
        mine = np.isin(rated.step.players, list(left))
        outcomes.append(_held(replay, rated, mine, said) if mine.any() else rated)
        players = set(rated.step.players[mine].tolist())
        left -= players
        at_turns |= players if rated.step.turning is not None else set()
    held = {player: _without_a_step(replay, player, said) for player in sorted(left)}
    if replay.law.rulebook.chained:
        others = np.array(sorted(set(deviating) - at_turns), dtype=np.int64)
        more = (standings.state[RATING] - came_to)[others].astype(np.int64)
        standings.moved.add([held_points(closing.number, others, more)])
    standings.ratings[closing.number] = standings.state[RATING].astype(np.int16)
    standings.rows = None  # the next list is written anew
    rows = len(list_document.read(sealed.data).values["player"])
    return replace(
        closing,
        outcomes=tuple(reversed(outcomes)),
        document=sealed,
        rows=rows,
        held=held,
        deviating=len(deviating),
    )


def _by_player(replay: Replay, sealed: SealedList) -> dict[str, NDArray[Any]]:
    """Give what a list says by UNIT column and register number; -1 where it says nothing."""
    read, law = list_document.read(sealed.data), replay.law.rulebook
    said: dict[str, NDArray[Any]] = {}
    for name, values in read.values.items():
        if name == "player":
            continue
        column = law.state.get(name, name)
        said[column] = np.full(len(replay.birth_year), -1, dtype=np.int64)
        said[column][read.values["player"]] = values
    said[RATING] = np.maximum(said[RATING], 0)  # who is not on it has none
    return said


def _held(
    replay: Replay, rated: Rated, mine: NDArray[np.bool_], said: dict[str, NDArray[Any]]
) -> Rated:
    """Work a step out again from what the list says of some of its players."""
    if rated.step.turning is not None:
        return _held_at_turn(replay, rated, rated.step.turning, mine, said)
    if rated.step.recount is not None:
        return _held_at_recount(replay, rated, mine, said)
    edition, players = rated.step.edition, rated.step.players
    rules = {name: rule for name, rule in edition.columns.items() if rule.level in (UNIT, WAITING)}
    facts = {name: each for name, each in rated.unit.values.items() if name not in rules}
    for name, by_player in said.items():
        if name in rules and name in rated.unit.values:
            known = mine & (by_player[players] >= 0)
            facts[name] = np.where(known, by_player[players], rated.unit[name])
    unit = edition.evaluate([WAITING, UNIT], facts, replay.law.rulebook.booked_columns)
    held = replace(rated, unit=unit)
    standings = replay.begun()
    for name, column in replay.law.rulebook.state.items():
        standings.state[name][players[mine]] = np.asarray(unit[column])[mine]
    if "goes_on_waiting" in unit.values:
        standings.waiting = held.waiting.rows(unit["goes_on_waiting"])
    return held


def _held_at_turn(
    replay: Replay,
    rated: Rated,
    turning: YearEndInputs,
    mine: NDArray[np.bool_],
    said: dict[str, NDArray[Any]],
) -> Rated:
    """Hold the end of a year to what the list says of some players' ratings."""
    players = rated.step.players
    ratings = np.where(mine, said[RATING][players], -1)
    recorded = replay.law.rulebook.year_end.events
    unit = held_to((rated.unit, rated.step.listed), turning, ratings, recorded)
    standings = replay.begun()
    for name, column in replay.law.rulebook.state.items():
        standings.state[name][players[mine]] = np.asarray(unit[column])[mine]
    held = replace(rated, unit=unit)
    standings.moved.turned_otherwise(of_turn(len(standings.since) - 1, held, turning))
    return held


def _held_at_recount(
    replay: Replay, rated: Rated, mine: NDArray[np.bool_], said: dict[str, NDArray[Any]]
) -> Rated:
    """Hold a correction to what the list says of some players' ratings; nothing was recorded."""
    players, law = rated.step.players, replay.law.rulebook
    ratings = said[RATING][players[mine]]
    replay.begun().state[RATING][players[mine]] = ratings
    values = dict(rated.unit.values)
    for name in (law.chained_corrections.points[each] for each in law.points_events):
        values[name] = np.where(mine, 0, values[name])
    more = np.zeros(len(players), dtype=np.int64)
    more[mine] = ratings - np.asarray(values[RATING])[mine]
    values |= {RATING: values[RATING] + more, "moved": values["moved"] + more}
    return replace(rated, unit=Columns(values, rated.unit.choices))


def _without_a_step(replay: Replay, player: int, said: dict[str, NDArray[Any]]) -> tuple[int, ...]:
    """Put what a list says in the state of a player whom nothing else concerned."""
    state = replay.begun().state
    for name, column in replay.law.rulebook.state.items():
        if column in said and said[column][player] >= 0:
            state[name][player] = said[column][player]
    return tuple(int(values[player]) for values in state.values())
