"""Questions about players: search, games, the page, rating, history, outlook, categories."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta

from ledger.sentences import NO_SENTENCE, Sentence
from ops.doors.declare import Document, Line, Question, Table, Worded, question
from ops.doors.fields import (
    LONGEST,
    MOST_ROWS,
    AsOf,
    KnownAt,
    Page,
    Player,
    Text,
    Track,
    means,
    moment,
    served,
)
from ops.doors.inputs import OfPlayer, OfPool

if TYPE_CHECKING:
    from ops.answers.abouts import AboutCarriedIn, AboutEvents, AboutPlayer
    from ops.answers.answer import Answer
    from ops.answers.categories import CategoryChange
    from ops.answers.player_ratings import PlayerRating
    from ops.house import House
    from ops.players.duplicates import AboutDuplicates, DuplicatePersons
    from ops.players.games import AboutGames, NamedGame, PlayerGame
    from ops.players.history import HistoryRow
    from ops.players.outlook import AboutOutlook, OutlookRow
    from ops.players.page import PlayerPage
    from ops.players.people import AboutOverview
    from ops.players.search import AboutFound, PersonFound

LAST: Final = 5
"""Lists of a history with their causes on the page of a player, if not more are asked for."""

MOST_LISTS: Final = 1_000
"""The most lists of a history with their causes on the page of a player."""

MOST_PASTED = 5_000
"""Characters of many numbers."""


@question("player search {search}", "/v1/players", shows="list", long=True)
class SearchPlayers(Question, frozen=True, kw_only=True):
    """Find players by name, spelt any way or shortened, or by any of their numbers.

    With titles, and with rating, rank and activity in each pool. Many numbers at once are answered
    in their order; those that nobody has are named.

    Example: ledger player search Gravuz --limit 2
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

    Example: ledger game list --player fide:99000463 --opponent fide:99000574
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


@question("player show {player}", "/v1/players/{player}", shows="list", long=True, forms=("json",))
class ShowPlayer(Document, frozen=True, kw_only=True):
    """Show a player: details, ratings in force in every pool, their courses and causes.

    A table has the details and the ratings; in JSON also the course of each rating, the causes of
    its last changes, and categories.

    Example: ledger player show fide:99000463 --last 1
    """

    FOLLOWS = False

    player: Player
    as_of: AsOf = None
    known_at: KnownAt = None
    track: Track = "official"
    last: Annotated[
        int,
        means("in each pool the causes of the last so many lists"),
        served(ge=0, le=MOST_LISTS),
    ] = LAST

    def answer(self, house: "House") -> "Answer[PlayerPage, AboutOverview]":
        """Return the player. Raises UnknownPlayer, WordsErased; Refused for too many lists."""
        from ops.players.page import player_page

        clocks = self.as_of, moment(self.known_at), self.track
        return player_page(house, self.player, *clocks, self.last)

    def text(self, found: Any) -> Iterator[Table]:
        """Return the details, then death, suspensions and ratings."""
        from ops.players.words import tables_of_player

        return tables_of_player(found.rows[0])

    def rows(self, found: Any) -> Any:
        """Return the details."""
        from ops.players.words import details_row

        return [*map(details_row, found.rows)]


@question(
    "player rating {pool} {player}",
    "/v1/pools/{pool}/players/{player}/rating",
    shows="list",
    forms=("json",),
)
class ShowRating(OfPlayer, frozen=True, kw_only=True):
    """Show a player's rating on a day, with its list.

    Example: ledger player rating fide-standard fide:99000463 --as-of 2025-10-15 --known-at 40
    """

    def answer(self, house: "House") -> "Answer[PlayerRating, AboutPlayer | AboutCarriedIn]":
        """Return the rating. Raises NotKnownHere, UnknownPlayer, UnknownPool."""
        from ops.answers.carried_in import rating_known_at

        known_at = moment(self.known_at)
        return rating_known_at(house, self.pool, self.player, self.as_of, known_at, self.track)

    def worded(self, _house: "House") -> Worded:
        """Return what writes the rating."""
        from ops.players.words import rating_row

        return rating_row


