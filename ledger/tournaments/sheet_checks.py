"""Each completed sheet compared with the games of which it is made.

What a list counts are the columns of the sheet: a sheet whose hashes were all computed anew passes
every check of the chain, but not this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ledger import columns
from ledger.errors import BadEvent
from ledger.events.games import GamePlayed, SheetCompleted
from ledger.register import identities
from ledger.store.faults import Fault, beside
from ledger.store.reading import Reader
from ledger.tournaments.sheets import games_for


class _Game(NamedTuple):
    """Register numbers and results of both sides."""

    white: int
    black: int
    white_result: str
    black_result: str

    def __str__(self) -> str:
        white, black = identities.show(self.white), identities.show(self.black)
        return f"{white} {self.white_result}, {black} {self.black_result}"


def faults(read: Reader) -> Iterator[Fault]:
    """Give what differs, sheet by sheet; an event that cannot be read is left to other checks."""
    for recorded in read.of_type(SheetCompleted.TYPE):
        try:
            sheet: SheetCompleted = recorded.decoded().payload
            games = games_for(read, sheet.tournament, sheet.month)
            played = {game.event_id: _as_played(game.fact) for game in games}
        except BadEvent:
            continue
        for index, (event_id, found) in enumerate(zip(sheet.ids(), _of(sheet), strict=True)):
            expected = played.get(event_id)
            if expected != found:
                said = "a game that was recorded" if expected is None else f"{expected}"
                yield beside(f"event {recorded.position}, game {index}", f"{found}", said)


def _as_played(said: GamePlayed) -> _Game:
    return _Game(said.white, said.black, said.white_result, said.black_result)


def _of(sheet: SheetCompleted) -> Iterator[_Game]:
    """Give the games as the columns of a sheet say them."""
    players, games = columns.read(sheet.entrants.player, columns.PLAYER), sheet.games
    white, black = (
        players[columns.read(side, columns.NUMBER)].tolist() for side in (games.white, games.black)
    )
    rows = zip(white, black, games.white_result, games.black_result, strict=True)
    return (_Game(*row) for row in rows)
