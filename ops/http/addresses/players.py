"""Addresses of players: search, rating, history, outlook, categories."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger.register import identities
from ops.answers.abouts import AboutCarriedIn, AboutPlayer
from ops.answers.answer import Answer
from ops.answers.carried_in import rating_known_at
from ops.answers.duplicates import AboutDuplicates, DuplicatePersons, duplicate_persons
from ops.answers.many_ratings import MOST, AboutRatings, RatingAsked, RatingFound, ratings_query
from ops.answers.people import AboutOverview
from ops.answers.player_outlook import AboutOutlook, OutlookRow, player_outlook
from ops.answers.player_ratings import PlayerRating
from ops.answers.rating_history import HistoryRow, history_asked
from ops.doors.declare import Asked
from ops.doors.fields import (
    MOST_ROWS,
    AsOf,
    KnownAt,
    Limit,
    Player,
    Track,
    moment,
)
from ops.doors.inputs import OfPlayer, OfPool
from ops.house import House
from ops.http.address import computing, question
from ops.http.asked import Nothing
from ops.players.page import LAST, MOST_LISTS, PlayerPage, player_page


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
    last: Annotated[
        int,
        Meta(description="In each pool the causes of the last so many lists.", ge=0, le=MOST_LISTS),
    ] = LAST


@question(
    "/v1/players/{player}",
    Overview,
    Answer[PlayerPage, AboutOverview],
    shows="list",
    long=True,
)
def show_player(house: House, asked: Overview) -> Answer[PlayerPage, AboutOverview]:
    """Show a player: details, ratings in force in every pool, their courses and causes."""
    clocks = asked.as_of, moment(asked.known_at), asked.track
    return player_page(house, asked.player, *clocks, last=asked.last)


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


class History(OfPlayer, frozen=True, kw_only=True):
    """The history of a player, or the end of it."""

    last: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_ROWS)] | None,
        Meta(description="Only the last so many lists."),
    ] = None


@question(
    "/v1/pools/{pool}/players/{player}/history",
    History,
    Answer[HistoryRow, AboutPlayer],
    shows="list",
    long=True,
)
def show_history(house: House, asked: History) -> Answer[HistoryRow, AboutPlayer]:
    """Show a player's ratings list after list, with the tournaments and decisions behind each."""
    pool = asked.opened(house)
    return history_asked(pool, asked.player, asked.as_of, asked.last)


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