@question(
    "player history {pool} {player}",
    "/v1/pools/{pool}/players/{player}/history",
    shows="list",
    long=True,
    forms=("json",),
)
class ShowHistory(OfPlayer, frozen=True, kw_only=True):
    """Show a player's ratings list after list, with the tournaments and decisions behind each.

    Each tournament has its points; where a list rates several together, before rounding. Decisions
    are named by their events, as #40.

    Example: ledger player history fide-standard fide:99002165
    """

    last: Annotated[
        int | None, means("only the last so many lists"), served(ge=1, le=MOST_ROWS)
    ] = None

    def answer(self, house: "House") -> "Answer[HistoryRow, AboutPlayer]":
        """Return the lists with a change, oldest first. Raises BadPlayerId, UnknownPlayer."""
        from ops.players.history import history_asked

        return history_asked(self.opened(house), self.player, self.as_of, self.last)

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return _in_pool(about)

    def worded(self, _house: "House") -> Worded:
        """Return what writes a list."""
        from ops.players.words import history_row

        return history_row

    def in_csv(self) -> Callable[[Any], Line]:
        """Return what writes the lists within a row."""
        from ops.players.words import lists_of_history

        return lists_of_history


@question(
    "player outlook {pool} {player}",
    "/v1/pools/{pool}/players/{player}/outlook",
    shows="outlook",
    forms=("json",),
)
class ShowOutlook(OfPool, frozen=True, kw_only=True):
    """Preview a player's next list, closed with everything recorded now. Nothing is official.

    Shows the provisional rating with its tournaments, promotions, the points to the next category,
    the first list as an inactive player, and the year end with which the rating would cease. With a
    moment of knowledge: as known then.

    Example: ledger player outlook fide-standard fide:99000463
    """

    player: Player

    def answer(self, house: "House") -> "Answer[OutlookRow, AboutOutlook]":
        """Return the statements. Raises UnknownPool, UnknownPlayer, NotAllowed."""
        from ledger.register import identities
        from ops.players.outlook import player_outlook

        pool = self.opened(house)
        return player_outlook(pool, identities.find(house.read, self.player, pool.known))

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("provisional outlook of {player}", player=_in_pool(about))

    def worded(self, _house: "House") -> Worded:
        """Return what writes a statement."""
        from ops.players.words import outlook_row

        return outlook_row


@question(
    "player categories {pool} {player}",
    "/v1/pools/{pool}/players/{player}/categories",
    shows="list",
    forms=("json",),
)
class ListPlayerCategories(OfPlayer, frozen=True, kw_only=True):
    """Show the changes of a player's category, each with its reasons.

    Example: ledger player categories rubele-italiana fid:X01219
    """

    def answer(self, house: "House") -> "Answer[CategoryChange, AboutPlayer]":
        """Return the changes, oldest first. Raises UnknownPlayer, NoCategories."""
        from ops.answers.category_questions import category_changes

        return category_changes(self.opened(house), self.player, self.as_of)

    def title(self, about: Any) -> Sentence:
        """Return the title of the table."""
        return _in_pool(about)

    def worded(self, _house: "House") -> Worded:
        """Return what writes a change."""
        from ops.lists.words import own_change_row

        return own_change_row


@question(
    "player duplicates",
    "/v1/duplicates/players",
    shows="pending-decision",
    long=True,
)
class ListDuplicatePlayers(Question, frozen=True, kw_only=True):
    """List pairs of players who are probably the same person: similar names, no contradiction.

    Example: ledger player duplicates --limit 2
    """

    FOLLOWS = False

    limit: Annotated[
        int, means("at most so many pairs; 0 for all", 50), served(ge=1, le=MOST_ROWS)
    ] = 100

    def answer(self, house: "House") -> "Answer[DuplicatePersons, AboutDuplicates]":
        """Return the pairs."""
        from ops.players.duplicates import duplicate_persons

        return duplicate_persons(house, self.limit or None)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("probably one person")


def _in_pool(about: Any) -> Sentence:
    return Sentence(
        "{player} {name} in {pool}", player=about.player, name=about.name, pool=about.pool
    )
