"""Lists of other bodies as recorded: players, values, days.

When a report is imported, its entrants are looked up on the lists that may rate them: of each body
the last list before the first day, and the later lists. Rows found are recorded with the report.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.errors import Refused
from ledger.events.external import ExternalListCompleted, ExternalListRecorded
from ledger.intake.external_list.matching import from_document
from ledger.store.reading import Reader


class UnknownList(Refused):
    """No such list of the body is recorded, or not the whole list."""


@dataclass(frozen=True, slots=True)
class ExternalList:
    """A whole list: rows of registered players, and rows completed later.

    `values` are columns by name, a number for each of `players`, which grow; a rating of 0 is none.
    `since` gives for each the position of the event that told it.
    """

    body: str
    name: str
    list_date: date
    file: str
    """SHA-256 of the file as received."""
    file_rows: int
    position: int
    """Position of the last event of the list."""
    players: NDArray[np.int32]
    values: Mapping[str, NDArray[np.int32]]
    since: NDArray[np.int64]
    others: str | None = None
    """Digest of the document with the rows of everybody else."""
    version: int = 0
    """Version of the stream when read."""

    def row(self, player: int) -> dict[str, int] | None:
        """Return the values of a player; None if the player is not on the list."""
        at = int(np.searchsorted(self.players, player))
        if at == len(self.players) or self.players[at] != player:
            return None
        return {name: int(values[at]) for name, values in self.values.items()}


def on_list(read: Reader, body: str, name: str, known: int | None = None) -> ExternalList:
    """Return a list as known at a position (None: everything). Raises UnknownList."""
    stream = f"external-{body}-{name}"
    recorded = [event for event in read.stream(stream) if known is None or event.position <= known]
    events = [(event.position, event.decoded().payload) for event in recorded]
    parts = [fact for _, fact in events if isinstance(fact, ExternalListRecorded)]
    if not parts or (parts[0].body, parts[0].list) != (body, name):
        names = ", ".join(names_of(read, body)) or "none"
        message = f"no list {name!r} of {body!r} is recorded; recorded are: {names}"
        raise UnknownList(message, field="list", found=name, expected=names)
    if not parts[-1].last_part:
        message = f"list {name!r} of {body!r} is recorded in part only: record it again"
        raise UnknownList(message, field="list", found=name, expected="a list recorded whole")
    return _joined(events, parts)


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
    events: Sequence[tuple[int, ExternalListRecorded | ExternalListCompleted]],
    parts: Sequence[ExternalListRecorded],
) -> ExternalList:
    facts = [fact for _, fact in events]
    players = columns.read("".join(fact.player for fact in facts), columns.PLAYER)
    order = np.argsort(players, kind="stable")
    rows = [len(fact.player) // columns.PLAYER for fact in facts]
    since = np.repeat(np.array([position for position, _ in events], dtype=np.int64), rows)
    values = {}
    for name in dict.fromkeys(name for fact in facts for name in fact.values):
        texts = (
            fact.values.get(name, "0" * (columns.NUMBER * count))
            for fact, count in zip(facts, rows, strict=True)
        )
        values[name] = columns.read("".join(texts), columns.NUMBER)[order]
    return ExternalList(
        body=parts[0].body,
        name=parts[0].list,
        list_date=parts[0].list_date,
        file=parts[0].file,
        file_rows=parts[0].file_rows,
        position=max(pos for pos, fact in events if isinstance(fact, ExternalListRecorded)),
        players=players[order],
        values=values,
        since=since[order],
        others=parts[0].others,
        version=len(events) - 1,
    )


class Completion(NamedTuple):
    """Rows of players to add to a list, and the version of the stream before."""

    fact: ExternalListCompleted
    version: int


def completions(
    read: Reader, scheme: str, day: date, people: Mapping[str, int]
) -> Iterator[Completion]:
    """Yield rows on recorded lists of players (by number) still missing on these lists."""
    for body in sorted({stream.split("-", 2)[1] for stream, _ in read.streams("external-")}):
        dated = sorted((listed, name) for name, listed in _dated(read, body))
        before = [listed for listed, _ in dated if listed <= day.isoformat()]
        for name in (name for listed, name in dated if listed >= max(before, default="")):
            with suppress(UnknownList):  # recorded in part only
                yield from _completion(read, on_list(read, body, name), scheme, people)


def _completion(
    read: Reader, listed: ExternalList, scheme: str, people: Mapping[str, int]
) -> Iterator[Completion]:
    missing = [number for number, player in people.items() if listed.row(player) is None]
    if listed.others is None or not missing:
        return
    others = from_document(read.document(listed.others) or b"")
    rows = {people[number]: row for number, row in others.rows_of(missing)}
    if not rows or others.scheme != scheme:
        return
    players = sorted(rows)
    fact = ExternalListCompleted(
        body=listed.body,
        list=listed.name,
        player=columns.write(players, columns.PLAYER),
        values={
            name: columns.write((rows[player][name] for player in players), columns.NUMBER)
            for name in others.values
        },
    )
    yield Completion(fact, listed.version)
