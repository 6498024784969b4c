"""Questions about a pool: lists, and histories of players.

Every question has two clocks: `as_of`, the day the answer is about, and `known`, the last position
of the ledger used for the answer. Lists closed after `known` do not exist for the answer.

    rows                       typed rows of answers
    visible                    what a reader may see of the lists of a pool
    pool_events                events by position and by stream, many read at once
    histories                  states of players, list after list
    printed                    the printings of a list, and the one in force on a day
    corrections                corrections of closed lists: whole periods, or chains
    merges_on_lists            the merges and separations that a list took in
    games_so_far               counted games of a player, or their least number
    k_by_time_control          K of a tournament, where its time control decides it
    open_reports               reports that no list has taken
    coming_lists               the days of the next lists
    categories                 categories of players on a day
    changed_rows               the differences between two closed lists
    next_lists                 the next lists, closed in memory, and what moves there
    known_ratings              ratings known before a report is recorded
    recompute                  a step of a list computed once more, with all its columns
    explain                    why this rating, this category, this result of an event
    calculation                a first rating, or a change, from typed numbers
    findings                   what does not count, or later, and why
    tournaments                states of tournaments, and the lists with their corrections
    outlook                    the provisional rating on the next list
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from copy import copy
from dataclasses import replace
from datetime import date
from typing import Any, Final, Literal, TypeVar, cast

import numpy as np

from ledger.errors import Refused
from ledger.expected import from_to, named
from ledger.register import identities
from ledger.sentences import Count, Position, Remedy, Sentence
from projections.official.shown import with_printings_at, without_lists
from projections.official.track import Track
from projections.queries.histories import PlayerHistories
from projections.queries.pool_events import PoolEvents
from projections.queries.rows import (
    CARRIED_OVER,
    NOBODY,
    NOT_IN_FORCE,
    Booking,
    RatingList,
    State,
    YearEndOnList,
    booking_of,
    list_of,
)
from projections.queries.visible import EVERYTHING, Visible
from projections.rulebooks.engine.terms import Force
from projections.state.closed_list import NOTHING_TAKEN, Closed
from projections.state.history import TournamentHistory, tournament_history
from projections.state.law import due_of
from projections.state.printings import printings_of

T = TypeVar("T")

_MOST_NAMED: Final = 12
"""Lists named in a message one by one."""


class UnknownPool(Refused):
    """No pool of that name is opened."""

    def __init__(self, name: str, opened: Collection[str], remedy: Remedy | None = None) -> None:
        """Take the name, and the names of the opened pools."""
        pools = named(sorted(opened))
        super().__init__(
            Sentence("there is no pool '{pool}'; opened are: {opened}", pool=name, opened=pools),
            field="pool",
            found=name,
            expected=pools,
            remedy=remedy,
        )


class NotCovered(Refused):
    """The question reaches before the beginning of the pool."""


class NotApplied(Refused):
    """The question is about a position after the last applied event."""


class PoolQuery(PlayerHistories):
    """A pool of a track as known at a position, for a reader. It does not change."""

    def __init__(
        self,
        official: Track,
        name: str,
        known: int | None = None,
        visible: Visible = EVERYTHING,
    ) -> None:
        """Ask about a pool as known at a position; by default everything recorded.

        `visible` says what the reader may see: `printed.visible_to` shows no more than that.

        Raises UnknownPool; NotApplied; ReplayStopped where the replay of the pool stopped.
        """
        official.check(name)
        if name not in official.facts.pools:
            raise UnknownPool(name, official.facts.pools)
        last = official.facts.position
        if known is not None and known > last:
            raise NotApplied(
                Sentence(
                    "nothing is known as at {known}: the last applied event is {last}",
                    known=Position(known),
                    last=Position(last),
                ),
                field="known_at",
                found=f"#{known}",
                expected=from_to(Position(0), Position(last)),
            )
        self.known = last if known is None else known
        super().__init__(with_printings_at(official, name, self.known), name)
        self.visible = visible
        """What the reader may see of the lists of the pool."""
        self._lists: list[RatingList] | None = None
        self.events = PoolEvents(official)
        self._names: dict[int, str] = {}
        """Of players asked about so far."""
        self._last_booked: tuple[frozenset[int], Sequence[Booking]] = frozenset(), ()
        """The positions of the tournament asked about last, and its bookings."""
        self.computed: dict[Hashable, Any] = {}
        """The last tournaments computed again, for the next part of an answer: see `recompute`."""

    @property
    def track(self) -> Literal["official", "revised"]:
        """Name of the track, as answers say it; a supposed history has none."""
        return cast('Literal["official", "revised"]', self.official.name)

    def showing(self, most: int) -> PoolQuery:
        """Return the pool with so many lists from the first on; later lists are not closed."""
        shown = copy(self)
        closed, booked = self.facts.closed[:most], self.facts.booked[:most]
        shown.facts, shown._lists = replace(self.facts, closed=closed, booked=booked), None
        shown.computed, shown._last_booked = {}, (frozenset(), ())
        return shown

    def as_known(self, position: int) -> PoolQuery:
        """Return the pool as known at an earlier position, for the same reader."""
        return PoolQuery(self.official, self.name, position, self.visible)

    def without_lists_since(self, position: int) -> PoolQuery:
        """Return the pool without the lists sealed at a position or later, for the same reader."""
        every = [one for row in self.facts.closed for one in printings_of(self.facts, row)]
        hidden = tuple(one for one in every if position <= one.position <= self.known)
        track = without_lists(self.official.known_at(self.known), self.name, hidden)
        return PoolQuery(track, self.name, None, replace(self.visible, hidden=hidden))

    def lists(self, through: int | None = None) -> list[RatingList]:
        """Return the lists known, from the ratings carried over (number 0) on.

        `through` is the position up to which publications count. Raises NotCovered where the pool
        had not begun at the position known.
        """
        if through is not None:
            return self._listed(through)
        if self._lists is None:
            self._lists = self._once("lists", lambda: self._listed(self.known))
        return list(self._lists)

    def hides(self) -> tuple[Closed, ...]:
        """Return the lists and printings that the reader may not see, in the order of closing."""
        visible, facts = self.visible, self.facts
        return self._once(("hidden", visible.day), lambda: visible.hides(facts, self.known))

    def _once(self, key: Hashable, derive: Callable[[], T]) -> T:
        """Return what all readers of the track share: it rests on all that the track knows."""
        track = self.official
        if self.known < track.facts.position or self.facts is not track.facts.pools[self.name]:
            return derive()
        return track.once((self.name, key), derive)

    def _listed(self, through: int) -> list[RatingList]:
        days = self.facts.published_by(through)
        by_publication = self.law.in_force_by is Force.PUBLICATION
        rows = (
            list_of(closed, days.get(closed.event.period), by_publication=by_publication)
            for closed in self.facts.closed[: self._known_lists()]
        )
        return [self._begun(), *rows]

    def unpublished(self) -> list[str]:
        """Return the periods of the unpublished lists, without the last list."""
        return [row.period for row in self.lists()[:-1] if row.in_force_from == NOT_IN_FORCE]

    def list_in_force(self, as_of: date) -> RatingList:
        """Return the list in force on a day. Raises NotCovered before histories begin."""
        row = self.in_force_or_none(as_of)
        if row is None:
            begins = self._begun().in_force_from
            raise NotCovered(
                Sentence(
                    "{pool}: nothing is in force on {as_of}; histories begin on {begins}",
                    pool=self.name,
                    as_of=as_of,
                    begins=begins,
                )
            )
        return row

    def in_force_or_none(self, day: date) -> RatingList | None:
        """Return the list in force on a day, or None."""
        try:
            lists = self.lists()
        except NotCovered:
            return None
        return next((row for row in reversed(lists) if row.in_force_from <= day), None)

    def overtaken_by(self, row: RatingList) -> RatingList | None:
        """Return the newer list already in force when a list was published, or None.

        Reading `a_newer_list_holds`: the ratings in force are those of the newest published list,
        whatever the order of publication.
        """
        if row.in_force_from == NOT_IN_FORCE:
            return None
        newer = (other for other in self.lists() if other.number > row.number)
        return next((other for other in newer if other.in_force_from <= row.in_force_from), None)

    def list_of(self, period: str) -> RatingList:
        """Return the list of a period. Raises NotCovered before the closing, or where unknown."""
        lists = self.lists()
        for row in lists:
            if row.period == period:
                return row
        if any(closed.event.period == period for closed in self.visible.hidden):
            self.visible.denied()
        closed = _periods_in_words([row.period for row in lists[1:]])
        raise NotCovered(
            Sentence(
                "{pool}: no list '{period}' is closed; closed are: {closed}",
                pool=self.name,
                period=period,
                closed=closed,
            ),
            field="period",
            found=period,
            expected=closed,
        )

    def check_registered(self, player: int) -> None:
        """Raise NotCovered for a player registered later than is known."""
        if player > self.official.known_at(self.known).facts.players:
            raise NotCovered(
                Sentence("at {known} the register held no such player", known=Position(self.known))
            )

    def numbers(self, player: int | None = None, on: int | None = None) -> list[int]:
        """Return the numbers of the closed lists known, or of a player's lists."""
        known = range(1, self._known_lists() + 1)
        if on is not None:
            return [on] if on in known else []
        if player is None:
            return list(known)
        return sorted(number for number in self.touched(player, len(known)) if number)

    def bookings(self, number: int, player: int | None = None) -> list[Booking]:
        """Return the reports on a list, in order; of all players, or of a player."""
        if player is not None:
            return self.bookings_by_player(number, [player])[player]
        return self._bookings(number)

    def _bookings(self, number: int, positions: Collection[int] | None = None) -> list[Booking]:
        """Return the reports on a list, in order: all, or those at some positions."""
        rows = self.rows(number, "booking") if 0 < number <= self._known_lists() else ()
        return [booking_of(number, row) for row in rows if positions is None or row[1] in positions]

    def bookings_by_player(self, number: int, players: Sequence[int]) -> dict[int, list[Booking]]:
        """Return the reports on a list of each of some players, in order."""
        known = 0 < number <= self._known_lists()
        found = self.records.about(number, "entry", players) if known else None
        entries = {(player, position) for player, position in (found.rows() if found else ())}
        booked = self._bookings(number, {position for _, position in entries})
        return {
            player: [booking for booking in booked if (player, booking.position) in entries]
            for player in players
        }

    def bookings_of(self, tournament: str) -> list[Booking]:
        """Return the booked reports of a tournament, in order of the reports."""
        stream = self.events.stream(f"tournament-{tournament}")
        positions = frozenset(event.position for event in stream)
        if self._last_booked[0] != positions:
            numbers = self._booked_on(positions)
            found = (booking for number in numbers for booking in self._bookings(number, positions))
            self._last_booked = positions, sorted(found, key=lambda booking: booking.order)
        return [*self._last_booked[1]]

    def names(self, players: Sequence[int]) -> dict[int, str]:
        """Return the names of players, for all parts of an answer read once."""
        unknown = [player for player in players if player not in self._names]
        if unknown:
            self._names |= identities.names(self.official.ledger.read, unknown)
        return {player: self._names[player] for player in players}

    def tournament_history(self, tournament: str, through: int | None = None) -> TournamentHistory:
        """Return the history of a tournament, as known at a position; None: all that is known."""
        stream = self.events.stream(f"tournament-{tournament}")
        return tournament_history(stream, self.known if through is None else through)

    def reaching(self, day: date, last: int) -> list[int]:
        """Return the lists up to `last` for tournaments ended on a day, or later."""
        due = (due_of(self.facts, closed.event) for closed in self.facts.closed[:last])
        days = (max(of_list.cut_off, of_list.last_official_day) for of_list in due)
        return [number for number, until in enumerate(days, start=1) if until >= day]

    def year_end_places(self, last: int, player: int | None = None) -> set[tuple[int, int]]:
        """Return (list, place) of the year ends up to a list; for a player, on own lists."""
        some = range(1, last + 1) if player is None else self.touched(player, last)
        return {(number, row.place) for number in some for row in self.year_ends_on(number)}

    def year_ends_on(self, number: int) -> list[YearEndOnList]:
        """Return the year ends on a list, in order."""
        if not 0 < number <= len(self.facts.closed):
            return []
        return [YearEndOnList(number, *row) for row in self.rows(number, "turn")]

    def results_waiting(self, position: int) -> list[tuple[int, bool]]:
        """Return the unlisted players of a booked report, and whether their results count."""
        found = []
        for number in self._booked_on({position}):
            sheet = self.records.every(number, "waiting")
            if sheet is not None:
                of_report = sheet.at(np.flatnonzero(sheet.number("position") == position))
                found += [(row[0], bool(row[3])) for row in of_report.rows()]
        return sorted(found)

    def _known_lists(self) -> int:
        return sum(closed.position <= self.known for closed in self.facts.closed)

    def _booked_on(self, positions: set[int] | frozenset[int]) -> list[int]:
        known = self.facts.booked[: self._known_lists()]
        return [n for n, booked in enumerate(known, start=1) if positions.intersection(booked)]

    def _begun(self) -> RatingList:
        """Return list 0: the ratings carried over, or the empty list before the first."""
        carried = self.facts.carried
        begun_at = max((event.position for event in carried), default=self.facts.opened_at)
        if self.known < begun_at:
            raise NotCovered(
                Sentence(
                    "at {known} nothing was known of {pool}: it began at {begun}",
                    known=Position(self.known),
                    pool=self.name,
                    begun=Position(begun_at),
                )
            )
        since = min((event.on for event in carried), default=date.min)
        return RatingList(0, CARRIED_OVER, since, begun_at, NOTHING_TAKEN, begun_at, "")


def _periods_in_words(periods: Sequence[str]) -> Sentence:
    """Name lists in a message; of many the first and the last."""
    if len(periods) <= _MOST_NAMED:
        return named(periods)
    return Sentence(
        "{lists}, from {first} to {last}",
        lists=Count(len(periods), "list"),
        first=periods[0],
        last=periods[-1],
    )


__all__ = [
    "CARRIED_OVER",
    "NOBODY",
    "NOT_IN_FORCE",
    "Booking",
    "NotApplied",
    "NotCovered",
    "PoolQuery",
    "RatingList",
    "State",
    "UnknownPool",
    "YearEndOnList",
]
