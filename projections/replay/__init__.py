"""Replay of one pool: period by period, step by step, to the list sealed by each closing.

The engine contains no regulation: the rulebook defines steps, the ratings they rest on, and the
state they leave.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from projections.corrections.awaiting import left_waiting
from projections.corrections.chain_merges import ChainMerges
from projections.corrections.chained import Chained
from projections.corrections.closed_lists import ClosedLists
from projections.corrections.competitions import Chain
from projections.corrections.corrected_reports import CorrectedReports, Recall
from projections.corrections.frozen import Frozen
from projections.corrections.merged import Merging, standings_now
from projections.corrections.merged_capitals import MergedCapitals
from projections.rating import Rated, rate
from projections.rating.beginning import begin
from projections.rating.booked import (
    Booked,
    covering,
    decided_ratings,
    due_decisions,
    due_reports,
    entry_decisions,
    followed,
)
from projections.rating.capital_changes import NOWHERE
from projections.rating.chain_steps import YearEnd, decided_after, has_turns, years
from projections.rating.corrected import NOTHING_CORRECTED, Corrections
from projections.rating.official_lists import OfficialLists
from projections.rating.other_pools import Surroundings
from projections.rating.replay_source import ReplaySource
from projections.rating.source import NOT_OPEN, OutsideFacts
from projections.rating.standings import Standings
from projections.rating.step_changes import of_step
from projections.rating.steps import steps
from projections.replay.closing import Closing, sealed
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.terms import Force
from projections.rulebooks.engine.whole import check_stored
from projections.state import YearCorrected
from projections.state.adjustments import DecidedChange
from projections.state.closed_list import Horizon
from projections.state.law import Law, as_set, of_list
from projections.state.merges import names_at
from projections.state.pool import PoolFacts
from projections.state.printings import in_force, republished
from projections.state.reports import NEVER, Report


class Replay:
    """Standings of a pool after the last closed list, and the operations that close the next."""

    def __init__(
        self,
        facts: PoolFacts,
        birth_year: NDArray[np.int16],
        standings: Standings | None = None,
        years_corrected: Sequence[YearCorrected] = (),
        surroundings: Surroundings | None = None,
    ) -> None:
        self.facts, self.birth_year, self.standings = facts, birth_year, standings
        self.years_corrected, self.surroundings = years_corrected, surroundings
        self.official: OfficialLists | None = None
        """On the revised track, the lists of the official one."""
        self.recall: Recall | None = None
        """Reads again what closed lists rest on, for their corrections."""
        self._knew = -1
        """How many corrections of years the standings, as they began, rest on; -1: not known."""
        self.law = Law(facts)

    def years_at(self, through: int) -> NDArray[np.int16]:
        """Return the years of birth as known at a position."""
        later = [correction for correction in self.years_corrected if correction.position > through]
        if not later:
            return self.birth_year
        years = self.birth_year.copy()
        for correction in reversed(later):
            years[correction.player] = correction.before
        return years

    def begun(self, through: int | None = None) -> Standings:
        """Return the standings; before the first list made from the carried-over ratings.

        The first list rests on the years of birth known at its position `through`: standings made
        from other years are made again.
        """
        if self.standings is None or (through is not None and self._began_otherwise(through)):
            self.standings = self.beginning(sys.maxsize if through is None else through)
        self.standings.grow(len(self.birth_year))
        return self.standings

    def _began_otherwise(self, through: int) -> bool:
        begins = self.standings is not None and len(self.standings.since) == 1
        return bool(begins and self.years_corrected and self._knew != self._known(through))

    def _known(self, through: int) -> int:
        return sum(correction.position <= through for correction in self.years_corrected)

    def beginning(self, through: int) -> Standings:
        """Return the standings at the beginning of the histories, as known at a position."""
        since = min((carried.on for carried in self.facts.carried), default=date.min)
        edition = self.law.edition_on(since) or self.law.rulebook.editions[0]
        self._knew = self._known(through)
        of_pool = self.law.rulebook, self.facts.carried, self.years_at(through), edition
        known = min(through, NEVER - 1)
        merged = {} if self.official is None else names_at(self.facts.merges, known)
        return begin(*of_pool, merged)

    def fork(self) -> Replay:
        """Return an independent copy."""
        standings = self.begun().fork()
        standings.recall = self.begun().recall
        forked = Replay(
            copy(self.facts), self.birth_year, standings, self.years_corrected, self.surroundings
        )
        forked._knew, forked.recall, forked.official = self._knew, self.recall, self.official
        return forked

    def shared(self, facts: PoolFacts) -> Replay:
        """Return a copy over equal facts for another track, which gives it what it reads.

        Its standings may not be moved on.
        """
        other = Replay(facts, self.birth_year, self.begun().shared(), self.years_corrected)
        other._knew = self._knew
        return other

    def close(
        self, due: Due, horizon: Horizon, layout: str | None = None, printing: int = 1
    ) -> Closing:
        """Compute the list of a period from the facts up to a horizon; move the standings to it.

        Raises OutsideRulebook where no edition covers the list date, LawChanged where the numbers
        in the files differ from the adopted ones, ValueError for an unknown layout.
        """
        if layout not in (None, self.law.rulebook.layout):
            raise ValueError(f"list layout {layout!r} is not one this program writes")
        booked, outcomes, games = self.rate(due, horizon)
        standings = self.begun()
        document = sealed(self.facts.opened.pool, booked, standings, games, printing)
        rows = len(standings.rows.data) if standings.rows else 0
        return Closing(len(standings.since) - 1, booked, outcomes, document, rows)

    def rate(
        self, due: Due, horizon: Horizon
    ) -> tuple[Booked, tuple[Rated, ...], NDArray[np.int32]]:
        """Rate a period and move the standings on to its list, without writing the list.

        Returns the booked facts, the rated steps, and the games on the list by register number.
        """
        standings = self.begun(horizon.facts)
        booked, years = self.book(due, horizon), self.years_at(horizon.facts)
        games = np.zeros(len(self.birth_year), dtype=np.int32)
        outcomes = []
        entering = self.law.rulebook.first_ratings if self.law.rulebook.frozen_corrections else None
        entries = standings.state[entering.had].copy() if entering else None
        booked.corrections.move_on(standings)
        for step in steps(ReplaySource(booked, standings, years, self.official)):
            rated = rate(step, booked.law.booked_columns)
            self._move_on(standings, rated, games)
            outcomes.append(rated)
            if entering:
                unrated = left_waiting(rated, entering)
                if len(unrated):
                    standings.awaiting[len(standings.since)] = unrated
        if entering and entries is not None:
            standings.keep_entries(entries, standings.state[entering.had])
        self._check_stored(standings, outcomes)
        self._settle(standings, booked, horizon.facts)
        return booked, tuple(outcomes), games

    def book(self, due: Due, horizon: Horizon) -> Booked:
        """Return the facts booked by a list."""
        standings, through = self.begun(), horizon.facts
        standings.published = self.law.published(through)
        standings.printings = in_force(self.facts, through)
        reports = due_reports(self.facts, self.law.rulebook, due, through)
        edition, around = of_list(self.law, due.list_date, through), self.surroundings
        nothing_outside = OutsideFacts(
            dict.fromkeys(self.law.rulebook.other_pools.rulebooks, NOT_OPEN)
        )
        booked = Booked(
            since=standings.since[0],
            due=due,
            law=self.law.rulebook,
            edition=edition,
            reports=reports,
            covering=covering(self.law, standings, reports, through),
            changes=self._decided_changes(horizon),
            decided=decided_ratings(
                entry_decisions(self.facts, horizon, standings.rating_of, official=self.official)
            ),
            also=self._also_concerned(due, edition, standings, through),
            outside=around.facts_at(horizon) if around else nothing_outside,
            elsewhere=around.elsewhere(reports) if around else {},
        )
        corrections = _corrections_due(self, booked, through)
        carriers = corrections.carriers(len(self.facts.closed) + 1)
        booked = replace(booked, changes=followed(booked.changes, carriers))
        if not self.law.rulebook.chained:
            return replace(booked, corrections=corrections)
        year_ends = self.year_ends(reports, due, through, corrections.recounts.years)
        return replace(booked, corrections=corrections, year_ends=year_ends)

    def _decided_changes(self, horizon: Horizon) -> dict[int, DecidedChange]:
        """Return the decisions about ratings that a list takes, by player."""
        after = self.facts.closed_horizon().decisions
        decided = due_decisions(self.facts, after, horizon.decisions)
        if self.official is None:
            return decided
        listed = self.begun().state["rating"]
        number = len(self.facts.closed) + 1
        return self.official.changes(decided, number, lambda player: int(listed[player]))

    def year_ends(
        self, reports: Sequence[Report], due: Due, through: int, recounted: Collection[int] = ()
    ) -> tuple[YearEnd, ...]:
        """Return the year ends on a list, if the rulebook has any.

        Each rests on the parameters of the body known at a position and in force at the year end;
        `recounted` are years with corrected participation.
        """
        if not has_turns(self.law.rulebook):
            return ()
        begins, last = self.begun().since[0], self.facts.last_closed()
        before = last.event.cut_off if last else begins
        ending = years(reports, begins, before, due.cut_off, recounted)
        found = []
        for year, again in ending:
            end = date(year, 12, 31)
            edition = self.law.edition_on(end)
            if edition is not None:
                found.append(YearEnd(year, as_set(edition, self.facts, end, through), again))
        return tuple(found)

    def _also_concerned(
        self, due: Due, edition: Edition, standings: Standings, through: int
    ) -> NDArray[np.bool_]:
        """Return a mask of players concerned without a game: of the first list, all players.

        All players too when the edition prints other values than that of the list before. A player
        with a year of birth corrected since then is concerned.
        """
        everybody = np.ones(len(self.birth_year), dtype=bool)
        if len(standings.since) == 1:
            return everybody
        if self.facts.closed:
            before = of_list(self.law, self.facts.closed[-1].event.list_date, through)
            if not edition.computes_like(before, self.law.rulebook.printed.values()):
                return everybody
        years, after = self.years_at(through), self.facts.closed_through()
        concerned: NDArray[np.bool_] = edition.also_concerned(due.list_date, years)
        put_right = [e.player for e in self.years_corrected if after < e.position <= through]
        if put_right:
            concerned = concerned.copy()
            concerned[put_right] = True
        return concerned

    def _move_on(self, standings: Standings, rated: Rated, games: NDArray[np.int32]) -> None:
        players = rated.step.players
        for name, column in self.law.rulebook.state.items():
            if rated.unit[column] is not rated.step.listed[name]:  # it does not stay as listed
                standings.state[name][players] = rated.unit[column]
        games[players] += rated.unit["period_games"]
        if "goes_on_waiting" in rated.unit.values:
            standings.waiting = rated.waiting.rows(rated.unit["goes_on_waiting"])
            _keep_results(standings, rated)
        if self.law.rulebook.chained:
            last = self.facts.last_closed()
            decided = decided_after(last.event.cut_off) if last else NOWHERE
            standings.move_on(of_step(self.law.rulebook, len(standings.since), rated, decided))

    def _check_stored(self, standings: Standings, outcomes: Sequence[Rated]) -> None:
        """Raise TooLarge for a value of a step that a state field does not hold.

        Once for a list, not for each of its steps: many steps of a chain have few players.
        """
        for name, column in self.law.rulebook.state.items():
            kind = standings.state[name].dtype
            values = [np.atleast_1d(rated.unit[column]) for rated in outcomes]
            wider = [column for column in values if column.dtype.itemsize > kind.itemsize]
            if wider:
                check_stored(np.concatenate(wider), kind, name)

    def _settle(self, standings: Standings, booked: Booked, through: int) -> None:
        self.facts.settle(booked.reports, through)
        standings.list_takes_force(booked.due.list_date)
        for latest in (rows[-1].order for rows in (booked.reports, booked.year_ends) if rows):
            standings.booked_to = max(standings.booked_to or latest, latest)


def _keep_results(standings: Standings, rated: Rated) -> None:
    new = np.flatnonzero(~rated.unit["was_accepted"])
    if len(new):
        pairs = (rated.waiting.player[new], rated.waiting.position[new])
        standings.results[len(standings.since)] = np.column_stack(pairs).astype(np.int64)


def _corrections_due(replay: Replay, booked: Booked, through: int) -> Corrections:
    """Return the corrections of closed lists that a list books, as known at a position."""
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
