"""Questions about players: search, games, categories."""

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from ledger.sentences import NO_SENTENCE, Sentence
from ops.doors.declare import Question, Worded, question
from ops.doors.fields import LONGEST, MOST_ROWS, Page, Text, Track, means, served
from ops.doors.inputs import OfPlayer

if TYPE_CHECKING:
    from ops.answers.abouts import AboutEvents, AboutList
    from ops.answers.answer import Answer
    from ops.answers.categories import CategoryChange
    from ops.house import House
    from ops.players.games import AboutGames, NamedGame, PlayerGame
    from ops.players.search import AboutFound, PersonFound


MOST_PASTED = 5_000
"""Characters of many numbers."""


@question("player search {search}", "/v1/players", shows="list", long=True)
class SearchPlayers(Question, frozen=True, kw_only=True):
    """Find players by name, spelt any way or shortened, or by any of their numbers.

    With titles, and with rating, rank and activity in each pool. Many numbers at once are answered
    in their order; those that nobody has are named.

    Example: ledger player search "Ros. M." --birth-year 1975
    """

    search: Annotated[
        str, means("a name, also misspelt or shortened, or a number", max_length=LONGEST)
    ] = ""
    numbers: Annotated[
        tuple[Annotated[str, Meta(max_length=MOST_PASTED)], ...],
        means("many numbers in place of a name, with spaces, commas or lines between"),
    ] = ()
    pool: Annotated[Text | None, means("only ratings of this pool")] = None
    birth_year: Annotated[
        int, means("leave out players born in another year"), served(ge=0, le=9999)
    ] = 0
    limit: Annotated[int, means("at most so many on a page"), served(ge=1, le=MOST_ROWS)] = 20
    page: Page = 1

    def answer(self, house: "House") -> "Answer[PersonFound, AboutFound]":
        """Return the persons. Raises Refused without a name or a number, or for both."""
        from ops.players.search import players_asked

        return players_asked(house, self)

    def title(self, about: Any) -> Sentence:
        """Return the title: what was looked for; numbers that nobody has."""
        if about.unknown:
            unknown = ", ".join(about.unknown)
            return Sentence("players by number; nobody has {numbers}", numbers=unknown)
        if self.numbers:
            return Sentence("players by number")
        return Sentence("players like {text}", text=self.search) if self.search else NO_SENTENCE

    def worded(self, _house: "House") -> Worded:
        """Return what writes a person."""
        from ops.players.words import person_row

        return person_row


@question("game list", "/v1/games", shows="list")
class ListGames(Question, frozen=True, kw_only=True):
    """List games, one in each row: address, players, result, list; of a player, newest first.

    The address of a game is #POSITION#INDEX in a report or a completed sheet, else the position of
    its event. Games of a player have colour, opponent, and what the list that first counted them
    used: ratings, whether the game counts, the change. Other games stand in the order of recording.

    Example: ledger game list --player fide:99000463 --opponent fide:99000500 --list 2025-11
    """

    player: Annotated[Text | None, means("only games of this player, newest first")] = None
    opponent: Annotated[Text | None, means("only games of the player against this one")] = None
    pool: Annotated[Text | None, means("only games of this pool")] = None
    list: Annotated[
        Text | None,
        means("only games first counted by the list of this name, not those it corrected"),
    ] = None
    tournament: Annotated[Text | None, means("only games of this tournament")] = None
    track: Track = "official"
    first: Annotated[
        Text | None,
        means("begin at this position, as 40 or #40; an answer names where the next page begins"),
    ] = None
    limit: Annotated[
        int,
        means("at most this many games, and all of the last report among them; 0 for all"),
        served(ge=1, le=MOST_ROWS),
    ] = 10

    def answer(
        self, house: "House"
    ) -> "Answer[NamedGame, AboutEvents] | Answer[PlayerGame, AboutGames]":
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


@question(
    "player categories {pool} {player}",
    "/v1/pools/{pool}/players/{player}/categories",
    shows="list",
    forms=("json",),
)
class ListPlayerCategories(OfPlayer, frozen=True, kw_only=True):
    """Show the changes of a player's category, each with its reasons.

    Example: ledger player categories rubele-italiana fid:X01219 --as-of 2025-07-05
    """

    def answer(self, house: "House") -> "Answer[CategoryChange, AboutList]":
        """Return the changes up to a day, the oldest first. Raises UnknownPlayer, NoCategories."""
        from ops.answers.category_questions import category_changes

        return category_changes(self.opened(house), self.player, self.as_of)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("categories of {player} in {pool}", player=self.player, pool=self.pool)

    def worded(self, _house: "House") -> Worded:
        """Return what writes a change."""
        from ops.lists.words import own_change_row

        return own_change_row
