"""An index of the events about each player.

A question updates the index first. The index proves nothing: each event is read and checked before
an answer shows it, and `ledger rebuild` makes the index anew.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from sqlalchemy import Connection, delete, select

from ledger.errors import LedgerError
from ledger.sentences import Sentence
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from ledger.tournaments.naming import namings
from projections.official import tables
from projections.official.store import MovedOn, Progress, ProjectionStore, engine_beside

NAME: Final = "naming"
VERSION: Final = "1"
"""Version of the rows; a new rule about the events of a player needs another number."""

_CHUNK: Final = 2_000
_BYTES: Final = 4 << 20
_TRIES: Final = 500
"""Attempts while other processes move the index on."""


class NamedPlayers:
    """The index of named players of one ledger. Call `close` at the end."""

    def __init__(self, ledger: Ledger) -> None:
        """Open the index, or make an empty one."""
        self._ledger = ledger
        self._store = ProjectionStore(engine_beside(ledger), VERSION)

    def positions(
        self, players: Collection[int], first: int, last: int | None, most: int
    ) -> list[int]:
        """Return at most `most` positions, from `first` to `last`, of the events about players.

        Call `catch_up` before.
        """
        here = tables.naming.c
        wanted = [here.player.in_(players), here.position >= first]
        if last is not None:
            wanted.append(here.position <= last)
        found = select(here.position).distinct().where(*wanted).order_by(here.position).limit(most)
        rows = self._store.rows(found)
        if not rows and self._last_position() < 0:  # the file could not be read, and was made anew
            self.catch_up()
            rows = self._store.rows(found)
        return [int(row.position) for row in rows]

    def catch_up(self) -> None:
        """Add the events recorded since the last call."""
        for _ in range(_TRIES):
            try:
                self._catch_up()
            except MovedOn:
                continue  # from where the other process came to
            return
        raise LedgerError(Sentence("other programs keep making the index of named players anew"))

    def close(self) -> None:
        """Release the connections, except those shared with the ledger."""
        self._store.close(self._ledger)

    def _catch_up(self) -> None:
        at = self._last_position()
        for chunk in self._ledger.read.chunks(at + 1, chunk=_CHUNK):
            for some in _pieces(chunk):
                self._take_in(at, some)
                at = some[-1].position

    def _last_position(self) -> int:
        """Return the last position in the index; an index of another history is emptied."""
        kept = self._store.progress(NAME)
        if kept is None:
            return -1
        there = self._ledger.read.at([kept.position]).get(kept.position)
        if there and kept.version == VERSION and kept.manifest == there.chain_hash:
            return kept.position
        self._store.change(_empty)
        return -1

    def _take_in(self, since: int, chunk: Sequence[Recorded]) -> None:
        rows = namings(self._ledger.read, chunk)
        last = Progress(VERSION, chunk[-1].position, chunk[-1].chain_hash)

        def change(connection: Connection) -> None:
            if since < 0:
                connection.execute(delete(tables.naming))
            self._store.advance(connection, NAME, since, last)
            tables.insert_numbers(connection, tables.naming, rows)

        self._store.change(change)


def _pieces(chunk: Sequence[Recorded]) -> Iterator[list[Recorded]]:
    """Cut events into pieces of a few megabytes: some events name thousands of players."""
    some, size = list[Recorded](), 0
    for recorded in chunk:
        some.append(recorded)
        size += len(recorded.body)
        if size >= _BYTES:
            yield some
            some, size = [], 0
    if some:
        yield some


def _empty(connection: Connection) -> None:
    connection.execute(delete(tables.naming))
    connection.execute(delete(tables.progress).where(tables.progress.c.name == NAME))
