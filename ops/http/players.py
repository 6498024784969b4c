"""Addresses of players: search, rating, history, explanation, outlook, categories."""

from ledger.register import identities
from ops.answers import categories
from ops.answers.answer import Answer
from ops.answers.categories import CategoryChange
from ops.answers.explanation import ExplanationDocument
from ops.answers.explanation import explanation as explained
from ops.answers.player_outlook import OutlookRow, player_outlook
from ops.answers.player_ratings import PlayerRating, player_rating
from ops.answers.rating_history import HistoryRow, rating_history
from ops.answers.rating_lists import basis
from ops.house import House
from ops.http.address import question
from ops.http.asked import OfPlayer, OfPool, Period, Player, period_of
from ops.http.seen import list_for


@question("/v1/pools/{pool}/players/{player}/rating", OfPlayer, Answer[PlayerRating], shows="list")
def rating(house: House, asked: OfPlayer) -> Answer[PlayerRating]:
    """Show a player's rating on a day, with its list."""
    pool = asked.opened(house)
    who = identities.find(house.read, asked.player)
    return player_rating(pool, who, list_for(house, pool, None, asked.as_of), asked.as_of)


@question(
    "/v1/pools/{pool}/players/{player}/history",
    OfPlayer,
    Answer[HistoryRow],
    shows="list",
)
def history(house: House, asked: OfPlayer) -> Answer[HistoryRow]:
    """Show a player's ratings list after list, with the tournaments and decisions behind each."""
    pool = asked.opened(house)
    who = identities.find(house.read, asked.player)
    return rating_history(pool, who, list_for(house, pool, None, asked.as_of))


class Explained(OfPool, frozen=True, kw_only=True):
    """A rating of a player on a list."""

    player: Player
    period: Period


@question(
    "/v1/pools/{pool}/players/{player}/lists/{period}/explanation",
    Explained,
    ExplanationDocument,
    shows="list",
)
def explanation(house: House, asked: Explained) -> ExplanationDocument:
    """Explain a rating down to the articles: the worksheet of the calculation."""
    pool = asked.opened(house)
    on = list_for(house, pool, period_of(asked.period))
    return explained(pool, identities.find(house.read, asked.player), on)


class OfAPlayer(OfPool, frozen=True, kw_only=True):
    """A question about a player today."""

    player: Player


@question(
    "/v1/pools/{pool}/players/{player}/outlook", OfAPlayer, Answer[OutlookRow], shows="outlook"
)
def outlook(house: House, asked: OfAPlayer) -> Answer[OutlookRow]:
    """Preview a player's next list, closed with everything recorded now. Nothing is official."""
    pool = asked.opened(house)
    return player_outlook(pool, identities.find(house.read, asked.player))


@question(
    "/v1/pools/{pool}/players/{player}/categories",
    OfPlayer,
    Answer[CategoryChange],
    shows="list",
)
def player_categories(house: House, asked: OfPlayer) -> Answer[CategoryChange]:
    """Show the changes of a player's category, each with its reasons."""
    pool = asked.opened(house)
    about = basis(pool, list_for(house, pool, None, asked.as_of), asked.as_of)
    who = identities.find(house.read, asked.player)
    return Answer(about, categories.of_player(pool, who, asked.as_of))
