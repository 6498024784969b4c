"""Steps of a chain without tournaments: year ends, and corrected competitions.

The TURN columns of a rulebook describe the end of a year (`Rulebook.year_end`), the RECOUNT columns
the new result of a player in a competition that a closed list booked and that was corrected later.
Each correction is a step of the next list, before its events and year ends; its place in the chain
is that of the competition. `corrections.chained` finds them. Readings, for what no text says:

* Reading `whole_years`: a year ends on the first list whose cut-off is not before 31 December,
  after all events ended by then, if the histories hold it from 1 January on and an adopted
  edition covers its last day.
* Reading `worked_out_again`: an event booked after the list on which its year ended repeats the
  year end, for the players of the event alone, with all facts known now; so does a correction that
  adds or removes the participation of a player in that year.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.finding import Finding
from projections.rulebooks.engine.columns import RECOUNT, TURN, Columns
from projections.rulebooks.engine.correction_terms import ChainedCorrections
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.closed_list import Closed
from projections.state.reports import Order, Report

UNTOLD: Final = b"---"
"""Unknown federation."""

NOBODY: Final = np.zeros(0, dtype=np.int64)

CEASED, ENTERING = "ceased_later", "entering_rating"
CAME_BACK, PLAY = "came_back", "play"
"""Names of facts of a recount, besides the columns that corrections compare."""

State = Mapping[str, NDArray[Any]]
"""State fields of the players of a step, before the step."""


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

    year_end: YearEnd
    law: Rulebook
    since: date
    """The first day of the histories."""
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


def years_ended(closed: Sequence[Closed], since: date) -> range:
    """Return the years that ended on successive closed lists; `since` is the cut-off before."""
    last = closed[-1].event.cut_off
    return range(
        since.year + (since >= date(since.year, 12, 31)),
        last.year + (last >= date(last.year, 12, 31)),
    )


def players_of_year(year: int, reports: Iterable[Report]) -> NDArray[np.int64]:
    """Return the players of the reports that end in a year."""
    players = "".join([report.player for report in reports if report.end.year == year])
    return np.unique(columns.read(players, columns.PLAYER)).astype(np.int64)


def year_end_columns(inputs: YearEndInputs, listed: State) -> Columns:
    """Compute a year end: TURN columns, and the new state under its UNIT names."""
    facts = {
        **{f"listed_{name}": values for name, values in listed.items()},
        **{f"{word}_counted_years": years for word, years in inputs.counted_beside.items()},
        "year_ended": inputs.year_end.year,
        "again": inputs.year_end.again,
        "first_whole_year": first_whole_year(inputs.since),
        "federation": inputs.federation,
        "moved_at_turn": inputs.moved_before,
        "left_by_correction": inputs.left,
        "entered_in": inputs.entered,
    }
    sheet = inputs.year_end.edition.evaluate([TURN], facts)
    _renew_state(sheet, inputs.law, inputs.law.year_end.renews, listed)
    sheet.values["moved"] = np.asarray(sheet["rating"], dtype=np.int64) - listed["rating"]
    return sheet


def _renew_state(sheet: Columns, law: Rulebook, renews: Mapping[str, str], listed: State) -> None:
    """Add the new state under its UNIT names; `renews` has the columns of renewed fields."""
    for name, column in law.state.items():
        sheet.values[column] = sheet[renews[name]] if name in renews else listed[name]
    sheet.values["period_games"] = np.zeros(len(listed["rating"]), dtype=np.int32)


def with_sealed_ratings(
    rated: tuple[Columns, State], law: Rulebook, ratings: NDArray[np.int64]
) -> Columns:
    """Return a year end with the ratings of the sealed list; -1: as computed.

    `rated` are the columns and the state before. For players with another sealed rating nothing
    else is renewed or recorded.
    """
    (sheet, listed), other = rated, ratings >= 0
    values = dict(sheet.values)
    for name in law.year_end.events:
        values[name] = np.where(other, 0, values[name])
    for name, column in law.state.items():
        sealed = ratings if name == "rating" else listed[name]
        values[column] = np.where(other, sealed, values[column])
    values["moved"] = np.asarray(values["rating"], dtype=np.int64) - listed["rating"]
    return Columns(values, sheet.choices)


def has_turns(law: Rulebook) -> bool:
    """Return whether the rulebook has year ends."""
    return bool(law.year_end.renews)


@dataclass(frozen=True, slots=True)
class Recount:
    """A corrected competition and the players with another result in it."""

    position: int
    """Under which a closed list booked its report."""
    number: int
    """Number of that list."""
    tournament: str
    begins: date
    """The day that says its edition."""
    order: Order
    """Its place among the events, as corrected."""
    booked: tuple[int, int, Order]
    """Time of booking, as a sort key."""
    edition: Edition
    law: Rulebook
    players: NDArray[np.int64]
    facts: Mapping[str, NDArray[Any]]
    """By player: amounts booked, and as corrected. `CEASED` is added by the step."""
    whence: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """Origin of entry ratings, by UNIT column; empty if no list is asked."""


@dataclass(frozen=True, slots=True)
class Recounts:
    """Corrections of competitions on closed lists, booked on one list of a chain."""

    rows: tuple[Recount, ...] = ()
    """In the order of their places."""
    joined: Mapping[int, NDArray[np.int64]] = field(default_factory=dict)
    """By year: players with a valid event after all."""
    left: Mapping[int, NDArray[np.int64]] = field(default_factory=dict)
    """By year: players without any valid event left."""
    undecided: tuple[Finding, ...] = ()
    """The entries by corrections that need a decision before this list."""
    withheld: tuple[str, ...] = ()
    """The tournaments of which, as corrected, less is booked until something is decided."""

    @property
    def years(self) -> set[int]:
        """Return the years with changed participation."""
        return {*self.joined, *self.left}

    def players_of(self, year: int) -> NDArray[np.int64]:
        """Return the players with changed participation in a year."""
        return np.union1d(self.joined.get(year, NOBODY), self.left.get(year, NOBODY))

    def under(self, law: Callable[[Edition], Edition]) -> Recounts:
        """Return the corrections under the editions of the booking list."""
        if not self.rows:
            return self
        return replace(self, rows=tuple(replace(e, edition=law(e.edition)) for e in self.rows))

    def place(self, recount: Recount) -> int:
        """Return the place of a correction in the list's chain: negative, before the events."""
        (at,) = [at for at, row in enumerate(self.rows) if row.position == recount.position]
        return at - len(self.rows)


NO_RECOUNTS: Final = Recounts()


def fact_names(law: ChainedCorrections) -> tuple[str, ...]:
    """Return the names of the facts of a row, in stored order."""
    compared = [f"{side}_{name}" for name in law.compared for side in ("booked", "corrected")]
    then = [f"then_{name}" for name in (PLAY, *law.points)]
    years = f"corrected_{law.years}"
    return (*compared, f"booked_{PLAY}", *then, CAME_BACK, years, ENTERING, CEASED)


def recounted(recount: Recount, listed: State) -> Columns:
    """Compute a correction: RECOUNT columns, and the new state under its UNIT names."""
    law = recount.law.chained_corrections
    facts = {**{f"listed_{name}": values for name, values in listed.items()}, **recount.facts}
    sheet = recount.edition.evaluate([RECOUNT], facts)
    _renew_state(sheet, recount.law, law.renews, listed)
    entered = np.where(listed["rating"] > 0, 0, sheet[law.base])
    moved = np.asarray(sheet["rating"], dtype=np.int64) - listed["rating"] - entered
    sheet.values["moved"] = np.where(sheet["rating"] > 0, moved, 0)
    return sheet
