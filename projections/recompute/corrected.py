"""Corrected units of closed lists computed again from stored rows, for explanation.

Of a period: the unit as booked and as corrected. Of a chain: the correction as a step, from what it
rested on; and both its sides, the competition as it stood before and as it stands, with the
capitals just before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from ledger import columns
from projections import recompute
from projections.queries import NOBODY, PoolQuery, RatingList, State
from projections.queries.corrections import BookedRecount, Result, recounts, results_behind
from projections.queries.rows import Booking
from projections.rating import rate
from projections.rating.chain_steps import CAME_BACK, CEASED, Recount
from projections.recompute import Recomputed, rows
from projections.recompute.not_counting import Uncounted, edition_now, uncounted, why_uncounted
from projections.recompute.rows import load, reports_now
from projections.recompute.source import StoredSource
from projections.state.history import TournamentHistory
from projections.state.law import as_set
from projections.state.reports import Report
from projections.steps.assembler import recount_step
from projections.steps.corrected import Correction
from projections.steps.other_pools import counted_in


def corrected_unit(
    pool: PoolQuery, on: RatingList, of: RatingList, unit: Correction
) -> tuple[Recomputed, Recomputed]:
    """Compute a unit corrected by a list twice: as booked, and as corrected.

    A first rating rests on all results that waited for it, as they were and as corrected.
    """
    before = pool.lists()[on.number - 1]
    return (
        _unit_as_known(pool, of, before, unit, _behind(pool, on, unit, anew=False)),
        _unit_as_known(pool, of, on, unit, _behind(pool, on, unit, anew=True)),
    )


def _behind(pool: PoolQuery, on: RatingList, unit: Correction, *, anew: bool) -> Sequence[Result]:
    return results_behind(pool, unit.player, on.number, unit.number, anew=anew)


def _unit_as_known(
    pool: PoolQuery,
    of: RatingList,
    known: RatingList,
    unit: Correction,
    behind: Sequence[Result],
) -> Recomputed:
    """Compute a unit from reports as known to a list, and earlier waiting results."""
    reports, histories = _standing_at(pool, of, unit.player, known.through_position)
    rated = [as_booked(pool, *booking) for booking in reports]
    waited = [booking for booking in behind if booking.position not in histories]
    pairs = zip(rated, reports, strict=True)
    source = StoredSource(
        pool,
        of,
        unit.player,
        None,
        [booking for booking in rated if booking.edition],
        {report.position: report for booking, (_, report) in pairs if booking.edition},
        histories,
        rows.results(pool, unit.player, waited),
        known=known.through_position,
    )
    changes = rows.changes_decided(pool, unit.player, of)
    if pool.law.first_ratings:
        entries = pool.official.replay(pool.name).begun().entry_ratings(of.number, known.number)
        entered = np.flatnonzero(entries)
        given = dict(zip(entered.tolist(), entries[entered].tolist(), strict=True))
        source = replace(source, entry_ratings=given)
    return recompute.compute(source, changes)


def _standing_at(
    pool: PoolQuery, of: RatingList, player: int, known: int
) -> tuple[list[tuple[Booking, Report]], dict[int, TournamentHistory]]:
    """Return a player's reports on a list as known at a position, and the histories."""
    found, histories = [], dict[int, TournamentHistory]()
    of_player = {booking.position for booking in pool.bookings(of.number, player)}
    for booking in pool.bookings(of.number):
        if booking.position in of_player or booking.tournament in pool.official.facts.corrected:
            history = pool.tournament_history(booking.tournament, known)
            for report in reports_now(pool, booking, history):
                if player in columns.read(report.player, columns.PLAYER):
                    found.append((booking, report))
                    histories[booking.position] = history
    return found, histories


def as_booked(pool: PoolQuery, booked: Booking, report: Report) -> Booking:
    """Return the booking of a report in its present form: with its present edition and days."""
    edition = edition_now(pool, booked, report)
    here = counted_in(pool.official.facts.pools, pool.name, report) == pool.name
    name = edition.name if edition is not None and here else ""
    return replace(booked, edition=name, starts=report.start, ends=report.end)


def step_of(pool: PoolQuery, on: RatingList, row: BookedRecount) -> Recomputed:
    """Compute a correction again, for its player."""
    players = np.array([row.player], dtype=np.int64)
    text = pool.law.edition(row.edition)
    edition = as_set(text, pool.facts, on.list_date, on.through_position)
    flags = (CAME_BACK, CEASED)
    recount = Recount(
        position=row.position,
        number=closed_booking(pool, row).number,
        tournament=row.tournament,
        begins=row.order[1],
        order=row.order,
        booked=(0, 0, row.order),
        edition=edition,
        law=pool.law,
        players=players,
        facts={n: np.array([bool(v) if n in flags else v]) for n, v in row.facts.items()},
    )
    source = StoredSource(pool, on, row.player, place=row.place)
    return Recomputed(rate(recount_step(source, recount)), source)


def closed_booking(pool: PoolQuery, row: BookedRecount) -> Booking:
    """Return the booking of the competition on its closed list."""
    found = pool.bookings_of(row.tournament)
    return next(booking for booking in found if booking.position == row.position)


def sides(pool: PoolQuery, on: RatingList, row: BookedRecount) -> tuple[Recomputed, Recomputed]:
    """Compute a competition twice: as of the previous closing, and as corrected."""
    of, before = closed_booking(pool, row), pool.lists()[on.number - 1].through_position
    return (
        _side(pool, on, row, of, before),
        _side(pool, on, row, of, on.through_position),
    )


