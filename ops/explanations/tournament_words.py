"""A tournament of an explanation as sentences, for every door; a door adds the layout."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ledger.sentences import Count, Position, Sentence, tabled
from projections.queries.calculation.sheets import CalculatedGame, CalculatedTournament
from projections.queries.explain.sheets import Cell, GameSheet, TournamentSheet
from projections.queries.explain.shown import EXPECTED, SCORE
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

SUMS: Final[Mapping[str, Sentence]] = {
    EXPECTED: Sentence("PA, of the counted games"),
    SCORE: Sentence("PO, of the counted games"),
}
"""The sums of expected scores and of scores, as tables 14 and 17 of the FID rules have them."""

ROUND, OPPONENT, BYE = Sentence("rd"), Sentence("opponent"), Sentence("bye")
COLUMNS: Final = Sentence("columns")
WHITE, BLACK = Sentence("w"), Sentence("b")
"""The colours of the player."""
AS_TYPED: Final = Sentence("as typed")
"""The opponent of a typed game."""


def heading(sheet: TournamentSheet | Uncounted) -> Sentence:
    """Return name, days and report of a tournament."""
    return Sentence(
        "{tournament} {name}, {start} to {end} ({report})",
        tournament=sheet.tournament,
        name=sheet.name,
        start=sheet.start,
        end=sheet.end,
        report=Position(sheet.report),
    )


def remarks(game: GameSheet | CalculatedGame) -> Iterator[Sentence]:
    """Yield why a game does not count or its special case, and the event that corrected it."""
    if not game.cells["counts"].value:
        yield not_counted(game.remark)
    elif game.remark is not None:
        yield game.remark
    if isinstance(game, GameSheet) and game.corrected_by is not None:
        yield Sentence("result corrected by {event}", event=Position(game.corrected_by))


def colour(game: GameSheet) -> Sentence:
    """Return the player's colour."""
    return WHITE if game.white else BLACK


def not_counted(why: Sentence | None) -> Sentence:
    """Return why a game or a bye does not count."""
    return Sentence("not counted: {why}", why=why)


def sum_over(games: int) -> Sentence:
    """Return of how many games a sum is."""
    return Sentence("sum over {games}", games=Count(games, "counted game"))


def game_columns(columns: Sequence[str], cells: Mapping[str, Cell]) -> Iterator[Sentence]:
    """Yield the columns of a table of games, each with its article."""
    for name in columns:
        article = tabled(cells[name].article)
        yield Sentence("{heading} [{article}]", heading=GAME_COLUMNS[name], article=article)


def typed_tournament(played: CalculatedTournament) -> Sentence:
    """Return number, days and edition of a typed tournament."""
    return Sentence(
        "tournament {number}, {start} to {end}, edition {edition}",
        number=played.number,
        start=played.start,
        end=played.end,
        edition=played.edition,
    )
