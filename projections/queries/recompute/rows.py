"""Stored rows and recorded reports, read as inputs of a step."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.tournaments.current_report import uncorrected_report
from projections.categories.awards import names_awarded
from projections.queries import NOBODY, PoolQuery, RatingList, State
from projections.queries.corrections import Result, restated_on, results_waiting
from projections.queries.printed import as_printed, printed_on
from projections.queries.recompute.merged import carriers_on
from projections.queries.rows import Booking
from projections.rating.beginning import carried_waiting
from projections.rating.booked import due_decisions, entry_decisions, followed
from projections.rating.category_history import is_set
from projections.rating.other_pools import PoolInMemory
from projections.rating.source import OtherPool
from projections.rating.waiting import Waiting, nothing_waiting
from projections.state.adjustments import DecidedChange, Decision
from projections.state.closed_list import Horizon
from projections.state.history import TournamentHistory
from projections.state.merges import Names, names_at, renamed
from projections.state.reports import Report, report_of


def load(
    pool: PoolQuery, positions: Sequence[int], through: int
) -> tuple[dict[int, Report], dict[int, TournamentHistory]]:
    """Load reports by position, as known at a position, with histories of corrected ones.

    Merged numbers are replaced by the players to whom they led then.
    """
    reports, histories = load_recorded(pool, positions, through)
    named = renamed(list(reports.values()), names_at(pool.facts.merges, through))
    return dict(zip(reports, named, strict=True)), histories


def load_recorded(
    pool: PoolQuery, positions: Sequence[int], through: int
) -> tuple[dict[int, Report], dict[int, TournamentHistory]]:
    """Load reports as `load` does, with the players' numbers as recorded."""
    facts = pool.official.facts
    reports: dict[int, Report] = {}
    histories: dict[int, TournamentHistory] = {}
    for position, recorded in pool.events.at(positions).items():
        tournament = recorded.stream.removeprefix("tournament-")
        if tournament in facts.corrected:
            histories[position] = pool.tournament_history(tournament, through)
            reports[position] = histories[position].current[position]
        else:
            reports[position] = report_of(
                uncorrected_report(recorded), facts.announcements[tournament]
            )
    return reports, histories


def opponents(reports: Iterable[Report], player: int) -> Iterator[int]:
    """Yield the opponents of a player in some reports."""
    for report in reports:
        players = columns.read(report.player, columns.PLAYER)
        sides = report.games.white, report.games.black
        white, black = (players[columns.read(side, columns.NUMBER)] for side in sides)
        yield from black[white == player].tolist()
        yield from white[black == player].tolist()


def reports_now(
    pool: PoolQuery, booked: Booking, history: TournamentHistory, names: Names | None = None
) -> list[Report]:
    """Return the present form of a booked report, if the tournament still counts in the pool.

    `names` are the merged numbers to replace; None: those of the list that booked the report.
    """
    if pool.name not in history.announcement.pools:
        return []
    if names is None:
        through = pool.lists()[booked.number].through_position
        names = names_at(pool.facts.merges, through)
    return renamed(history.replacements(booked.position), names)


def is_as_booked(pool: PoolQuery, booked: Booking, history: TournamentHistory) -> bool:
    """Return whether a booked report has the form in which its list booked it."""
    if booked.tournament not in pool.official.facts.corrected:
        return True
    reports, _ = load(pool, [booked.position], pool.lists()[booked.number].through_position)
    return [reports[booked.position]] == reports_now(pool, booked, history)


def waiting_before(pool: PoolQuery, player: int | None, on: RatingList) -> Waiting:
    """Return the results waiting for a player's first rating before a list."""
    edition = pool.law.editions[0]
    if player is None or not edition.waiting:
        return nothing_waiting(edition.waiting)
    since = pool.last_rated(player, on.number - 1)
    stored = results(pool, player, results_waiting(pool, player, on.number, since))
    if since >= 0 or restated_on(pool, player, on.number, since) >= 0:
        return stored
    revised = pool.official.official_lists(pool.name) is not None
    merged = names_at(pool.facts.merges, pool.known) if revised else {}
    carried = carried_waiting(pool.law, pool.facts.carried, merged)
    return carried.rows(np.flatnonzero(carried.player == player)).joined(stored)


def results(pool: PoolQuery, player: int, rows: Sequence[Result]) -> Waiting:
    """Return stored waiting results."""
    names = pool.law.editions[0].waiting
    sums = np.array([np.frombuffer(row.sums, dtype="<i8") for row in rows], dtype=np.int32)
    sums = sums.reshape(len(rows), len(names))
    return Waiting(
        np.full(len(rows), player, dtype=np.int32),
        np.array([row.ended for row in rows], dtype=np.int32),
        np.array([row.position for row in rows], dtype=np.int64),
        {name: sums[:, at] for at, name in enumerate(names)},
    )


def decided_entries(
    pool: PoolQuery, players: Container[int], number: int, horizon: Horizon
) -> dict[int, Decision]:
    """Return the valid decisions about entry ratings of a list, by player (`used_up`)."""

    def rated(on: int, player: int) -> int:
        return pool.state(player, on).rating

    official = pool.official.official_lists(pool.name)
    return entry_decisions(pool.facts, horizon, rated, number, players, official)


def changes_decided(pool: PoolQuery, player: int, on: RatingList) -> dict[int, DecidedChange]:
    """Return the decisions about the rating of a player for a list, if any."""
    before = pool.lists()[on.number - 1].horizon.decisions
    due = due_decisions(pool.facts, before, on.horizon.decisions)
    if not due:
        return {}
    official = pool.official.official_lists(pool.name)
    names = carriers_on(pool, on) if official is None else official.carriers
    mine = {who: change for who, change in due.items() if names.get(who, who) == player}
    if official is None:
        return followed(mine, names)
    return official.changes(mine, on.number, lambda who: pool.state(who, on.number - 1).rating)


def list_on(pool: PoolQuery, day: date, on: RatingList, known: int | None = None) -> RatingList:
    """Return the list in force on a day, among those closed before the list `on`.

    An earlier printing has its key in place of the number of the list.
    Days of publication are as known at a position; None: at that of the list `on`.
    """
    through = on.through_position if known is None else known
    before = pool.lists(through)[: on.number]
    used = [row for row in before if row.in_force_from <= day][-1]
    return as_printed(pool, used, day, through)


def state_field(
    states: Mapping[int, State], name: str, players: NDArray[np.integer]
) -> NDArray[np.int64]:
    """Return a state field of players; 0: no state."""
    fields = [states.get(player, NOBODY).fields for player in players.tolist()]
    return np.array([row.get(name, 0) for row in fields], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class StoredPool(OtherPool):
    """Another pool, from its stored rows."""

    query: PoolQuery

    def values(self, name: str, day: date, players: NDArray[Any]) -> NDArray[np.int64]:
        """Return the ratings, or another state field, in force on a day; 0: none."""
        query = self.query
        used = printed_on(query, day)
        if used is None:
            return np.zeros(len(players), dtype=np.int64)
        if name == query.law.category and is_set(query.facts, query.known):
            standings = query.official.replay(query.name).begun()
            in_memory = PoolInMemory(query.name, query.facts, standings, Horizon.at(query.known))
            return in_memory.values(name, day, players).astype(np.int64)
        return state_field(query.states(players.tolist(), used.number), name, players)

    def awards(self, day: date, players: NDArray[Any]) -> NDArray[Any]:
        """Return the names of the titles in force on a day; "": none."""
        return names_awarded(self.query.facts, day, self.query.known, players)
