"""Waves of a chain: the next tournaments, in order, none of whose players stands in an earlier one.

All waves of a list are laid out in one piece and cut: what can be known of all is found once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.rating import of_tournaments
from projections.rating.layout import Batch, Index, lay_out
from projections.rating.parts import beforehand
from projections.rulebooks.engine.choices import rows_of
from projections.rulebooks.engine.columns import Values
from projections.state.reports import Report
from projections.steps import at_start
from projections.steps.standings import Standings
from projections.steps.starting import Starts, present, starts_of

if TYPE_CHECKING:
    from projections.steps import Booked


class Together(NamedTuple):
    """Tournaments that are rated as one, laid out, and whom they concern."""

    parts: tuple[Batch, ...]
    players: NDArray[np.int64]
    """They grow strictly: each is a unit."""
    unit_of_entry: tuple[Index, ...]
    starts: tuple[Starts, ...]
    """For each part, with what its entries start."""
    beside: tuple[Mapping[str, Values], ...]
    """For each part, what is said of its entries elsewhere: see `at_start`."""


def of_chain(booked: Booked, standings: Standings, reports: Sequence[Report]) -> Iterator[Together]:
    """Give what an edition rates of each wave.

    In a chain a tournament's own edition says all that becomes of it, not that of the list. Who
    enters is among those who have no rating now, before the first wave.
    """
    found = [some for wave in waves(reports) for some in by_edition(booked, wave).items()]
    portions: dict[int, list[list[Report]]] = {}
    for which, some in found:
        portions.setdefault(which, []).append(some)
    cut = {which: _cut(booked, standings, each) for which, each in portions.items()}
    for which, _ in found:
        yield next(cut[which])


def waves(reports: Sequence[Report]) -> Iterator[list[Report]]:
    """Give reports in waves: none holds a player of an earlier one not yet rated."""
    text = "".join([each.player for each in reports])
    player = columns.read(text, columns.PLAYER).astype(np.intp)
    reached = np.zeros(player.max(initial=0) + 1, dtype=np.int32)
    found: dict[int, list[Report]] = {}
    first = 0
    for report in reports:
        last = first + len(report.player) // columns.PLAYER
        players = player[first:last]
        wave = 1 + max(reached.take(players).tolist(), default=0)
        reached[players] = wave
        found.setdefault(wave, []).append(report)
        first = last
    for wave in sorted(found):
        yield found[wave]


def by_edition(booked: Booked, reports: Sequence[Report]) -> dict[int, list[Report]]:
    """Give reports by the edition that rates them, in the numbers that were set for its day."""
    found: dict[int, list[Report]] = {}
    for report in reports:
        found.setdefault(id(booked.edition_of(report)), []).append(report)
    return found


def _cut(booked: Booked, standings: Standings, portions: list[list[Report]]) -> Iterator[Together]:
    """Lay out in one piece portions that one edition rates; give each with its players."""
    edition = booked.edition_of(portions[0][0])
    assert edition is not None
    laid_out = lay_out(edition, [report for some in portions for report in some])
    bounds = np.cumsum([0, *map(len, portions)])
    first_entry = laid_out.first_entry[bounds]
    players, unit = _units(laid_out, first_entry)
    rating, ceased = starts_of(booked.law, standings, laid_out)
    beside = at_start.of_chain(booked, laid_out, rating)
    told = {**beside, "decided_rating": booked.decided_ratings(players)}
    if not ceased.ndim:  # nobody's, in any wave: none is late
        told["ceased_later"] = ceased
    of_units = of_tournaments(edition, [laid_out], [unit], len(players), booked.due.list_date)
    whole = beforehand(laid_out, unit, booked.law.kept, told, of_units)
    unit = unit - np.repeat(first_entry[:-1], np.diff(first_entry))
    first = first_entry.tolist()
    for part, begin, end in zip(whole.portions(bounds), first, first[1:], strict=False):
        of = slice(begin, end)
        said = {name: rows_of(values, of) for name, values in beside.items()}
        late = ceased.ndim  # as the waves before left it
        starts = starts_of(booked.law, standings, part) if late else present(standings, part)
        yield Together((part,), players[of], (unit[of],), (starts,), (said,))


def _units(whole: Batch, first_entry: Index) -> tuple[NDArray[np.int64], Index]:
    """Give the players of portions, growing in each, and where among all of them each entry stands.

    Nobody stands in a portion twice: there are as many as entries.
    """
    portion = np.repeat(np.arange(len(first_entry) - 1), np.diff(first_entry))
    order = np.lexsort((whole.player, portion))
    unit = np.empty(len(order), dtype=np.intp)
    unit[order] = np.arange(len(order))
    return whole.player.take(order).astype(np.int64), unit
