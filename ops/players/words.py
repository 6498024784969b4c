"""Rows of tables about players and their games."""

from typing import TYPE_CHECKING

from ledger.sentences import NO_SENTENCE, Sentence, Signed, plain
from ops.answers.documents import Row, cells
from ops.words.states import NONE

if TYPE_CHECKING:
    from ops.answers.ratings_in_force import RatingInForce
    from ops.players.games import GameCounted, NamedGame, PlayerGame
    from ops.players.search import PersonFound


def person_row(row: "PersonFound") -> Row:
    """Return a person found, without the columns that are mostly empty."""
    return cells(
        row,
        {"women_title": "", "other_titles": "", "online_title": ""},
        title=row.title or row.women_title,
        asked=row.asked or None,
        ratings=plain([_in_force(one) for one in row.ratings]),
    )


def _in_force(one: "RatingInForce") -> Sentence:
    rating = Sentence("{pool} {rating}", pool=one.pool, rating=one.rating)
    return Sentence("{rating} (inactive)", rating=rating) if one.active is False else rating


def game_row(row: "NamedGame | PlayerGame") -> Row:
    """Return a game; one of a player has no columns of white and black."""
    from ops.players.games import PlayerGame

    tournament = f"{row.tournament} {row.tournament_name}"
    if not isinstance(row, PlayerGame):
        return cells(
            row,
            dict.fromkeys(("tournament_name", "white_name", "black_name"), ""),
            tournament=tournament,
            white=f"{row.white} {row.white_name}",
            black=f"{row.black} {row.black_name}",
        )
    own = ("white", "black", "white_result", "black_result", "booked", "opponent_name")
    opponent = f"{row.opponent} {row.opponent_name}"
    corrected = [
        Sentence("corrected on {list:the}", list=Sentence("{pool} {list}", pool=pool, list=on))
        for pool, lists in row.corrected_on.items()
        for on in lists
    ]
    return cells(
        row,
        dict.fromkeys((*own, "tournament_name", "corrected_on"), ""),
        tournament=tournament,
        opponent=opponent,
        counted=plain([*map(_counted, row.counted), *corrected]),
    )


def _counted(one: "GameCounted") -> Sentence:
    on = Sentence("{pool} {list}", pool=one.pool, list=one.list)
    if not one.counts:
        return Sentence("{list}: does not count, {why}", list=on, why=one.why or NO_SENTENCE)
    against = Sentence(
        "{list}: {rating} against {opponent}",
        list=on,
        rating=one.rating or NONE,
        opponent=one.opponent_rating or NONE,
    )
    if one.change is not None:
        change = Signed(one.change)
        against = Sentence("{counted}, change {change}", counted=against, change=change)
    if one.other_opponent is None:
        return against
    return Sentence(
        "{counted}, counted against {player}", counted=against, player=one.other_opponent
    )
