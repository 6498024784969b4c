"""Reader of a ledger with tentative events behind the head.

A preview reads the ledger as after the recording. Nothing is written and nobody waits: the requests
are checked, numbered and hashed as for recording, from one snapshot.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from operator import attrgetter
from typing import Any, Literal

from sqlalchemy import Engine

from ledger.clock import Clock
from ledger.errors import Refused
from ledger.store.appending import Batch, rehearse
from ledger.store.one_reading import OneReading
from ledger.store.preparing import prepare
from ledger.store.reading import Head, Recorded, Wanted
from ledger.store.reading_events import Heading, Mark
from ledger.store.remembered import Remembered
from ledger.store.requests import Receipt, Request
from ledger.store.tentative_beside import TentativeBeside


class Tentative(TentativeBeside):
    """Reader of a ledger with tentative events behind the recorded ones."""

    def __init__(
        self, engine: Engine, within: OneReading, memory: Remembered[Any] | None = None
    ) -> None:
        """Begin without tentative events, at the head that a reading of the ledger sees.

        `memory` is that of the recorded events; results of tentative events stay here.
        """
        super().__init__(engine, within, memory)
        self._batch: Batch | None = None
        self.tentative: list[Recorded] = []
        """The events behind the head, in order."""
        self._answers: list[Receipt] = []
        self.added: list[Request] = []
        """The requests of the tentative events, in order."""

    def add(self, request: Request, clock: Clock) -> Receipt:
        """Add a request behind the head. Raises the refusal of its recording.

        The receipt of a request that is recorded already is marked replayed; it adds nothing.
        """
        prepared = prepare(request, clock)
        dialect = self._engine.dialect.name
        with self._reading() as connection:
            cursor = connection.connection.cursor()
            batch, [answer] = rehearse(cursor, dialect, clock, [prepared], self._batch)
        if isinstance(answer, Refused):
            raise answer
        if batch.rows:
            self._take(request, batch)
            self._answers.append(replace(answer, replayed=True))
            self.added.append(request)
        return answer

    def _take(self, request: Request, batch: Batch) -> None:
        events = [Recorded._make(row) for row in batch.rows]
        self._batch = batch
        self.tentative += events
        self._take_beside(request, events)

    def _some(self, wanted: Callable[[Recorded], bool]) -> list[Recorded]:
        return list(filter(wanted, self.tentative))

    # -------------------------------------------------------------------------------------- events

    def head(self) -> Head:
        """Return the head behind the tentative events."""
        head = super().head()
        if not self.tentative:
            return head
        last = self.tentative[-1]
        return replace(
            head,
            next_position=last.position + 1,
            chain_hash=last.chain_hash,
            recorded_at=last.recorded_at,
        )

    def chunks(
        self, first: int = 0, last: int | None = None, chunk: int = 2_000
    ) -> Iterator[list[Recorded]]:
        """Yield events first … last, the tentative ones in lists of their own."""
        yield from super().chunks(first, last, chunk)
        rows = self._some(lambda e: first <= e.position and (last is None or e.position <= last))
        for start in range(0, len(rows), chunk):
            yield rows[start : start + chunk]

    def at(self, positions: Collection[int]) -> dict[int, Recorded]:
        """Return the events at some positions."""
        new = {event.position: event for event in self.tentative}
        return super().at(positions) | {at: new[at] for at in positions if at in new}

    def streams_with(self, names: Collection[str], types: Sequence[str]) -> set[str]:
        """Return which of some streams hold an event of some types."""
        new = self._some(lambda event: event.stream in names and event.type in types)
        return super().streams_with(names, types) | {event.stream for event in new}

    def headings(self, key: Literal["position", "stream"], keys: Collection[Any]) -> list[Heading]:
        """Return the headings of the events at some positions or in some streams, in order."""
        new = self._some(lambda event: getattr(event, key) in keys)
        made = [Heading(e.position, e.stream, e.type, e.valid_on) for e in new]
        return super().headings(key, keys) + made

    def stream(self, name: str, *types: str) -> list[Recorded]:
        """Return a stream's events in order; with types those of the types."""
        new = self._some(lambda e: e.stream == name and (not types or e.type in types))
        return super().stream(name, *types) + new

    def in_stream(self, name: str, chunk: int = 25, after: int = -1) -> Iterator[Recorded]:
        """Yield a stream's events after a version in order, in bounded memory."""
        yield from super().in_stream(name, chunk, after)
        yield from self._some(lambda e: e.stream == name and e.stream_version > after)

    def stream_version(self, name: str) -> int:
        """Return the version of a stream; -1 if absent."""
        new = self._some(lambda event: event.stream == name)
        return new[-1].stream_version if new else super().stream_version(name)

    def mark(self, name: str, through: int | None = None) -> Mark:
        """Return the end of a stream, as known at a position (None: now)."""
        new = self._some(lambda e: e.stream == name and (through is None or e.position <= through))
        marks = [Mark(event.stream_version, event.event_id) for event in new]
        return marks[-1] if marks else super().mark(name, through)

    def has_mark(self, name: str, mark: Mark) -> bool:
        """Return whether a stream has the event of a mark: it goes on from there."""
        new = self._some(lambda e: e.stream == name and e.stream_version == mark.version)
        return super().has_mark(name, mark) or any(one.event_id == mark.event_id for one in new)

    def last_day_of(self, type_name: str, until: date | None = None) -> str:
        """Return the last day from which an event of a type holds, up to a day; empty: none."""
        last = "9999-12-31" if until is None else until.isoformat()
        new = self._some(lambda e: e.type == type_name and e.valid_on <= last)
        return max([super().last_day_of(type_name, until), *(event.valid_on for event in new)])

    def last_of_type(self, type_name: str, through: int | None = None) -> int:
        """Return the position of the last event of a type, up to a position; -1 if absent."""
        new = self._some(
            lambda e: e.type == type_name and (through is None or e.position <= through)
        )
        return new[-1].position if new else super().last_of_type(type_name, through)

    def last_in_stream(
        self, name: str, type_name: str, until: date | None = None
    ) -> Recorded | None:
        """Return the last event of a type in a stream; with a day, the last up to the day."""
        day = until.isoformat() if until else "9999-12-31"
        new = self._some(lambda e: (e.stream, e.type) == (name, type_name) and e.valid_on <= day)
        return new[-1] if new else super().last_in_stream(name, type_name, until)

    def of_types(self, type_names: Sequence[str], first: int = 0) -> Iterator[Recorded]:
        """Yield the events of some types from a position on, in order."""
        yield from super().of_types(type_names, first)
        yield from self._some(lambda e: e.type in type_names and e.position >= first)

    def streams(self, beginning: str) -> list[tuple[str, str]]:
        """Return the streams whose names share a beginning, with the day of the first event."""
        new = self._some(lambda e: e.stream.startswith(beginning) and e.stream_version == 0)
        return sorted([*super().streams(beginning), *((e.stream, e.valid_on) for e in new)])

    def valid_between(
        self, types: Sequence[str], first: date, last: date, followed_by: Sequence[str] = ()
    ) -> list[int]:
        """Return the positions of events of some types valid from a day first … last."""
        days = first.isoformat(), last.isoformat()
        new = self._some(lambda e: days[0] <= e.valid_on <= days[1])
        behind = {event.position - 1: event.stream for event in new if event.type in followed_by}
        found = {*super().valid_between(types, first, last, followed_by)}
        found |= {event.position for event in new if event.type in types}
        before = self.headings("position", found & behind.keys())
        return sorted(
            found - {one.position for one in before if behind[one.position] == one.stream}
        )

    def page(self, wanted: Wanted, most: int) -> list[Recorded]:
        """Return the first `most` events of a selection, in order."""
        if len(wanted.streams) > 1:
            return super().page(wanted, most)  # it asks for the page of each stream
        found = [*super().page(wanted, most), *self._some(wanted.takes)]
        return sorted(found, key=attrgetter("position"))[:most]

    def chains_before(self, positions: Collection[int]) -> dict[int, bytes]:
        """Return the chain hash before the events at some positions, by their position."""
        new = {event.position + 1: event.chain_hash for event in self.tentative}
        found = super().chains_before(positions)
        return found | {at: new[at] for at in positions if at in new}

    def last_of_types(
        self, types: Sequence[str], first: int, before: int, most: int
    ) -> list[Heading]:
        """Return the last events of some types from a position on, and before another."""
        new = self._some(lambda e: e.type in types and first <= e.position < before)
        made = [Heading(e.position, e.stream, e.type, e.valid_on) for e in reversed(new)]
        return [*made, *super().last_of_types(types, first, before, most)][:most]

    def first_later_than(self, instant_us: int, position: int = 0) -> int | None:
        """Return the first event from a position on, recorded after an instant."""
        new = self._some(lambda e: e.position >= position and e.recorded_at > instant_us)
        stored = super().first_later_than(instant_us, position)
        return stored if stored is not None or not new else new[0].position

    # ------------------------------------------------------------------------------------ requests

    def requests(self, beginning: str) -> list[Receipt]:
        """Return the receipts, marked replayed, of requests whose keys share a beginning."""
        new = (receipt for receipt in self._answers if receipt.key.startswith(beginning))
        return [*super().requests(beginning), *new]

    def request(self, key: str) -> Receipt | None:
        """Return the receipt, marked replayed, of the request with a key; None if absent."""
        new = (receipt for receipt in self._answers if receipt.key == key)
        return next(new, None) or super().request(key)

    def request_at(self, position: int) -> Receipt:
        """Return the receipt, marked replayed, of the request that recorded a position."""
        for receipt in self._answers:
            if receipt.first_position <= position <= receipt.last_position:
                return receipt
        return super().request_at(position)
