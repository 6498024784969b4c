"""Where the tournaments of a pool stand: announced, waiting, booked, void by decision."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger.events.counting import ReportAnnulled
from ledger.store.numbering import TOURNAMENTS
from ledger.tournaments.states import State
from projections.queries import PoolQuery
from projections.queries.corrections import corrected_units, late_corrections, recounts
from projections.queries.findings.corrections import changes_nothing
from projections.queries.recompute.preview import edition_of
from projections.state import Facts, competence
from projections.state.announcements import Ended
from projections.state.pool import PoolFacts
from projections.state.reports import NEVER, Announcement, Report, before_play

_VOID: Final[tuple[State, ...]] = ("refused", "cancelled")


@dataclass(frozen=True)
class TournamentsOfPool:
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

    def ended(self, until: date | None) -> Ended:
        """Return the tournaments that ended by a day.

        Without a day also those that have not ended yet.
        """
        return self.facts.announcements.ended(self.pool.name, until)

    def states(self, of: Ended) -> NDArray[Any]:
        """Return the state of each of some tournaments."""
        found = np.where(of.reported, "booked", "announced").astype(object)
        others = self.waiting | self.annulled
        asked = of.decided | np.fromiter((one in others for one in of.names), bool, len(of.names))
        for at in np.flatnonzero(asked).tolist():
            found[at] = self.state(of.names[at])
        return found

    def among(self, names: Iterable[str]) -> Iterator[tuple[str, date]]:
        """Yield those of some tournaments that are announced with days, and their last days."""
        for name in names:
            announcement = self.facts.announcements.get(name)
            if announcement is not None and announcement.days is not None:
                yield name, announcement.days[1]

    def state(self, name: str) -> State:
        """Return the state of a tournament."""
        about = self.facts.announcements[name]
        return state_of(self.pool, name, about, self.waiting, self.annulled)


def last_first(last_day: int, tournament: str) -> tuple[int, object]:
    """Return the place of a tournament in an order: the last to end first (as an ordinal)."""
    return -last_day, TOURNAMENTS.order(tournament)


def announced(pool: PoolQuery) -> dict[str, Announcement]:
    """Return the announced tournaments of a pool without a report by id, the last to end first."""
    facts = pool.official.known_at(pool.known).facts
    of, known = TournamentsOfPool(pool, facts), facts.announcements.open
    here = {name for name, announcement in known.items() if pool.name in announcement.pools}
    found = [(end, name) for name, end in of.among(here) if of.state(name) == "announced"]
    in_order = sorted(found, key=lambda one: last_first(one[0].toordinal(), one[1]))
    return {name: known[name] for _, name in in_order}


def open_reports(facts: PoolFacts) -> Iterator[Report]:
    """Yield the reports and parts in force without a list."""
    yield from facts.waiting()
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
