"""Which closed lists have booked what is to be corrected, and what becomes of the correction.

A closed list stays as it was sealed. What a correction changes is booked on the next one, where
the rulebook says how (`next-list`); elsewhere it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.errors import Refused
from ledger.events.base import TournamentFact
from ledger.events.tournament import Details
from ledger.store.requests import NO_STREAM
from ops.answers.tournament_games import Tournament, read_tournament
from ops.house import House
from projections.findings.corrections import ADJUST, changes_nothing
from projections.queries import PoolQuery
from projections.queries.rows import Booking
from projections.recompute import not_counting
from projections.state import corrections
from projections.state.deciding import told_by

_OF_ALL: Final = ("pools", "official_event", "received_on", "weight")
"""Details on which the rating of every report rests, whatever the rulebook."""


class AlreadyBooked(Refused):
    """A closed list has booked the report that is to be corrected, and is not corrected after."""


def lists_corrected(house: House, of: Tournament, report: int | None = None) -> tuple[str, ...]:
    """Say of each closed list that booked a tournament, or one report, that it stays.

    A report that took the place of a booked one counts as booked. Raises AlreadyBooked where the
    rulebook of a pool does not say how closed lists are corrected.
    """
    house.catch_up()
    found: dict[str, None] = {}
    for pool, booked in _bookings(house, of):
        if report is None or of.story.roots[booked.position] == of.story.roots.get(report):
            if not pool.law.corrected:
                raise AlreadyBooked(_refusal(pool, booked))
            found[_stays(pool, booked)] = None
    return tuple(found)


def lists_decided(house: House, fact: TournamentFact, position: int) -> tuple[str, ...]:
    """Say of each closed list that booked what was decided about that it stays.

    Of a decision that changes nothing say why. Of lists nothing in a pool whose rulebook does not
    say how closed lists are corrected.
    """
    house.catch_up()
    of = read_tournament(house.read, fact.tournament)
    (decision,) = (each for each in of.story.corrections if each.position == position)
    told: dict[str, None] = {}
    for pool in _pools(house, of):
        nothing = changes_nothing(pool, of.story, decision)
        if nothing:
            told[f"warning, {pool.name}: {nothing[0]}; {nothing[1]}"] = None
        elif pool.law.corrected:
            told |= dict.fromkeys(_stay(pool, of, decision.report))
    return tuple(told)


def _stay(pool: PoolQuery, of: Tournament, report: int | None) -> Iterator[str]:
    """Say of the lists of a pool that booked a tournament, or one report, that they stay."""
    roots = of.story.roots
    for booked in pool.bookings_of(of.id):
        if report is None or roots[booked.position] == roots.get(report):
            yield _stays(pool, booked)


def _pools(house: House, of: Tournament) -> Iterator[PoolQuery]:
    for name in sorted(corrections.pools_of(of.events) & house.official.facts.pools.keys()):
        yield house.pool(name)


def _bookings(house: House, of: Tournament) -> Iterator[tuple[PoolQuery, Booking]]:
    for pool in _pools(house, of):
        for booked in pool.bookings_of(of.id):
            yield pool, booked


def _refusal(pool: PoolQuery, booked: Booking) -> str:
    sealed = pool.facts.closed[booked.number - 1]
    return (
        f"{booked.tournament}: list {sealed.event.period} of {pool.name} (#{sealed.position}) has "
        f"booked its report #{booked.position}, and a closed list stays as it is; corrections of "
        f"closed lists are not booked in {pool.law.name} yet; {ADJUST}"
    )


def _stays(pool: PoolQuery, booked: Booking) -> str:
    sealed, last = pool.facts.closed[booked.number - 1], pool.facts.closed[-1]
    period = sealed.event.period
    following = pool.law.calendar.after(last.event.period, pool.facts.announced)
    opens = f"list {following}" if following else "the first open list"
    return f"list {period} of {pool.name} stays as sealed; booked on {opens}"


def versions_expected(house: House, of: Tournament) -> dict[str, int]:
    """Give the versions of the streams a correction rests on: the tournament's, its pools'.

    To be asked after `lists_corrected`, of the tournament as it was read before: who appends under
    them is refused with StreamMoved where it was corrected, or a list closed, meanwhile.
    """
    pools = house.official.facts.pools
    return {of.stream: of.version} | {
        f"pool-{name}": pools[name].version if name in pools else NO_STREAM
        for name in sorted(corrections.pools_of(of.events))
    }


def is_rated(details: Details) -> bool:
    """Tell whether a list may rest on any of the details that are corrected."""
    return _moves_any_list(details) or bool(told_by(details))


def _moves_any_list(details: Details) -> bool:
    return any(getattr(details, name) is not None for name in (*_OF_ALL, "start", "end"))


def lists_of_details(house: House, of: Tournament, details: Details) -> tuple[str, ...]:
    """Say of each closed list that booked what the details move that it stays.

    A start is that of the first report that stands, an end that of the last; what else is told is
    every report's. Raises AlreadyBooked as `lists_corrected`; there only for pools, official
    status, weight and days: on no other detail such a list rests.
    """
    standing = of.story.in_order()
    found: list[str] = []
    if any(getattr(details, name) is not None for name in _OF_ALL) or _asked(house, of, details):
        found += lists_corrected(house, of)
    if standing and details.start:
        found += lists_corrected(house, of, standing[0].position)
    if standing and details.end:
        found += lists_corrected(house, of, standing[-1].position)
    return tuple(dict.fromkeys(found))


def uncounted_now(house: House, tournament: str) -> tuple[str, ...]:
    """Warn of each closed list that booked a tournament of which nothing counts as it stands."""
    house.catch_up()
    of = read_tournament(house.read, tournament)
    found = {
        f"warning, {pool.name}: {each.says} [{each.article}]": None
        for pool, booked in _bookings(house, of)
        for each in not_counting.findings(pool, booked, of.story)
    }
    return tuple(found)


def _asked(house: House, of: Tournament, details: Details) -> bool:
    """Tell whether more than days is told, and only rulebooks that are corrected booked it."""
    more = told_by(details) - {"start"}
    pools = [pool for pool, _ in _bookings(house, of)]
    return bool(more) and all(each.law.corrected for each in pools)
