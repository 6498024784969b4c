"""Questions to the official track: which list is in force, who stood where, and since when.

Every question has two clocks: `as_of`, the day the answer is about, and `known`, the last
position of the ledger that may be known. Lists sealed after `known` do not exist for the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from ledger.errors import Refused
from projections.corrections import due_of
from projections.official import Official
from projections.queries.bookings import Booking, Turned, booking_of
from projections.rulebooks import rulebook
from projections.rulebooks.engine.terms import Force
from projections.state.pool import Closed

CARRIED_OVER = "carried over"
NOT_IN_FORCE = date.max
"""From when a list is in force that is not published, where only publication puts it in force."""


class UnknownPool(Refused):
    """No pool of that name is opened."""


class NotCovered(Refused):
    """The question reaches before what the ledger holds."""


@dataclass(frozen=True, slots=True)
class RatingList:
    """One sealed list, or the ratings carried over (number 0)."""

    number: int
    period: str
    list_date: date
    position: int
    through_position: int
    digest: str
    published_on: date | None = None
    """The day from which it is in force, where that is its publication."""

    @property
    def in_force_from(self) -> date:
        """Give the day from which it is in force; `NOT_IN_FORCE` where it is not published."""
        return self.published_on or self.list_date


@dataclass(frozen=True, slots=True)
class State:
    """How a player stood after a list, and in a chain after a tournament of it."""

    number: int
    place: int
    rating: int
    games: int
    moved: int
    fields: dict[str, int]
    player: int = 0


NOBODY = State(0, 0, 0, 0, 0, {})


class PoolQuery:
    """One pool of the official track, ready to be asked."""

    def __init__(self, official: Official, name: str, known: int | None = None) -> None:
        """Ask about a pool as known at a position (None: everything).

        Raises UnknownPool, ReplayStopped where the replay of the pool stopped.
        """
        official.check(name)
        if name not in official.facts.pools:
            opened = ", ".join(sorted(official.facts.pools)) or "none"
            raise UnknownPool(
                f"there is no pool {name!r}; opened are: {opened}",
                field="pool",
                found=name,
                expected=opened,
            )
        self.official, self.name = official, name
        self.facts = official.facts.pools[name]
        self.law = rulebook(self.facts.rulebook)
        self.known = official.facts.position if known is None else known
        self.records = official.records(name)

    def lists(self, through: int | None = None) -> list[RatingList]:
        """Give the lists known, from the ratings carried over (number 0) on.

        With `through`, in force as was known at that position. Raises NotCovered where the pool
        had not begun yet at the position known.
        """
        begun = self._begun()
        rows = [_list_row(closed) for closed in self.facts.closed[: self._known_lists()]]
        if self.law.in_force_by is Force.PUBLICATION:
            days = self.facts.published_by(self.known if through is None else through)
            rows = [replace(row, published_on=days.get(row.period, NOT_IN_FORCE)) for row in rows]
        return [begun, *rows]

    def unpublished(self) -> list[str]:
        """Give the lists that are not in force because nobody published them, but the last."""
        return [each.period for each in self.lists()[:-1] if each.in_force_from == NOT_IN_FORCE]

    def list_in_force(self, as_of: date) -> RatingList:
        """Give the list in force on a day. Raises NotCovered before histories begin."""
        held = [each for each in self.lists() if each.in_force_from <= as_of]
        if not held:
            begins = self._begun().in_force_from
            raise NotCovered(
                f"{self.name}: nothing is in force on {as_of}; histories begin on {begins}"
            )
        return held[-1]

    def in_force_or_none(self, day: date) -> RatingList | None:
        """Give the list in force on a day; None where none is, or nothing was known yet."""
        try:
            return self.list_in_force(day)
        except NotCovered:
            return None

    def list_of(self, period: str) -> RatingList:
        """Give a period's list. Raises NotCovered where it is not closed (or not known)."""
        for each in self.lists():
            if each.period == period:
                return each
        closed = ", ".join(each.period for each in self.lists()[1:]) or "none"
        raise NotCovered(
            f"{self.name}: no list {period!r} is closed; closed are: {closed}",
            field="period",
            found=period,
            expected=closed,
        )

    def state(self, player: int, number: int) -> State:
        """How a player stood after a list; rating 0: not on it."""
        return self.states([player], number).get(player, NOBODY)

    def states(
        self, players: Sequence[int], number: int, before_place: int | None = None
    ) -> dict[int, State]:
        """How players stood after a list, or just before a place in its chain; by player."""
        if not self.facts.closed:
            return dict(self._carried(players))
        found: dict[int, State] = {}
        if before_place is not None:
            for state in self._rows_of(number, players):
                if state.place < before_place:
                    found[state.player] = state
            number -= 1
        missing = [player for player in players if player not in found]
        found |= self._last_states(missing, number)
        return {player: found[player] for player in sorted(found)}

    def changes(self, player: int, number: int, since: int = 0) -> list[State]:
        """Every change of a player's standing from a list to a list, oldest first."""
        if not self.facts.closed:
            return [state for _, state in self._carried([player])]
        lists = takewhile(lambda each: each >= since, self.touched(player, number))
        of_lists = [list(self._rows_of(each, [player])) for each in lists]
        return [state for states in reversed(of_lists) for state in states]

    def last_rated(self, player: int, number: int) -> int:
        """The last list up to one on which a player had a rating; -1: he never had one."""
        lists = self.touched(player, number)
        rated = (n for n in lists if any(each.rating for each in self._rows_of(n, [player])))
        return next(rated, -1)

    def touched(self, player: int, number: int) -> Iterator[int]:
        """The lists up to `number` whose records have rows about a player, the newest first."""
        if not self.facts.closed:
            return
        who = np.array([player], dtype=np.int64)
        while number > 0:
            (latest,) = self.records.latest(number, who).tolist()
            if latest < 0:
                return
            yield latest
            number = latest - 1
        if number == 0 and next(self._rows_of(0, [player]), None) is not None:
            yield 0

    def moves(self, number: int, player: int | None = None) -> NDArray[np.int64]:
        """(player, list, place, rating, moved) for each change up to a list, in order of lists."""
        if not self.facts.closed:
            players = range(1, self.official.facts.players + 1) if player is None else [player]
            rows = [(who, 0, 0, state.rating, 0) for who, state in self._carried(players)]
            return np.array(rows, dtype=np.int64).reshape(-1, 5)
        if player is not None:
            states = self.changes(player, number)
            rows = [(player, each.number, each.place, each.rating, each.moved) for each in states]
            return np.array(rows, dtype=np.int64).reshape(-1, 5)
        return np.concatenate([self._moves_of(each) for each in range(number + 1)])

    def bookings(self, number: int, player: int | None = None) -> list[Booking]:
        """The reports a list took, in order; of one player only, where asked."""
        if not 0 < number <= self._known_lists():
            return []
        booked = self.records.every(number, "booking")
        found = [booking_of(number, row) for row in booked.rows()] if booked else []
        if player is None:
            return found
        entries = self.records.about(number, "entry", [player])
        mine = set(entries.number("position").tolist()) if entries else set()
        return [booking for booking in found if booking.position in mine]

    def bookings_of(self, tournament: str) -> list[Booking]:
        """What lists known made of a tournament's report, or its parts, in their order."""
        stream = self.official.ledger.read.stream(f"tournament-{tournament}")
        found = [
            booking
            for number in self._booked_on({event.position for event in stream})
            for booking in self.bookings(number)
            if booking.tournament == tournament
        ]
        return sorted(found, key=lambda booking: booking.order)

    def reaching(self, day: date, last: int) -> list[int]:
        """The lists up to one that may book what ended on a day, or later."""
        due = (due_of(self.facts, each.event) for each in self.facts.closed[:last])
        days = (max(each.cut_off, each.last_official_day) for each in due)
        return [number for number, until in enumerate(days, start=1) if until >= day]

    def turns(self, last: int, player: int | None = None) -> list[Turned]:
        """The ends of years on the lists up to one; or, of these, on those that moved a player."""
        some = range(1, last + 1) if player is None else self.touched(player, last)
        return [turned for number in sorted(some) for turned in self.turns_on(number)]

    def turns_on(self, number: int) -> list[Turned]:
        """The ends of years on one list, in order."""
        if not 0 < number <= len(self.facts.closed):
            return []
        sheet = self.records.every(number, "turn")
        return [Turned(number, *row) for row in sheet.rows()] if sheet else []

    def results_waiting(self, position: int) -> list[tuple[int, bool]]:
        """The unlisted players of a booked report whose results wait, and whether they count."""
        found = []
        for number in self._booked_on({position}):
            sheet = self.records.every(number, "waiting")
            for player, at, _, accepted, _ in sheet.rows() if sheet else ():
                if at == position:
                    found.append((player, bool(accepted)))
        return sorted(found)

    def _known_lists(self) -> int:
        return sum(closed.position <= self.known for closed in self.facts.closed)

    def _booked_on(self, positions: set[int]) -> list[int]:
        """The lists known that booked reports at some positions."""
        known = self.facts.booked[: self._known_lists()]
        return [n for n, booked in enumerate(known, start=1) if positions.intersection(booked)]

    def _last_states(self, players: Sequence[int], number: int) -> dict[int, State]:
        """The last state of players up to a list, from the last record with a row of theirs."""
        found: dict[int, State] = {}
        left = {number: np.array(sorted(set(players)), dtype=np.int64)} if number >= 0 else {}
        while left:
            number, asked = left.popitem()
            latest = self.records.latest(number, asked) if number else np.zeros_like(asked)
            for last in sorted(set(latest[latest >= 0].tolist())):
                mine = asked[latest == last]
                found |= {state.player: state for state in self._rows_of(last, mine.tolist())}
                missing = [player for player in mine.tolist() if player not in found]
                if missing and last > 0:
                    before = left.get(last - 1, np.zeros(0, dtype=np.int64)).tolist()
                    left[last - 1] = np.array(sorted({*before, *missing}), dtype=np.int64)
        return found

    def _rows_of(self, number: int, players: Iterable[int]) -> Iterator[State]:
        """The states that a list's record has of players, by player and place in the chain."""
        sheet = self.records.about(max(number, 1), "history" if number else "carried", players)
        if sheet is None:
            return
        if not number:
            for player, fields in sheet.rows():
                yield State(0, 0, fields[0], 0, 0, self._named(fields), player)
            return
        for player, place, rating, games, moved, fields in sheet.rows():
            yield State(number, place, rating, games, moved, self._named(fields), player)

    def _moves_of(self, number: int) -> NDArray[np.int64]:
        sheet = self.records.every(max(number, 1), "history" if number else "carried")
        if sheet is None:
            return np.zeros((0, 5), dtype=np.int64)
        nothing = np.zeros(len(sheet), dtype=np.int64)
        if not number:
            rating = sheet.number("state")[:, 0]
            return np.stack([sheet.keys, nothing, nothing, rating, nothing], axis=1)
        wanted = (sheet.number(name) for name in ("place", "rating", "moved"))
        found = np.stack([sheet.keys, nothing + number, *wanted], axis=1)
        return found[np.lexsort((sheet.keys, found[:, 2]))]

    def _named(self, fields: Sequence[int]) -> dict[str, int]:
        """The fields of a state by name."""
        return dict(zip(self.law.state, fields, strict=True))

    def _carried(self, players: Iterable[int]) -> Iterator[tuple[int, State]]:
        """Give the standings before the first list is closed."""
        state = self.official.replay(self.name).begun().state
        for player in players:
            fields = {
                name: int(values[player]) for name, values in state.items() if player < len(values)
            }
            if fields.get("rating"):
                yield player, State(0, 0, fields["rating"], 0, 0, fields)

    def _begun(self) -> RatingList:
        """Give list 0: the ratings carried over, or the empty list before the first."""
        begun_at = max((each.position for each in self.facts.carried), default=self.facts.opened_at)
        if self.known < begun_at:
            raise NotCovered(
                f"at #{self.known} nothing was known of {self.name}: it began at #{begun_at}"
            )
        since = min((each.on for each in self.facts.carried), default=date.min)
        return RatingList(0, CARRIED_OVER, since, begun_at, -1, "")


def _list_row(closed: Closed) -> RatingList:
    event = closed.event
    return RatingList(
        closed.number,
        event.period,
        event.list_date,
        closed.position,
        event.through_position,
        event.list_digest,
    )
