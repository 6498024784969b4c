"""A tournament on a worksheet as sentences, for every door; a door adds the layout."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from ledger.register import identities
from ledger.register.identities import RegisterNumber
from ledger.sentences import Count, Position, Sentence, tabled
from projections.queries import RatingList
from projections.queries.calculation.sheets import CalculatedTournament
from projections.queries.explain.sheets import Cell, EnteredBy, GameSheet, TournamentSheet
from projections.queries.recompute import OtherPoolList
from projections.queries.recompute.not_counting import Uncounted

GAME_COLUMNS: Final[Mapping[str, Sentence]] = {
    "opponent_rating": Sentence("rating"),
    "own_rating": Sentence("own"),
    "difference": Sentence("D"),
    "counted_difference": Sentence("counted"),
    "expected_score_hundredths": Sentence("expected"),
    "score_hundredths": Sentence("score"),
    "game_difference_hundredths": Sentence("diff"),
}
"""Headings of the columns of a table of games, behind round and opponent."""

ROUND, OPPONENT, BYE = Sentence("rd"), Sentence("opponent"), Sentence("bye")
COLUMNS: Final = Sentence("columns")
WHITE, BLACK = Sentence("w"), Sentence("b")
"""The colours of the player."""
AS_TYPED: Final = Sentence("as typed")
"""The opponent of a typed game."""


def heading(sheet: TournamentSheet | Uncounted, name: str) -> Sentence:
    """Return name, days and report of a tournament."""
    return Sentence(
        "{tournament} {name}, {start} to {end} ({report})",
        tournament=sheet.tournament,
        name=name,
        start=sheet.start,
        end=sheet.end,
        report=Position(sheet.report),
    )


def corrected_by(sheet: TournamentSheet | Uncounted) -> Sentence:
    """Return the events that corrected a tournament."""
    events = (f"#{event.position} ({event.kind})" for event in sheet.corrections)
    return Sentence("as corrected by {events}", events=tuple(events))


def counts_no_more(sheet: Uncounted) -> Sentence:
    """Return why nothing of a tournament counts after its correction."""
    return Sentence(
        "counts no more [{article}]: {why}", article=tabled(sheet.article), why=sheet.why
    )


def ratings_used(sheet: TournamentSheet, *, chained: bool) -> Sentence:
    """Return the edition, and where the ratings before a tournament come from."""
    chain = Sentence("the moment just before this event")
    used = chain if chained else _list_used(sheet.list_used)
    return Sentence("edition {edition}; ratings of {used}", edition=sheet.edition, used=used)


def other_ratings(seen: OtherPoolList) -> Sentence:
    """Return the list of another pool whose ratings a tournament was played with."""
    used = _list_of(seen.used, seen.pool)
    if seen.word == "other":
        return Sentence("other ratings of {used}", used=used)
    return Sentence("{word} ratings of {used}", word=seen.word, used=used)


def _list_used(on: RatingList) -> Sentence:
    if not on.number:
        return Sentence("the list carried over, {since}", since=_since(on))
    return Sentence("the list {list}, {since}", list=on.period, since=_since(on))


def _list_of(on: RatingList, pool: str) -> Sentence:
    if not on.number:
        return Sentence("the list carried over of {pool}, {since}", pool=pool, since=_since(on))
    return Sentence(
        "the list {list} of {pool}, {since}", list=on.period, pool=pool, since=_since(on)
    )


def _since(on: RatingList) -> Sentence:
    """Return the day from which a list is in force; the list before the first may be empty."""
    if on.in_force_from == date.min:
        return Sentence("empty: nothing was carried over")
    return Sentence("in force from {day}", day=on.in_force_from)


def own_rating(cell: Cell) -> Sentence:
    """Return the player's rating at the start, with its reason."""
    return Sentence("own rating {rating}: {why}", rating=cell.value, why=cell.why)


def games_wait(article: str) -> Sentence:
    """Return that the games wait: the rating ended after the tournament began."""
    return Sentence(
        "rated when it began, unrated since: the games wait [{article}]", article=tabled(article)
    )


def entered(by: EnteredBy) -> Sentence:
    """Return the rating of a player without one, the reason, and the list that gives it."""
    plays, enters = Sentence("plays with {rating}: {why}"), Sentence("enters with {rating}: {why}")
    says = plays if by.guest else enters
    entry = says.about(rating=by.rating, why=by.words)
    if by.source is None:
        return entry
    return Sentence(
        "{entry}: {body} {list} of {day} ({column}) says {listed}",
        entry=entry,
        body=by.source.body,
        list=by.source.list,
        day=by.source.list_date,
        column=by.source.column,
        listed=by.listed,
    )


def corrected_result(event: int) -> Sentence:
    """Return the event that corrected the result of a game."""
    return Sentence("result corrected by {event}", event=Position(event))


def colour(game: GameSheet) -> Sentence:
    """Return the player's colour."""
    return WHITE if game.white else BLACK


def not_counted(why: Sentence | None) -> Sentence:
    """Return why a game or a bye does not count."""
    return Sentence("not counted: {why}", why=why)


def sum_over(games: int) -> Sentence:
    """Return of how many games a sum is."""
    return Sentence("sum over {games}", games=Count(games, "counted game"))


EXPECTED, SCORED = Sentence("PA, of the counted games"), Sentence("PO, of the counted games")
"""The sums of expected scores and of scores, as tables 14 and 17 of the FID rules have them."""


def game_columns(cells: Mapping[str, Cell]) -> Iterator[Sentence]:
    """Yield the columns of a table of games, each with its article."""
    for name, heading in GAME_COLUMNS.items():
        if name in cells:
            yield Sentence(
                "{heading} [{article}]", heading=heading, article=tabled(cells[name].article)
            )


def typed_tournament(played: CalculatedTournament) -> Sentence:
    """Return number, days and edition of a typed tournament."""
    return Sentence(
        "tournament {number}, {start} to {end}, edition {edition}",
        number=played.number,
        start=played.start,
        end=played.end,
        edition=played.edition,
    )


def named(player: int, name: str) -> str:
    """Return a player by number and name."""
    return f"{identities.show(RegisterNumber(player))} {name}"
