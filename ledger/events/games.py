"""Games recorded by themselves, and the sheets on which a list counts these games.

A game of a league, of a match, or played by itself is one event. The games of one source and month
form a sheet: its stream holds them, whenever they come. A completed sheet states them once more as
columns, like a report, so that a list counts it like a part of a report.
"""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import EVENT_ID_CHARACTERS, Fact, Id, Number
from ledger.events.report import ReportColumns, Result
from ledger.sentences import Sentence

SHEET = "sheet-"
"""How the name of a sheet's stream begins: then comes the tournament, a colon, the month."""

Month = Annotated[str, base.whole("[0-9]{4}-(0[1-9]|1[0-2])")]
"""A calendar month: 2026-01."""


def sheets_of(tournament: str) -> str:
    """How the names of the streams of a tournament's sheets begin."""
    return f"{SHEET}{tournament}:"


def tournament_in(stream: str) -> str:
    """Return the tournament of a stream, or of a sheet's stream; empty: another stream."""
    kind, _, name = stream.partition("-")
    return {"tournament": name, SHEET.removesuffix("-"): name.partition(":")[0]}.get(kind, "")


def month_of(day: date) -> str:
    """Return the month of a day, as used in the name of a sheet."""
    return f"{day:%Y-%m}"


class GamePlayed(Fact, frozen=True, kw_only=True):
    """A game of a league, of a match, or played by itself; not part of a report."""

    TYPE = "game-played.v1"
    DAY = "played_on"

    tournament: Annotated[Id, Meta(description="the source, announced as a tournament")]
    pool: Annotated[Id, Meta(description="the pool for which it is rated")]
    source: Annotated[
        Literal["league", "match", "single"],
        Meta(description="the kind of competition of the game"),
    ]
    round: Annotated[Number | None, Meta(description="where the source counts rounds")] = None
    played_on: date
    white: Annotated[Number, Meta(description="register number of who had White")]
    black: Annotated[Number, Meta(description="register number of who had Black")]
    white_result: Result
    black_result: Result
    again: Annotated[
        bool,
        Meta(description="the recorder confirmed one more game of the same players, day and round"),
    ] = False

    def stream(self) -> str:
        """Stream `sheet-T:YYYY-MM`: the tournament and the month of play."""
        return f"{sheets_of(self.tournament)}{month_of(self.played_on)}"

    def __post_init__(self) -> None:
        if self.white == self.black:
            raise BadEvent(
                Sentence("a player needs another player as opponent"),
                field="black",
                found=f"{self.black}",
            )


class SheetCompleted(ReportColumns, frozen=True, kw_only=True):
    """A sheet is complete: the next list counts its games like a part of a report.

    A later game makes the sheet longer: the new sheet `replaces` the old one, and states its
    entrants, rounds and games in the same order before the new ones. Corrections of the old games
    remain.
    """

    TYPE = "sheet-completed.v1"

    month: Annotated[Month | None, Meta(description="left out: all games of the source")] = None
    played: Annotated[
        str,
        Meta(description="ids of the game-played events, 32 hex digits each, in the games' order"),
    ]
    replaces: Annotated[base.Count | None, Meta(description="position of the shorter sheet")] = None

    def __post_init__(self) -> None:
        ReportColumns.__post_init__(self)
        games = len(self.games.white_result)
        base.letters(self, games, "0123456789abcdef", EVENT_ID_CHARACTERS, "played")
        if (self.month is None) != (self.part is None):
            raise BadEvent(
                Sentence("the sheet of a month is a part, the sheet of all games is the whole")
            )

    def ids(self) -> list[str]:
        """Return the ids of the `game-played` events, in the order of the games."""
        width = EVENT_ID_CHARACTERS
        return [self.played[at : at + width] for at in range(0, len(self.played), width)]
