"""Lists of other bodies as recorded: players, values, days, absences.

A list tells of the players registered when it was recorded, and of those looked up on it since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.errors import Refused
from ledger.events.external import ExternalListRecorded, ExternalListSearched, LaterRows
from ledger.expected import named
from ledger.register import identities
from ledger.sentences import Sentence
from ledger.store.reading import BEGINNING, Mark, Reader

Positioned = tuple[int, ExternalListRecorded | LaterRows]
"""An event of a list, with the position."""

_ALWAYS: Final = np.iinfo(np.int64).max
"""After every position."""


class UnknownList(Refused):
    """No such list of the body is recorded, or not the whole list."""


@dataclass(frozen=True, slots=True)
class ExternalList:
    """A whole list: rows of registered players, and players looked up later.

    `values` are columns by name, a number for each of `players`, which grow; a rating of 0 is none.
    `since` gives for each the position of the event that told it. `absent` are players looked up
    without success, growing, and `absent_since` the positions of these events.
    """

    body: str
    name: str
    list_date: date
    file: str
    """SHA-256 of the file as received."""
    file_rows: int
    position: int
    """Position of the last event of the list."""
    registered: int
    """The last register number given when it was recorded."""
    players: NDArray[np.int32]
    values: Mapping[str, NDArray[np.int32]]
    since: NDArray[np.int64]
    absent: NDArray[np.int32]
    absent_since: NDArray[np.int64]
    others: str | None = None
    """Digest of the document with the rows of everybody else."""
    mark: Mark = BEGINNING
    """The last event of the stream when read."""

    @property
    def size_bytes(self) -> int:
        """Bytes in memory."""
        of_players = (self.players, self.since, self.absent, self.absent_since)
        values = sum(column.nbytes for column in self.values.values())
        return sum(column.nbytes for column in of_players) + values

    def with_later(self, events: Sequence[Positioned], mark: Mark) -> ExternalList:
        """Return the list with the players looked up since, up to a mark."""
        rows, values = _rows(events), dict(self.values)
        new, absent = rows.only(rows.listed), rows.only(~rows.listed)
        at, at_absent = (
            np.searchsorted(known, later.players, side="right")
            for known, later in ((self.players, new), (self.absent, absent))
        )
        none = np.zeros(len(self.players), dtype=np.int32)
        for name in dict.fromkeys([*self.values, *new.values]):
            later = new.values.get(name, np.zeros(len(new.players), dtype=np.int32))
            values[name] = np.insert(self.values.get(name, none), at, later)
        return replace(
            self,
            players=np.insert(self.players, at, new.players),
            values=values,
            since=np.insert(self.since, at, new.since),
            absent=np.insert(self.absent, at_absent, absent.players),
            absent_since=np.insert(self.absent_since, at_absent, absent.since),
            mark=mark,
        )

    def row(self, player: int) -> dict[str, int] | None:
        """Return the values of a player; None if the player has no row."""
        (at,), (found,) = _places(self.players, self.since, np.array([player]), _ALWAYS)
        return {name: int(values[at]) for name, values in self.values.items()} if found else None

    def on_it(self, player: int) -> bool | None:
        """Return whether a player is on the list; None: not known, as `tells`."""
        if self.row(player) is not None:
            return True
        return False if player <= self.registered or player in self.absent else None

    def tells(
        self, players: NDArray[Any], column: str, through: int
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the ratings of players (0: none), and whether the list tells of each.

        As known at position `through`, when the list was whole. It tells of players with a row, of
        those registered when it was recorded, and of those looked up since.
        """
        at, listed = _places(self.players, self.since, players, through)
        _, absent = _places(self.absent, self.absent_since, players, through)
        ratings = np.zeros(len(players), dtype=np.int64)
        ratings[listed] = self.values[column][at[listed]]
        return ratings, listed | absent | (players <= self.registered)


