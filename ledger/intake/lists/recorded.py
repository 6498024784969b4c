"""Lists of other bodies as they were recorded: who stood on them, and with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.errors import Refused
from ledger.events.external import ExternalListRecorded
from ledger.store.reading import Reader, Recorded


class UnknownList(Refused):
    """No such list of that body is recorded, or not the whole of it."""


@dataclass(frozen=True, slots=True)
class ExternalList:
    """What a whole list says of the players registered when it was recorded.

    `values` are columns by name, a number for each of `players`, which grow; a rating of 0 is none.
    """

    body: str
    name: str
    list_date: date
    file: str
    """SHA-256 of the file as received."""
    file_rows: int
    position: int
    """Of the event with which it was whole."""
    players: NDArray[np.int32]
    values: Mapping[str, NDArray[np.int32]]

    def row(self, player: int) -> dict[str, int] | None:
        """Give what it says of a player; None where it did not name him."""
        at = int(np.searchsorted(self.players, player))
        if at == len(self.players) or self.players[at] != player:
            return None
        return {name: int(values[at]) for name, values in self.values.items()}


def on_list(read: Reader, body: str, name: str, known: int | None = None) -> ExternalList:
    """Give a list as known at a position (None: everything). Raises UnknownList."""
    stream = f"external-{body}-{name}"
    recorded = [each for each in read.stream(stream) if known is None or each.position <= known]
    parts = [each.decoded().payload for each in recorded]
    if not parts or (parts[0].body, parts[0].list) != (body, name):
        have = ", ".join(names_of(read, body)) or "none"
        raise UnknownList(
            f"no list {name!r} of {body!r} is recorded; recorded are: {have}",
            field="list",
            found=name,
            expected=have,
        )
    if not parts[-1].last_part:
        raise UnknownList(
            f"list {name!r} of {body!r} is recorded in part only: record it again",
            field="list",
            found=name,
            expected="a list recorded whole",
        )
    return _joined(recorded, parts)


def last_list_before(
    read: Reader, body: str, day: date, known: int | None = None
) -> ExternalList | None:
    """Give the last whole list of a body dated before a day or on it; None where there is none."""
    dated = [(listed, name) for name, listed in _dated(read, body) if listed <= day.isoformat()]
    for _, name in sorted(dated, reverse=True):
        try:
            return on_list(read, body, name, known)
        except UnknownList:
            continue
    return None


def lists_of_day(read: Reader, body: str, day: date) -> list[ExternalList]:
    """Give the whole lists of a body of one day, as they were recorded one after the other."""
    found: list[ExternalList] = []
    for name in (name for name, of in _dated(read, body) if of == day.isoformat()):
        with suppress(UnknownList):  # recorded in part only
            found.append(on_list(read, body, name))
    return sorted(found, key=lambda each: each.position)


def names_of(read: Reader, body: str) -> list[str]:
    """Give the names of a body's lists, oldest first."""
    return [name for name, _ in sorted(_dated(read, body), key=lambda each: each[::-1])]


def _dated(read: Reader, body: str) -> list[tuple[str, str]]:
    """Give names and days of a body's lists. No body has a hyphen in its name."""
    beginning = f"external-{body}-"
    streams = read.streams(beginning) if "-" not in body else []
    return [(stream.removeprefix(beginning), day) for stream, day in streams]


def _joined(recorded: Sequence[Recorded], parts: Sequence[ExternalListRecorded]) -> ExternalList:
    players = columns.read("".join(each.player for each in parts), columns.PLAYER)
    order = np.argsort(players, kind="stable")
    names = list(dict.fromkeys(name for each in parts for name in each.values))
    return ExternalList(
        body=parts[0].body,
        name=parts[0].list,
        list_date=parts[0].list_date,
        file=parts[0].file,
        file_rows=parts[0].file_rows,
        position=recorded[-1].position,
        players=players[order],
        values={name: _column(parts, name)[order] for name in names},
    )


def _column(parts: Sequence[ExternalListRecorded], name: str) -> NDArray[np.int32]:
    text = "".join(
        each.values.get(name, "0" * (len(each.player) // columns.PLAYER * columns.NUMBER))
        for each in parts
    )
    return columns.read(text, columns.NUMBER)
