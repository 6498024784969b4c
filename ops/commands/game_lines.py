"""Games as people and programs say them: the lines of a file, or the options of a command."""

from __future__ import annotations

from datetime import date

import msgspec

from ledger import canonical, limits
from ledger.errors import BadEvent, LimitExceeded, Refused
from ledger.events.base import Number
from ledger.events.complaints import bad_event
from ops.commands.record_decisions import lines_of


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game: players by any id, results by TRF's codes."""

    white: str
    black: str
    white_result: str
    black_result: str
    played_on: date
    round: Number | None = None
    again: bool = False
    """The players have another game of that day and round; this is one more."""


Lines = list[tuple[int, Game]]
"""Games with the numbers of their lines."""

Problems = list[tuple[int, Refused]]
"""Lines that cannot be recorded, and why."""


def read_games(data: bytes) -> tuple[Lines, Problems]:
    """Read a file of games, JSON Lines; the lines that are no game are problems.

    Raises LimitExceeded, and BadEvent for a file without any line.
    """
    if len(data) > limits.REQUEST_BYTES:
        raise LimitExceeded("bytes of a file of games", len(data), limits.REQUEST_BYTES)
    lines = list(lines_of(data))
    if len(lines) >= limits.REQUEST_EVENTS:  # sheets that become longer are events too
        raise LimitExceeded("games of one file", len(lines), limits.REQUEST_EVENTS - 1)
    if not lines:
        raise BadEvent("the file holds no game", field="file", expected="a game in each line")
    games, problems = Lines(), Problems()
    for number, line in lines:
        try:
            games.append((number, _read(line)))
        except Refused as refused:
            problems.append((number, refused))
    return games, problems


def _read(line: bytes) -> Game:
    document = canonical.decode(line)
    try:
        return msgspec.convert(document, Game, strict=True)
    except (msgspec.ValidationError, ValueError) as error:
        raise bad_event(error, document) from error
