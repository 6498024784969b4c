"""The tournaments of a pool with their states: announced, waiting, booked, and void by decision."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from heapq import nlargest
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import structs

from ledger.events.counting import ReportAnnulled
from ledger.sentences import Position
from ledger.store.numbering import TOURNAMENTS
from ops.answers.abouts import About
from ops.answers.answer import Answer, check_days, check_limit, check_page
from ops.answers.tournament_texts import Matching, described, matching
from ops.tournaments.rows import State
from projections.queries import PoolQuery
from projections.queries.corrections import corrected_units, late_corrections, recounts
from projections.queries.findings.corrections import changes_nothing
from projections.queries.recompute.preview import edition_of
from projections.state import Facts, competence
from projections.state.pool import PoolFacts
from projections.state.reports import NEVER, Announcement, Report, before_play

if TYPE_CHECKING:
    from ops.tournaments.questions import ListTournaments

_VOID: Final[tuple[State, ...]] = ("refused", "cancelled")


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


def in_state(pool: PoolQuery, state: State) -> dict[str, Announcement]:
    """Return the tournaments of a pool in a state by id, the last to end first."""
    of = _OfPool(pool, pool.official.known_at(pool.known).facts)
    found = [(end, of, name) for end, name in of.ended(None) if of.state(name) == state]
    return {name: of.facts.announcements[name] for *_, name in sorted(found, key=_order)}


def _page(
    pools: Sequence[PoolQuery],
    selected: "Callable[[_OfPool], Iterable[tuple[date, str]]]",
    page: int,
    limit: int,
) -> Answer[PoolTournament, AboutTournaments]:
    """Return a page of the selected tournaments, each with its last day and id; limit 0: all."""
    moments = {pool.known for pool in pools}
    facts = {pool.name: pool.official.known_at(pool.known).facts for pool in pools}
    pools = [pool for pool in pools if pool.name in facts[pool.name].pools]  # opened by then
    of_pools = [_OfPool(pool, facts[pool.name]) for pool in pools]
    known = [(end, of, name) for of in of_pools for end, name in selected(of)]
    first = (page - 1) * limit
    most = first + (limit or len(known))
    earliest = min(nlargest(most, (end for end, *_ in known)), default=date.max)
    last = sorted((one for one in known if one[0] >= earliest), key=_order)[:most]
    shown = [(of.pool, of.row(name)) for _, of, name in last[first:]]
    about = AboutTournaments(
        tournaments=len(known),
        known_to=Position(max(moments)) if moments else None,
        next_page=page + 1 if first + len(shown) < len(known) else None,
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


def _fitting(pools: Sequence[PoolQuery], asked: "ListTournaments") -> Matching:
    if not (asked.text and pools):
        return lambda _tournament, _announcement: True
    read = pools[0].official.ledger.read
    return matching(read, asked.text, max(pool.known for pool in pools))


@dataclass(frozen=True)
class _OfPool:
    """The tournaments of a pool, as known."""

    pool: PoolQuery
    facts: Facts

    @cached_property
    def waiting(self) -> Set[str]:
        """Those with an open report."""
        return {report.tournament for report in open_reports(self.facts.pools[self.pool.name])}

    @cached_property
    def annulled(self) -> Set[str]:
        """Those of which every report is annulled."""
        return _annulled(self.pool)

    def ended(
        self, until: date | None, names: Set[str] | None = None
    ) -> Iterator[tuple[date, str]]:
        """Yield the last day and the id of each tournament, or of some, that ended by a day.

        Without a day also those that have not ended yet.
        """
        for name, announcement in self.facts.announcements.items():
            here = self.pool.name in announcement.pools if names is None else name in names
            if here and announcement.days is not None:
                _, end = announcement.days
                if end <= (until or end):
                    yield end, name

    def state(self, name: str) -> State:
        """Return the state of a tournament."""
        about = self.facts.announcements[name]
        return state_of(self.pool, name, about, self.waiting, self.annulled)

    def row(self, name: str) -> PoolTournament:
        """Return a tournament, without its lists and report."""
        about = self.facts.announcements[name]
        assert about.days is not None  # `_selected` leaves out others
        return PoolTournament(self.pool.name, name, about.name, *about.days, self.state(name))


def _order(found: tuple[date, _OfPool, str]) -> tuple[int, object]:
    """Return the place of a tournament: the last to end first."""
    end, _, name = found
    return -end.toordinal(), TOURNAMENTS.order(name)


def _selected(
    of: _OfPool, asked: "ListTournaments", fits: Matching, today: date
) -> Iterator[tuple[date, str]]:
    """Yield the last day and the id of each tournament asked for."""
    for end, name in of.ended(asked.until, _names(of.pool, asked.list)):
        if asked.since is not None and end < asked.since:
            continue
        if not fits(name, of.facts.announcements[name]):
            continue
        if asked.state and asked.state != of.state(name):
            continue
        if not asked.without_report or (end < today and of.state(name) == "announced"):
            yield end, name


def _names(pool: PoolQuery, period: str | None) -> set[str] | None:
    """Return the tournaments on a list or corrected by it; None without a list."""
    if period is None:
        return None
    number = pool.list_of(period).number
    booked = {booked.tournament for booked in pool.bookings(number)}
    return booked | tournaments_corrected_on(pool, number)


def open_reports(facts: PoolFacts) -> Iterator[Report]:
    """Yield the reports and parts in force without a list."""
    yield from facts.pending
    versions = (version for of_one in facts.versions.values() for version in of_one)
    yield from (version.report for version in versions if version.until == NEVER)


def _annulled(pool: PoolQuery) -> frozenset[str]:
    """Return the tournaments of which every report is annulled, as known."""
    events = pool.official.ledger.read.of_type(ReportAnnulled.TYPE)
    decisions = [one.decoded().payload for one in events if one.position <= pool.known]
    histories = {one.tournament: pool.tournament_history(one.tournament) for one in decisions}
    every = ((name, history) for name, history in histories.items() if not history.current)
    return frozenset(name for name, history in every if history.annulled)


def state_of(
    pool: PoolQuery,
    name: str,
    announcement: Announcement,
    waiting: Set[str],
    annulled: Set[str] = frozenset(),
) -> State:
    """Return the state of a tournament; a refusal needs a competent body.

    `waiting` are the tournaments with an open report, `annulled` those of which none counts.
    """
    decided = announcement.about.decided
    edition = edition_of(pool, before_play(name, announcement)) if decided else None
    for state in _VOID:
        kinds = [one.kind for one in decided if one.kind in (state, "reinstated")]
        if competence.is_void(edition, decided, state) if edition else kinds[-1:] == [state]:
            return state
    if name in annulled:
        return "annulled"
    if name in waiting:
        return "waiting"
    return "booked" if announcement.reported else "announced"


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


def tournaments_corrected_on(pool: PoolQuery, number: int) -> set[str]:
    """Return the tournaments of earlier lists corrected by a list."""
    earlier = {correction.unit.number for correction in corrected_units(pool, on=number)}
    names = {booked.tournament for of in earlier for booked in pool.bookings(of)}
    names |= {recount.tournament for recount in recounts(pool, on=number)}
    corrected = names & pool.official.facts.corrected.keys()
    return {name for name in corrected if number in lists_correcting(pool, name)}


def lists_correcting(pool: PoolQuery, tournament: str) -> list[int]:
    """Return the numbers of the lists with corrections of a tournament, oldest first.

    A correction by which no rating changes is on no list.
    """
    history = pool.tournament_history(tournament)
    late = late_corrections(pool, tournament, history)
    correcting = set()
    for correction in history.corrections:
        closed, taking = late.get(correction.position, (None, None))
        if closed is None or taking is None or changes_nothing(pool, history, correction):
            continue
        units = (corrected.unit for corrected in corrected_units(pool, on=taking.number))
        recounted = {recount.tournament for recount in recounts(pool, on=taking.number)}
        if tournament in recounted or any(unit.number == closed.number for unit in units):
            correcting.add(taking.number)
    return sorted(correcting)
