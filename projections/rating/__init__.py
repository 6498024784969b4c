"""Rating steps: inputs assembled, every column of the calculation computed, standings after it.

A step is the tournaments of a period that are rated as one: a frozen period is one step; a chained
capital goes in waves, successive tournaments without a common player. The same function rates a
step for a list, for a preview and for an explanation of one row. This module holds the step and
that function; parts are listed from the reports to the steps of a list.

    layout, admission            reports as columns: games and entries, facts of tournaments
    external_lists, entered_from  lists of other bodies, asked where a player enters
    guests                       players rated by external lists only
    parts                        the columns of games and entries
    waiting, undecided           what waits for a first rating, and who needs a decision
    chain_steps, handovers       in a chain: the end of a year, a corrected competition, a merge
    official_lists               official lists, as the revised track looks at them
    standings, beginning         ratings between two steps, from what was carried over on
    capital_changes              by how much the steps of a chain moved capitals
    capital_history              all of these, as merges and separations leave them
    step_changes                 capital changes read off a rated step
    category_history             categories of players, from the capitals of a chain
    corrected                    corrections of closed lists, as booked
    booked                       what a list books: reports and decisions
    source, assembler            the inputs of a step, and the only assembler
    other_pools                  other pools, and lists of other bodies, at a position
    replay_source                step inputs from the state in memory
    steps                        the steps of a list, one after the other
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from projections.rating.chain_steps import Recount, YearEndInputs, recounted, year_end_columns
from projections.rating.guests import NO_GUEST
from projections.rating.handovers import Handover, handed_over
from projections.rating.layout import Batch, Index, index_units
from projections.rating.parts import played
from projections.rating.waiting import Waiting, nothing_waiting
from projections.rulebooks.engine.columns import ENTRY, UNIT, WAITING, Columns, Values
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.months import MONTHS, month_index, month_number
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import WHOLE, Report

NOTHING: Final = np.zeros((), dtype=np.int8)
"""Zero for all rows, as a single value: rare inputs cost no pass over the rows."""


NOT_CHANGED: Final[Mapping[str, Values]] = {
    "adjusted": NOTHING > 0,
    "adjusted_from": NOTHING,
    "adjusted_to": NOTHING,
    "decided_points": NOTHING,
    "decided_rating": NOTHING,
    "corrected_points": NOTHING,
    "merged_points": NOTHING,
    "corrected_games": NOTHING,
    "corrected_tournaments": NOTHING,
    "withdrawn_rating": NOTHING,
}
"""Facts of units from decisions and corrections, where a step has none: shape ().

A corrected rating (from, to), points granted (negative: withdrawn), an entry rating, the amounts
added by corrections of closed lists, and a void first rating (absent from the state).
"""

IN_FORCE: Final = "rating_in_force"
"""ENTRY fact: the rating officially in force at the start, 0: none; what admission rests on.

On the revised track alone it can differ from `rating_at_start`; `WORD_rating_in_force` is that in
another pool.
"""

_NO_ROWS: Final = np.zeros(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Step:
    """The inputs of a step. UNIT columns have shape (units,); players grow strictly."""

    list_date: date
    edition: Edition
    """Edition of the list; each part has the edition of its tournaments."""
    players: NDArray[np.int64]
    listed: Mapping[str, Values]
    """State of each unit before the step."""
    parts: tuple[Batch, ...] = ()
    rating_at_start: tuple[Values, ...] = ()
    """By part: rating at start of each entry; shape (entries,), 0: none."""
    unit_of_entry: tuple[Index, ...] = ()
    """By part: row of each entry's player among the units; shape (entries,)."""
    birth_year: Values = field(default_factory=lambda: NOTHING)
    waiting: Waiting = field(default_factory=nothing_waiting)
    outside_play: Mapping[str, Values] = field(default_factory=lambda: NOT_CHANGED)
    """Decisions and corrections about the units, under the names of `NOT_CHANGED`."""
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
    handover: tuple[Handover, Rulebook] | None = None
    """Merges and separations of a chain, and its rulebook; None: another kind of step."""

    def ceased_in(self, part: int) -> NDArray[np.bool_]:
        """Return for each entry of a part whether the capital at its place ceased later."""
        if not self.ceased_later or not self.ceased_later[part].ndim:
            return np.zeros(len(self.parts[part].player), dtype=bool)
        return self.ceased_later[part]

    def in_force(self, part: int) -> Values:
        """Return for each entry of a part the rating officially in force at the start."""
        facts = self.facts_at_start[part] if self.facts_at_start else {}
        return facts.get(IN_FORCE, self.rating_at_start[part])

    @property
    def rating_before(self) -> Values:
        """Return the rating of each unit on the list before, void ones included."""
        return self.listed["rating"] + self.outside_play["withdrawn_rating"]


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
    if step.handover is not None:
        return Rated(step, (), handed_over(*step.handover, step.listed), step.waiting)
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
    waiting, facts = _line_up(step, sheets)
    entries = _join_entries(step, sheets)
    unit = step.edition.evaluate([WAITING, UNIT], {**about, **known, **entries, **facts}, wanted)
    return Rated(step, sheets, unit, waiting)


