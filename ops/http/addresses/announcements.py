"""Addresses of single games: of a league, of a match; complete sheets."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from ledger.events.external import ExternalListSearched
from ledger.events.games import GamePlayed, SheetCompleted
from ops.answers.outcomes import Outcome
from ops.commands import complete_sheet as sheets
from ops.commands import record_games as games
from ops.commands.receipts import tournaments as receipts
from ops.commands.record_games import Game, Source
from ops.doors.fields import Player, Result, Text
from ops.doors.uploads import MOST_BYTES, File
from ops.house import House
from ops.http.address import recording
from ops.http.answering import FileGiven
from ops.http.asked import Body, OfTournamentRecorded

Kind = Annotated[Literal["league", "match", "single"], Meta(description="Kind of competition.")]


class SingleGame(Body, frozen=True, kw_only=True):
    """A game of a league, of a match, or a single game."""

    source: Kind
    white: Player
    black: Player
    white_result: Result
    black_result: Result
    played_on: Annotated[date, Meta(description="Day of the game.")]
    round: Annotated[
        Annotated[int, Meta(ge=1, lt=1 << 31)] | None, Meta(description="Round of the competition.")
    ] = None
    again: Annotated[
        bool, Meta(description="One more game of the same players, day and round.")
    ] = False


@recording(
    "/v1/tournaments/{tournament}/games",
    OfTournamentRecorded,
    Outcome,
    body=SingleGame,
    events=(GamePlayed,),
    beside=(SheetCompleted, ExternalListSearched),
)
def add_game(house: House, asked: OfTournamentRecorded, body: SingleGame) -> Outcome:
    """Record one game of a league, of a match, or a single game.

    The tournament is announced before, for one pool. A list counts the games of a month when
    their sheet is complete; a game that comes later corrects the sheet.
    """
    game = Game(
        body.white,
        body.black,
        body.white_result,
        body.black_result,
        body.played_on,
        body.round,
        body.again,
    )
    done = games.record_game(house, Source(asked.tournament, body.source), game)
    return receipts.games_recorded(asked.tournament, done).outcome()


class GameLines(OfTournamentRecorded, frozen=True, kw_only=True):
    """The source of the games of a file."""

    source: Kind


@recording(
    "/v1/tournaments/{tournament}/games/lines",
    GameLines,
    Outcome,
    body=File("application/jsonl", MOST_BYTES),
    events=(GamePlayed,),
    beside=(SheetCompleted, ExternalListSearched),
)
def add_games(house: House, asked: GameLines, file: FileGiven) -> Outcome:
    """Record the games of a file in JSON Lines; a file with problems is refused whole.

    Each line has the fields of a single game without `source`: white, black, white_result,
    black_result, played_on, and may have round and again.
    """
    source = Source(asked.tournament, asked.source)
    done = games.record_games(house, source, file.data)
    return receipts.games_recorded(asked.tournament, done).outcome()


class Sheet(Body, frozen=True, kw_only=True):
    """The games of a month, or all games of a source where the rules rate them as one."""

    month: Annotated[Text | None, Meta(description="The month, as 2026-05.")] = None
    received_on: Annotated[
        date | None, Meta(description="Day on which the last result came; by default today.")
    ] = None
    another_event: Annotated[
        bool,
        Meta(description="It is another event than the recorded tournament that it is equal to."),
    ] = False


@recording(
    "/v1/tournaments/{tournament}/sheets",
    OfTournamentRecorded,
    Outcome,
    body=Sheet,
    events=(SheetCompleted,),
    beside=(ExternalListSearched,),
)
def complete_sheet(house: House, asked: OfTournamentRecorded, body: Sheet) -> Outcome:
    """Declare the games of a month complete: the next list counts them."""
    done = sheets.complete_sheet(
        house, asked.tournament, body.month, body.received_on, another_event=body.another_event
    )
    return receipts.sheet_completed(body.month, done).outcome()
