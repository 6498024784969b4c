"""Which tournaments a pool knows, and where each stands: announced, waiting, booked, refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

import msgspec

from ledger.errors import Refused
from ops.answers.answer import Answer
from ops.rows import check_limit
from projections.again.provisional import edition_of
from projections.answers import Pool
from projections.answers.known_then import followed_to
from projections.facts import Facts, competence
from projections.facts.pool import PoolFacts
from projections.facts.reports import NEVER, Announcement, Report, before_play

State = Literal["announced", "waiting", "booked", "refused", "cancelled"]
"""`announced`: nothing is reported; `waiting`: a report, or a part of it, is on no list yet;
`booked`: all that is reported is on lists; `refused`: not to be rated, by decision, whether a list
booked it before or not; `cancelled`: announced, and called off."""

_VOID: Final[tuple[State, ...]] = ("refused", "cancelled")

Days = tuple[date, date]


@dataclass(frozen=True, slots=True)
class TournamentsAsked:
    """Which tournaments of a pool are asked for; None asks nothing."""

    list: str | None = None
    """The list that booked them, or a part of them."""
    state: State | None = None
    since: date | None = None
    """The earliest last day of play."""
    until: date | None = None
    """The latest last day of play."""
    limit: int | None = None
    page: int = 1


class PoolTournament(msgspec.Struct, frozen=True):
    """A tournament and where it stands in a pool."""

    pool: str
    tournament: str
    name: str
    start: date
    end: date
    state: State
    lists: tuple[str, ...]
    """The lists that booked it, or its parts, in their order."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A tournament of a pool as it was announced, before the lists are asked."""

    id: str
    announcement: Announcement
    days: Days
    state: State


def tournaments_of(pools: Sequence[Pool], asked: TournamentsAsked) -> Answer[PoolTournament]:
    """Return the tournaments of some pools that are asked for, those that ended last first.

    `next_page` is there where there are more. Raises NotCovered for a list that is not closed.
    """
    check_limit(asked.limit)
    if asked.page < 1:
        raise Refused(
            f"--page {asked.page}: pages are counted from 1",
            code="number-out-of-range",
            field="page",
            found=asked.page,
            expected="1 or more",
        )
    facts = {pool.name: followed_to(pool.official, pool.known).facts for pool in pools}
    known = [(pool, e) for pool in pools for e in _asked_for(pool, facts[pool.name], asked)]
    known.sort(key=lambda pair: (-pair[1].days[1].toordinal(), pair[1].id))
    first = (asked.page - 1) * (asked.limit or 0)
    page = known[first : first + asked.limit] if asked.limit else known[first:]
    about = {"tournaments": len(known)}
    if first + len(page) < len(known):
        about["next_page"] = asked.page + 1
    lists = {
        pool.name: _lists(pool, facts[pool.name], [e for of, e in page if of is pool])
        for pool in pools
    }
    rows = tuple(_row(pool, each, lists[pool.name].get(each.id, ())) for pool, each in page)
    return Answer(about, rows)


def _row(pool: Pool, known: _Known, lists: Sequence[str]) -> PoolTournament:
    start, end = known.days
    name = known.announcement.name
    return PoolTournament(pool.name, known.id, name, start, end, known.state, tuple(lists))


def _asked_for(pool: Pool, facts: Facts, asked: TournamentsAsked) -> Iterator[_Known]:
    waiting = {report.tournament for report in open_reports(facts.pools[pool.name])}
    names = _names(pool, asked.list)
    for name, announcement in facts.announcements.items():
        here = pool.name in announcement.pools if names is None else name in names
        if here and announcement.days is not None and _in_days(announcement.days, asked):
            state = state_of(pool, name, announcement, waiting)
            if asked.state in (None, state):
                yield _Known(name, announcement, announcement.days, state)


def _names(pool: Pool, period: str | None) -> set[str] | None:
    """Return the tournaments on a list; None: every one is asked for."""
    if period is None:
        return None
    return {booked.tournament for booked in pool.bookings(pool.list_of(period).number)}


def _in_days(days: Days, asked: TournamentsAsked) -> bool:
    return (asked.since or days[1]) <= days[1] <= (asked.until or days[1])


def open_reports(facts: PoolFacts) -> Iterator[Report]:
    """Yield the reports, or parts of reports, that stand and that no list has booked."""
    yield from facts.pending
    versions = (version for of_one in facts.versions.values() for version in of_one)
    yield from (version.report for version in versions if version.until == NEVER)


def state_of(pool: Pool, name: str, announcement: Announcement, waiting: Set[str]) -> State:
    """Return where a tournament stands. A refusal counts if the body that made it may refuse."""
    decided = announcement.about.decided
    edition = edition_of(pool, before_play(name, announcement)) if decided else None
    for state in _VOID:
        said = [each.kind for each in decided if each.kind in (state, "reinstated")]
        if competence.is_void(edition, decided, state) if edition else said[-1:] == [state]:
            return state
    if name in waiting:
        return "waiting"
    return "booked" if announcement.reported else "announced"


def _lists(pool: Pool, facts: Facts, known: Sequence[_Known]) -> dict[str, list[str]]:
    """Return the lists that booked some tournaments, by their ids.

    Lists are asked from the first that could have booked one of them, until each is found.
    """
    reported = {each.id: each for each in known if each.announcement.reported}
    divided = {report.tournament for report in open_reports(facts.pools[pool.name]) if report.part}
    one_by_one = reported.keys() & {*divided, *facts.corrected}
    waiting = {name for name, each in reported.items() if each.state == "waiting"}
    missing = reported.keys() - waiting - one_by_one
    found: dict[str, list[int]] = {}
    since = min((reported[name].days[0] for name in missing), default=date.max)
    rows = pool.lists()
    for number in pool.reaching(since, rows[-1].number):
        if not missing:
            break
        for booked in pool.bookings(number):
            if booked.tournament in missing:
                found.setdefault(booked.tournament, []).append(number)
                if booked.part:
                    one_by_one.add(booked.tournament)
        missing -= found.keys()
    for name in sorted(one_by_one):
        found[name] = [booked.number for booked in pool.bookings_of(name)]
    periods = {row.number: row.period for row in rows}
    return {name: [periods[each] for each in dict.fromkeys(of)] for name, of in found.items()}
