"""One rating step: results and ratings in, every column of the calculation out.

The same function books a list, previews it, and explains one row of it.

    layout, admission            reports as columns: games and entries, facts of tournaments
    body_parameters              the numbers that the body set
    external_lists, entered_from  lists of other bodies, asked where a player enters
    guests                       players rated by external lists only
    parts                        the columns of games and entries
    waiting, undecided           what waits for a first rating, and who needs a decision
    year_end, recounts           in a chain: the end of a year, a corrected competition
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from projections.rating.guests import NO_GUEST
from projections.rating.layout import Batch, Index, index_units
from projections.rating.parts import played
from projections.rating.recounts import Recount, recounted
from projections.rating.waiting import Waiting, line_up
from projections.rating.year_end import YearEndInputs, year_end_columns
from projections.rulebooks.engine.columns import ENTRY, UNIT, WAITING, Columns, Values
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.months import MONTHS, month_index, month_number
from projections.state.reports import WHOLE, Report

NOTHING: Final = np.zeros((), dtype=np.int8)
"""Zero for all rows, as a single value: rare inputs cost no pass over the rows."""


_NO_ROWS: Final = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Step:
    """The inputs of a step. UNIT columns have shape (units,); players grow strictly.

    Decisions and corrections have shape () if the step has none: `NOTHING`.
    """

    list_date: date
    edition: Edition
    """Edition of the list; each part has the edition of its tournaments."""
    parts: tuple[Batch, ...]
    rating_at_start: tuple[Values, ...]
    """By part: rating at start of each entry; shape (entries,), 0: none."""
    players: NDArray[np.int64]
    unit_of_entry: tuple[Index, ...]
    """By part: row of each entry's player among the units; shape (entries,)."""
    listed: Mapping[str, Values]
    """State of each unit before the step."""
    birth_year: Values
    waiting: Waiting
    adjusted: Values
    adjusted_from: Values
    adjusted_to: Values
    decided_points: Values
    """Points granted by decision; negative: withdrawn."""
    decided_rating: Values
    corrected_points: Values
    """Points by corrections of closed lists."""
    corrected_games: Values
    """Counted games added by these corrections."""
    corrected_tournaments: Values
    """Tournaments added by these corrections."""
    withdrawn_rating: Values
    """Rating of each player with a void first rating (absent from `listed`)."""
    facts_at_start: tuple[Mapping[str, Values], ...] = ()
    """By part: facts of other pools and external lists:
    `WORD_rating_at_start`; shape (entries,)."""
    facts_on_list_date: Mapping[str, Values] = field(default_factory=dict)
    """Facts of other pools on the list date: `WORD_listed_rating`; shape (units,)."""
    ceased_later: tuple[Values, ...] = ()
    """By part: entries with a capital that ceased later; shape (entries,), or () for none.

    Only in chains."""
    year_end_inputs: YearEndInputs | None = None
    """Inputs of a year end; None: another kind of step."""
    recount: Recount | None = None
    """Inputs of a corrected competition of a chain; None: another kind of step."""

    def ceased_in(self, part: int) -> NDArray[np.bool_]:
        """Return for each entry of a part whether the capital at its place ceased later."""
        if not self.ceased_later or not self.ceased_later[part].ndim:
            return np.zeros(len(self.parts[part].player), dtype=bool)
        return self.ceased_later[part]

    @property
    def rating_before(self) -> Values:
        """Return the rating of each unit on the list before, void ones included."""
        return self.listed["rating"] + self.withdrawn_rating


@dataclass(frozen=True, slots=True)
class Rated:
    """Every column of a rated step."""

    step: Step
    sheets: tuple[Columns, ...]
    """GAME and ENTRY columns of each part."""
    unit: Columns
    """WAITING and UNIT columns."""
    waiting: Waiting
    """The rows behind the WAITING columns, in their order."""

    @property
    def unit_of_entry(self) -> tuple[Index, ...]:
        """Return the row among the units for each entry of each part."""
        return self.step.unit_of_entry

    def counted(self, player: int) -> list[Report]:
        """Return the reports with a counted game of a player."""
        found: list[Report] = []
        for part, sheet in zip(self.step.parts, self.sheets, strict=True):
            of_player = (part.player == player) & (sheet["counted_games"] > 0)
            found += [part.reports[at] for at in part.tournament[of_player]]
        return found


