"""The corrections of closed lists that a list books; none on the revised track."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from projections.corrections.chain_merges import ChainMerges
from projections.corrections.chained import Chained
from projections.corrections.closed_lists import ClosedLists
from projections.corrections.competitions import Chain
from projections.corrections.corrected_reports import CorrectedReports
from projections.corrections.frozen import Frozen
from projections.corrections.merged import Merging, standings_now
from projections.corrections.merged_capitals import MergedCapitals
from projections.rating.booked import Booked
from projections.rating.capital_changes import NOWHERE
from projections.rating.chain_steps import decided_after
from projections.rating.corrected import NOTHING_CORRECTED, Corrections
from projections.rulebooks.engine.terms import Force
from projections.state.law import as_set
from projections.state.printings import republished
from projections.state.reports import Report

if TYPE_CHECKING:
    from projections.replay import Replay


def corrections_due(replay: Replay, booked: Booked, through: int) -> Corrections:
    """Return the corrections of a list, added to its other content, as known at a position."""
    if replay.official is not None:
        return NOTHING_CORRECTED  # on the revised track the facts are as corrected
    if replay.law.rulebook.chained:
        changed = replay.facts.corrected or replay.facts.merges
        return _chained(replay, booked, through) if changed else NOTHING_CORRECTED
    return _frozen(replay, booked, through)


def _frozen(replay: Replay, booked: Booked, through: int) -> Corrections:
    law, standings, facts = booked.law, replay.begun(), replay.facts
    if law.frozen_corrections is None:
        return NOTHING_CORRECTED
    reports = facts.corrected_reports(through) if facts.corrected else []
    by_days = law.in_force_by is Force.PUBLICATION or bool(facts.superseded)
    moved = by_days and bool(republished(facts, through))
    merging = Merging(facts, law, standings, through, replay.recall)
    if not (reports or standings.awaiting or moved or merging.changes):
        return NOTHING_CORRECTED
    if replay.recall is None:
        raise LookupError("what closed lists rest on is not at hand")
    closed = ClosedLists(
        facts,
        law,
        standings_now(merging, standings),
        replay.recall,
        replay.surroundings,
        replay.years_at,
        booked.decided,
        replay.beginning,
    )
    corrected = CorrectedReports(reports, replay.recall, facts.closed_through(), through)
    return Frozen(closed, corrected, merging).due()


def _chained(replay: Replay, booked: Booked, through: int) -> Corrections:
    facts = replay.facts
    first = facts.closed[0].event.through_position if facts.closed else through
    merges = _chain_merges(replay, booked, first, through)
    if not facts.closed:
        handover = merges.handover if merges.changes else None
        return Corrections(handover=handover, joins=merges.joins)
    chain = Chain(
        facts,
        merges.standings(),
        booked,
        replay.surroundings,
        replay.years_at(through),
        lambda: replay.beginning(first),
        lambda edition: as_set(edition, facts, booked.due.list_date, through),
    )
    merged = MergedCapitals(chain, partial(_reports_at, replay, through), through, merges)
    return Chained(chain, facts.corrected_reports(through), merged).due()


def _chain_merges(replay: Replay, booked: Booked, first: int, through: int) -> ChainMerges:
    """Return the merges and separations of a list; `first` is the position of the first list."""
    last, standings = replay.facts.last_closed(), replay.begun()

    def carried() -> Mapping[str, NDArray[Any]]:
        begun = replay.beginning(first)
        begun.grow(len(standings.state["rating"]))
        return begun.state

    order = decided_after(last.event.cut_off) if last else NOWHERE
    return ChainMerges(replay.facts, booked.law, standings, carried, order, through)


def _reports_at(replay: Replay, through: int, positions: list[int]) -> list[Report]:
    if replay.recall is None:
        raise LookupError("what closed lists rest on is not at hand")
    return replay.recall.reports(positions, through)
