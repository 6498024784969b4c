"""The typed document of a calculation: steps, tournaments, games, cells and lines.

Fields without a docstring are those of an explanation (`projections/queries/explain/sheets.py`).
"""

from collections.abc import Iterator
from datetime import date

import msgspec

from ledger.sentences import Sentence
from projections.queries.explain import basis, shown
from projections.queries.explain.cells import cells, leg_sheets, legs
from projections.queries.explain.sheets import Cell, EnteredBy, Leg, Line, Rating
from projections.queries.explain.steps import lines_of, waiting_rows
from projections.rating import Rated
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import ENTRY, GAME, UNIT, Columns
from projections.rulebooks.engine.rulebook import Rulebook


class CalculatedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game from the player's side."""

    round: int
    """The place among the games as typed, from 1."""
    result: str
    cells: dict[str, Cell]
    shown: tuple[str, ...] = ()
    remark: Sentence | None = None


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
    basis: tuple[Sentence, ...] = ()
    columns: tuple[str, ...] = ()
    sums: dict[str, Cell] = {}
    shown: tuple[str, ...] = ()


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
    shown: tuple[str, ...] = ()
    printed_here: dict[str, Cell] = {}


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
    of = cells(step.edition, rated.unit, UNIT, 0, len(step.players))
    return CalculatedStep(
        before,
        after,
        tuple(sorted(_tournaments(law, rated), key=lambda sheet: sheet.number)),
        tuple(waiting_rows(rated, 0)),
        printed_before,
        of,
        tuple(leg_sheets(of, law.worksheet.walked, legs(law, rated, 0))),
        tuple(lines_of(law, rated, 0, before, after)),
        shown.shown_of_step(law, before, of),
        shown.printed_here(law, after, of),
    )


def _tournaments(law: Rulebook, rated: Rated) -> Iterator[CalculatedTournament]:
    """Yield the player's worksheet of each tournament of a step."""
    for part, sheet in zip(rated.step.parts, rated.sheets, strict=True):
        for at, report in enumerate(part.reports):
            entry = int(part.first_entry[at])
            own = cells(part.edition, sheet, ENTRY, entry, len(part.player))
            compared = shown.is_rated(law, own)
            found = tuple(_games(part, sheet, at, rated=compared))
            sums = shown.sums_of(own, [game.cells for game in found], rated=compared)
            entered = _entered_by(law, sheet, entry)
            yield CalculatedTournament(
                report.position,
                report.start,
                report.end,
                part.edition.name,
                found,
                own,
                entered,
                tuple(basis.of_player(own, law.own_rating, entered, rated=compared)),
                shown.columns_of_games(part.edition),
                sums,
                shown.shown_of_tournament(law, own, sums),
            )


def _games(part: Batch, sheet: Columns, at: int, *, rated: bool) -> Iterator[CalculatedGame]:
    first = int(part.first_game[at])
    for place in range(part.reports[at].game_count):
        result = chr(part.result[first + place])
        of = cells(part.edition, sheet, GAME, first + place, len(part.entry))
        columns = shown.columns_of_game(of, result, rated=rated)
        yield CalculatedGame(place + 1, result, of, columns, shown.remark(of, rated=rated))


def _entered_by(law: Rulebook, sheet: Columns, entry: int) -> EnteredBy | None:
    """Return the rating of a player who enters; None for a rated one, or where none is given."""
    entering = law.first_ratings
    if entering is None or sheet["rating_at_start"][entry]:
        return None
    rating = int(sheet[entering.entry][entry])
    article, why, _ = sheet.why(law.entry_reason, entry)
    return EnteredBy(rating, article, why) if rating else None
