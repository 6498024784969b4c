"""Closed lists affected by a correction: unchanged; the next list books the difference.

If the rulebook of a pool does not correct closed lists (`next-list`), the correction is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ledger.errors import Refused
from ledger.events.base import TournamentFact
from ledger.events.tournament import Details
from ledger.sentences import NO_SENTENCE, ListName, Position, Sentence
from ledger.store.requests import NO_STREAM
from ops.answers.tournament_games import Tournament, read_tournament
from ops.house import House
from projections.queries import PoolQuery
from projections.queries.findings.corrections import adjusted, changes_nothing
from projections.queries.recompute import not_counting
from projections.queries.rows import Booking
from projections.state.decisions import rating_details
from projections.state.history import pools_of

_OF_ALL: Final = ("pools", "official_event", "received_on", "weight")
"""Details that concern every report of a tournament, in every rulebook."""


class AlreadyBooked(Refused):
    """A closed list has the report, and the rulebook does not correct closed lists."""


@dataclass(frozen=True, slots=True)
class KeptList:
    """A closed list, unchanged, and the later list with the correction."""

    pool: str
    period: str
    booked_on: str | None
    """List that books the correction; None: the first open list, not announced yet."""


@dataclass(frozen=True, slots=True)
class PoolWarning:
    """The reason why a decision has no effect in a pool, or a tournament counts no more."""

    pool: str
    says: Sentence
    article: str = ""
    remedy: Sentence = NO_SENTENCE


def lists_corrected(
    house: House, of: Tournament, report: int | None = None
) -> tuple[KeptList, ...]:
    """Return the closed lists with a tournament, or with a single report.

    A report that replaced a booked report counts as booked. Raises AlreadyBooked if a pool's
    rulebook does not correct closed lists.
    """
    house.catch_up()
    lists: dict[KeptList, None] = {}
    for pool, booked in _bookings(house, of):
        if _is_of_report(of, booked, report):
            if not pool.law.corrected:
                raise _already_booked(pool, booked)
            lists[_kept_list(pool, booked)] = None
    return tuple(lists)


def lists_decided(
    house: House, fact: TournamentFact, position: int
) -> tuple[KeptList | PoolWarning, ...]:
    """Return by pool the closed lists affected by a recorded decision, or why none is.

    Pools of a rulebook that does not correct closed lists are left out.
    """
    house.catch_up()
    of = read_tournament(house.read, fact.tournament)
    (decision,) = (
        correction for correction in of.history.corrections if correction.position == position
    )
    effects: dict[KeptList | PoolWarning, None] = {}
    for pool in _pools(house, of):
        nothing = changes_nothing(pool, of.history, decision)
        if nothing:
            effects[PoolWarning(pool.name, nothing[0], remedy=nothing[1])] = None
        elif pool.law.corrected:
            for booked in pool.bookings_of(of.id):
                if _is_of_report(of, booked, decision.report):
                    effects[_kept_list(pool, booked)] = None
    return tuple(effects)


def uncounted_now(house: House, tournament: str) -> tuple[PoolWarning, ...]:
    """Return by pool why nothing counts any more of a tournament on closed lists."""
    house.catch_up()
    of = read_tournament(house.read, tournament)
    warnings = {
        PoolWarning(pool.name, finding.says, finding.article): None
        for pool, booked in _bookings(house, of)
        for finding in not_counting.findings(pool, booked, of.history)
    }
    return tuple(warnings)


def _pools(house: House, of: Tournament) -> Iterator[PoolQuery]:
    for name in sorted(pools_of(of.events) & house.official.facts.pools.keys()):
        yield house.pool(name)


def _bookings(house: House, of: Tournament) -> Iterator[tuple[PoolQuery, Booking]]:
    for pool in _pools(house, of):
        for booked in pool.bookings_of(of.id):
            yield pool, booked


def _is_of_report(of: Tournament, booked: Booking, report: int | None) -> bool:
    """Whether a booking is of a report or of its predecessor; None: any report."""
    return report is None or of.history.roots[booked.position] == of.history.roots.get(report)


def _already_booked(pool: PoolQuery, booked: Booking) -> AlreadyBooked:
    sealed = pool.facts.closed[booked.number - 1]
    return AlreadyBooked(
        Sentence(
            "{tournament}: list {list:of} of {pool} ({closed}) has booked its report {report}, and "
            "a closed list stays as it is; corrections of closed lists are not booked in "
            "{rulebook} yet; {adjusted}",
            tournament=booked.tournament,
            list=ListName(sealed.event.period),
            pool=pool.name,
            closed=Position(sealed.position),
            report=Position(booked.position),
            rulebook=pool.law.name,
            adjusted=adjusted(pool),
        )
    )


def _kept_list(pool: PoolQuery, booked: Booking) -> KeptList:
    period = pool.facts.closed[booked.number - 1].event.period
    last = pool.facts.closed[-1].event.period
    return KeptList(pool.name, period, pool.law.calendar.after(last, pool.facts.announced))


def versions_expected(house: House, of: Tournament) -> dict[str, int]:
    """Return the expected versions for a correction, by stream: tournament and pools.

    Call it after `lists_corrected`, for the tournament read before. StreamMoved then refuses the
    append if the tournament was corrected, or a list closed, meanwhile.
    """
    pools = house.official.facts.pools
    return {of.stream: of.version} | {
        f"pool-{name}": pools[name].version if name in pools else NO_STREAM
        for name in sorted(pools_of(of.events))
    }


def is_rated(details: Details) -> bool:
    """Whether a list may rest on any of some details."""
    given = [getattr(details, name) for name in (*_OF_ALL, "start", "end")]
    return any(value is not None for value in given) or bool(rating_details(details))


def lists_of_details(house: House, of: Tournament, details: Details) -> tuple[KeptList, ...]:
    """Return the closed lists affected by corrected details.

    A start concerns the first report in force, an end the last; other details concern every
    report. Raises AlreadyBooked as `lists_corrected`, but only for pools, official status, weight
    and days: lists of such a rulebook rest on no other detail.
    """
    reports = of.history.in_order()
    lists: list[KeptList] = []
    of_all = any(getattr(details, name) is not None for name in _OF_ALL)
    if not of_all and rating_details(details) - {"start"}:
        of_all = all(pool.law.corrected for pool, _ in _bookings(house, of))
    if of_all:
        lists += lists_corrected(house, of)
    if reports and details.start:
        lists += lists_corrected(house, of, reports[0].position)
    if reports and details.end:
        lists += lists_corrected(house, of, reports[-1].position)
    return tuple(dict.fromkeys(lists))
