"""When events were recorded: by their instants, and by what corrected a wrong clock."""

from __future__ import annotations

from sqlalchemy import func, select

from ledger.clock_errors import ClockWasWrong
from ledger.events.opening import ClockCorrected
from ledger.store.reading_events import Events
from ledger.store.schema import event


class Instants(Events):
    """Reads events by the instants at which they were recorded, in microseconds since 1970."""

    def position_at(self, instant_us: int) -> int:
        """Return the last position recorded before an instant; -1 where there is none.

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
        statement = select(func.max(event.c.position)).where(event.c.recorded_at < instant_us)
        with self._reading() as connection:
            position = connection.execute(statement).scalar()
            return -1 if position is None else int(position)

    def first_later_than(self, instant_us: int, position: int = 0) -> int | None:
        """Return the first event from a position on that was recorded after an instant."""
        later = event.c.position >= position, event.c.recorded_at > instant_us
        with self._reading() as connection:
            return connection.execute(select(func.min(event.c.position)).where(*later)).scalar()

    def clock_corrections(self) -> list[ClockCorrected]:
        """Return what corrected a wrong clock, in the order of recording."""
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
        """Return the same of one event; -1 where there is no such event."""
        return self.true_instants([position]).get(position, -1)
