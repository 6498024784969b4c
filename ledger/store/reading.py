"""Reading: selected events in pages, events by their instant; and the reader of a whole ledger."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from operator import attrgetter
from typing import Final, NamedTuple, Protocol, TypeVar, cast

from sqlalchemy import Connection, Select, bindparam, func, select, union_all

from ledger import hashing
from ledger.clock import ClockWasWrong
from ledger.events.opening import ClockCorrected
from ledger.store.reading_beside import Beside
from ledger.store.reading_events import (
    BEGINNING,
    CHUNK_BYTES,
    HEADINGS,
    Events,
    Head,
    Heading,
    Mark,
)
from ledger.store.recorded import Recorded
from ledger.store.schema import event
from ledger.store.snapshots import having

_CHAINS: Final = having(select(event.c.position, event.c.chain_hash), event.c.position)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A selection of events; None and an empty tuple select all."""

    first: int = 0
    """Lowest position."""
    last: int | None = None
    """Highest position."""
    streams: tuple[str, ...] = ()
    type: str | None = None
    recorded_by: str | None = None
    without: frozenset[int] = frozenset()
    """Positions left out."""

    def takes(self, recorded: Recorded) -> bool:
        """Return whether the selection holds an event."""
        return (
            self.first <= recorded.position
            and (self.last is None or recorded.position <= self.last)
            and (not self.streams or recorded.stream in self.streams)
            and self.type in (None, recorded.type)
            and self.recorded_by in (None, recorded.recorded_by)
            and recorded.position not in self.without
        )


class Filtered(Events):
    """Reads pages of events; the cost of a page does not grow with the ledger."""

    def page(self, wanted: Wanted, most: int) -> list[Recorded]:
        """Return the first `most` events of a selection, in order."""
        if len(wanted.streams) > 1:
            pages = [self.page(replace(wanted, streams=(one,)), most) for one in wanted.streams]
            return sorted(chain.from_iterable(pages), key=attrgetter("position"))[:most]
        with self._reading() as connection:
            found = self._made(connection.execute(page_statement(wanted, most)))
        return [recorded for recorded in found if wanted.takes(recorded)]

    def chains_before(self, positions: Collection[int]) -> dict[int, bytes]:
        """Return the chain hash before the events at some positions, by their position."""
        wanted = [position - 1 for position in positions]
        found = {position + 1: chain for position, chain in self._rows_of(_CHAINS, wanted)}
        return {0: hashing.CHAIN_START, **found}

    def last_of_types(
        self, types: Sequence[str], first: int, before: int, most: int
    ) -> list[Heading]:
        """Return the last events of some types from a position on, and before another.

        By heading, the last first; each type is looked up in the index on its own, so that a rare
        one costs no pass over the others.
        """
        named = {f"type_{number}": name for number, name in enumerate(types)}
        last = _last_of_types(len(types))
        found = self._rows(last, first=first, before=before, most=most, **named)
        return list(map(Heading._make, found))


@cache
def _last_of_types(count: int) -> Select[tuple[object, ...]]:
    """Return the statement of the last events of so many types; it is long, so made once."""
    where = event.c.position >= bindparam("first"), event.c.position < bindparam("before")
    of_each = (
        HEADINGS.where(event.c.type == bindparam(f"type_{number}"), *where)
        .order_by(event.c.position.desc())
        .limit(bindparam("most"))
        .subquery()
        for number in range(count)
    )
    whole = union_all(*map(select, of_each)).subquery()
    return select(whole).order_by(whole.c.position.desc()).limit(bindparam("most"))


def page_statement(wanted: Wanted, most: int) -> Select[tuple[object, ...]]:
    """Return the statement of a page of a stream, or of all streams.

    Versions of a stream have the order of positions. The statement has no upper bound: with a
    second bound SQLite chooses a worse index.
    """
    conditions = [event.c.position >= wanted.first]
    conditions += [event.c.stream == stream for stream in wanted.streams]
    for name in ("type", "recorded_by"):
        value = getattr(wanted, name)
        if value is not None:
            conditions.append(event.c[name] == value)
    if wanted.without:
        conditions.append(event.c.position.not_in(sorted(wanted.without)))
    order = event.c.stream_version if wanted.streams else event.c.position
    return select(event).where(*conditions).order_by(order).limit(most)


_NEVER: Final = 1 << 63
"""After every instant."""


