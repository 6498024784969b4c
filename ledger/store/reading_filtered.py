"""Pages of events selected by stream, type and recorder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter

from sqlalchemy import Select, select

from ledger.store.reading_events import Events, Recorded
from ledger.store.schema import event


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

    def takes(self, recorded: Recorded) -> bool:
        """Return whether the selection holds an event."""
        return (
            self.first <= recorded.position
            and (self.last is None or recorded.position <= self.last)
            and (not self.streams or recorded.stream in self.streams)
            and self.type in (None, recorded.type)
            and self.recorded_by in (None, recorded.recorded_by)
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
    order = event.c.stream_version if wanted.streams else event.c.position
    return select(event).where(*conditions).order_by(order).limit(most)
