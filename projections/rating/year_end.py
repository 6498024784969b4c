"""The turn of a year in a chain: which years end on a list, and what becomes of the players then.

A rulebook says by its TURN columns what happens at the end of a year (`Rulebook.turned`). Readings,
for what no text says:

* Reading `whole_years`: a year ends on the first list whose cut-off is not before 31 December,
  after all events ended by then, if the histories hold it from 1 January on and an adopted
  edition covers its last day.
* Reading `worked_out_again`: an event booked after the list on which its year ended lets the end
  of that year be worked out again, for its players alone, with what has become known of it; so does
  a correction by which somebody took part in that year after all, or no more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.engine.columns import TURN, Columns, Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import Order, Report

UNTOLD: Final = b"---"
"""The federation of whom none is told."""


@dataclass(frozen=True, slots=True)
class YearEnd:
    """The end of a year as a step of a chain."""

    year: int
    edition: Edition
    again: bool
    """Worked out again: the year ended on an earlier list."""

    @property
    def order(self) -> Order:
        """Give its place among the events: after all that ended by 31 December."""
        return order_of(self.year)


@dataclass(frozen=True, slots=True)
class YearEndInputs:
    """What a turn rests on besides the standings."""

    turn: YearEnd
    renews: Mapping[str, str]
    """State fields, and the TURN columns that renew them."""
    state: Mapping[str, str]
    """All state fields, and the UNIT columns they are found under."""
    first_whole_year: int
    federation: NDArray[np.bytes_]
    """Of each player, on the last day of the year."""
    moved_before: NDArray[np.int64]
    """By how much the turn moved each player on earlier lists."""
    counted_beside: Mapping[str, NDArray[np.int64]]
    """By the rulebook's word for it, the years counted in each pool looked at; mostly nothing."""
    left: NDArray[np.bool_]
    """Who took part in the year as the list before knew it, and by a correction did not."""
    entered: NDArray[np.int64]
    """The year of the event with which each player entered; 0: he was carried over."""


def order_of(year: int) -> Order:
    """Give the place of the end of a year in a chain."""
    return (date(year, 12, 31), date.max, "")


def decided_after(cut_off: date) -> Order:
    """Give the place of what is decided outside play after a list: after all it could book.

    Reading `decided_after`: a capital annulled by decision ceases there, before the events of the
    list that takes the decision.
    """
    return (cut_off, date.max, "decided")


def first_whole_year(since: date) -> int:
    """Give the first year of which histories that begin on a day hold the whole."""
    return since.year + (since > date(since.year, 1, 1))


def years(
    reports: Sequence[Report],
    since: date,
    cut_off_before: date,
    cut_off: date,
    recounted: Collection[int] = (),
) -> list[tuple[int, bool]]:
    """Give the years that end on a list, and whether they did so on an earlier one, in order.

    Histories begin on `since`; `cut_off_before` is that of the list before. Of the years
    `recounted` corrections tell who took part.
    """
    first = first_whole_year(since)
    played = {each.end.year for each in reports}
    begins = max(cut_off_before.year, first)
    if cut_off_before == date.min:  # nothing was carried over: nobody stands before the first event
        begins = min(played, default=cut_off.year)
    ending = {
        year
        for year in range(begins, cut_off.year + 1)
        if cut_off_before < date(year, 12, 31) <= cut_off
    }
    again = played.union(recounted)
    late = {year for year in again if first <= year and date(year, 12, 31) <= cut_off_before}
    return [(year, year in late) for year in sorted(ending | late)]


def players_again(year: int, reports: Iterable[Report], players: Any) -> NDArray[np.int64]:
    """Give the players for whom a year is worked out again; `players` reads them off a report."""
    some = [players(each) for each in reports if each.end.year == year]
    return np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *some])).astype(np.int64)


def turned(turning: YearEndInputs, listed: Mapping[str, NDArray[Any]]) -> Columns:
    """Work out the end of a year: TURN columns, and what renews the state under its UNIT names."""
    turn, rows = turning.turn, len(turning.federation)
    facts = {
        **{f"listed_{name}": values for name, values in listed.items()},
        "year_ended": turn.year,
        "again": turn.again,
        "first_whole_year": turning.first_whole_year,
        "federation": turning.federation,
        "moved_at_turn": turning.moved_before,
        **{f"{word}_counted_years": years for word, years in turning.counted_beside.items()},
        "left_by_correction": turning.left,
        "entered_in": turning.entered,
    }
    sheet = turn.edition.evaluate([TURN], facts)
    for field, column in turning.state.items():
        renewed = turning.renews.get(field)
        sheet.values[column] = sheet[renewed] if renewed else listed[field]
    moved = np.asarray(sheet["rating"], dtype=np.int64) - listed["rating"]
    sheet.values |= {"period_games": np.zeros(rows, dtype=np.int32), "moved": moved}
    return sheet


def held_to(
    rated: tuple[Columns, Mapping[str, NDArray[Any]]],
    turning: YearEndInputs,
    ratings: NDArray[np.int64],
    echoes: Iterable[str],
) -> Columns:
    """Give the end of a year with other ratings, as a list was sealed with them; -1 as they are.

    `rated` are the columns and the state before. Of whom the list has another rating, nothing
    else was renewed, and nothing was recorded.
    """
    (sheet, listed), other = rated, ratings >= 0
    values = dict(sheet.values)
    for name in echoes:
        values[name] = np.where(other, 0, values[name])
    for field, column in turning.state.items():
        sealed = ratings if field == "rating" else listed[field]
        values[column] = np.where(other, sealed, values[column])
    values["moved"] = np.asarray(values["rating"], dtype=np.int64) - listed["rating"]
    return Columns(values, sheet.choices)


def has_turns(law: Rulebook) -> bool:
    """Tell whether the turn of a year is a step of a rulebook's chain."""
    return bool(law.year_end.renews)
