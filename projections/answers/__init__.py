"""Questions to the official track: which list is in force, who stood where, and since when.

Every question has two clocks: `as_of`, the day the answer is about, and `known`, the last
position of the ledger that may be known. Lists sealed after `known` do not exist for the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Row, Select, and_, literal_column, or_, select

from ledger.errors import Refused
from projections.answers.bookings import Booking, Turned, booking_of
from projections.facts.reports import Order
from projections.official import Official, tables
from projections.official.tables import booking, entry, history, pool, rating_list, waiting
from projections.rulebooks import rulebook
from projections.rulebooks.terms import Force

CARRIED_OVER = "carried over"
NOT_IN_FORCE = date.max
"""From when a list is in force that is not published, where only publication puts it in force."""


class UnknownPool(Refused):
    """No pool of that name is opened."""


class NotCovered(Refused):
    """The question reaches before what the ledger holds."""


@dataclass(frozen=True, slots=True)
class ListRow:
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


NOBODY = State(0, 0, 0, 0, 0, {})


class Pool:
    """One pool of the official track, ready to be asked."""

    def __init__(self, official: Official, name: str, known: int | None = None) -> None:
        """Ask about a pool as known at a position (None: everything).

        Raises UnknownPool, ReplayStopped where the replay of the pool stopped.
        """
        official.check(name)
        if name not in official.facts.pools:
            opened = ", ".join(sorted(official.facts.pools)) or "none"
            raise UnknownPool(f"there is no pool {name!r}; opened are: {opened}")
        self.official, self.name = official, name
        self.facts = official.facts.pools[name]
        self.law = rulebook(self.facts.rulebook)
        self.known = official.facts.position if known is None else known
        self.id = self._pool_id()

    def lists(self, through: int | None = None) -> list[ListRow]:
        """Give the lists known, from the ratings carried over (number 0) on.

        With `through`, in force as was known at that position. Raises NotCovered where the pool
        had not begun yet at the position known.
        """
        begun = self._begun()
        statement = (
            select(rating_list)
            .where(rating_list.c.pool == self.id, rating_list.c.position <= self.known)
            .order_by(rating_list.c.number)
        )
        with self.reading() as connection:
            rows = [_list_row(row) for row in connection.execute(statement)]
        if self.law.in_force_by is Force.PUBLICATION:
            days = self.facts.published_by(self.known if through is None else through)
            rows = [replace(row, published_on=days.get(row.period, NOT_IN_FORCE)) for row in rows]
        return [begun, *rows]

    def unpublished(self) -> list[str]:
        """Give the lists that are not in force because nobody published them, but the last."""
        return [each.period for each in self.lists()[:-1] if each.in_force_from == NOT_IN_FORCE]

    def list_in_force(self, as_of: date) -> ListRow:
        """Give the list in force on a day. Raises NotCovered before histories begin."""
        held = [each for each in self.lists() if each.in_force_from <= as_of]
        if not held:
            begins = self._begun().in_force_from
            raise NotCovered(
                f"{self.name}: nothing is in force on {as_of}; histories begin on {begins}"
            )
        return held[-1]

    def in_force_or_none(self, day: date) -> ListRow | None:
        """Give the list in force on a day; None where none is, or nothing was known yet."""
        try:
            return self.list_in_force(day)
        except NotCovered:
            return None

    def list_of(self, period: str) -> ListRow:
        """Give a period's list. Raises NotCovered where it is not closed (or not known)."""
        for each in self.lists():
            if each.period == period:
                return each
        closed = ", ".join(each.period for each in self.lists()[1:]) or "none"
        raise NotCovered(f"{self.name}: no list {period!r} is closed; closed are: {closed}")

    def state(self, player: int, number: int) -> State:
        """Give how a player stood after a list; rating 0: not on it."""
        return self.states([player], number).get(player, NOBODY)

    def states(
        self, players: Sequence[int], number: int, before_place: int | None = None
    ) -> dict[int, State]:
        """Give how players stood after a list, or just before a place in its chain."""
        if not self.facts.closed:
            return dict(self._carried(players))
        last = history.c.number <= number
        if before_place is not None:
            same_list = and_(history.c.number == number, history.c.place < before_place)
            last = or_(history.c.number < number, same_list)
        return dict(self._history(players, last))

    def changes(self, player: int, number: int) -> list[State]:
        """Give every change of a player's standing up to a list, oldest first."""
        if not self.facts.closed:
            return [state for _, state in self._carried([player])]
        return [state for _, state in self._history([player], history.c.number <= number)]

    def moves(self, number: int, player: int | None = None) -> NDArray[np.int64]:
        """Give (player, list, place, rating, moved) for each change up to a list, in order."""
        if not self.facts.closed:
            players = range(1, self.official.facts.players + 1) if player is None else [player]
            rows = [(who, 0, 0, each.rating, 0) for who, each in self._carried(players)]
            return np.array(rows, dtype=np.int64).reshape(-1, 5)
        wanted = (history.c.player, history.c.number, history.c.place, history.c.rating)
        statement = select(*wanted, history.c.moved).where(
            history.c.pool == self.id, history.c.number <= number
        )
        if player is not None:
            statement = statement.where(history.c.player == player)
        in_order = statement.order_by(history.c.number, history.c.place, history.c.player)
        with self.reading() as connection:
            found = [tuple(row) for row in connection.execute(in_order)]
        return np.array(found, dtype=np.int64).reshape(-1, 5)

    def current(self, player: int, number: int) -> State:
        """Give one player's standing after a list by one look into the index."""
        if not self.facts.closed:
            return self.state(player, number)
        statement = (
            select(history)
            .where(
                history.c.pool == self.id, history.c.player == player, history.c.number <= number
            )
            .order_by(history.c.number.desc(), history.c.place.desc())
            .limit(literal_column("1"))  # a bound limit costs four times the look-up itself
        )
        with self.reading() as connection:
            row = connection.execute(statement).first()
        return NOBODY if row is None else self._state(row)

    def bookings(self, number: int, player: int | None = None) -> list[Booking]:
        """Give the reports a list known took, in order; of one player only, where asked."""
        statement = self._booked().where(booking.c.number == number)
        if player is not None:
            statement = statement.join(entry, entry.c.position == booking.c.position).where(
                entry.c.pool == self.id, entry.c.player == player, entry.c.number == number
            )
        with self.reading() as connection:
            rows = connection.execute(statement.order_by(booking.c.place))
            return [booking_of(row) for row in rows]

    def bookings_of(self, tournament: str) -> list[Booking]:
        """Give what lists known made of a tournament's report, or its parts, in their order."""
        statement = self._booked().where(booking.c.tournament == tournament)
        with self.reading() as connection:
            return sorted(
                map(booking_of, connection.execute(statement)), key=lambda each: each.order
            )

    def places_later(self, order: Order, number: int) -> list[Booking]:
        """Give reports booked up to a list that come later in the order of a chain."""
        statement = select(booking).where(booking.c.pool == self.id, booking.c.number <= number)
        with self.reading() as connection:
            found = [booking_of(row) for row in connection.execute(statement)]
        return [each for each in found if each.order > order]

    def turns(self, last: int) -> list[Turned]:
        """Give the ends of years on the lists up to one, in order."""
        here = tables.turn
        statement = select(here).where(here.c.pool == self.id, here.c.number <= last)
        with self.reading() as connection:
            rows = connection.execute(statement.order_by(here.c.number, here.c.place))
            return [Turned(row.number, row.place, row.year, row.edition) for row in rows]

    def results_waiting(self, position: int) -> list[tuple[int, bool]]:
        """Give the unlisted players of a report whose results wait, and whether they count."""
        statement = select(waiting.c.player, waiting.c.accepted).where(
            waiting.c.pool == self.id, waiting.c.position == position
        )
        with self.reading() as connection:
            rows = connection.execute(statement.order_by(waiting.c.player))
            return [(player, bool(accepted)) for player, accepted in rows]

    def _booked(self) -> Select[Any]:
        """Select what lists known booked."""
        known = select(rating_list.c.number).where(
            rating_list.c.pool == self.id, rating_list.c.position <= self.known
        )
        return select(booking).where(booking.c.pool == self.id, booking.c.number.in_(known))

    def _history(self, players: Sequence[int], last: Any) -> Iterator[tuple[int, State]]:
        with self.reading() as connection:
            for start in range(0, len(players), 500):
                statement = (
                    select(history)
                    .where(
                        history.c.pool == self.id,
                        history.c.player.in_(players[start : start + 500]),
                        last,
                    )
                    .order_by(history.c.player, history.c.number, history.c.place)
                )
                for row in connection.execute(statement):
                    yield row.player, self._state(row)

    def _state(self, row: Row[Any]) -> State:
        values = np.frombuffer(row.state, dtype="<i8").tolist()
        fields = dict(zip(self.law.state, values, strict=True))
        return State(row.number, row.place, row.rating, row.games, row.moved, fields)

    def _carried(self, players: Iterable[int]) -> Iterator[tuple[int, State]]:
        """Give the standings before the first list is closed."""
        state = self.official.replay(self.name).begun().state
        for player in players:
            fields = {
                name: int(values[player]) for name, values in state.items() if player < len(values)
            }
            if fields.get("rating"):
                yield player, State(0, 0, fields["rating"], 0, 0, fields)

    def _begun(self) -> ListRow:
        """Give list 0: the ratings carried over, or the empty list before the first."""
        begun_at = max((each.position for each in self.facts.carried), default=self.facts.opened_at)
        if self.known < begun_at:
            raise NotCovered(
                f"at #{self.known} nothing was known of {self.name}: it began at #{begun_at}"
            )
        since = min((each.on for each in self.facts.carried), default=date.min)
        return ListRow(0, CARRIED_OVER, since, begun_at, -1, "")

    def _pool_id(self) -> int:
        with self.reading() as connection:
            found = connection.execute(select(pool.c.id).where(pool.c.name == self.name)).scalar()
        return -1 if found is None else found

    def reading(self) -> Connection:
        """Give a connection to read what is kept."""
        return self.official.keeping.engine.connect().execution_options(reading=True)


def _list_row(row: Row[Any]) -> ListRow:
    return ListRow(
        row.number,
        row.period,
        date.fromisoformat(row.in_force_from),
        row.position,
        row.through_position,
        row.digest,
    )
