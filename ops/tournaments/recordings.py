"""Recordings of single games: of a league, of a match, or played by themselves; their sheets."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from ops.doors.fields import Player, Result, Text, Tournament, means
from ops.doors.recordings import Recording, recording
from ops.doors.uploads import MOST_BYTES, File, Upload

if TYPE_CHECKING:
    from ledger.events.base import Fact
    from ledger.events.games import SheetCompleted
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House
    from ops.tournaments.recording_games import RecordedGames

Source = Annotated[
    Literal["league", "match", "single"],
    means("the kind of competition; single: the game is part of none"),
]


class Game(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game: players by any id, results by TRF's codes."""

    white: Annotated[Player, means("the player with White, as 572-4 or fide:123")]
    black: Annotated[Player, means("the player with Black, likewise")]
    white_result: Result
    black_result: Result
    played_on: Annotated[date, means("the day of the game")]
    round: Annotated[
        Annotated[int, Meta(ge=1, lt=1 << 31)] | None,
        means("the round, where the source counts rounds"),
    ] = None
    again: Annotated[bool, means("one more game of the same players, day and round")] = False


def _of_sheets() -> "Iterator[type[Fact]]":
    """Yield the types of the events of a longer sheet."""
    from ledger.events.games import SheetCompleted

    yield SheetCompleted
    yield from _looked_up()


def _looked_up() -> "Iterator[type[Fact]]":
    """Yield the type of the event of players looked up on lists of other bodies."""
    from ledger.events.external import ExternalListSearched

    yield ExternalListSearched


class AddingGames(Recording, frozen=True, kw_only=True):
    """Single games are recorded; it has no inputs of its own."""

    PROPOSABLE = True

    def receipt(self, _house: "House", done: "Recorded[RecordedGames]") -> "CommandReceipt":
        """Return the receipt, with the closed lists that stay."""
        from ops.tournaments.receipts import of_games

        return of_games(done)


@recording(
    "tournament add-game {tournament}",
    "/v1/tournaments/{tournament}/games",
    events=("game-played.v1",),
    beside=_of_sheets,
)
class AddGame(Game, AddingGames, frozen=True, kw_only=True):
    """Record one game of a league, of a match, or a single game.

    The tournament is announced before, for one pool. A list counts the games of a month when their
    sheet is complete; a game that comes later corrects the sheet.

    Example: ledger tournament add-game L-1 --source league --round 1 --white fide:99000463
    --black fide:99000500 --white-result 1 --black-result 0 --played-on 2026-05-02
    """

    tournament: Tournament
    source: Source

    def compose(self, house: "House") -> "Composed[RecordedGames]":
        """Return the game with the sheet that it extends. Raises Refused, AlreadyBooked."""
        from ops.tournaments.recording_games import game_recorded

        return game_recorded(house, self)


@recording(
    "tournament add-games {tournament} {file}",
    "/v1/tournaments/{tournament}/games/lines",
    events=("game-played.v1",),
    beside=_of_sheets,
)
class AddGames(AddingGames, frozen=True, kw_only=True):
    """Record the games of a JSON Lines file; a file with problems is refused whole.

    Each line is {"white": "572-4", "black": "fide:123", "white_result": "1", "black_result": "0",
    "played_on": "2026-01-14"}, and may have round, and again (true: one more game of that day).

    Example: ledger tournament add-games L-1 games.jsonl --source league
    """

    tournament: Tournament
    file: Annotated[
        Upload, means("the games, one in each line"), File("application/jsonl", MOST_BYTES)
    ]
    source: Source

    def compose(self, house: "House") -> "Composed[RecordedGames]":
        """Return the games with the sheets that they extend. Raises LinesRefused."""
        from ops.tournaments.recording_games import games_recorded

        return games_recorded(house, self)


@recording(
    "tournament complete-sheet {tournament} {month}",
    "/v1/tournaments/{tournament}/sheets",
    events=("sheet-completed.v1",),
    beside=_looked_up,
)
class CompleteSheet(Recording, frozen=True, kw_only=True):
    """Declare the games of a month complete: the next list counts them.

    Example: ledger tournament complete-sheet L-1 2026-05
    """

    PROPOSABLE = True

    tournament: Tournament
    month: Annotated[
        Text | None,
        means(
            "the month, as 2026-01; by default all games, where the rules rate them as one",
            "2026-01",
        ),
    ] = None
    received_on: Annotated[
        date | None, means("the day on which the last result came; default: today")
    ] = None
    another_event: Annotated[
        bool,
        means("it is another event than the recorded tournament that it is equal to or like"),
    ] = False

    @property
    def locks(self) -> bool:
        """A game recorded meanwhile would have no sheet."""
        return True

    def compose(self, house: "House") -> "Composed[SheetCompleted]":
        """Return the sheet; of a complete one the first receipt. Raises Refused."""
        from ops.tournaments.completing import completed

        return completed(house, self)

    def receipt(self, _house: "House", done: "Recorded[SheetCompleted]") -> "CommandReceipt":
        """Return the receipt of the sheet."""
        from ops.tournaments.receipts import of_sheet

        return of_sheet(done)
