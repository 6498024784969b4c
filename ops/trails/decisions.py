"""The public register of decisions and corrections: what was decided, without persons.

A row has neither names nor numbers of persons, and no reason in free text. Positions are found by
the index of events by type, the last first: a page costs the same in an older ledger.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from datetime import date
from operator import attrgetter
from typing import Any, Final

import msgspec

from ledger import limits
from ledger.actors.bodies import decider
from ledger.clock import local_day
from ledger.sentences import Position, Sentence
from ledger.store.reading import Recorded
from ledger.store.reading_events import Heading
from ops.access.personal_data import BodyName
from ops.answers.abouts import Known
from ops.answers.answer import Answer, check_days, known_to, out_of_range
from ops.answers.clocks import known_position
from ops.doors.fields import moment
from ops.events.hidden import hidden_events
from ops.events.links import Link, links
from ops.events.register import recorded_between
from ops.events.sentences import what_happened
from ops.house import House
from ops.trails.questions import DecisionKind, ListDecisions
from ops.words.states import EventType
from projections.official.stopping import ReplayStopped
from projections.queries import PoolQuery

LOOKED_AT: Final = 2_000
"""The most events looked at for a page: with filters a page may hold less than its limit."""

_AT_ONCE: Final = 200
"""Events read at once, where the first ones looked at did not fill the page."""

_KINDS: Final[Mapping[DecisionKind, tuple[str, ...]]] = {
    "correction": (
        *("result-corrected", "entrant-reassigned", "report-replaced"),
        *("tournament-details-corrected", "deviation-recorded"),
    ),
    "decision": (
        *("tournament-refused", "tournament-cancelled", "tournament-reinstated"),
        *("report-annulled", "report-reinstated", "report-compared", "exemption-granted"),
        *("game-excluded", "game-admitted", "ratings-adjusted", "ratings-annulled"),
        *("adjustment-withdrawn", "entry-capital-decided", "bonus-granted", "bonus-withdrawn"),
    ),
    "category": ("category-awarded", "category-withdrawn"),
    "appeal": ("appeal-decided", "appeal-declared-inadmissible"),
    "rules": (
        *("parameter-set", "rulebook-adopted", "appeal-rules-set", "closing-policy-set"),
        *("approval-policy-set", "publication-policy-set"),
    ),
}
"""Types of events in the register, by kind."""

_KIND_OF: Final = {f"{name}.v1": kind for kind, names in _KINDS.items() for name in names}


class ConcernedList(msgspec.Struct, frozen=True):
    """The first list of a pool that takes a decision."""

    pool: str
    list: str | None
    """None: the next list, not closed yet."""


class PublicDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision or a correction as everybody sees it."""

    position: Position
    kind: DecisionKind
    event: EventType
    """Type of the event, without the version."""
    day: date
    """Day of recording."""
    decided_on: date | None
    """Day of the decision, where it was stated."""
    decided_by: str
    """The body that decided."""
    decided_by_name: BodyName
    """Its name on the day of the decision."""
    says: Sentence
    article: str
    tournament: str
    tournament_name: str
    lists: tuple[ConcernedList, ...]
    link: Link
    """The place of the event in the chain of hashes."""


class AboutDecisions(Known, frozen=True, kw_only=True):
    """A page of the register, the last decision first."""

    next: Position | None = None
    """The next page has what comes before this position; None: there is none."""


def decisions(house: House, asked: ListDecisions) -> Answer[PublicDecision, AboutDecisions]:
    """Return a page of the register, the last decision first.

    Raises UnknownPool, and Refused for a limit out of range or days in the wrong order.
    """
    if not 1 <= asked.limit <= limits.PAGE_EVENTS:
        raise out_of_range("limit", asked.limit, 1, limits.PAGE_EVENTS)
    check_days(asked.since, asked.until)
    if asked.pool is not None:
        house.pool_opened(asked.pool)
    register = _Register(house, asked)
    found, following = register.page()
    instants = house.read.true_instants([one.position for one in found])
    linked = links(house.read, found)
    rows = (
        register.row(one, local_day(instants[one.position], house.zone), linked[one.position])
        for one in found
    )
    known = known_to(house.read) if register.known is None else Position(register.known)
    about = AboutDecisions(known_to=known, next=following)
    return Answer(about, tuple(rows))


