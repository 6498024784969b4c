"""Events by what is asked of them, a page at a time: by stream, type, and who recorded them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter

from sqlalchemy import Select, select

from ledger.store.reading_events import Events, Recorded
from ledger.store.schema import event


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of events; None asks nothing."""

    first: int = 0
    """The lowest position."""
    last: int | None = None
    """The highest position."""
    streams: tuple[str, ...] = ()
    """Of these alone; none named: of every stream."""
    type: str | None = None
    recorded_by: str | None = None

    def takes(self, recorded: Recorded) -> bool:
        """Tell whether an event is asked for."""
        return (
            self.first <= recorded.position
            and (self.last is None or recorded.position <= self.last)
            and (not self.streams or recorded.stream in self.streams)
            and self.type in (None, recorded.type)
            and self.recorded_by in (None, recorded.recorded_by)
        )


class Filtered(Events):
    """Reads pages of events. What a page costs rests on its length, not on the ledger's."""

    def page(self, wanted: Wanted, most: int) -> list[Recorded]:
        """Return the first events that are asked for, in order, at most so many."""
        if len(wanted.streams) > 1:
            pages = [self.page(replace(wanted, streams=(one,)), most) for one in wanted.streams]
            return sorted(chain.from_iterable(pages), key=attrgetter("position"))[:most]
        with self._reading() as connection:
            found = self._made(connection.execute(page_statement(wanted, most)))
        return [recorded for recorded in found if wanted.takes(recorded)]


def page_statement(wanted: Wanted, most: int) -> Select[tuple[object, ...]]:
    """Return the statement of a page, of one stream or of all.

    Within a stream versions have the order of positions.
    It does not say where to end: a second bound leads SQLite away from the index that fits best.
    """
    conditions = [event.c.position >= wanted.first]
    conditions += [event.c.stream == stream for stream in wanted.streams]
    for name in ("type", "recorded_by"):
        value = getattr(wanted, name)
        if value is not None:
            conditions.append(event.c[name] == value)
    order = event.c.stream_version if wanted.streams else event.c.position
    return select(event).where(*conditions).order_by(order).limit(most)
