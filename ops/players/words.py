"""Rows of tables about players, their ratings and their games."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from ledger.sentences import NO_SENTENCE, Sentence, Signed, plain
from ops.doors.declare import Table
from ops.doors.documents import Row, cells
from ops.words import said
from ops.words.states import NONE, force_words, games_so_far, word

if TYPE_CHECKING:
    from ops.answers.causes_on_lists import DecisionTaken
    from ops.answers.player_ratings import PlayerRating, RatedOnList
    from ops.players.games import GameCounted, NamedGame, PlayerGame
    from ops.players.history import CorrectionBooked, HistoryRow
    from ops.players.many_ratings import RatingFound
    from ops.players.outlook import OutlookRow
    from ops.players.page import PlayerPage
    from ops.players.people import RatingInPool
    from ops.players.ratings_in_force import RatingInForce
    from ops.players.search import PersonFound
    from projections.queries.explain.sheets import Line


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


def details_row(row: "PlayerPage") -> Row:
    """Return the details of a player, without the lists within them."""
    return cells(row, dict.fromkeys(("deaths", "suspensions", "ratings", "pools"), ""))


def tables_of_player(player: "PlayerPage") -> Iterator[Table]:
    """Yield the tables of a player: details, and what there is of death, suspensions, ratings."""
    yield Table(NO_SENTENCE, [details_row(player)])
    if player.deaths:
        yield Table(Sentence("died"), [*map(cells, player.deaths)])
    if player.suspensions:
        yield Table(Sentence("suspensions"), [*map(cells, player.suspensions)])
    if player.ratings:
        yield Table(Sentence("ratings"), [*map(rating_in_pool, player.ratings)])


def rating_in_pool(row: "RatingInPool") -> Row:
    """Return a player's rating in a pool."""
    unused = ("known_to", "merged_number")
    pool = f"{row.pool}, as {row.merged_number}" if row.merged_number else row.pool
    return {**_rated(row, *unused), "pool": pool}


def rating_row(row: "PlayerRating") -> Row:
    """Return a player's rating."""
    return _rated(row)


def _rated(row: "RatedOnList", *unused: str) -> Row:
    return cells(
        row,
        {"k": "K", **dict.fromkeys(("printing", "force", "games_at_least", *unused), "")},
        rating=row.rating or NONE,
        games_so_far=games_so_far(row.games_so_far, at_least=row.games_at_least),
        in_force_from=force_words(row.in_force_from, row.force),
    )


def rating_found(row: "RatingFound") -> Row:
    """Return a rating of many that were asked for."""
    games = games_so_far(row.games_so_far, at_least=row.games_at_least)
    return cells(row, {"games_at_least": ""}, games_so_far=games)


def outlook_row(row: "OutlookRow") -> Row:
    """Return a statement of an outlook."""
    columns = ("rating", "points", "category", "tournament")
    empty: Row = {name: "" for name in columns if getattr(row, name) is None}
    from projections.queries.coming_lists import NOT_ANNOUNCED

    what = word("statement of an outlook", row.what)
    on_list = Sentence("not announced") if row.list == NOT_ANNOUNCED else row.list
    return cells(row, what=what, list=on_list, on=row.on or Sentence("not published"), **empty)


# ----------------------------------------------------------------------------------- histories


def history_row(row: "HistoryRow") -> Row:
    """Return a list of a history, without what most lists have none of."""
    lists = lists_of_history(row)
    rare = ("replaced_printings", "corrected", "years_ended", "lines")
    return cells(
        row,
        {"in_force_from": "from", "force": "", "k": "K", "games_at_least": ""},
        in_force_from=force_words(row.in_force_from, row.force),
        printing=None if row.printing == 1 else row.printing,
        rating=row.rating or NONE,
        change=row.change or ("+0" if row.change is not None else ""),
        games_so_far=games_so_far(row.games_so_far, at_least=row.games_at_least),
        **{name: (text or None) if name in rare else text for name, text in lists.items()},
    )


def lists_of_history(row: "HistoryRow") -> Row:
    """Return the lists within a row of a history, each as a text."""
    tournaments = (
        f"{one.tournament} {one.name}" + ("" if one.points is None else f" ({_signed(one.points)})")
        for one in row.tournaments
    )
    earlier = (
        Sentence("printing {printing}: {rating}", printing=one.printing, rating=one.rating)
        for one in row.replaced_printings
    )
    years = (f"{one.year} ({_signed(one.points)})" for one in row.years_ended)
    return {
        "replaced_printings": ", ".join(map(said, earlier)),
        "corrected": ", ".join(said(_corrected(one)) for one in row.corrected),
        "tournaments": "; ".join(tournaments),
        "decisions": "; ".join(said(_decision(one)) for one in row.decisions),
        "years_ended": "; ".join(years),
        "lines": "; ".join(map(_line, row.lines)),
    }


def _signed(points: Fraction | int) -> str:
    """Return points with their sign, in the language of the reader."""
    return said(Sentence("{points}", points=Signed(points)))


def _corrected(one: "CorrectionBooked") -> Sentence:
    if one.points is None:
        return Sentence("first rating {list} void", list=one.of)
    return Sentence("{points} of {list}", points=_signed(one.points), list=one.of)


def _line(line: "Line") -> str:
    kind = said(word("line of a change", line.kind))
    points = f" {_signed(line.points)}" if line.points else ""
    return f"{kind}{points}: {said(line.why or line.says)} [{line.article}]"


def _decision(taken: "DecisionTaken") -> Sentence:
    about = Sentence("{event} {type}", event=taken.position, type=word("event", taken.event))
    if taken.tournament:
        about = Sentence("{about} {tournament}", about=about, tournament=taken.tournament)
    if taken.decided_by:
        about = Sentence("{about} by {by}", about=about, by=taken.decided_by_name)
    if taken.article:
        about = Sentence("{about}, {article}", about=about, article=taken.article)
    return about
