"""Questions about corrections of closed lists, and about results that wait for a first rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, NamedTuple

from ledger.events.tournament import TournamentDetailsCorrected
from ledger.tournaments.course import Correction
from projections.queries import PoolQuery, RatingList
from projections.state.deciding import told_by
from projections.state.story import TournamentHistory
from projections.steps.corrected import (
    ASKED,
    ENTERED,
    OF_UNITS,
    POOL,
    VOID,
    Corrections,
    UnitCorrected,
)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a list made of a unit of a closed list that was corrected."""

    on: int
    """Number of the list that took the correction."""
    unit: UnitCorrected


def taken(pool: PoolQuery, player: int | None = None, on: int | None = None) -> list[Taken]:
    """Give what lists known made of corrected units: of one player, on one list."""
    known = [row.number for row in pool.lists() if row.number]
    if on is not None:
        known = [number for number in known if number == on]
    elif player is not None:
        known = [n for n in reversed(list(pool.touched(player, len(known)))) if n]
    return [taken for number in known for taken in _on(pool, number, player)]


def _on(pool: PoolQuery, number: int, player: int | None) -> list[Taken]:
    """What one list made of corrected units, by player and unit."""
    if player is None:
        sheet = pool.records.every(number, "correction")
    else:
        sheet = pool.records.about(number, "correction", [player])
    return [Taken(number, _unit(pool, row)) for row in sheet.rows()] if sheet else []


def booked_on(pool: PoolQuery, on: RatingList) -> Corrections:
    """Give what a list booked of closed ones, in so far as its steps rest on it."""
    found = [each.unit for each in taken(pool, on=on.number)]
    units = tuple(each for each in found if each.kind in OF_UNITS)
    void = [each.player for each in units if each.kind == VOID]
    ratings = pool.states(void, on.number - 1) if void else {}
    entered = [each.player for each in found if each.kind == ENTERED]
    return Corrections(
        units,
        withdrawn={each: ratings[each].rating for each in void},
        entering=_entries(pool, entered, on.number) if entered else {},
        asked={each.player: _asked(pool, each) for each in found if each.kind == ASKED},
    )


def _asked(pool: PoolQuery, found: UnitCorrected) -> dict[str, int]:
    assert pool.law.entering is not None
    return {pool.law.entry_fields[pool.law.entering.day]: found.now}


def _entries(pool: PoolQuery, players: Sequence[int], number: int) -> dict[int, dict[str, int]]:
    """Give the state fields of entries as a list left them."""
    fields = pool.law.entry_fields.values()
    states = pool.states(players, number)
    return {each: {name: states[each].fields[name] for name in fields} for each in players}


def _unit(pool: PoolQuery, row: Sequence[Any]) -> UnitCorrected:
    found = UnitCorrected(*row)
    return replace(found, per=pool.law.corrects.per) if pool.law.corrects else found


def late(
    pool: PoolQuery, story: TournamentHistory, booked: Mapping[int, RatingList], each: Correction
) -> tuple[RatingList, RatingList | None] | None:
    """Give the list that had booked a report when it was corrected, and the list that corrects it.

    `booked` gives the list of each first report. None where the correction came before the list
    was closed, or where no list rests on the report.
    """
    closed = [
        on
        for root, on in booked.items()
        if each in story.of_report(root) and each.position > on.through_position
    ]
    if not closed or each.no_effect or not is_rated_by(each):
        return None
    after = [one for one in pool.lists() if one.number and one.through_position >= each.position]
    return closed[0], after[0] if after and pool.law.corrected else None


def is_rated_by(each: Correction) -> bool:
    """Tell whether a list rests on what was corrected."""
    if each.report is not None:
        return True
    if not isinstance(each.payload, TournamentDetailsCorrected):
        return True
    said = each.payload.details
    rests = bool(said.start or said.end or said.pools) or said.official_event is not None
    return rests or bool(told_by(said))


class Result(NamedTuple):
    """A result that waits for a first rating, or stood behind one."""

    position: int
    """Of the report; -1: it was carried over."""
    ended: int
    sums: bytes


def results_behind(
    pool: PoolQuery, player: int, number: int, unit: int, *, anew: bool = True
) -> list[Result]:
    """The results behind a correction that a list took; unit 0: those that wait since.

    With `anew` as corrected, otherwise as they were.
    """
    sheet = pool.records.about(number, "restated", [player])
    return [
        Result(position, ended, sums)
        for _, of_unit, is_anew, _, position, ended, sums in (sheet.rows() if sheet else ())
        if (of_unit, bool(is_anew)) == (unit, anew)
    ]


def restated_on(pool: PoolQuery, player: int, number: int, since: int) -> int:
    """The last list up to one that corrected what waits for a player since a list; -1: none did."""
    lists = takewhile(lambda each: each > max(since, 0), pool.touched(player, number))
    units = ((on, taken.unit) for on in lists for taken in _on(pool, on, player))
    return next((on for on, unit in units if unit.kind == POOL), -1)


def results_waiting(pool: PoolQuery, player: int, number: int, since: int) -> list[Result]:
    """The results of a player, rated last on list `since`, that lists before one accepted.

    Where they were corrected they are as a list up to this one took them, what was carried over
    among them.
    """
    anew = restated_on(pool, player, number, since)
    first = max(since + 1, anew, 1)
    lists = [*takewhile(lambda each: each >= first, pool.touched(player, number - 1))]
    found = [result for each in reversed(lists) for result in _waiting_on(pool, player, each)]
    return [*(results_behind(pool, player, anew, 0) if anew > since else ()), *found]


def _waiting_on(pool: PoolQuery, player: int, number: int) -> list[Result]:
    """The results of a player that one list booked and accepted."""
    sheet = pool.records.about(number, "waiting", [player])
    return [
        Result(position, ended, sums)
        for _, position, ended, accepted, sums in (sheet.rows() if sheet else ())
        if accepted
    ]
