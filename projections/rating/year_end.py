"""Year ends of a chain: the years that end on a list, and the new state of players.

The TURN columns of a rulebook describe the end of a year (`Rulebook.year_end`). Readings,
for what no text says:

* Reading `whole_years`: a year ends on the first list whose cut-off is not before 31 December,
  after all events ended by then, if the histories hold it from 1 January on and an adopted
  edition covers its last day.
* Reading `worked_out_again`: an event booked after the list on which its year ended repeats the
  year end, for the players of the event alone, with all facts known now; so does a correction that
  adds or removes the participation of a player in that year.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.rulebooks.engine.columns import TURN, Columns
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import Order, Report

UNTOLD: Final = b"---"
"""Unknown federation."""


@dataclass(frozen=True, slots=True)
class YearEnd:
    """The end of a year as a step of a chain."""

    year: int
    edition: Edition
    again: bool
    """Worked out again: the year ended on an earlier list."""

    @property
    def order(self) -> Order:
        """Return the place among the events: after all events ended by 31 December."""
        return order_of(self.year)


@dataclass(frozen=True, slots=True)
class YearEndInputs:
    """Inputs of a year end besides the standings."""

    turn: YearEnd
    renews: Mapping[str, str]
    """State fields, and the TURN columns that renew them."""
    state: Mapping[str, str]
    """All state fields, and the UNIT columns they are found under."""
    first_whole_year: int
    federation: NDArray[np.bytes_]
    """Federation of each player on the last day of the year."""
    moved_before: NDArray[np.int64]
    """Points booked by earlier lists for the same year end."""
    counted_beside: Mapping[str, NDArray[np.int64]]
    """Years counted in other pools, by word of the rulebook."""
    left: NDArray[np.bool_]
    """Players without any counted game left in the year, by corrections."""
    entered: NDArray[np.int64]
    """Year of the event with which each player entered; 0: carried over."""


def order_of(year: int) -> Order:
    """Return the place of the end of a year in a chain."""
    return (date(year, 12, 31), date.max, "")


def decided_after(cut_off: date) -> Order:
    """Return the place of decisions outside play after a list: after all its events.

    Reading `decided_after`: a capital annulled by decision ceases there, before the events of the
    list that takes the decision.
    """
    return (cut_off, date.max, "decided")


def first_whole_year(since: date) -> int:
    """Return the first year that the histories cover wholly."""
    return since.year + (since > date(since.year, 1, 1))


def years(
    reports: Sequence[Report],
    since: date,
    cut_off_before: date,
    cut_off: date,
    recounted: Collection[int] = (),
) -> list[tuple[int, bool]]:
    """Return the years that end on a list, in order, and whether each ended before.

    Histories begin on `since`; `cut_off_before` is that of the list before. `recounted` are the
    years with participation changed by corrections.
    """
    first = first_whole_year(since)
    played = {report.end.year for report in reports}
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


def players_of_year(year: int, reports: Iterable[Report]) -> NDArray[np.int64]:
    """Return the players of the reports that end in a year."""
    players = "".join([report.player for report in reports if report.end.year == year])
    return np.unique(columns.read(players, columns.PLAYER)).astype(np.int64)


def year_end_columns(year_end_inputs: YearEndInputs, listed: Mapping[str, NDArray[Any]]) -> Columns:
    """Compute a year end: TURN columns, and the new state under its UNIT names."""
    turn, rows = year_end_inputs.turn, len(year_end_inputs.federation)
    facts = {
        **{f"listed_{name}": values for name, values in listed.items()},
        "year_ended": turn.year,
        "again": turn.again,
        "first_whole_year": year_end_inputs.first_whole_year,
        "federation": year_end_inputs.federation,
        "moved_at_turn": year_end_inputs.moved_before,
        **{
            f"{word}_counted_years": years for word, years in year_end_inputs.counted_beside.items()
        },
        "left_by_correction": year_end_inputs.left,
        "entered_in": year_end_inputs.entered,
    }
    sheet = turn.edition.evaluate([TURN], facts)
    for field, column in year_end_inputs.state.items():
        renewed = year_end_inputs.renews.get(field)
        sheet.values[column] = sheet[renewed] if renewed else listed[field]
    moved = np.asarray(sheet["rating"], dtype=np.int64) - listed["rating"]
    sheet.values |= {"period_games": np.zeros(rows, dtype=np.int32), "moved": moved}
    return sheet


def with_sealed_ratings(
    rated: tuple[Columns, Mapping[str, NDArray[Any]]],
    year_end_inputs: YearEndInputs,
    ratings: NDArray[np.int64],
    derived: Iterable[str],
) -> Columns:
    """Return a year end with the ratings of the sealed list; -1: as computed.

    `rated` are the columns and the state before. For players with another sealed rating nothing
    else is renewed or recorded.
    """
    (sheet, listed), other = rated, ratings >= 0
    values = dict(sheet.values)
    for name in derived:
        values[name] = np.where(other, 0, values[name])
    for field, column in year_end_inputs.state.items():
        sealed = ratings if field == "rating" else listed[field]
        values[column] = np.where(other, sealed, values[column])
    values["moved"] = np.asarray(values["rating"], dtype=np.int64) - listed["rating"]
    return Columns(values, sheet.choices)


def has_turns(law: Rulebook) -> bool:
    """Return whether the rulebook has year ends."""
    return bool(law.year_end.renews)
