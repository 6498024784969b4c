"""The content of a list: days, law, and all facts and decisions taken by the list."""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from operator import attrgetter, itemgetter

import numpy as np
from numpy.typing import NDArray

from projections.rating import Step
from projections.rating.capital_changes import ADJUSTED_PLACE, HANDED_OVER_PLACE, by_player
from projections.rating.chain_steps import YearEnd
from projections.rating.corrected import NOTHING_CORRECTED, Corrections
from projections.rating.guests import GuestFacts
from projections.rating.layout import Batch
from projections.rating.official_lists import LEAST, OfficialLists, first_list
from projections.rating.source import NO_OUTSIDE_FACTS, OutsideFacts
from projections.rating.standings import Standings
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import Books
from projections.state.adjustments import (
    AS_LISTED,
    BY_POINTS,
    Adjustment,
    DecidedBonus,
    DecidedChange,
    Decision,
)
from projections.state.closed_list import Horizon
from projections.state.law import Law, as_set
from projections.state.merges import Names, names_at, renamed
from projections.state.pool import PoolFacts
from projections.state.reports import Report


@dataclass(frozen=True)
class Booked:
    """The content of a list: its days, its law, and the reports due with their places."""

    due: Due
    law: Rulebook
    edition: Edition
    reports: tuple[Report, ...]
    """In order: by end, start, id."""
    covering: Mapping[date, Edition | None]
    """By first day, the edition that rates a tournament; None: outside the rulebook."""
    changes: Mapping[int, DecidedChange]
    """Decisions of the rating body about ratings, by player."""
    decided: Mapping[int, int]
    """Entry ratings by decision, by player."""
    also: NDArray[np.bool_]
    """By register number: players the list concerns even without games."""
    outside: OutsideFacts = NO_OUTSIDE_FACTS
    corrections: Corrections = NOTHING_CORRECTED
    elsewhere: Mapping[int, str] = field(default_factory=dict)
    """By report position: the other pool in which the tournament counts."""
    year_ends: tuple[YearEnd, ...] = ()
    """The ends of years on this list, in order."""
    since: date = date.min
    """The first day of the histories."""
    guests: Callable[[Batch], Iterable[GuestFacts]] | None = None
    """Facts about the guests of a part; None: those of `outside` and `decided`, for all."""

    @cached_property
    def places(self) -> dict[int, int]:
        """The place of each report in the chain, by position, among the ends of years."""
        return {key: place for place, (year, key) in enumerate(self._placed) if not year}

    @cached_property
    def year_end_places(self) -> dict[int, int]:
        """The place of each year's end in the chain, by year, among the reports."""
        return {key: place for place, (year, key) in enumerate(self._placed) if year}

    @property
    def _placed(self) -> list[tuple[bool, int]]:
        """Reports by position, and ends of years by year (true), in order."""
        reports = [(report.order, False, report.position) for report in self.reports]
        ends = [(year_end.order, True, year_end.year) for year_end in self.year_ends]
        return [row[1:] for row in sorted(reports + ends, key=itemgetter(0))]

    def edition_of(self, report: Report) -> Edition | None:
        """Return the edition of a tournament; None: outside the rulebook, or in another pool."""
        return None if report.position in self.elsewhere else self.covering[report.begins]

    def place_of(self, step: Step) -> int:
        """Return the place of a step in the chain, for players without a tournament in the step.

        Merges come first, then decisions, then corrections of closed lists; year ends stand among
        the reports.
        """
        if step.handover is not None:
            return HANDED_OVER_PLACE
        if step.recount is not None:
            return self.corrections.recounts.place(step.recount)
        if step.year_end_inputs is not None:
            return self.year_end_places[step.year_end_inputs.year_end.year]
        return ADJUSTED_PLACE

    def rated(self) -> list[Report]:
        """Return the reports inside the rulebook, in order."""
        if None not in self.covering.values() and not self.elsewhere:
            return list(self.reports)
        return [report for report in self.reports if self.edition_of(report) is not None]


def due_reports(facts: PoolFacts, law: Rulebook, due: Due, through: int) -> tuple[Report, ...]:
    """Return the reports a list books, in order: recorded by then, in time for its cut-off.

    A corrected report is taken in its version at position `through`; a merged number in a report is
    replaced by the kept player.
    """
    by, official = due.cut_off, due.last_official_day
    ended = facts.waiting(max(by, official))
    found = [report for report in ended if report.position <= through]
    found += [
        version.report
        for versions in facts.versions.values()
        for version in versions
        if version.stood_at(through)
    ]
    in_time = [r for r in found if dated(law, r) <= (official if r.official else by)]
    in_order = sorted(in_time, key=attrgetter("order"))
    return tuple(renamed(in_order, names_at(facts.merges, through)))


def dated(law: Rulebook, report: Report) -> date:
    """Return the day of a report compared with a cut-off: the last day, or the day of receipt.

    Reading `received_when_over`: a report received before its last round counts from its end on.
    """
    if law.booking.counts_when is Books.RECEIVED:
        return max(report.about.received_on or report.end, report.end)
    return report.end


def edition_for(law: Law, standings: Standings, day: date, known: int) -> Edition | None:
    """Return the edition for a first day; None: outside the rulebook.

    Days before the histories are outside, too: no list was in force. Parameters of the body are as
    known at a position.
    """
    if standings.list_in_force(day) is None:
        return None
    edition = law.edition_on(day)
    return edition and as_set(edition, law.facts, day, known)