class Instants(Events):
    """Reader of events by the instant of recording, in microseconds since 1970."""

    def position_at(self, instant_us: int) -> int:
        """Return the last position recorded before an instant; -1 if absent.

        Raises ClockWasWrong where a wrong clock recorded events about it.
        """
        corrections = self.clock_corrections()
        in_truth = [
            correction.last for correction in corrections if correction.true_until < instant_us
        ]
        known = max([self._position_before(instant_us), *in_truth])
        for correction in corrections:
            began = self.true_instant(correction.first - 1) + 1
            if known < correction.last and began < instant_us <= correction.true_until:
                raise ClockWasWrong(known, correction.last)
        return known

    def _position_before(self, instant_us: int) -> int:
        """Return the last position with an instant before another; -1 if absent.

        Instants grow from event to event, and only a correction of the clock goes back: within each
        stretch between two corrections the position is found by halving, in whatever ledger.
        """
        end = self.head().next_position
        corrections = self.stream("ledger", ClockCorrected.TYPE)
        with self._reading() as connection:
            for start in reversed([0, *(correction.position for correction in corrections)]):
                stretch = range(start, end)
                before = bisect_left(stretch, instant_us, key=partial(_instant_at, connection))
                if before:
                    return start + before - 1
                end = start
        return -1

    def first_later_than(self, instant_us: int, position: int = 0) -> int | None:
        """Return the first event from a position on, recorded after an instant."""
        later = event.c.position >= position, event.c.recorded_at > instant_us
        first: int | None = self._value(select(func.min(event.c.position)).where(*later))
        return first

    def clock_corrections(self) -> list[ClockCorrected]:
        """Return the clock corrections in the order of recording."""
        corrections = self.stream("ledger", ClockCorrected.TYPE)
        return [recorded.decoded().payload for recorded in corrections]

    def true_instants(self, positions: list[int]) -> dict[int, int]:
        """Return the instants by which some events were recorded: their own, unless corrected."""
        found = {position: row.recorded_at for position, row in self.at(positions).items()}
        for correction in self.clock_corrections():
            for position in found.keys() & range(correction.first, correction.last + 1):
                found[position] = min(found[position], correction.true_until)
        return found

    def true_instant(self, position: int) -> int:
        """Return the true instant of an event; -1 if absent."""
        return self.true_instants([position]).get(position, -1)


def _instant_at(connection: Connection, position: int) -> int:
    """Return the instant of the event at a position, or of the next event."""
    following = select(event.c.recorded_at).where(event.c.position >= position)
    found = connection.execute(following.order_by(event.c.position).limit(1)).scalar()
    return _NEVER if found is None else int(found)


class Marked(Protocol):
    """What follows from a stream up to a mark."""

    @property
    def mark(self) -> Mark: ...

    @property
    def size_bytes(self) -> int: ...


class Sized(Protocol):
    """What can stay in memory."""

    @property
    def size_bytes(self) -> int: ...


class _Kept(NamedTuple):
    """What follows from all events of some types, and the last of them."""

    last: Recorded
    found: Sized


M = TypeVar("M", bound=Marked)
S = TypeVar("S", bound=Sized)


class Reader(Instants, Filtered, Beside):
    """Reads a ledger's tables. Every call sees committed rows only, a prefix without gaps."""

    def followed(
        self, key: Hashable, stream: str, through: int | None, make: Callable[[M | None, Mark], M]
    ) -> M:
        """Return what follows from a stream, as known at a position (None: now).

        It stays in memory under a key: the next question reads the events since. `make` gives it
        for a mark, from what it was at an earlier mark of the same history (None: from the start).
        """
        mark, newest = self.mark(stream, through), self.memory.get(key)
        if newest is not None and newest.mark == mark:
            return cast(M, newest)
        of_past = newest is not None and mark.version < newest.mark.version
        place = (key, mark) if of_past else key
        if of_past and (kept := self.memory.get(place)) is not None:
            return cast(M, kept)
        goes_on = newest is not None and not of_past and self.has_mark(stream, newest.mark)
        found = make(newest if goes_on else None, mark)
        self.memory.put(place, found, found.size_bytes)
        return found

    def followed_types(
        self,
        key: Hashable,
        types: Sequence[str],
        begin: Callable[[int], S],
        go_on: Callable[[S, Sequence[Recorded]], S],
    ) -> S:
        """Return what follows from all events of some types.

        It stays in memory under a key: the next question reads the events since. `begin` gives it
        up to a position (-1: none), `go_on` with further events.
        """
        kept: _Kept | None = self.memory.get(key)
        since = [] if kept is None else list(self.of_types(types, kept.last.position))
        if kept is not None and since and since[0].chain_hash == kept.last.chain_hash:
            found = cast(S, kept.found)
            if len(since) == 1:
                return found
            last, found = since[-1], go_on(found, since[1:])
        else:
            at = max(self.last_of_type(kind) for kind in types)
            if at < 0:
                return begin(at)
            last, found = self.at([at])[at], begin(at)
        self.memory.put(key, _Kept(last, found), found.size_bytes)
        return found


__all__ = ["BEGINNING", "CHUNK_BYTES", "Head", "Mark", "Reader", "Recorded"]
