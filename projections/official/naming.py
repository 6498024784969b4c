"""The index of who is named: where in the ledger to look for the events about a player.

It lies beside the ledger and follows it by itself, event after event; whoever asks brings it up to
date first. It is an index and no evidence: an event is read before it is shown, and
`ledger rebuild` makes the index anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ledger.errors import LedgerError
from ledger.recorded.naming import namings
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from projections.official import tables
from projections.official.keeping import Keeping, MovedOn, beside

NAME: Final = "naming"
VERSION: Final = "1"
"""Of what is kept; a change of what names a player is another number."""

_CHUNK: Final = 2_000
_TRIES: Final = 500
"""How often other processes may be quicker."""


class NamedPlayers:
    """The index of one ledger. Use `with`."""

    def __init__(self, ledger: Ledger) -> None:
        """Open it, or make it where there is none."""
        self._ledger = ledger
        self._keeping = Keeping(beside(ledger), VERSION)

    def positions(self, player: int, first: int, last: int | None, most: int) -> list[int]:
        """Return the positions, from `first` to `last`, of events that name a player, in order.

        At most so many. Call `catch_up` before.
        """
        here = tables.naming.c
        wanted = [here.player == player, here.position >= first]
        if last is not None:
            wanted.append(here.position <= last)
        found = select(here.position).where(*wanted).order_by(here.position).limit(most)
        rows = self._keeping.rows(found)
        if not rows and self._kept() < 0:  # the file could not be read, and was made anew
            self.catch_up()
            rows = self._keeping.rows(found)
        return [int(row.position) for row in rows]

    def catch_up(self) -> None:
        """Take in what the ledger recorded since."""
        for _ in range(_TRIES):
            try:
                self._catch_up()
            except MovedOn:
                continue  # from where the other process came to
            return
        raise LedgerError("other programs keep making the index of who is named anew")

    def close(self) -> None:
        """Give the connections back; those that are the ledger's too stay with the ledger."""
        if self._keeping.engine.pool is not self._ledger.engine.pool:
            self._keeping.engine.dispose()

    def __enter__(self) -> NamedPlayers:
        """Use as a context."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def _catch_up(self) -> None:
        at = self._kept()
        for chunk in self._ledger.read.chunks(at + 1, chunk=_CHUNK):
            self._take_in(at, chunk)
            at = chunk[-1].position

    def _kept(self) -> int:
        """Return the last position taken in; what was kept of another history is dropped."""
        here = tables.progress.c
        rows = self._keeping.rows(select(tables.progress).where(here.name == NAME))
        if not rows:
            return -1
        (kept,) = rows
        there = self._ledger.read.at([kept.position]).get(kept.position)
        if there and kept.version == VERSION and bytes(kept.manifest) == there.chain_hash:
            return int(kept.position)
        self._keeping.change(_empty)
        return -1

    def _take_in(self, since: int, chunk: Sequence[Recorded]) -> None:
        rows = sorted(set(namings(self._ledger.read, chunk)))
        last = chunk[-1]
        kept = {"version": VERSION, "position": last.position, "manifest": last.chain_hash}

        def change(connection: Connection) -> None:
            _move(connection, since, kept)
            if rows:
                connection.execute(insert(tables.naming), [row._asdict() for row in rows])

        self._keeping.change(change)


def _empty(connection: Connection) -> None:
    connection.execute(delete(tables.naming))
    connection.execute(delete(tables.progress).where(tables.progress.c.name == NAME))


def _move(connection: Connection, since: int, kept: dict[str, Any]) -> None:
    """Say how far the index goes. Raises MovedOn where another process moved it."""
    if since < 0:
        try:
            connection.execute(insert(tables.progress).values(name=NAME, **kept))
        except IntegrityError as error:
            raise MovedOn from error
        return
    here = tables.progress.c
    mine = update(tables.progress).where(here.name == NAME, here.position == since).values(**kept)
    if connection.execute(mine).rowcount != 1:
        raise MovedOn
