"""Addresses of players: search, rating, history, outlook, categories."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger.register import identities
from ops.answers.abouts import AboutCarriedIn, AboutList, AboutPage, AboutPlayer
from ops.answers.answer import Answer
from ops.answers.carried_in import rating_known_at
from ops.answers.categories import CategoryChange
from ops.answers.category_questions import category_changes
from ops.answers.duplicates import AboutDuplicates, DuplicatePersons, duplicate_persons
from ops.answers.many_ratings import MOST, AboutRatings, RatingAsked, RatingFound, ratings_query
from ops.answers.people import (
    AboutOverview,
    PersonFound,
    PlayerOverview,
    people_found,
    player_overview,
)
from ops.answers.player_outlook import AboutOutlook, OutlookRow, player_outlook
from ops.answers.player_ratings import PlayerRating
from ops.answers.rating_history import HistoryRow, history_asked
from ops.doors.declare import Asked
from ops.doors.fields import (
    LONGEST,
    AsOf,
    KnownAt,
    Limit,
    Page,
    Player,
    Track,
    moment,
)
from ops.doors.inputs import OfPlayer, OfPool
from ops.house import House
from ops.http.address import computing, question
from ops.http.asked import Nothing


class Search(Asked, frozen=True, kw_only=True):
    """Words of a player."""

    q: Annotated[
        str,
        Meta(description="A name, spelt any way or shortened, or a number.", max_length=LONGEST),
    ]
    birth_year: Annotated[
        int, Meta(description="Leave out players born in another year.", ge=0, le=9999)
    ] = 0
    limit: Limit = 20
    page: Page = 1


@question(
    "/v1/players",
    Search,
    Answer[PersonFound, AboutPage],
    shows="list",
    forms=("json", "csv"),
    long=True,
)
def search_players(house: House, asked: Search) -> Answer[PersonFound, AboutPage]:
    """Find players by name, spelt any way or shortened, or by any of their numbers."""
    return people_found(
        house, asked.q, birth_year=asked.birth_year, limit=asked.limit, page=asked.page
    )


class Pairs(Asked, frozen=True, kw_only=True):
    """Pairs of players."""

    limit: Limit = 100


@question(
    "/v1/duplicates/players",
    Pairs,
    Answer[DuplicatePersons, AboutDuplicates],
    shows="pending-decision",
    long=True,
    forms=("json", "csv"),
)
def list_duplicate_players(house: House, asked: Pairs) -> Answer[DuplicatePersons, AboutDuplicates]:
    """List pairs of players who are probably the same person: similar names, no contradiction."""
    return duplicate_persons(house, asked.limit)


class Overview(Asked, frozen=True, kw_only=True):
    """A player in every pool."""

    player: Player
    as_of: AsOf = None
    known_at: KnownAt = None
    track: Track = "official"


@question("/v1/players/{player}", Overview, Answer[PlayerOverview, AboutOverview], shows="list")
def show_player(house: House, asked: Overview) -> Answer[PlayerOverview, AboutOverview]:
    """Show a player's details in the register, and the ratings in force in every pool."""
    known_at = moment(asked.known_at)
    return player_overview(house, asked.player, asked.as_of, known_at, asked.track)


class ManyRatings(Struct, frozen=True, forbid_unknown_fields=True):
    """Players of pools and days."""

    ratings: Annotated[
        tuple[RatingAsked, ...], Meta(max_length=MOST, description="Players, pools and days.")
    ]


@computing(
    "/v1/ratings/query",
    Nothing,
    Answer[RatingFound, AboutRatings],
    body=ManyRatings,
    shows="list",
    long=True,
)
def query_ratings(house: House, _: Nothing, body: ManyRatings) -> Answer[RatingFound, AboutRatings]:
    """Show the ratings of many players, pools and days at once, in the order asked."""
    asked = [replace(row, known_at=moment(row.known_at)) for row in body.ratings]
    return ratings_query(house, asked)


@question(
    "/v1/pools/{pool}/players/{player}/rating",
    OfPlayer,
    Answer[PlayerRating, AboutPlayer | AboutCarriedIn],
    shows="list",
)
def show_rating(
    house: House, asked: OfPlayer
) -> Answer[PlayerRating, AboutPlayer | AboutCarriedIn]:
    """Show a player's rating on a day, with its list."""
    known_at = moment(asked.known_at)
    return rating_known_at(house, asked.pool, asked.player, asked.as_of, known_at, asked.track)


@question(
    "/v1/pools/{pool}/players/{player}/history",
    OfPlayer,
    Answer[HistoryRow, AboutPlayer],
    shows="list",
)
def show_history(house: House, asked: OfPlayer) -> Answer[HistoryRow, AboutPlayer]:
    """Show a player's ratings list after list, with the tournaments and decisions behind each."""
    pool = asked.opened(house)
    return history_asked(pool, asked.player, asked.as_of)


class OfAPlayer(OfPool, frozen=True, kw_only=True):
    """A question about a player today."""

    player: Player


@question(
    "/v1/pools/{pool}/players/{player}/outlook",
    OfAPlayer,
    Answer[OutlookRow, AboutOutlook],
    shows="outlook",
)
def show_outlook(house: House, asked: OfAPlayer) -> Answer[OutlookRow, AboutOutlook]:
    """Preview a player's next list, closed with everything recorded now. Nothing is official."""
    pool = asked.opened(house)
    return player_outlook(pool, identities.find(house.read, asked.player, pool.known))


@question(
    "/v1/pools/{pool}/players/{player}/categories",
    OfPlayer,
    Answer[CategoryChange, AboutList],
    shows="list",
)
def list_player_categories(house: House, asked: OfPlayer) -> Answer[CategoryChange, AboutList]:
    """Show the changes of a player's category, each with its reasons."""
    pool = asked.opened(house)
    return category_changes(pool, asked.player, asked.as_of)
