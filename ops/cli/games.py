"""Commands for games: tournament add-game, add-games, complete-sheet."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ledger.wording import counted
from ops.cli import output
from ops.cli.app import Result, TournamentId, option, tournament_app
from ops.cli.shared_options import Acting
from ops.commands.import_meanings import MEANINGS

if TYPE_CHECKING:
    from ops.commands.composed import Recorded
    from ops.commands.record_games import RecordedGames

SourceKind = Annotated[Literal["league", "match", "single"], option("the kind of competition")]


@tournament_app.command(name="add-game")
def add_game(
    tournament: TournamentId,
    *,
    source: SourceKind,
    white: Annotated[str, option("the player with White: 572-4, or fide:N")],
    black: Annotated[str, option("the player with Black, likewise")],
    white_result: Result,
    black_result: Result,
    played_on: Annotated[date, option("the day of the game")],
    round: Annotated[  # noqa: A002 - the option is --round
        int | None, option("the round, where the source counts rounds")
    ] = None,
    again: Annotated[bool, option("one more game of the same players, day and round")] = False,
    acting: Acting = Acting(),
) -> None:
    """Record one game of a league, of a match, or a single game.

    The tournament is announced before (`ledger tournament announce`), for one pool. A list counts
    the games of a month when their sheet is complete (`ledger tournament complete-sheet`); a game
    that comes later corrects the sheet.

    Example: ledger tournament add-game T-000003 --source league --round 4 --white 572-4
    --black fide:123 --white-result 1 --black-result 0 --played-on 2026-01-14
    """
    from ops.commands.record_games import Game, Source, record_game

    game = Game(white, black, white_result, black_result, played_on, round, again)
    with acting.followed() as house:
        done = record_game(house, Source(tournament, source), game)
    _answer(acting, tournament, done)


@tournament_app.command(name="add-games")
def add_games(
    tournament: TournamentId,
    file: Annotated[Path, option("the games, one in each line")],
    *,
    source: SourceKind,
    acting: Acting = Acting(),
) -> None:
    """Record the games of a JSON Lines file; a file with problems is refused whole.

    Each line is {"white": "572-4", "black": "fide:123", "white_result": "1", "black_result": "0",
    "played_on": "2026-01-14"}, and may have round, and again (true: one more game of that day).

    Example: ledger tournament add-games T-000003 january.jsonl --source league
    """
    from ledger.intake.files import read
    from ops.commands.record_games import Source, record_games

    with acting.followed() as house:
        done = record_games(house, Source(tournament, source), read(file))
    _answer(acting, tournament, done)


@tournament_app.command(name="complete-sheet")
def complete_sheet(
    tournament: TournamentId,
    month: Annotated[
        str | None,
        option("the month, as 2026-01; by default all games, where the rules rate them as one"),
    ] = None,
    *,
    received_on: Annotated[
        date | None, option("the day on which the last result came; default: today")
    ] = None,
    another_event: Annotated[bool, option(MEANINGS["another_event"])] = False,
    acting: Acting = Acting(),
) -> None:
    """Declare the games of a month complete: the next list counts them.

    Example: ledger tournament complete-sheet T-000003 2026-01
    """
    from ops.commands import complete_sheet as command
    from ops.commands.receipts import tournaments as receipts

    with acting.opened() as house:
        done = command.complete_sheet(
            house, tournament, month, received_on, another_event=another_event
        )
    games = len(done.result.games.white_result)
    at = output.at(done.receipt, "complete already")
    line = f"completed: {tournament}, {month or 'all games'} ({at}): {counted(games, 'game')}"
    output.receipt(acting.format, receipts.sheet_completed(month, done), [line])


def _answer(acting: Acting, tournament: str, done: Recorded[RecordedGames]) -> None:
    from ops.commands.receipts import tournaments as receipts

    games = len(done.result.games)
    at = output.at(done.receipt, "recorded already")
    lines = [f"recorded {counted(games, 'game')} of {tournament} (from {at})"]
    if done.receipt.replayed:
        lines.append("  to record one more game of the same players on the same day, add --again")
    for sheet in done.result.extended:
        of_month = sheet.month or "all games"
        lines.append(f"  the sheet of {of_month}, which was complete, is corrected")
    output.receipt(acting.format, receipts.games_recorded(tournament, done), lines)
