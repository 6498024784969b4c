"""Lists of other bodies as recorded: players, values, days, absences.

A list tells of the players registered when it was recorded, and of those looked up on it since: who
enters a tournament is looked up on the lists that may rate them, and what is found is recorded with
the tournament.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.errors import Refused
from ledger.events.external import ExternalListRecorded, ExternalListSearched, LaterRows
from ledger.intake.external_list.matching import from_document
from ledger.register import identities
from ledger.register.merges import kept_player, merges
from ledger.store.reading import Reader

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
    version: int = 0
    """Version of the stream when read."""

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
    return _joined(read, events, parts)


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
    events: Sequence[tuple[int, ExternalListRecorded | LaterRows]],
    parts: Sequence[ExternalListRecorded],
) -> ExternalList:
    facts, position = [fact for _, fact in events], _last_part(events)
    players = columns.read("".join(fact.player for fact in facts), columns.PLAYER)
    rows = [len(fact.player) // columns.PLAYER for fact in facts]
    since = np.repeat(np.array([position for position, _ in events], dtype=np.int64), rows)
    flags = zip(facts, rows, strict=True)
    is_listed = columns.read("".join(_listed(fact) or "1" * n for fact, n in flags), columns.FLAG)
    order = np.argsort(players, kind="stable")
    listed, absent = order[is_listed[order] > 0], order[is_listed[order] == 0]
    values = {}
    for name in dict.fromkeys(name for fact in facts for name in fact.values):
        texts = (
            fact.values.get(name, "0" * (columns.NUMBER * count))
            for fact, count in zip(facts, rows, strict=True)
        )
        values[name] = columns.read("".join(texts), columns.NUMBER)[listed]
    return ExternalList(
        body=parts[0].body,
        name=parts[0].list,
        list_date=parts[0].list_date,
        file=parts[0].file,
        file_rows=parts[0].file_rows,
        position=position,
        registered=identities.last_player(read, position),
        players=players[listed],
        values=values,
        since=since[listed],
        absent=players[absent],
        absent_since=since[absent],
        others=parts[0].others,
        version=len(events) - 1,
    )


def _last_part(events: Sequence[tuple[int, ExternalListRecorded | LaterRows]]) -> int:
    return max(position for position, fact in events if isinstance(fact, ExternalListRecorded))


def _listed(fact: ExternalListRecorded | LaterRows) -> str:
    return fact.listed if isinstance(fact, ExternalListSearched) else ""


# ---------------------------------------------------------------------------- players looked up

People = Mapping[int, Mapping[str, str]]
"""Players with their numbers at bodies, by scheme."""

NOBODY: Final[People] = {}


class LookUp(NamedTuple):
    """Players looked up on a list, to be recorded, and the version of the stream before."""

    fact: ExternalListSearched
    version: int
    scheme: str
    """Of the numbers on the list; "": every row is a registered player's."""
    unnumbered: tuple[int, ...]
    """Absent players without a number of this scheme."""


def look_ups(
    read: Reader, lists: Iterable[ExternalList], players: Collection[int], new: People = NOBODY
) -> list[LookUp]:
    """Look players, and the players merged into them, up among the rows of nobody on lists.

    A row under a number of a player is found; `new` are numbers that the register does not know
    yet. A player of whom a list does not tell, and who has no such row, is absent, with or without
    a number: like a player who was registered before. Of a list whose rows were erased nothing more
    is known.
    """
    lists, merged = list(lists), merges(read)
    if not lists:
        return []
    wanted = {kept_player(merged, player) for player in players}
    wanted |= {merge.merged for merge in merged.values() if merge.kept in wanted}
    known = read.numbers_by_player(wanted)
    people = {player: {**dict(known.get(player, ())), **new.get(player, {})} for player in wanted}
    found = (_look_up(read, listed, people) for listed in lists)
    return [one for one in found if one is not None]


def _look_up(read: Reader, listed: ExternalList, people: People) -> LookUp | None:
    sought = {player: numbers for player, numbers in people.items() if listed.row(player) is None}
    untold = {player for player in sought if listed.on_it(player) is None}
    if not (untold or any(sought.values())):
        return None
    scheme, rows = "", dict[int, dict[str, int]]()
    if listed.others is not None:
        others = from_document(read.document(listed.others) or b"")
        if not (scheme := others.scheme):
            return None
        owners = {own[scheme]: player for player, own in sought.items() if scheme in own}
        rows = {owners[number]: row for number, row in others.rows_of([*owners])}
    absent = untold - rows.keys()
    if not (absent or rows):
        return None
    unnumbered = (player for player in sorted(absent) if scheme and scheme not in sought[player])
    return LookUp(_looked_up(listed, rows, absent), listed.version, scheme, (*unnumbered,))


def _looked_up(
    listed: ExternalList, rows: Mapping[int, Mapping[str, int]], absent: set[int]
) -> ExternalListSearched:
    players = sorted({*rows, *absent})
    names = dict.fromkeys(name for row in rows.values() for name in row) or listed.values
    values = {name: [rows.get(player, {}).get(name, 0) for player in players] for name in names}
    return ExternalListSearched(
        body=listed.body,
        list=listed.name,
        player=columns.write(players, columns.PLAYER),
        values={name: columns.write(column, columns.NUMBER) for name, column in values.items()},
        listed=columns.write((player in rows for player in players), columns.FLAG),
    )
