"""Standings where histories begin: the ratings carried over, as list 0.

Reading `active_as_listed`: if the carried list shows a player as active, but not the last list
with a counted game, the carried list itself counts as that list: the player stays active as long
as a player with a game on it. The other value, the oldest list that would keep the player active
that day, would make players inactive without any evidence.

Reading `merged_before`: on the revised track two merged numbers that were carried over are one
player from the beginning, with the rating of the kept one (of the other one if that alone has one);
counters add, the peak is the higher. Results of an unrated number that wait for an initial rating
end where the player is rated.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from projections.rating.standings import YEARS_IN_A_SET, Standings
from projections.rating.waiting import Waiting, nothing_waiting
from projections.rulebooks.engine.columns import CARRIED, UNIT
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.months import index_of, month_index, month_number
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS
from projections.rulebooks.engine.whole import stored
from projections.state.merges import NOBODY_MERGED, Names, called
from projections.state.pool import CarriedOver


def begin(
    law: Rulebook,
    carried: Sequence[CarriedOver],
    birth_year: NDArray[np.int16],
    edition: Edition,
    names: Names = NOBODY_MERGED,
) -> Standings:
    """Return the standings at the beginning of histories: ratings carried over, as list 0.

    `names` are the merged numbers that are one player with another from the beginning.
    """
    state = {
        name: np.zeros(len(birth_year), dtype=np.int64 if name in law.wide else np.int32)
        for name in law.state
    }
    known = {"peak": np.zeros(len(birth_year), dtype=np.int64), **state}
    for part in carried:
        _carry_over(law, known, part)
    since = min((part.on for part in carried), default=date.min)
    _work_out_carried(law, state, known, edition)
    _merge(law, state, names)
    waiting = carried_waiting(law, carried, names)
    standings = Standings(
        state,
        waiting=waiting.rows(state["rating"][waiting.player] == 0) if names else waiting,
        shown={name: {} for name in law.shown_elsewhere},
    )
    _print_missing(law, state, birth_year, since, edition)
    standings.list_takes_force(since)
    return standings


def _carry_over(law: Rulebook, known: Mapping[str, NDArray[Any]], carried: CarriedOver) -> None:
    """Take over the state of carried ratings, and the peak (used for categories only)."""
    given: dict[str, NDArray[Any]] = {name: carried.column(name) for name in carried.names}
    given["counted_years"] = _year_bits(given["last_counted"])
    given["last_counted"] = _counted_last(law, given, carried.on)
    given["peak"] = np.maximum(given["peak"], given["rating"])
    register = law.year_end.penalties
    if register is not None and register.carried in given:
        given[register.taken] = given[register.carried]
    for name in known.keys() & given.keys():  # what nobody carries over begins at nothing
        known[name][given["player"]] = given[name]


def _counted_last(law: Rulebook, given: Mapping[str, NDArray[Any]], on: date) -> NDArray[np.int64]:
    """Return the last list with a counted game of each player, as a month index.

    As recorded; for pools with inactive players, from the activity shown by the list
    (`active_as_listed`).
    """
    known = month_index(given["last_counted"])
    if not law.lapses or "active" not in given:
        return known
    untold = (given["last_counted"] == 0) & (given["active"] > 0)
    return np.where(untold, index_of(on), known)


def _work_out_carried(
    law: Rulebook,
    state: dict[str, NDArray[Any]],
    known: Mapping[str, NDArray[Any]],
    edition: Edition,
) -> None:
    facts = {f"carried_{name}": values for name, values in known.items()}
    for name, column in law.carried.items():
        if column in edition.columns:
            found = edition.evaluate([CARRIED], facts, [column])[column]
            state[name] = stored(found, state[name].dtype, name)


def _merge(law: Rulebook, state: dict[str, NDArray[Any]], names: Names) -> None:
    """Join the states of merged numbers."""
    for merged, kept in names.items():
        of_kept, of_merged = (
            tuple(int(values[player]) for values in state.values()) for player in (kept, merged)
        )
        takes_over = bool(state["rating"][merged]) and not state["rating"][kept]
        own, other = (of_merged, of_kept) if takes_over else (of_kept, of_merged)
        joined = law.joined(own, other) if law.joins else own
        for values, value in zip(state.values(), joined, strict=True):
            values[kept], values[merged] = value, 0


def _print_missing(
    law: Rulebook,
    state: dict[str, NDArray[Any]],
    birth_year: NDArray[np.int16],
    since: date,
    edition: Edition,
) -> None:
    facts = {
        **state,
        "birth_year": birth_year,
        "list_year": since.year,
        "list_month": month_number(since),
    }
    for name, column in law.printed.items():
        printed = edition.evaluate([UNIT], facts, [column])[column]
        missing = (state[name] == 0) & (state["rating"] > 0)
        state[name][missing] = stored(printed, state[name].dtype, name)[missing]


def carried_waiting(
    law: Rulebook, carried: Sequence[CarriedOver], merged: Names = NOBODY_MERGED
) -> Waiting:
    """Return the carried results that wait for a first rating, merged numbers replaced."""
    names = law.editions[0].waiting
    stated = {
        "counted_games": "games",
        "opponent_rating_sum": "rating_sum",
        "half_points": "half_points",
        "rules_month": "ended",
    }
    empty = np.zeros(0, dtype=np.int32)

    def column(name: str) -> NDArray[np.int32]:
        return np.concatenate([empty, *(part.newcomers_column(name) for part in carried)])

    players = called(column("player"), merged)
    if not names or not len(players):
        return nothing_waiting(names)
    nowhere = np.full(len(players), -1, dtype=np.int64)
    none = np.zeros(len(players), dtype=np.int32)
    sums = {name: column(stated[name]) if name in stated else none for name in names}
    return Waiting(players, month_index(column("ended")), nowhere, sums)


def _year_bits(months: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the year of each month YYYYMM as a set of years; unknown months give no year.

    Years before the first year of a set count as the first year: long ago is not unknown.
    """
    years = np.maximum(months.astype(np.int64) // 100 - FIRST_YEAR_OF_SETS, 0)
    known = (months > 0) & (years < YEARS_IN_A_SET)
    return np.where(known, np.left_shift(np.int64(1), np.where(known, years, 0)), 0)