def as_it_stands(pool: PoolQuery, booked: Booking, history: TournamentHistory) -> Recomputed | None:
    """Compute a booked competition in its present form, for all entrants.

    None if unchanged since booking, or if nothing counts any more (`not_counting`). Capitals are
    those just before the competition as booked: a difference is a correction.
    """
    of = pool.lists()[booked.number]
    reports, _ = load(pool, [booked.position], of.through_position)
    if [reports[booked.position]] == reports_now(pool, booked, history):
        return None
    if why_uncounted(pool, booked, history):
        return None
    then = _Before(pool, booked, (pool.lists()[-1].number, EVERY_PLACE))
    return _compute(pool, None, booked, history, then)


def nothing_left(pool: PoolQuery, on: RatingList, row: BookedRecount) -> Uncounted | None:
    """Return why a corrected competition has no results of a player; None: has results."""
    history = pool.tournament_history(row.tournament, on.through_position)
    return uncounted(pool, row.player, closed_booking(pool, row), history)


def _side(
    pool: PoolQuery, on: RatingList, row: BookedRecount, booked: Booking, known: int
) -> Recomputed:
    history = pool.tournament_history(booked.tournament, known)
    then = _Before(pool, booked, (on.number, row.place))
    return _compute(pool, row.player, booked, history, then)


def _compute(
    pool: PoolQuery,
    player: int | None,
    booked: Booking,
    history: TournamentHistory,
    then: _Before,
) -> Recomputed:
    """Compute a competition for a player, or for all entrants (None).

    A player who entered with the competition enters again; if the corrected competition would give
    another entry capital, the original one is used (`own_inputs`).
    """
    new = then.entered(history, player)
    found = _rated(pool, player, booked, history, replace(then, new=new))
    if not new:
        return found
    enters = found.rated.unit[pool.law.base][np.searchsorted(found.rated.step.players, list(new))]
    both = zip(new.items(), enters.tolist(), strict=True)
    same = {who: entry for (who, entry), capital in both if capital == _entry_rating(entry)}
    return found if same == new else _rated(pool, player, booked, history, replace(then, new=same))


def _rated(
    pool: PoolQuery,
    player: int | None,
    booked: Booking,
    history: TournamentHistory,
    then: _Before,
) -> Recomputed:
    of = pool.lists()[booked.number]
    source = StoredSource(pool, of, player, booked.place, states_before=then.states)
    for report in reports_now(pool, booked, history):
        edition, at = edition_now(pool, booked, report), report.position
        if edition is not None:
            row = replace(booked, starts=report.start, ends=report.end, edition=edition.name)
            source = replace(
                source,
                booked=[row],
                reports={at: report},
                histories={at: history},
                enters_on=then.entry_list(),
            )
    found = recompute.compute(source, {})
    return replace(found, entered_later=then.entered_later(found.rated.step.players.tolist()))


EVERY_PLACE: Final = 1 << 30
"""After every place in a list's chain."""


@dataclass(frozen=True)
class _Before:
    """States of players just before a competition, as booked."""

    pool: PoolQuery
    booked: Booking
    until: tuple[int, int]
    """A list and a place in its chain."""
    new: Mapping[int, State] = field(default_factory=dict)
    """Players who enter with the competition, and their states after it."""

    def states(self, players: list[int]) -> dict[int, State]:
        """Return the states; players without a rating get their later entry rating."""
        found = self._before(players)
        for player, entry in self._later_entries(found, players).items():
            rating = _entry_rating(entry)
            found[player] = replace(entry, rating=rating, fields={"rating": rating})
        return found

    def entered_later(self, players: list[int]) -> frozenset[int]:
        """Return the players without a rating who get a later entry rating."""
        return frozenset(self._later_entries(self._before(players), players))

    def _later_entries(self, before: Mapping[int, State], players: list[int]) -> dict[int, State]:
        had = {who for who in players if before.get(who, NOBODY).rating}
        entries = {who: self._entry(who) for who in players if who not in had | self.new.keys()}
        return {who: entry for who, entry in entries.items() if entry is not None}

    def _before(self, players: list[int]) -> dict[int, State]:
        return self.pool.states(players, self.booked.number, before_place=self.booked.place)

    def entered(self, history: TournamentHistory, player: int | None) -> dict[int, State]:
        """Return the players who entered with the competition, and their states after it.

        For a player also by its corrections; for all entrants (None) as first booked.
        """
        reports = reports_now(self.pool, self.booked, history)
        named = [columns.read(report.player, columns.PLAYER).tolist() for report in reports]
        some = [who for report in named for who in report if player in (None, who)]
        had, places = self._before(some), self._places(player)
        entries = {who: self._entry(who) for who in some if not had.get(who, NOBODY).rating}
        return {
            who: entry
            for who, entry in entries.items()
            if entry is not None and (entry.number, entry.place) in places
        }

    def _places(self, player: int | None) -> set[tuple[int, int]]:
        here = {(self.booked.number, self.booked.place)}
        if player is None:
            return here
        corrections = recounts(self.pool, player, position=self.booked.position)
        return here | {(recount.on, recount.place) for recount in corrections}

    def _entry(self, player: int) -> State | None:
        since = (self.booked.number, self.booked.place)
        for state in self.pool.changes(player, self.until[0]):
            if state.rating and since <= (state.number, state.place) <= self.until:
                return state
        return None

    def entry_list(self) -> RatingList | None:
        """Return the list on which players enter; None: the list of the competition."""
        numbers = {state.number for state in self.new.values()}
        return next((state for state in self.pool.lists() if state.number in numbers), None)


def _entry_rating(entry: State) -> int:
    return entry.rating - entry.moved
