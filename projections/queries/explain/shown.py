"""What a worksheet shows of the columns of a computation, and in which order.

The rulebook selects by its terms (`law.worksheet`), the edition by what it computes.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from ledger.sentences import Sentence
from projections.queries.explain.sheets import PLAYED, Cell, Rating, UnitSheet
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook

EXPECTED: Final = "expected_score_hundredths"
SCORE: Final = "score_hundredths"
DIFFERENCE: Final = "game_difference_hundredths"
RATINGS: Final = ("opponent_rating", "own_rating")

_GAME: Final = (*RATINGS, "difference", "counted_difference", EXPECTED, SCORE, DIFFERENCE)


# Games


def columns_of_games(edition: Edition) -> tuple[str, ...]:
    """Return the columns of a table of games, as far as an edition computes them."""
    return tuple(name for name in _GAME if name in edition.columns)


def columns_of_game(cells: Mapping[str, Cell], result: str, *, rated: bool) -> tuple[str, ...]:
    """Return the columns with a meaning in a game: no rating of 0, no score without play.

    `rated`: against a rating of the player.
    """
    counted = bool(cells["counts"].value)
    meant = dict.fromkeys(_GAME, counted and rated)
    meant |= {name: bool(cells[name].value) for name in RATINGS}
    meant[SCORE] = counted or result in PLAYED
    return tuple(name for name in _GAME if name in cells and meant[name])


def remark(cells: Mapping[str, Cell], *, rated: bool) -> Sentence | None:
    """Return why a game does not count, or why its difference is capped or counted in full."""
    if not cells["counts"].value:
        return cells["counts"].why
    compared = cells.get("counted_difference", cells["difference"])
    usual = compared.usual and compared.value == cells["difference"].value
    return compared.words if rated and not usual else None


# Tournaments


def is_rated(law: Rulebook, cells: Mapping[str, Cell]) -> bool:
    """Return whether games of an entry are compared with a rating of the player."""
    waits = "waits" in cells and bool(cells["waits"].value)
    return bool(cells[law.own_rating].value) and not waits


def sums_of(
    cells: Mapping[str, Cell], games: Sequence[Mapping[str, Cell]], *, rated: bool
) -> dict[str, Cell]:
    """Return the sums of the counted games of an entry, by columns; none of an unrated one."""
    if not rated:
        return {}
    counted = [game for game in games if game["counts"].value]
    sums = {
        name: replace(game[name], value=sum((one[name].value for one in counted), Fraction(0)))
        for game in games[:1]
        for name in (EXPECTED, SCORE)
    }
    return {**sums, DIFFERENCE: cells["entry_difference_hundredths"]}


def shown_of_tournament(
    law: Rulebook, cells: Mapping[str, Cell], sums: Mapping[str, Cell]
) -> tuple[str, ...]:
    """Return what stands below the games of an entry: sums, then columns.

    Where the regulation walks over thresholds, expected score and score beside their difference.
    """
    sides = (EXPECTED, SCORE) if law.worksheet.legs is not None else ()
    own = law.worksheet.shown_of_tournaments if cells[law.own_rating].value else ()
    return (*(name for name in (DIFFERENCE, *sides) if name in sums), *own)


# Steps


def shown_of_step(law: Rulebook, before: Rating, cells: Mapping[str, Cell]) -> tuple[str, ...]:
    """Return the columns of a list, or of an event of a chain; of an entry without a basis two."""
    base = cells.get(law.base)
    if before or (base and base.value):
        return tuple(name for name in law.worksheet.shown if name in cells)
    columns = tuple(name for name in law.worksheet.shown_entering if name in cells)
    return columns if cells[columns[0]].value else (columns[0], law.entry)


def shown_of_year_end(law: Rulebook) -> tuple[str, ...]:
    """Return the columns of the end of a year."""
    numbers = law.year_end.renews.keys() - law.wide - {"rating"}
    return tuple(sorted(law.year_end.renews[number] for number in numbers))


def printed_here(law: Rulebook, after: Rating, cells: Mapping[str, Cell]) -> dict[str, Cell]:
    """Return the values that a list prints for the next one; none of an unrated player."""
    return {name: cells[of] for name, of in law.printed.items() if after and of in cells}


def shown_of_correction(
    law: Rulebook, booked: UnitSheet, corrected: UnitSheet, tournament: str
) -> tuple[str, ...]:
    """Return the columns of both sides; for a closed list also the compared values.

    In a chain the points beside play are lines.
    """
    shown = (booked if booked.before else corrected).shown
    if tournament:
        return tuple(name for name in shown if name not in law.points_events)
    assert law.frozen_corrections is not None
    last = law.frozen_corrections.change
    taken = () if last in shown or law.frozen_corrections.entry else (last,)
    return (*shown, *taken)
