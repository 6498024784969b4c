"""Corrections of closed lists, and results waiting for a first rating."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np

from ledger import columns
from ledger.events.report import EntrantReassigned
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.tournaments.current_report import Correction
from projections.queries import PoolQuery, RatingList
from projections.rating.chain_steps import CEASED, fact_names
from projections.rating.corrected import ASKED, ENTERED, OF_UNITS, POOL, VOID, Corrections
from projections.rating.corrected import Correction as ListCorrection
from projections.state.decisions import rating_details
from projections.state.history import TournamentHistory
from projections.state.reports import Order, tournament_of


@dataclass(frozen=True, slots=True)
class CorrectedUnit:
    """A unit of a closed list, with the number of the correcting list."""

    on: int
    unit: ListCorrection


def corrected_units(
    pool: PoolQuery, player: int | None = None, on: int | None = None
) -> list[CorrectedUnit]:
    """Return the corrected units on lists: all, or of a player, or of a list."""
    return [unit for number in pool.numbers(player, on) for unit in _units_on(pool, number, player)]


def _units_on(pool: PoolQuery, number: int, player: int | None) -> list[CorrectedUnit]:
    per = pool.law.frozen_corrections.per if pool.law.frozen_corrections else 1
    rows = pool.rows(number, "correction", player)
    return [CorrectedUnit(number, replace(ListCorrection(*row), per=per)) for row in rows]


def corrections_on(pool: PoolQuery, on: RatingList) -> Corrections:
    """Return the corrections on a list, as far as steps depend on corrections."""
    found = [corrected.unit for corrected in corrected_units(pool, on=on.number)]
    units = tuple(unit for unit in found if unit.kind in OF_UNITS)
    void = [unit.player for unit in units if unit.kind == VOID]
    ratings = pool.states(void, on.number - 1) if void else {}
    entered = [unit.player for unit in found if unit.kind == ENTERED]
    states = pool.states(entered, on.number) if entered else {}
    fields, law = pool.law.entry_fields, pool.law.first_ratings
    return Corrections(
        units,
        withdrawn={player: ratings[player].rating for player in void},
        entering={
            player: {name: states[player].fields[name] for name in fields.values()}
            for player in entered
        },
        asked={u.player: {fields[law.day]: u.due} for u in found if law and u.kind == ASKED},
        states={} if pool.law.chained else joined_on(pool, on.number),
    )


def joined_on(pool: PoolQuery, number: int) -> dict[int, dict[str, int]]:
    """Return the states that merges and separations set before a list, by player and field."""
    names = list(pool.law.state)
    return {
        player: dict(zip(names, np.frombuffer(state, dtype="<i8").tolist(), strict=True))
        for known in pool.numbers(on=number)
        for player, _, state in pool.rows(known, "joined")
    }


def late_corrections(
    pool: PoolQuery, tournament: str, history: TournamentHistory
) -> dict[int, tuple[RatingList, RatingList | None]]:
    """Return the corrections recorded after a list had booked their report, by position.

    Each with that list and the correcting list; None where no list has corrected it yet.
    """
    bookings = pool.bookings_of(tournament)
    lists = pool.lists() if bookings else []
    late = {}
    for correction in history.corrections:
        closed = [
            lists[booked.number]
            for booked in bookings
            if correction in history.of_report(history.roots[booked.position])
            and correction.position > lists[booked.number].through_position
        ]
        if closed and not correction.no_effect and affects_lists(correction):
            after = (on for on in lists[1:] if on.through_position >= correction.position)
            correcting = next(after, None) if pool.law.corrected else None
            late[correction.position] = closed[0], correcting
    return late


def affects_lists(correction: Correction) -> bool:
    """Return whether lists depend on the corrected facts."""
    if correction.report is not None:
        return True
    if not isinstance(correction.payload, TournamentDetailsCorrected):
        return True
    details = correction.payload.details
    dated = bool(details.start or details.end or details.pools)
    return dated or details.official_event is not None or bool(rating_details(details))


class Result(NamedTuple):
    """A result waiting for a first rating, or counted towards a first rating."""

    position: int
    """Of the report; -1: carried over."""
    ended: int
    sums: bytes


def results_behind(
    pool: PoolQuery, player: int, number: int, unit: int, *, anew: bool = True
) -> list[Result]:
    """Return the results behind a correction booked by a list: corrected, or (not `anew`) as then.

    Unit 0: the results that still wait.
    """
    rows = pool.rows(number, "restated", player)
    return [
        Result(position, ended, sums)
        for _, of_unit, is_anew, _, position, ended, sums in rows
        if (of_unit, bool(is_anew)) == (unit, anew)
    ]


def restated_on(pool: PoolQuery, player: int, number: int, since: int) -> int:
    """Return the last list, after `since`, with corrections of waiting results; or -1."""
    lists = takewhile(lambda touched: touched > max(since, 0), pool.touched(player, number))
    units = ((on, corrected.unit) for on in lists for corrected in _units_on(pool, on, player))
    return next((on for on, unit in units if unit.kind == POOL), -1)


def results_waiting(pool: PoolQuery, player: int, number: int, since: int) -> list[Result]:
    """Return the results of a player, last rated on list `since`, accepted before list `number`.

    Corrected results replace the first ones, also those carried over.
    """
    anew = restated_on(pool, player, number, since)
    first = max(since + 1, anew, 1)
    lists = [*takewhile(lambda touched: touched >= first, pool.touched(player, number - 1))]
    found = [result for on in reversed(lists) for result in _waiting_on(pool, player, on)]
    return [*(results_behind(pool, player, anew, 0) if anew > since else ()), *found]


def _waiting_on(pool: PoolQuery, player: int, number: int) -> list[Result]:
    rows = pool.rows(number, "waiting", player)
    return [
        Result(position, ended, sums) for _, position, ended, accepted, sums in rows if accepted
    ]


@dataclass(frozen=True, slots=True)
class BookedRecount:
    """A player's part in a corrected competition, with the facts of the recount."""

    on: int
    """Number of the list that booked the correction."""
    place: int
    """In the chain of that list, before its events."""
    player: int
    position: int
    """Of the report in the closed list."""
    edition: str
    order: Order
    """The place of the competition among all events, as corrected."""
    facts: dict[str, int]

    @property
    def tournament(self) -> str:
        """The competition."""
        return tournament_of(self.order)

    @property
    def lapsed(self) -> bool:
        """Whether nothing was booked, the capital having ceased since."""
        return bool(self.facts[CEASED])


