"""The steps of a period, one after the other.

All waves of a list are laid out in one piece and cut: what can be known of all is found once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.rating import Step, of_tournaments
from projections.rating.assembler import (
    Group,
    facts_at_start,
    group_of,
    handover_step,
    recount_step,
    step_of,
    year_end_step,
)
from projections.rating.chain_steps import CEASED, Recount, YearEnd, players_of_year
from projections.rating.layout import Batch, Index, lay_out
from projections.rating.parts import beforehand
from projections.rating.replay_source import ReplaySource, by_edition
from projections.rulebooks.engine.columns import rows_of
from projections.rulebooks.engine.edition import Edition
from projections.state.adjustments import DecidedChange
from projections.state.reports import Report


def steps(source: ReplaySource) -> Iterator[Step]:
    """Yield the steps of a period; each rests on the standings when it is requested."""
    booked = source.booked
    if not booked.law.chained:
        yield one_step(source, source.parts(booked.rated()), booked.changes, booked.edition)
        return
    if booked.corrections.handover is not None:
        yield handover_step(source, booked.corrections.handover, booked.edition)
    if booked.changes:
        yield one_step(source, (), booked.changes, booked.edition)
    yield from (_recount(source, recount) for recount in booked.corrections.recounts.rows)
    left = booked.rated()
    for year_end in booked.year_ends:
        before = [report for report in left if report.order < year_end.order]
        left = left[len(before) :]
        yield from _waves(source, before)
        yield _year_end(source, year_end)
    yield from _waves(source, left)


def one_step(
    source: ReplaySource,
    parts: tuple[Batch, ...],
    changes: Mapping[int, DecidedChange],
    edition: Edition,
) -> Step:
    """Return one step of a list from its tournaments, laid out."""
    group = group_of(source, parts, source.concerned(parts, changes))
    return step_of(source, group, edition, changes)


def _waves(source: ReplaySource, reports: Sequence[Report]) -> Iterator[Step]:
    for group in _groups(source, reports):
        yield step_of(source, group, group.parts[0].edition, {})


def _recount(source: ReplaySource, recount: Recount) -> Step:
    facts = {**recount.facts, CEASED: source.ceased(recount)}
    return recount_step(source, replace(recount, facts=facts))


def _year_end(source: ReplaySource, year_end: YearEnd) -> Step:
    players = np.flatnonzero(source.standings.state["rating"] > 0)
    if year_end.again:
        late = players_of_year(year_end.year, source.booked.rated())
        players = np.union1d(late, source.booked.corrections.recounts.players_of(year_end.year))
    return year_end_step(source, year_end, players)


def _groups(source: ReplaySource, reports: Sequence[Report]) -> Iterator[Group]:
    """Yield the tournaments of each wave, edition by edition.

    In a chain a tournament goes by its own edition, not by that of the list. Entering players are
    those without a rating before the first wave.
    """
    found = [some for wave in waves(reports) for some in by_edition(source.booked, wave).items()]
    portions: dict[int, list[list[Report]]] = {}
    for which, some in found:
        portions.setdefault(which, []).append(some)
    cut = {which: _cut(source, portion) for which, portion in portions.items()}
    for which, _ in found:
        yield next(cut[which])


def waves(reports: Sequence[Report]) -> Iterator[list[Report]]:
    """Yield reports in waves: no player of a wave is in an earlier wave not yet rated."""
    text = "".join([report.player for report in reports])
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


def _cut(source: ReplaySource, portions: list[list[Report]]) -> Iterator[Group]:
    booked = source.booked
    edition = booked.edition_of(portions[0][0])
    assert edition is not None
    laid_out = lay_out(edition, [report for some in portions for report in some])
    bounds = np.cumsum([0, *map(len, portions)])
    first_entry = laid_out.first_entry[bounds]
    players, unit = _units_of_portions(laid_out, first_entry)
    start = source.starts(laid_out)
    (facts,) = facts_at_start(source, [laid_out], [start], [unit], players)
    known = {**facts, "decided_rating": source.decided_ratings(players)}
    late = start[1].ndim > 0
    if not late:
        known["ceased_later"] = start[1]
    of_units = of_tournaments(edition, [laid_out], [unit], len(players), source.list_date)
    whole = beforehand(laid_out, unit, booked.law.booked_columns, known, of_units)
    unit = unit - np.repeat(first_entry[:-1], np.diff(first_entry))
    first = first_entry.tolist()
    for part, begin, end in zip(whole.portions(bounds), first, first[1:], strict=False):
        of = slice(begin, end)
        facts_of_part = {name: rows_of(values, of) for name, values in facts.items()}
        now = source.starts(part) if late else source.present(part)  # as earlier waves left them
        yield Group((part,), players[of], (unit[of],), (now,), (facts_of_part,))


def _units_of_portions(whole: Batch, first_entry: Index) -> tuple[NDArray[np.int64], Index]:
    """Return the players of portions, growing in each, and the row of each entry among them.

    A player is in a portion only once: there are as many units as entries.
    """
    portion = np.repeat(np.arange(len(first_entry) - 1), np.diff(first_entry))
    order = np.lexsort((whole.player, portion))
    unit = np.empty(len(order), dtype=np.intp)
    unit[order] = np.arange(len(order))
    return whole.player.take(order).astype(np.int64), unit
