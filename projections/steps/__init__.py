"""Steps: the tournaments of a period in the portions that are rated as one.

A frozen period is one step. A chained capital goes in waves.

    source, assembler        the inputs of a step, and the only assembler
    booked, replay_source    what a list books, and step inputs from the state in memory
    standings, beginning     who stands where, from what was carried over on
    capital_changes          by how much the steps of a chain moved capitals
    step_changes             capital changes read off a rated step
    category_history         categories of players, from the capitals of a chain
    other_pools              other pools, and lists of other bodies, at a position
    adjusting, corrected     what else a list books: decisions, corrections of closed lists
    waves                    the tournaments of a chain that are rated as one
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from projections.rating import Step
from projections.rating.layout import Batch
from projections.rating.recounts import CEASED, Recount
from projections.rating.year_end import YearEnd, players_of_year
from projections.rulebooks.engine.edition import Edition
from projections.state.pool import DecidedChange
from projections.state.reports import Report
from projections.steps import waves
from projections.steps.assembler import group_of, recount_step, step_of, year_end_step
from projections.steps.replay_source import ReplaySource


def steps(source: ReplaySource) -> Iterator[Step]:
    """Yield the steps of a period; each rests on the standings when it is requested."""
    booked = source.booked
    if not booked.law.chained:
        yield one_step(source, source.parts(booked.rated()), booked.changes, booked.edition)
        return
    if booked.changes:
        yield one_step(source, (), booked.changes, booked.edition)
    yield from (_recount(source, recount) for recount in booked.corrections.recounts.rows)
    left = booked.rated()
    for turn in booked.year_ends:
        before = [report for report in left if report.order < turn.order]
        left = left[len(before) :]
        yield from _waves(source, before)
        yield _year_end(source, turn)
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
    for group in waves.of_chain(source, reports):
        yield step_of(source, group, group.parts[0].edition, {})


def _recount(source: ReplaySource, recount: Recount) -> Step:
    facts = {**recount.facts, CEASED: source.ceased(recount)}
    return recount_step(source, replace(recount, facts=facts))


def _year_end(source: ReplaySource, turn: YearEnd) -> Step:
    """Return the end of a year as a step: of rated players, or of the players of a repetition."""
    players = np.flatnonzero(source.standings.state["rating"] > 0)
    if turn.again:
        late = players_of_year(turn.year, source.booked.rated())
        players = np.union1d(late, source.booked.corrections.recounts.players_of(turn.year))
    return year_end_step(source, turn, players)