def recounts(
    pool: PoolQuery,
    player: int | None = None,
    on: int | None = None,
    *,
    position: int | None = None,
) -> list[BookedRecount]:
    """Return the recounts on lists: all, or of a player, a list, a booked report."""
    if not pool.law.chained:
        return []
    booked = [
        _recount(pool, number, row)
        for number in pool.numbers(player, on)
        for row in pool.rows(number, "recount", player)
    ]
    booked.sort(key=lambda recount: (recount.on, recount.place, recount.player))
    return [recount for recount in booked if position in (None, recount.position)]


def _recount(pool: PoolQuery, number: int, row: Sequence[Any]) -> BookedRecount:
    player, place, position, edition, starts, ends, tournament, data = row
    values = np.frombuffer(data, dtype="<i8").tolist()
    order = (date.fromisoformat(ends), date.fromisoformat(starts), tournament)
    facts = dict(zip(fact_names(pool.law.chained_corrections), values, strict=True))
    return BookedRecount(number, place, player, position, edition, order, facts)


def concerns(history: TournamentHistory, correction: Correction, player: int) -> bool:
    """Return whether a correction concerns a player of the tournament.

    A correction of a game concerns its two players; of an entrant, the entrant and all opponents;
    any other, all players.
    """
    report = history.current.get(-1 if correction.report is None else correction.report)
    if report is None:
        return True
    both = (report.games.white, report.games.black)
    sides = np.array([columns.read(side, columns.NUMBER) for side in both])
    players = columns.read(report.player, columns.PLAYER)
    if isinstance(correction.payload, EntrantReassigned):
        entrant = correction.payload.entrant
        games = sides[:, (sides == entrant).any(axis=0)]
        return correction.before == str(player) or player in players[np.append(games, entrant)]
    game = getattr(correction.payload, "game", None)
    return game is None or player in players[sides[:, game]]


class CorrectedBy(NamedTuple):
    """A tournament of a closed list, and the positions of the correcting events."""

    tournament: str
    positions: tuple[int, ...]

    @property
    def references(self) -> list[str]:
        """The tournament, then the events as `#position`."""
        return [self.tournament, *(f"#{position}" for position in self.positions)]


def corrected_by(
    pool: PoolQuery, player: int, number: int, since: int, through: int
) -> list[CorrectedBy]:
    """Return the corrections of a player's part in a list, recorded after `since` to `through`.

    Where none of a tournament concerns the player, they are all named: the result of the player
    can depend on other games. Without any, a changed entry is the cause: then all tournaments of
    the player on the list.
    """
    booked = {booking.position: booking for booking in pool.bookings(number)}
    own = {booking.position for booking in pool.bookings(number, player)}
    found = []
    for position, booking in booked.items():
        if booking.tournament in pool.official.facts.corrected:
            history = pool.tournament_history(booking.tournament, through)
            corrections = history.of_report(history.roots[position])
            by = [one for one in corrections if not one.no_effect and one.position > since]
            if by and (position in own or _contains(history, position, player)):
                by = [one for one in by if concerns(history, one, player)] or by
                positions = tuple(one.position for one in by)
                found.append(CorrectedBy(booking.tournament, positions))
    return found or [CorrectedBy(booked[position].tournament, ()) for position in sorted(own)]


def _contains(history: TournamentHistory, position: int, player: int) -> bool:
    reports = history.replacements(position)
    return any(player in columns.read(report.player, columns.PLAYER) for report in reports)