def covering(
    law: Law, standings: Standings, reports: Iterable[Report], known: int
) -> dict[date, Edition | None]:
    """Return by first day the edition for a tournament; None: outside the rulebook."""
    days = {report.begins for report in reports}
    return {day: edition_for(law, standings, day, known) for day in days}


def due_decisions(facts: PoolFacts, after: int, through: int) -> dict[int, DecidedChange]:
    """Return by player the decisions recorded after position `after`, up to `through`.

    Bonuses and withdrawn bonuses of a player add up; a correction of the rating comes on top.
    """
    adjustments = _adjustments(facts, after, through)
    bonuses: dict[int, list[DecidedBonus]] = defaultdict(list)
    for bonus in facts.bonuses:
        if after < bonus.position <= through:
            bonuses[bonus.player].append(bonus)
    return {
        player: DecidedChange(adjustments.get(player), tuple(bonuses.get(player, ())))
        for player in adjustments.keys() | bonuses.keys()
    }


def followed(decided: Mapping[int, DecidedChange], carriers: Names) -> dict[int, DecidedChange]:
    """Return decisions about ratings by player; of a rating that goes on, by the kept player."""
    own = {player: change for player, change in decided.items() if player not in carriers}
    others = decided.keys() & carriers.keys()
    return own | {carriers[player]: decided[player] for player in sorted(others)}


def _adjustments(facts: PoolFacts, after: int, through: int) -> dict[int, Adjustment]:
    """Return the corrections of ratings recorded after a position, up to another.

    Of two corrections for a player neither holds: the rating body has to say which is meant. One
    withdrawn before its list is none; one withdrawn later is undone by its opposite.

    Reading `annulled_ratings`: an annulment holds despite another correction. It takes effect on
    the next list and only there, for players listed before it: their games of the period count for
    the opponents, not for them. The results behind a first rating are used up: the player begins
    anew. A player without a rating has none to annul: waiting results go on waiting.
    """
    due = [adjustment for adjustment in facts.adjustments if adjustment.is_due(after, through)]
    undone = (adjustment.opposite(after, through) for adjustment in facts.adjustments)
    due += [adjustment for adjustment in undone if adjustment]
    annulled = {
        adjustment.player: adjustment for adjustment in due if adjustment.before == AS_LISTED
    }
    times = Counter(adjustment.player for adjustment in due)
    return {
        adjustment.player: adjustment for adjustment in due if times[adjustment.player] == 1
    } | annulled


def entry_decisions(
    facts: PoolFacts,
    horizon: Horizon,
    rated: Callable[[int, int], int],
    before: int | None = None,
    players: Container[int] | None = None,
    official: OfficialLists | None = None,
) -> dict[int, Decision]:
    """Return the decisions about entry ratings that a list takes into account, by player.

    `rated` returns the rating on a list (number, player); `before` is the number of the list
    (None: the next one), `players` are those asked about (None: all). On the revised track
    `official` are the lists of the official one (reading `decided_entry`).

    Reading `used_up`: a decision is for one entry. A player who was listed since the first list
    that takes it, and whose rating ceased, enters by a later decision, or as the text says.
    """
    known = [
        decision
        for decision in facts.decisions
        if decision.position <= horizon.facts and (players is None or decision.player in players)
    ]
    taken = (decision for decision in known if decision.position <= horizon.decisions)
    last = {decision.player: decision for decision in taken}
    lists = len(facts.closed if before is None else facts.closed[: before - 1])

    first_of = official.first_list if official else partial(first_list, facts.closed)

    def waits(decision: Decision) -> bool:
        since = range(lists, first_of(decision) - 1, -1)
        return not any(rated(number, decision.player) for number in since)

    found = {player: decision for player, decision in last.items() if waits(decision)}
    if official is not None:
        later = [decision for decision in known if decision.position > horizon.decisions]
        for decision in later:
            is_due = first_of(decision) <= lists + 1 and waits(decision)
            if decision.player not in found and is_due:
                found[decision.player] = decision
    return found


def decided_ratings(decisions: Mapping[int, Decision]) -> dict[int, int]:
    """Return entry ratings by decision, by player."""
    return {player: decision.rating for player, decision in decisions.items()}


def decided_about(
    players: NDArray[np.int64], listed: Values, decided: Mapping[int, DecidedChange]
) -> dict[str, Values]:
    """Return the decisions about players as columns, as in `NOT_CHANGED`; `listed`: ratings."""
    found: dict[str, Values] = {}
    points = {player: change.points for player, change in decided.items() if change.bonuses}
    adjusted = {
        player: change.adjustment for player, change in decided.items() if change.adjustment
    }
    if points:
        found["decided_points"] = by_player(players, points)
    if adjusted:
        start = by_player(players, {player: change.before for player, change in adjusted.items()})
        found["adjusted"] = np.isin(players, list(adjusted))
        after = by_player(players, {player: change.after for player, change in adjusted.items()})
        found["adjusted_from"] = np.where(start < 0, listed, start)
        with_points = np.maximum(listed + after, LEAST)
        found["adjusted_to"] = np.where(start == BY_POINTS, with_points, after)
    return found
