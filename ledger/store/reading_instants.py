"""Instants of recording, with the corrections of a wrong clock."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from typing import Final

from sqlalchemy import Connection, func, select

from ledger.clock_errors import ClockWasWrong
from ledger.events.opening import ClockCorrected
from ledger.store.reading_events import Events
from ledger.store.schema import event

_NEVER: Final = 1 << 63
"""After every instant."""


class Instants(Events):
    """Reader of events by the instant of recording, in microseconds since 1970."""

    def position_at(self, instant_us: int) -> int:
        """Return the last position recorded before an instant; -1 if absent.

        Raises ClockWasWrong where a wrong clock recorded events about it.
        """
        corrections = self.clock_corrections()
        in_truth = [said.last for said in corrections if said.true_until < instant_us]
        known = max([self._position_before(instant_us), *in_truth])
        for said in corrections:
            began = self.true_instant(said.first - 1) + 1
            if known < said.last and began < instant_us <= said.true_until:
                raise ClockWasWrong(known, said.last)
        return known

    def _position_before(self, instant_us: int) -> int:
        """Return the last position with an instant before another; -1 if absent.

        Instants grow from event to event, and only a correction of the clock goes back: within each
        stretch between two corrections the position is found by halving, in whatever ledger.
        """
        end = self.head().next_position
        with self._reading() as connection:
            for start in reversed([0, *self._clock_set_back()]):
                stretch = range(start, end)
                before = bisect_left(stretch, instant_us, key=partial(_instant_at, connection))
                if before:
                    return start + before - 1
                end = start
        return -1

    def _clock_set_back(self) -> list[int]:
        """Return the positions of the clock corrections."""
        stream = self.in_stream("ledger")
        return [recorded.position for recorded in stream if recorded.type == ClockCorrected.TYPE]

    def first_later_than(self, instant_us: int, position: int = 0) -> int | None:
        """Return the first event from a position on, recorded after an instant."""
        later = event.c.position >= position, event.c.recorded_at > instant_us
        with self._reading() as connection:
            return connection.execute(select(func.min(event.c.position)).where(*later)).scalar()

    def clock_corrections(self) -> list[ClockCorrected]:
        """Return the clock corrections in the order of recording."""
        return [
            recorded.decoded().payload
            for recorded in self.in_stream("ledger")
            if recorded.type == ClockCorrected.TYPE
        ]

    def true_instants(self, positions: list[int]) -> dict[int, int]:
        """Return the instants by which some events were recorded: their own, unless corrected."""
        found = {position: row.recorded_at for position, row in self.at(positions).items()}
        for said in self.clock_corrections():
            for position in found.keys() & range(said.first, said.last + 1):
                found[position] = min(found[position], said.true_until)
        return found

    def true_instant(self, position: int) -> int:
        """Return the true instant of an event; -1 if absent."""
        return self.true_instants([position]).get(position, -1)


def _instant_at(connection: Connection, position: int) -> int:
    """Return the instant of the event at a position, or of the next event."""
    following = select(event.c.recorded_at).where(event.c.position >= position)
    found = connection.execute(following.order_by(event.c.position).limit(1)).scalar()
    return _NEVER if found is None else int(found)