def _line_up(step: Step, sheets: tuple[Columns, ...]) -> tuple[Waiting, dict[str, Any]]:
    """Order waiting results by player: earlier lists first, then by end, start and id."""
    if not step.edition.waiting:
        return step.waiting, {}
    pairs = zip(step.parts, sheets, strict=True)
    new = [_new_waiting(step.edition, part, sheet) for part, sheet in pairs]
    waiting, ranks = step.waiting, [np.zeros(len(step.waiting), dtype=np.int64)]
    for (rows, tournament), in_order in zip(new, _in_order(step.parts), strict=True):
        waiting = waiting.joined(rows)
        ranks.append(in_order.take(tournament))
    rank = np.concatenate(ranks)
    unit = index_units(step.players).take(waiting.player)
    lined_up = np.lexsort((rank, unit))
    waiting, rank = waiting.rows(lined_up), rank[lined_up]
    return waiting, {
        "waiting_unit": unit[lined_up],
        "waiting_ended_month": waiting.ended,
        "was_accepted": rank == 0,
        **{f"waiting_{name}": values for name, values in waiting.sums.items()},
    }


def _in_order(parts: tuple[Batch, ...]) -> Iterator[NDArray[np.int64]]:
    """Yield for each part the rank of its tournaments, from 1, by end, start and id."""
    orders = [report.order for part in parts for report in part.reports]
    rank = np.empty(len(orders), dtype=np.int64)
    rank[sorted(range(len(orders)), key=orders.__getitem__)] = np.arange(1, len(orders) + 1)
    first = 0
    for part in parts:
        yield rank[first : first + len(part.reports)]
        first += len(part.reports)


def _new_waiting(edition: Edition, part: Batch, sheet: Columns) -> tuple[Waiting, Index]:
    entries = np.flatnonzero(sheet["waits"])
    tournament = part.tournament[entries]
    known = part.edition.columns  # of what its text does not know nothing waits
    none = np.zeros(len(entries), dtype=np.int32)
    sums = {name: sheet[name][entries] if name in known else none for name in edition.waiting}
    rows = Waiting(part.player[entries], part.ended[tournament], part.position[tournament], sums)
    return rows, tournament


def units_of(players: NDArray[np.int64], parts: Sequence[Batch]) -> tuple[Index, ...]:
    """Return the row among `players` (strictly growing) for each entry of each part."""
    index = index_units(players)
    return tuple(index.take(part.player) for part in parts)


def _about_units(step: Step) -> dict[str, Any]:
    month = month_number(step.list_date)
    return {
        **step.facts_on_list_date,
        **step.outside_play,
        **{f"listed_{name}": values for name, values in step.listed.items()},
        "units": len(step.players),
        "birth_year": step.birth_year,
        "list_year": step.list_date.year,
        "list_month": month,
        "list_month_index": month_index(month),
    }


def of_tournaments(
    edition: Edition,
    parts: Sequence[Batch],
    unit_of_entry: Sequence[Index],
    units: int,
    list_date: date,
) -> dict[str, Values]:
    """Return the facts of each unit's tournament that an edition asks for: only chained texts."""
    without_tournament = (list_date.year, *WHOLE)
    found = {}
    for at, name in enumerate(("step_year", "weight_over", "weight_under")):
        if name in edition.asked:
            of_parts = [(part.ended // MONTHS, *part.weights)[at] for part in parts]
            otherwise = without_tournament[at]
            found[name] = _of_units(of_parts, parts, unit_of_entry, units, otherwise)
    return found


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
