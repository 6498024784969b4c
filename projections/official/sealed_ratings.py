"""Sealed ratings in place of computed ratings, for a list with a recorded deviation.

The sealed rows replace the columns they come from, and the columns that depend on these are
computed again: whether a peak was published, whether results wait.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger.store.requests import SealedList
from projections import list_document
from projections.list_document import ReadList
from projections.rating import Rated
from projections.rating.chain_steps import YearEndInputs, with_sealed_ratings
from projections.rating.step_changes import deviation, of_year_end
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.rulebooks.engine.columns import UNIT, WAITING, Columns
from projections.rulebooks.engine.whole import stored

RATING: Final = "rating"

Sealed = Mapping[str, NDArray[np.int64]]
"""Sealed values by UNIT column and register number; -1 without one."""


def apply_sealed(
    replay: Replay, closing: Closing, sealed: SealedList, deviating: Collection[int]
) -> Closing:
    """Return a closing with the sealed ratings of the deviating players; advance the standings.

    In a chain the difference goes on the last tournament of a player on the list.
    """
    document = list_document.read(sealed.data)
    values = _by_player(replay, document)
    remaining, at_year_ends = set(deviating), set[int]()
    outcomes = []
    standings = replay.begun()
    computed = standings.state[RATING].copy()
    for rated in reversed(closing.outcomes):
        mask = np.isin(rated.step.players, list(remaining))
        outcomes.append(_apply_to_step(replay, rated, mask, values) if mask.any() else rated)
        players = set(rated.step.players[mask].tolist())
        remaining -= players
        at_year_ends |= players if rated.step.year_end_inputs is not None else set()
    without_step = {player: _set_state(replay, player, values) for player in sorted(remaining)}
    if replay.law.rulebook.chained:
        others = np.array(sorted(set(deviating) - at_year_ends), dtype=np.int64)
        points = (standings.state[RATING] - computed)[others].astype(np.int64)
        standings.moved.add([deviation(closing.number, others, points)])
    standings.ratings[closing.number] = stored(standings.state[RATING], np.int16, RATING)
    standings.rows = None  # the next list is written without those of this one
    return replace(
        closing,
        outcomes=tuple(reversed(outcomes)),
        document=sealed,
        rows=len(document.values["player"]),
        without_step=without_step,
        deviating=len(deviating),
    )


def _by_player(replay: Replay, document: ReadList) -> Sealed:
    values: dict[str, NDArray[Any]] = {}
    for name, column in document.values.items():
        if name != "player":
            unit = replay.law.rulebook.state.get(name, name)
            values[unit] = np.full(len(replay.birth_year), -1, dtype=np.int64)
            values[unit][document.values["player"]] = column
    values[RATING] = np.maximum(values[RATING], 0)  # 0 for players not on the list
    return values


def _apply_to_step(replay: Replay, rated: Rated, mask: NDArray[np.bool_], sealed: Sealed) -> Rated:
    if rated.step.year_end_inputs is not None:
        return _apply_to_year_end(replay, rated, rated.step.year_end_inputs, mask, sealed)
    if rated.step.recount is not None:
        return _apply_to_recount(replay, rated, mask, sealed)
    edition, players = rated.step.edition, rated.step.players
    rules = {name: rule for name, rule in edition.columns.items() if rule.level in (UNIT, WAITING)}
    facts = {name: values for name, values in rated.unit.values.items() if name not in rules}
    for name, by_player in sealed.items():
        if name in rules and name in rated.unit.values:
            known = mask & (by_player[players] >= 0)
            facts[name] = np.where(known, by_player[players], rated.unit[name])
    unit = edition.evaluate([WAITING, UNIT], facts, replay.law.rulebook.booked_columns)
    applied = replace(rated, unit=unit)
    _advance(replay, players, mask, unit)
    if "goes_on_waiting" in unit.values:
        replay.begun().waiting = applied.waiting.rows(unit["goes_on_waiting"])
    return applied


def _advance(replay: Replay, players: NDArray[Any], mask: NDArray[np.bool_], unit: Columns) -> None:
    state = replay.begun().state
    for name, column in replay.law.rulebook.state.items():
        state[name][players[mask]] = np.asarray(unit[column])[mask]


def _apply_to_year_end(
    replay: Replay, rated: Rated, year_end: YearEndInputs, mask: NDArray[np.bool_], sealed: Sealed
) -> Rated:
    players, standings = rated.step.players, replay.begun()
    ratings = np.where(mask, sealed[RATING][players], -1)
    unit = with_sealed_ratings((rated.unit, rated.step.listed), replay.law.rulebook, ratings)
    _advance(replay, players, mask, unit)
    applied = replace(rated, unit=unit)
    standings.moved.replace_year_end(of_year_end(len(standings.since) - 1, applied, year_end))
    return applied


def _apply_to_recount(
    replay: Replay, rated: Rated, mask: NDArray[np.bool_], sealed: Sealed
) -> Rated:
    """Replace the points of a correction; no event records them."""
    players, law = rated.step.players, replay.law.rulebook
    ratings = sealed[RATING][players[mask]]
    replay.begun().state[RATING][players[mask]] = ratings
    values = dict(rated.unit.values)
    for name in (law.chained_corrections.points[event] for event in law.points_events):
        values[name] = np.where(mask, 0, values[name])
    points = np.zeros(len(players), dtype=np.int64)
    points[mask] = ratings - np.asarray(values[RATING])[mask]
    values |= {RATING: values[RATING] + points, "moved": values["moved"] + points}
    return replace(rated, unit=Columns(values, rated.unit.choices))


def _set_state(replay: Replay, player: int, sealed: Sealed) -> tuple[int, ...]:
    state = replay.begun().state
    for name, column in replay.law.rulebook.state.items():
        if column in sealed and sealed[column][player] >= 0:
            state[name][player] = sealed[column][player]
    return tuple(int(values[player]) for values in state.values())
