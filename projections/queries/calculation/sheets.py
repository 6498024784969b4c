"""The typed document of a calculation: steps, tournaments, games, cells and lines."""

from collections.abc import Iterator
from datetime import date

import msgspec

from projections.queries.explain.cells import cells, legs
from projections.queries.explain.sheets import Cell, EnteredBy, Line, Rating
from projections.queries.explain.steps import lines_of, waiting_rows
from projections.rating import Rated
from projections.rulebooks.engine.columns import ENTRY, GAME, UNIT, Columns
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import Leg


class CalculatedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game from the player's side."""

    round: int
    """The place among the games as typed, from 1."""
    result: str
    cells: dict[str, Cell]


class CalculatedTournament(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament from the player's side."""

    number: int
    """The place among the tournaments as typed, from 1."""
    start: date
    end: date
    edition: str
    games: tuple[CalculatedGame, ...]
    cells: dict[str, Cell]
    entered_by: EnteredBy | None = None
    """The rating of a player who enters, where the regulation gives one."""


class CalculatedStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step: the tournaments rated as one, columns of the player, and lines."""

    before: Rating
    after: Rating
    tournaments: tuple[CalculatedTournament, ...]
    waiting: tuple[dict[str, int | str], ...]
    """Results that wait for a first rating."""
    printed_before: dict[str, Cell]
    """Values printed on the list before for this one, such as the K-factor."""
    cells: dict[str, Cell]
    legs: tuple[Leg, ...]
    lines: tuple[Line, ...]


class Calculated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A calculation with every value and article."""

    rulebook: str
    edition: str
    """Of the list."""
    list_date: date
    old: Rating
    new: Rating
    steps: tuple[CalculatedStep, ...]
    """One for all tournaments, or one for each where ratings are chained."""


def sheet_of(law: Rulebook, rated: Rated, printed_before: dict[str, Cell]) -> CalculatedStep:
    """Return the player's worksheet of a step."""
    step = rated.step
    before = int(step.rating_before[0]) or None
    after = int(rated.unit["rating"][0]) or None
    return CalculatedStep(
        before,
        after,
        tuple(sorted(_tournaments(law, rated), key=lambda sheet: sheet.number)),
        tuple(waiting_rows(rated, 0)),
        printed_before,
        cells(step.edition, rated.unit, UNIT, 0, len(step.players)),
        tuple(legs(law, rated, 0)),
        tuple(lines_of(law, rated, 0, before, after)),
    )


def _tournaments(law: Rulebook, rated: Rated) -> Iterator[CalculatedTournament]:
    """Yield the player's worksheet of each tournament of a step."""
    for part, sheet in zip(rated.step.parts, rated.sheets, strict=True):
        for at, report in enumerate(part.reports):
            entry = int(part.first_entry[at])
            first, games = int(part.first_game[at]), report.game_count
            found = tuple(
                CalculatedGame(
                    place + 1,
                    chr(part.result[first + place]),
                    cells(part.edition, sheet, GAME, first + place, len(part.entry)),
                )
                for place in range(games)
            )
            yield CalculatedTournament(
                report.position,
                report.start,
                report.end,
                part.edition.name,
                found,
                cells(part.edition, sheet, ENTRY, entry, len(part.player)),
                _entered_by(law, sheet, entry),
            )


def _entered_by(law: Rulebook, sheet: Columns, entry: int) -> EnteredBy | None:
    """Return the rating of a player who enters; None for a rated one, or where none is given."""
    entering = law.first_ratings
    if entering is None or sheet["rating_at_start"][entry]:
        return None
    rating = int(sheet[entering.entry][entry])
    article, why, _ = sheet.why(law.entry_reason, entry)
    return EnteredBy(rating, article, why) if rating else None