def _places(
    rows: NDArray[np.int32], since: NDArray[np.int64], players: NDArray[Any], through: int
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return the place of each player in growing rows, and whether a row was known by then."""
    if not len(rows):
        return np.zeros(len(players), dtype=np.intp), np.zeros(len(players), dtype=bool)
    at = np.minimum(np.searchsorted(rows, players), len(rows) - 1)
    return at, (rows[at] == players) & (since[at] <= through)


def on_list(read: Reader, body: str, name: str, known: int | None = None) -> ExternalList:
    """Return a list as known at a position (None: everything). Raises UnknownList.

    It stays in memory; players looked up since are added to it.
    """
    stream = f"external-{body}-{name}"

    def made(before: ExternalList | None, mark: Mark) -> ExternalList:
        after = (before.mark if before else BEGINNING).version
        events = [
            (event.position, event.decoded().payload)
            for event in read.in_stream(stream, after=after)
            if event.stream_version <= mark.version
        ]
        if before and not any(isinstance(fact, ExternalListRecorded) for _, fact in events):
            return before.with_later(events, mark)
        return made(None, mark) if before else _whole(read, body, name, events, mark)

    return read.followed(("external list", body, name), stream, known, made)


def _whole(
    read: Reader, body: str, name: str, events: Sequence[Positioned], mark: Mark
) -> ExternalList:
    """Return a list from all its events. Raises UnknownList."""
    parts = [fact for _, fact in events if isinstance(fact, ExternalListRecorded)]
    if not parts or (parts[0].body, parts[0].list) != (body, name):
        names = named(names_of(read, body))
        message = Sentence(
            "no list '{list}' of '{body}' is recorded; recorded are: {names}",
            list=name,
            body=body,
            names=names,
        )
        raise UnknownList(message, field="list", found=name, expected=names)
    if not parts[-1].last_part:
        message = Sentence(
            "list '{list}' of '{body}' is recorded in part only: record it again",
            list=name,
            body=body,
        )
        expected = Sentence("a list recorded whole")
        raise UnknownList(message, field="list", found=name, expected=expected)
    return _joined(read, events, parts, mark)


def last_list_before(
    read: Reader, body: str, day: date, known: int | None = None
) -> ExternalList | None:
    """Return the last whole list of a body dated on or before a day, or None."""
    dated = [(listed, name) for name, listed in _dated(read, body) if listed <= day.isoformat()]
    for _, name in sorted(dated, reverse=True):
        try:
            return on_list(read, body, name, known)
        except UnknownList:
            continue
    return None


def lists_of_day(read: Reader, body: str, day: date) -> list[ExternalList]:
    """Return the whole lists of a body of a day, in the order of recording."""
    lists: list[ExternalList] = []
    for name in (name for name, listed in _dated(read, body) if listed == day.isoformat()):
        with suppress(UnknownList):  # recorded in part only
            lists.append(on_list(read, body, name))
    return sorted(lists, key=lambda external: external.position)


def names_of(read: Reader, body: str) -> list[str]:
    """Return the names of a body's lists, oldest first."""
    return [name for name, _ in sorted(_dated(read, body), key=lambda dated: dated[::-1])]


def _dated(read: Reader, body: str) -> list[tuple[str, str]]:
    """Return name and day of each list of a body; bodies have no hyphen in their name."""
    beginning = f"external-{body}-"
    streams = read.streams(beginning) if "-" not in body else []
    return [(stream.removeprefix(beginning), day) for stream, day in streams]


def _joined(
    read: Reader,
    events: Sequence[Positioned],
    parts: Sequence[ExternalListRecorded],
    mark: Mark,
) -> ExternalList:
    position, rows = _last_part(events), _rows(events)
    listed, absent = rows.only(rows.listed), rows.only(~rows.listed)
    return ExternalList(
        body=parts[0].body,
        name=parts[0].list,
        list_date=parts[0].list_date,
        file=parts[0].file,
        file_rows=parts[0].file_rows,
        position=position,
        registered=identities.last_player(read, position),
        players=listed.players,
        values=listed.values,
        since=listed.since,
        absent=absent.players,
        absent_since=absent.since,
        others=parts[0].others,
        mark=mark,
    )


class _Rows(NamedTuple):
    """Rows of events, players ascending; a value that an event does not state is 0."""

    players: NDArray[np.int32]
    listed: NDArray[np.bool_]
    since: NDArray[np.int64]
    values: dict[str, NDArray[np.int32]]

    def only(self, rows: NDArray[Any]) -> _Rows:
        """Return some rows, by mask or in the order of indices."""
        values = {name: column[rows] for name, column in self.values.items()}
        return _Rows(self.players[rows], self.listed[rows], self.since[rows], values)


def _rows(events: Sequence[Positioned]) -> _Rows:
    facts = [fact for _, fact in events]
    players = columns.read("".join(fact.player for fact in facts), columns.PLAYER)
    rows = [len(fact.player) // columns.PLAYER for fact in facts]
    since = np.repeat(np.array([position for position, _ in events], dtype=np.int64), rows)
    flags = zip(facts, rows, strict=True)
    is_listed = columns.read("".join(_listed(fact) or "1" * n for fact, n in flags), columns.FLAG)
    values = {}
    for name in dict.fromkeys(name for fact in facts for name in fact.values):
        texts = (
            fact.values.get(name, "0" * (columns.NUMBER * count))
            for fact, count in zip(facts, rows, strict=True)
        )
        values[name] = columns.read("".join(texts), columns.NUMBER)
    found = _Rows(players, is_listed > 0, since, values)
    return found.only(np.argsort(players, kind="stable"))


def _last_part(events: Sequence[Positioned]) -> int:
    return max(position for position, fact in events if isinstance(fact, ExternalListRecorded))


def _listed(fact: ExternalListRecorded | LaterRows) -> str:
    return fact.listed if isinstance(fact, ExternalListSearched) else ""
