"""The explanation of a rating as a document: every column with article, unit and operation.

A program needs `explanation(pool, explain(pool, player, row))`, and an encoder of msgspec structs
with a hook for Position and Fraction: `ops/guide/asking.md` has the lines.
"""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from ledger.register import identities
from ops.answers import categories
from ops.answers.answer import VERSION, Position
from ops.answers.categories import CategoryChange
from projections.explain import sheets
from projections.explain.sheets import ByeSheet, Explanation, TournamentSheet, UnitSheet
from projections.queries import PoolQuery
from projections.rulebooks.engine.terms import Leg


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """The value of a column."""

    value: int | Fraction
    unit: str
    article: str
    does: str
    """Operation of the rule."""
    why: str = ""
    """Clause that applied."""


class GameOfUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game from the player's side."""

    address: str
    """#position#index."""
    round: int
    white: bool
    opponent: str
    result: str
    columns: dict[str, Cell]
    corrected_by: Position | None = None


class OtherList(msgspec.Struct, frozen=True):
    """A list of another pool used for ratings."""

    word: str
    pool: str
    list: str
    digest: str


class EntryRating(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rating of an unrated player, and the external list with it, if any."""

    rating: int
    why: str
    source: Mapping[str, Any] | None = None
    value: int | str | None = None
    """Value on the external list."""


class TournamentOfUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament from the player's side."""

    tournament: str
    report: Position
    start: date
    end: date
    edition: str
    list_used: str
    columns: dict[str, Cell]
    games: tuple[GameOfUnit, ...]
    lists_beside: tuple[OtherList, ...] = ()
    entered_by: EntryRating | None = None
    byes: tuple[ByeSheet, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """A change of the rating."""

    kind: str
    points: Fraction
    article: str
    says: str


class Unit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of the rating: a period, a tournament of a chain, a year end or a correction."""

    before: int | None
    after: int | None
    tournaments: tuple[TournamentOfUnit, ...]
    waiting: tuple[Mapping[str, Any], ...]
    """Results that wait for a first rating."""
    printed_before: dict[str, Cell]
    columns: dict[str, Cell]
    legs: tuple[Leg, ...]
    lines: tuple[Line, ...]
    year_ended: int = 0
    corrects: str = ""


class CountsNoMore(msgspec.Struct, frozen=True):
    """A tournament of a closed list of which nothing counts after corrections."""

    start: date
    end: date
    corrected_by: tuple[Position, ...]
    article: str
    says: str


class CorrectedUnit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit of a closed list, as booked and as corrected."""

    list: str
    kind: str
    booked: int | Fraction
    as_corrected: int | Fraction
    unit_booked: Unit
    unit_as_corrected: Unit
    tournament: str = ""
    counts_no_more: CountsNoMore | None = None


class ListExplained(msgspec.Struct, frozen=True):
    """The list of the explained rating."""

    period: str
    date: date
    digest: str
    sealed_by: Position


class ExplanationDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """The explanation of a player's rating on a list; None: no rating."""

    version: int
    pool: str
    player: str
    list: ListExplained
    edition: str
    known_to: Position
    old: int | None
    new: int | None
    categories: tuple[CategoryChange, ...]
    units: tuple[Unit, ...]
    category: str | None = None
    """Category on the day of the list; empty: none. Missing in a pool without categories."""
    corrected: tuple[CorrectedUnit, ...] = ()


def explanation(pool: PoolQuery, explained: Explanation) -> ExplanationDocument:
    """Return an explanation as a document."""
    on = explained.on
    found = categories.on_list(pool, on, explained.player)
    return ExplanationDocument(
        VERSION,
        pool.name,
        identities.show(explained.player),
        ListExplained(on.period, on.list_date, on.digest, Position(on.position)),
        explained.edition,
        Position(pool.known),
        explained.old or None,
        explained.new or None,
        categories.changes_on(pool, explained.player, on),
        tuple(map(_unit, explained.units)),
        categories.held_before(found, on.in_force_from).category,
        tuple(map(_corrected, explained.corrected)),
    )


def _corrected(sheet: sheets.CorrectedSheet) -> CorrectedUnit:
    nothing, unit = sheet.uncounted, sheet.unit
    counts_no_more = None
    if nothing is not None:
        events = tuple(Position(correction.position) for correction in nothing.corrections)
        days = (nothing.starts, nothing.ends)
        counts_no_more = CountsNoMore(*days, events, nothing.article, nothing.why)
    return CorrectedUnit(
        sheet.of.period,
        unit.kind,
        _whole(unit.booked_points),
        _whole(unit.due_points),
        _unit(sheet.booked),
        _unit(sheet.corrected),
        sheet.tournament,
        counts_no_more,
    )


def _whole(points: int | Fraction) -> int | Fraction:
    return int(points) if points == int(points) else points


def _unit(unit: UnitSheet) -> Unit:
    return Unit(
        unit.before or None,
        unit.after or None,
        tuple(map(_tournament, unit.tournaments)),
        unit.waiting,
        _cells(unit.printed),
        _cells(unit.cells),
        unit.legs,
        tuple(map(_line, unit.lines)),
        unit.year_ended,
        unit.corrects,
    )


def _line(line: sheets.Line) -> Line:
    return Line(line.kind, line.points, line.article, line.why or line.says)


def _tournament(sheet: TournamentSheet) -> TournamentOfUnit:
    booked = sheet.booked
    return TournamentOfUnit(
        booked.tournament,
        Position(booked.position),
        booked.starts,
        booked.ends,
        booked.edition,
        sheet.list_used.period,
        _cells(sheet.cells),
        tuple(map(_game, sheet.games)),
        tuple(
            OtherList(other.word, other.pool, other.used.period, other.used.digest)
            for other in sheet.other_pools
        ),
        _entry(sheet.entered_by),
        sheet.byes,
    )


def _game(game: sheets.GameSheet) -> GameOfUnit:
    return GameOfUnit(
        game.address,
        game.round,
        game.white,
        identities.show(game.opponent),
        game.result,
        _cells(game.cells),
        Position(game.corrected_by) if game.corrected_by is not None else None,
    )


def _entry(by: sheets.EnteredBy | None) -> EntryRating | None:
    if by is None:
        return None
    if by.source is None:
        return EntryRating(by.rating, by.why)
    return EntryRating(by.rating, by.why, msgspec.to_builtins(by.source), by.listed)


def _cells(cells: Mapping[str, sheets.Cell]) -> dict[str, Cell]:
    return {
        name: Cell(cell.value, cell.unit, cell.article, cell.does, cell.why)
        for name, cell in cells.items()
    }
