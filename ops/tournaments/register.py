"""The tournaments of a pool with their states: announced, waiting, booked, and void by decision."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from msgspec import structs

from ledger.sentences import Position
from ledger.tournaments.states import State
from ops.answers.abouts import About
from ops.answers.answer import Answer, check_days, check_limit, check_page
from ops.tournaments.texts import described, matching
from projections.queries import PoolQuery
from projections.queries.tournaments import (
    TournamentsOfPool,
    last_first,
    lists_correcting,
    open_reports,
    state_of,
    tournaments_corrected_on,
)
from projections.state import Facts
from projections.state.announcements import Ended

if TYPE_CHECKING:
    from ops.tournaments.questions import ListTournaments


class AboutTournaments(About, frozen=True, kw_only=True):
    """A page of tournaments."""

    tournaments: int
    """On all pages."""
    known_to: Position | None = None
    """The last event known in any of the pools; None: no pool."""
    next_page: int | None = None
    """None: the last page."""


class PoolTournament(msgspec.Struct, frozen=True):
    """A tournament with the state in a pool."""

    pool: str
    tournament: str
    name: str
    start: date
    end: date
    state: State
    lists: tuple[str, ...] = ()
    """Lists that booked the tournament or its parts, oldest first."""
    corrected_on: tuple[str, ...] = ()
    """Later lists that booked corrections of it; of a refused one they took the points back."""
    place: str | None = None
    """As announced or corrected; None: not stated."""
    federation: str | None = None
    """Code of the federation, as ITA; None: not stated."""
    players: int | None = None
    """Entrants of all parts together; None: no report."""
    rounds: int | None = None
    """Rounds of all parts, or of the whole tournament as a report announces them."""


def tournaments_of(
    pools: Sequence[PoolQuery], asked: "ListTournaments", today: date
) -> Answer[PoolTournament, AboutTournaments]:
    """Return the selected tournaments of some pools, the last to end first.

    `today` decides which of those without a report are over. Raises NotCovered for a list that is
    not closed, Refused for a wrong page or days out of order.
    """
    check_limit(asked.limit)
    check_days(asked.since, asked.until)
    check_page(asked.page)
    fits = _fitting(pools, asked)
    return _page(pools, lambda of: _selected(of, asked, fits, today), asked.page, asked.limit)


def last_ended(
    pools: Sequence[PoolQuery], until: date | None, most: int
) -> tuple[PoolTournament, ...]:
    """Return the tournaments of some pools that ended last, by a day; None: announced ones too."""
    return _page(pools, lambda of: of.ended(until), 1, most).rows


def _page(
    pools: Sequence[PoolQuery],
    selected: "Callable[[TournamentsOfPool], Ended]",
    page: int,
    limit: int,
) -> Answer[PoolTournament, AboutTournaments]:
    """Return a page of the selected tournaments, each with its last day and id; limit 0: all."""
    moments = {pool.known for pool in pools}
    facts = {pool.name: pool.official.known_at(pool.known).facts for pool in pools}
    pools = [pool for pool in pools if pool.name in facts[pool.name].pools]  # opened by then
    of_pools = [TournamentsOfPool(pool, facts[pool.name]) for pool in pools]
    found = [selected(of) for of in of_pools]
    number, first = sum(len(ended.names) for ended in found), (page - 1) * limit
    most = first + (limit or number)
    last_days = np.concatenate([np.zeros(0, np.int32), *(ended.last_days for ended in found)])
    earliest = np.partition(last_days, -most)[-most] if 0 < most < number else 0
    late = [ended.where(ended.last_days >= earliest) for ended in found]
    known = [
        (day, of, name)
        for of, ended in zip(of_pools, late, strict=True)
        for name, day in zip(ended.names, ended.last_days.tolist(), strict=True)
    ]
    last = sorted(known, key=_order)[:most]
    shown = [(of.pool, _row(of, name)) for _, of, name in last[first:]]
    about = AboutTournaments(
        tournaments=number,
        known_to=Position(max(moments)) if moments else None,
        next_page=page + 1 if first + len(shown) < number else None,
    )
    lists = {
        pool.name: _lists(pool, facts[pool.name], [one for of, one in shown if of is pool])
        for pool in pools
    }
    rows = tuple(_with_lists(pool, one, lists[pool.name]) for pool, one in shown)
    return Answer(about, _with_reports(pools, rows))


def tournament_in(pool: PoolQuery, name: str) -> PoolTournament | None:
    """Return a tournament in a pool; None: not of the pool, or not known yet."""
    facts, history = pool.official.known_at(pool.known).facts, pool.tournament_history(name)
    announcement = facts.announcements.get(name)
    if announcement is None or announcement.days is None or pool.name not in announcement.pools:
        return None
    waiting = {report.tournament for report in open_reports(facts.pools[pool.name])}
    annulled = {name} if history.annulled and not history.current else set[str]()
    state = state_of(pool, name, announcement, waiting, annulled)
    row = PoolTournament(pool.name, name, announcement.name, *announcement.days, state)
    numbers = dict.fromkeys(booked.number for booked in pool.bookings_of(name))
    lists = {name: [pool.lists()[number].period for number in numbers]}
    told = described(pool.events.stream(f"tournament-{name}"), pool.known)
    return structs.replace(_with_lists(pool, row, lists), **told._asdict())


def _with_reports(
    pools: Sequence[PoolQuery], rows: Sequence[PoolTournament]
) -> tuple[PoolTournament, ...]:
    """Return tournaments with place, federation, players and rounds, read in two statements."""
    if not rows:
        return ()
    known = {pool.name: pool.known for pool in pools}
    streams = pools[0].official.ledger.read.in_streams(
        {f"tournament-{row.tournament}" for row in rows}
    )
    told = (described(streams[f"tournament-{row.tournament}"], known[row.pool]) for row in rows)
    return tuple(
        structs.replace(row, **facts._asdict()) for row, facts in zip(rows, told, strict=True)
    )


def _with_lists(
    pool: PoolQuery, row: PoolTournament, lists: Mapping[str, Sequence[str]]
) -> PoolTournament:
    booked = tuple(lists.get(row.tournament, ()))
    if not booked or row.tournament not in pool.official.facts.corrected:
        return structs.replace(row, lists=booked)
    of_pool = pool.lists()
    correcting = (of_pool[number].period for number in lists_correcting(pool, row.tournament))
    return structs.replace(row, lists=booked, corrected_on=tuple(correcting))


def _fitting(pools: Sequence[PoolQuery], asked: "ListTournaments") -> set[str]:
    """Return the tournaments with the text that is asked for; none where none is."""
    if not (asked.text and pools):
        return set()
    read = pools[0].official.ledger.read
    return matching(read, asked.text, max(pool.known for pool in pools))


def _row(of: TournamentsOfPool, name: str) -> PoolTournament:
    """Return a tournament, without its lists and report."""
    about = of.facts.announcements[name]
    assert about.days is not None  # `_selected` leaves out others
    return PoolTournament(of.pool.name, name, about.name, *about.days, of.state(name))


def _order(found: tuple[int, TournamentsOfPool, str]) -> tuple[int, object]:
    last_day, _, name = found
    return last_first(last_day, name)


def _selected(
    of: TournamentsOfPool, asked: "ListTournaments", fits: set[str], today: date
) -> Ended:
    """Return the tournaments asked for."""
    found = _ended(of, asked)
    if asked.since is not None:
        found = found.where(found.last_days >= asked.since.toordinal())
    if asked.without_report:
        found = found.where(found.last_days < today.toordinal())
        found = found.where(of.states(found) == "announced")
    if asked.state:
        found = found.where(of.states(found) == asked.state)
    if asked.text:
        found = found.where(np.fromiter((one in fits for one in found.names), bool))
    return found


def _ended(of: TournamentsOfPool, asked: "ListTournaments") -> Ended:
    """Return the tournaments of the pool or of a list that ended by the day asked for."""
    found, on_list = of.ended(asked.until), _names(of.pool, asked.list)
    if on_list is None:
        return found
    return found.where(np.fromiter((one in on_list for one in found.names), bool))


def _names(pool: PoolQuery, period: str | None) -> set[str] | None:
    """Return the tournaments on a list or corrected by it; None without a list."""
    if period is None:
        return None
    number = pool.list_of(period).number
    booked = {booked.tournament for booked in pool.bookings(number)}
    return booked | tournaments_corrected_on(pool, number)


def _lists(pool: PoolQuery, facts: Facts, known: Sequence[PoolTournament]) -> dict[str, list[str]]:
    """Return the lists with some tournaments, by the id of the tournament.

    Lists are read from the first one that could book any of the tournaments, until all are found;
    corrected tournaments, and tournaments in parts, are looked up one by one.
    """
    announced = facts.announcements
    reported = {one.tournament: one for one in known if announced[one.tournament].reported}
    divided = {report.tournament for report in open_reports(facts.pools[pool.name]) if report.part}
    one_by_one = reported.keys() & {*divided, *facts.corrected}
    waiting = {name for name, one in reported.items() if one.state == "waiting"}
    missing = reported.keys() - waiting - one_by_one
    found: dict[str, list[int]] = {}
    since = min((reported[name].start for name in missing), default=date.max)
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
    numbers = {name: dict.fromkeys(some) for name, some in found.items()}
    return {name: [periods[number] for number in some] for name, some in numbers.items()}