class _Register:
    """The register as asked for, with the pools of the ledger."""

    def __init__(self, house: House, asked: ListDecisions) -> None:
        self.house, self.asked = house, asked
        self.known = known_position(house.ledger, moment(asked.known_at), house.zone)
        self._announced = house.official.facts.announcements
        self._pools: dict[str, PoolQuery | None] = {}

    def page(self) -> tuple[list[Recorded], Position | None]:
        """Return the events of the page, the last first, and where the next page begins."""
        found: list[Recorded] = []
        at: int | None = None
        for heading, recorded in self._looked_at():
            if len(found) == self.asked.limit:
                return found, Position(found[-1].position)
            at = heading.position
            if recorded is not None and self._is_wanted(recorded):
                found.append(recorded)
        return found, None if at is None or self._ended else Position(at)

    def _looked_at(self) -> Iterator[tuple[Heading, Recorded | None]]:
        """Yield the headings of decisions, the last first, each with its event if it may be it."""
        read, asked = self.house.read, self.asked
        first, last = recorded_between(self.house, asked.since, asked.until)
        ends = (asked.before, last + 1, None if self.known is None else self.known + 1)
        before = min(one for one in ends if one is not None)
        types = [name for name, kind in _KIND_OF.items() if asked.kind in (None, kind)]
        hidden, looked, self._ended = hidden_events(self.house), 0, False
        most = asked.limit + 1
        while looked < LOOKED_AT:
            page = read.last_of_types(types, first, before, most)
            kept = [one for one in page if one.position not in hidden and self._may_be(one)]
            events = read.at([one.position for one in kept])
            yield from ((one, events.get(one.position)) for one in page)
            if len(page) < most:
                self._ended = True
                return
            looked, before = looked + len(page), page[-1].position
            most = max(most, _AT_ONCE)

    def _may_be(self, heading: Heading) -> bool:
        """Return whether an event may be about the pool asked for; an appeal names its own."""
        pool, (kind, _, name) = self.asked.pool, heading.stream.partition("-")
        if pool is None or kind == "appeal":
            return True
        return pool == name if kind == "pool" else pool in self._of_tournament(name)

    def _of_tournament(self, name: str) -> tuple[str, ...]:
        announced = self._announced.get(name)
        return announced.pools if announced else ()

    def _is_wanted(self, recorded: Recorded) -> bool:
        """Return whether an event decides something, in the pool asked for."""
        fact = recorded.decoded().payload
        if getattr(fact, "ground", None) == "rule":
            return False  # computed with a closing
        return self.asked.pool is None or self.asked.pool in self._pools_of(fact)

    def _pools_of(self, fact: Any) -> tuple[str, ...]:
        if pool := getattr(fact, "pool", None):
            return (pool,)
        return self._of_tournament(fact.tournament)

    def row(self, recorded: Recorded, day: date, link: Link) -> PublicDecision:
        """Return an event as a row of the register."""
        body = recorded.decoded()
        fact, grounds = body.payload, body.grounds
        tournament = getattr(fact, "tournament", None) or ""
        announced = self._announced.get(tournament)
        lists = (self._list(name, recorded.position) for name in self._pools_of(fact))
        return PublicDecision(
            position=Position(recorded.position),
            kind=_KIND_OF[recorded.type],
            event=recorded.type.partition(".")[0],
            day=day,
            decided_on=grounds.decided_on if grounds else None,
            decided_by=str(getattr(fact, "by", None) or ""),
            decided_by_name=decider(recorded),
            says=what_happened(fact),
            article=body.article,
            tournament=tournament,
            tournament_name=announced.name if announced else "",
            lists=tuple(one for one in lists if one is not None),
            link=link,
        )

    def _list(self, name: str, position: int) -> ConcernedList | None:
        """Return the first list that takes a decision; None: a pool without answers."""
        pool = self._pool(name)
        if pool is None:
            return None
        closed = pool.facts.closed
        at = bisect_left(closed, position, key=attrgetter("event.through_position"))
        if at == len(closed) or (self.known is not None and closed[at].position > self.known):
            return ConcernedList(name, None)
        return ConcernedList(name, closed[at].event.period)

    def _pool(self, name: str) -> PoolQuery | None:
        if name not in self._pools:
            try:
                opened = name in self.house.official.facts.pools
                self._pools[name] = self.house.pool(name) if opened else None
            except ReplayStopped:
                self._pools[name] = None
        return self._pools[name]
