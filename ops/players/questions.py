"""Questions about players: their games."""

from typing import TYPE_CHECKING, Annotated, Any

from ledger.sentences import Sentence
from ops.doors.declare import Question, Worded, question
from ops.doors.fields import MOST_ROWS, Text, Track, means, served

if TYPE_CHECKING:
    from ops.answers.abouts import AboutEvents
    from ops.answers.answer import Answer
    from ops.answers.games import GameLine
    from ops.house import House
    from ops.players.games import PlayerGame


@question("game list", "/v1/games", shows="list")
class ListGames(Question, frozen=True, kw_only=True):
    """List games, one in each row: address, players, result, list; of a player, newest first.

    The address of a game is #POSITION#INDEX in a report or a completed sheet, else the position of
    its event. Games of a player have colour, opponent, and what the lists that counted them used:
    ratings, whether the game counts, the change. Other games stand in the order of recording.

    Example: ledger game list --player fide:99000463 --opponent fide:99000500 --list 2025-11
    """

    player: Annotated[Text | None, means("only games of this player, newest first")] = None
    opponent: Annotated[Text | None, means("only games of the player against this one")] = None
    pool: Annotated[Text | None, means("only games of this pool")] = None
    list: Annotated[Text | None, means("only games counted by the list of this name")] = None
    tournament: Annotated[Text | None, means("only games of this tournament")] = None
    track: Track = "official"
    first: Annotated[
        Text | None,
        means("begin at this position, as 40 or #40; an answer names where the next page begins"),
    ] = None
    limit: Annotated[
        int,
        means("at most so many games, and the rest of the last report; 0 for all"),
        served(ge=1, le=MOST_ROWS),
    ] = 10

    def answer(
        self, house: "House"
    ) -> "Answer[GameLine, AboutEvents] | Answer[PlayerGame, AboutEvents]":
        """Return the games. Raises Refused for an opponent alone."""
        from ops.players.games import games_asked

        return games_asked(house, self)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("games")

    def worded(self, _house: "House") -> Worded:
        """Return what writes a game."""
        from ops.players.words import game_row

        return game_row
