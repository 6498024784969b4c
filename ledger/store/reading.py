"""Reading: events in order of position, a chunk at a time; documents; subjects."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from functools import partial
from typing import Final

from sqlalchemy import ColumnElement, Connection, func, select

from ledger.clock_errors import ClockWasWrong
from ledger.events.opening import ClockCorrected
from ledger.store.reading_events import CHUNK_BYTES, Events, Head, Recorded
from ledger.store.reading_filtered import Filtered
from ledger.store.reading_tables import Tables
from ledger.store.requests import Receipt
from ledger.store.schema import (
    append_request,
    document,
    event,
    note,
    reported_name,
    subject,
    subject_number,
)
from ledger.store.snapshots import stream

_SUBJECTS: Final = 1_000
"""Players of one page."""


class Beside(Tables):
    """Reader of the rows beside the events."""

    def document(self, digest: str) -> bytes | None:
        """Return the bytes of a document; None if absent."""
        with self._reading() as connection:
            found = select(document.c.bytes).where(document.c.digest == digest)
            data = connection.execute(found).scalar()
            return data

    def documents(self, digests: Collection[str]) -> Iterator[tuple[str, bytes]]:
        """Yield digest and bytes of some documents, in any order."""
        some = select(document.c.digest, document.c.bytes).where(document.c.digest.in_(digests))
        with self._reading() as connection:
            for row in stream(connection, some, 1):
                yield row.digest, bytes(row.bytes)

    def requests(self, beginning: str) -> list[Receipt]:
        """Return the receipts, marked replayed, of requests whose keys share a beginning."""
        key = append_request.c.key
        return self._receipts(key >= beginning, key < beginning + "\x7f")  # keys are ASCII

    def request(self, key: str) -> Receipt | None:
        """Return the receipt, marked replayed, of the request with a key; None if absent."""
        return next(iter(self._receipts(append_request.c.key == key)), None)

    def _receipts(self, *which: ColumnElement[bool]) -> list[Receipt]:
        statement = (
            select(
                append_request.c.key,
                append_request.c.first_position,
                append_request.c.last_position,
                event.c.recorded_at,
            )
            .join(event, event.c.position == append_request.c.first_position)
            .where(*which)
            .order_by(append_request.c.first_position)
        )
        with self._reading() as connection:
            return [Receipt(*row, replayed=True) for row in connection.execute(statement)]

    def players_by_number(self, scheme: str, numbers: list[str]) -> dict[str, int]:
        """Return the players known under numbers of a scheme."""
        found: dict[str, int] = {}
        with self._reading() as connection:
            for start in range(0, len(numbers), 500):
                some = numbers[start : start + 500]
                rows = connection.execute(
                    select(subject_number.c.number, subject_number.c.player).where(
                        subject_number.c.scheme == scheme, subject_number.c.number.in_(some)
                    )
                )
                found |= {row.number: row.player for row in rows}
        return found

    def numbers_of(self, scheme: str) -> dict[str, int]:
        """Return all players known under a scheme, by their numbers."""
        statement = select(subject_number.c.number, subject_number.c.player).where(
            subject_number.c.scheme == scheme
        )
        with self._reading() as connection:
            return {row.number: row.player for row in connection.execute(statement)}

    def subjects(self, players: list[int]) -> dict[int, tuple[bytes, bytes]]:
        """Return salt and body of players; erased players are absent."""
        found: dict[int, tuple[bytes, bytes]] = {}
        with self._reading() as connection:
            for start in range(0, len(players), 500):
                some = select(subject).where(subject.c.player.in_(players[start : start + 500]))
                found |= {row.player: (row.salt, row.body) for row in connection.execute(some)}
        return found

    def all_subjects(self) -> Iterator[list[tuple[int, bytes, bytes]]]:
        """Yield player, salt and body of all players with words, by register number, in pages."""
        player: int | None = None
        while True:
            some = select(subject).order_by(subject.c.player).limit(_SUBJECTS)
            if player is not None:
                some = some.where(subject.c.player > player)
            with self._reading() as connection:
                rows = [(row.player, row.salt, row.body) for row in connection.execute(some)]
            if not rows:
                return
            yield rows
            player = rows[-1][0]

    def note(self, event_id: str) -> tuple[bytes, str] | None:
        """Return salt and text of the note to an event; None where none is kept."""
        with self._reading() as connection:
            found = select(note.c.salt, note.c.text).where(note.c.event_id == event_id)
            row = connection.execute(found).one_or_none()
            return None if row is None else (row.salt, row.text)

    def names_reported(
        self, positions: Collection[int]
    ) -> dict[int, dict[int, tuple[bytes, bytes]]]:
        """Return salt and body of the words in reports about entrants, by position and row."""
        found: dict[int, dict[int, tuple[bytes, bytes]]] = {}
        some = select(reported_name).where(reported_name.c.position.in_(positions))
        with self._reading() as connection:
            for row in connection.execute(some):
                said = found.setdefault(row.position, {})
                said[row.entrant] = bytes(row.salt), bytes(row.body)
        return found

    def notes(self, event_ids: Collection[str]) -> dict[str, str]:
        """Return the texts of the notes to some events, by the id of the event."""
        some = select(note.c.event_id, note.c.text).where(note.c.event_id.in_(event_ids))
        with self._reading() as connection:
            return {row.event_id: row.text for row in connection.execute(some)}

    def numbers_by_player(self, players: Collection[int]) -> dict[int, set[tuple[str, str]]]:
        """Return scheme and number of all numbers of players; players without words are absent."""
        found: dict[int, set[tuple[str, str]]] = {}
        asked = sorted(players)
        number = subject_number.c
        with self._reading() as connection:
            for start in range(0, len(asked), 500):
                some = (
                    select(subject.c.player, number.scheme, number.number)
                    .outerjoin(subject_number, number.player == subject.c.player)
                    .where(subject.c.player.in_(asked[start : start + 500]))
                )
                for row in connection.execute(some):
                    held = found.setdefault(row.player, set())
                    if row.scheme is not None:
                        held.add((row.scheme, row.number))
        return found

    def reported_names(self, position: int) -> dict[int, tuple[bytes, bytes]]:
        """Return salt and body of the words in a report about the entrants."""
        with self._reading() as connection:
            rows = connection.execute(
                select(reported_name).where(reported_name.c.position == position)
            )
            return {row.entrant: (row.salt, row.body) for row in rows}


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


class Reader(Instants, Filtered, Beside):
    """Reads a ledger's tables. Every call sees committed rows only, a prefix without gaps."""


__all__ = ["CHUNK_BYTES", "Head", "Reader", "Recorded"]