def rate(step: Step, wanted: frozenset[str] = frozenset()) -> Rated:
    """Return the columns of a step: the `wanted` ones and their inputs; without any, all.

    All TURN columns for the end of a year, all RECOUNT columns for a correction in a chain.
    """
    if step.recount is not None:
        return Rated(step, (), recounted(step.recount, step.listed), step.waiting)
    if step.year_end_inputs is not None:
        return Rated(step, (), year_end_columns(step.year_end_inputs, step.listed), step.waiting)
    about = _about_units(step)
    known = step.parts[0].of_units if wanted and len(step.parts) == 1 else {}  # a wave is one part
    if not known:
        about |= of_tournaments(
            step.edition, step.parts, step.unit_of_entry, len(step.players), step.list_date
        )
    facts_at_start = step.facts_at_start or ({},) * len(step.parts)
    of_parts = [
        {**about, "guest": NO_GUEST, **from_outside, "ceased_later": step.ceased_in(at)}
        for at, from_outside in enumerate(facts_at_start)
    ]
    sheets = tuple(
        played(step.edition, part, unit, start, facts, wanted)
        for part, unit, start, facts in zip(
            step.parts, step.unit_of_entry, step.rating_at_start, of_parts, strict=True
        )
    )
    waiting, facts = line_up(step, sheets)
    entries = _join_entries(step, sheets)
    unit = step.edition.evaluate([WAITING, UNIT], {**about, **known, **entries, **facts}, wanted)
    return Rated(step, sheets, unit, waiting)


def units_of(players: NDArray[np.int64], parts: Sequence[Batch]) -> tuple[Index, ...]:
    """Return the row among `players` (strictly growing) for each entry of each part."""
    index = index_units(players)
    return tuple(index.take(part.player) for part in parts)


def _about_units(step: Step) -> dict[str, Any]:
    month = month_number(step.list_date)
    return {
        **step.facts_on_list_date,
        **{f"listed_{name}": values for name, values in step.listed.items()},
        "units": len(step.players),
        "birth_year": step.birth_year,
        "adjusted": step.adjusted,
        "adjusted_from": step.adjusted_from,
        "adjusted_to": step.adjusted_to,
        "decided_points": step.decided_points,
        "decided_rating": step.decided_rating,
        "corrected_points": step.corrected_points,
        "corrected_games": step.corrected_games,
        "corrected_tournaments": step.corrected_tournaments,
        "withdrawn_rating": step.withdrawn_rating,
        "list_year": step.list_date.year,
        "list_month": month,
        "list_month_index": month_index(month),
    }


_OF_TOURNAMENTS: Final[Mapping[str, tuple[Callable[[Batch], Values], Callable[[date], int]]]] = {
    "step_year": (lambda part: part.ended // MONTHS, lambda list_date: list_date.year),
    "weight_over": (lambda part: part.weight(0), lambda _: WHOLE[0]),
    "weight_under": (lambda part: part.weight(1), lambda _: WHOLE[1]),
}
"""Facts of units that only chained texts ask for: of their tournament, or where there is none."""


def of_tournaments(
    edition: Edition,
    parts: Sequence[Batch],
    unit_of_entry: Sequence[Index],
    units: int,
    list_date: date,
) -> dict[str, Values]:
    """Return the facts of each unit's tournament that an edition asks for."""
    return {
        name: _of_units([of(part) for part in parts], parts, unit_of_entry, units, other(list_date))
        for name, (of, other) in _OF_TOURNAMENTS.items()
        if name in edition.asked
    }


def _of_units(
    of_parts: Sequence[Values],
    parts: Sequence[Batch],
    unit_of_entry: Sequence[Index],
    units: int,
    otherwise: int,
) -> Values:
    """Spread facts of tournaments over the units; a unit of a chain has one tournament.

    A single value if all tournaments agree, which is usual.
    """
    alike = {*(value for values in of_parts for value in values.tolist())} or {otherwise}
    if len(alike) == 1:
        return np.array(alike.pop())
    found = np.full(units, otherwise)
    for part, unit, values in zip(parts, unit_of_entry, of_parts, strict=True):
        found[unit] = values.take(part.tournament)
    return found


def _join_entries(step: Step, sheets: tuple[Columns, ...]) -> dict[str, Any]:
    joined = {"unit": _joined(step.parts, step.unit_of_entry)}
    for name in step.edition.needed(ENTRY, [UNIT]):
        joined[name] = _joined(step.parts, [sheet[name] for sheet in sheets])
    return joined


def _joined(parts: Sequence[Batch], columns: Sequence[Values]) -> Values:
    """Join a column of each part, wide enough for sums; a single part is not copied."""
    if len(parts) == 1:
        (values,) = columns
        return values.astype(np.promote_types(values.dtype, _NO_ROWS.dtype), copy=False)
    pairs = zip(columns, parts, strict=True)
    wide = [np.broadcast_to(values, part.player.shape) for values, part in pairs]
    return np.concatenate([_NO_ROWS, *wide])
