"""The explanation of a rating as a document, and its games as rows.

`ops/guide/asking.md` shows how a program asks for the document, writes it as JSON and reads it.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from numbers import Rational
from typing import Annotated, Final

import msgspec
from msgspec.structs import asdict, replace

from ledger.register import identities
from ledger.register.identities import RegisterNumber
from ledger.sentences import Sentence, plain
from ops.access.personal_data import NAME
from ops.answers import categories
from ops.answers.asked_players import player_on
from ops.answers.categories import CategoryChange
from ops.answers.clocks import pool_known_at
from ops.answers.rating_lists import chosen
from ops.house import House, TrackName
from ops.law.texts import title_of
from projections.queries import PoolQuery, RatingList
from projections.queries.categories import on_list
from projections.queries.explain import explain
from projections.queries.explain.both_sides import both_sides
from projections.queries.explain.sheets import (
    Cell,
    Exact,
    Explanation,
    Leg,
    Line,
    Stated,
    TournamentSheet,
    UnitSheet,
)
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.titles import title

VERSION: Final = 7
"""Version of the document."""


class CitedArticle(msgspec.Struct, frozen=True):
    """An article named by what is shown, with its title; None: the text has none."""

    edition: str
    article: str
    title: Sentence | None


class ExplanationDocument(Explanation, frozen=True, kw_only=True, omit_defaults=True):
    """The explanation of a player's rating on a list, with version, basis and categories."""

    version: int
    track: str
    """`official`, or `revised`: every fact known in time."""
    known_to: int
    """Position of the last event known."""
    categories: tuple[CategoryChange, ...]
    names: Annotated[dict[str, str], NAME]
    """Of the player and the opponents, by number."""
    headings: dict[str, Sentence]
    """Of the columns shown, by their names."""
    articles: tuple[CitedArticle, ...]
    """The articles named by what is shown, in order."""
    category: str | None = None
    """Category on the day of the list; empty: none. Missing in a pool without categories."""
    category_article: str = ""


def explained(
    house: House,
    pool: str,
    player: str,
    period: str | None = None,
    as_of: date | None = None,
    known_at: str | None = None,
    track: TrackName = "official",
) -> ExplanationDocument:
    """Return the explanation of a player's rating on a list of a pool.

    `player` is any number of the player; the list is that of a period, the one in force on a day,
    or the last in force. `known_at` is a day, an instant or `#N`. Raises LedgerError.
    """
    opened = pool_known_at(house, pool, known_at, track)
    opened, on = chosen(opened, period, as_of)
    return explanation(opened, player_on(opened, player, on), on)


def explanation(pool: PoolQuery, player: int, on: RatingList) -> ExplanationDocument:
    """Return the explanation of a player's rating on a list as a document."""
    held, found = on_list(pool, on, player), explain(pool, player, on)
    found = replace(found, corrected=both_sides(pool, found))
    shown = [*_shown(found)]
    return ExplanationDocument(
        **asdict(found),
        version=VERSION,
        track=pool.track,
        known_to=pool.known,
        categories=categories.changes_on(pool, player, on),
        category=categories.held_before(held, on.in_force_from).category,
        category_article=held.ladder.article if held else "",
        names=_names(pool, found),
        headings={name: title(name) for _, name, _ in shown if name},
        articles=tuple(_cited(pool.law, shown)),
    )


def _names(pool: PoolQuery, found: Explanation) -> dict[str, str]:
    """Return the names of the player and of all opponents."""
    sides = (side for one in found.corrected for side in (one.booked, one.corrected))
    played = (sheet for unit in (*found.units, *sides) for sheet in unit.tournaments)
    players = {found.player, *(game.opponent for sheet in played for game in sheet.games)}
    names = identities.names(pool.official.ledger.read, sorted(players))
    return {identities.show(player): name for player, name in names.items()}


_Shown = tuple[str, str, str]
"""What is shown: edition, column (empty: a line or a leg), articles as stated."""


def _shown(found: Explanation) -> Iterator[_Shown]:
    """Yield what is shown, in order."""
    for unit in found.units:
        yield from _of_tournaments(unit)
        for values in (unit.printed_before, {name: unit.cells[name] for name in unit.shown}):
            yield from ((found.edition, name, _stated(cell)) for name, cell in values.items())
        yield from ((found.edition, "", _stated(cell)) for cell in unit.printed_here.values())
        ruled: tuple[Leg | Line, ...] = (*unit.legs, *unit.lines)
        yield from ((found.edition, "", one.article) for one in ruled)
    for sheet in found.corrected:
        yield from _of_tournaments(sheet.corrected)
        for name in sheet.shown:
            yield sheet.edition, name, _stated(sheet.corrected.cells[name])


def _of_tournaments(unit: UnitSheet) -> Iterator[_Shown]:
    for sheet in unit.tournaments:
        cells = sheet.games[0].cells if sheet.games else {}
        for name in sheet.columns:
            yield sheet.edition, name, cells[name].article if cells else ""
        for name in sheet.shown:
            yield sheet.edition, name, _stated(sheet.sums.get(name) or sheet.cells[name])


def _stated(cell: Cell) -> str:
    """Return the articles of a number, then those of its clause."""
    of_clause = (cell.why.clause.article,) if isinstance(cell.why, Stated) else ()
    return ", ".join(dict.fromkeys((cell.article, *of_clause)))


def _cited(law: Rulebook, shown: Iterable[_Shown]) -> Iterator[CitedArticle]:
    """Yield each article once for each edition; a deviation states an event in its place."""
    cited = ((edition, one) for edition, _, stated in shown for one in stated.split(", "))
    for edition, article in dict.fromkeys(cited):
        if edition and article and not article.startswith("#"):
            titled = title_of(law.edition(edition), article)
            yield CitedArticle(edition, article, titled or None)


def decoded(document: bytes | str) -> ExplanationDocument:
    """Return a document read from its JSON. Raises msgspec.ValidationError."""
    return msgspec.json.decode(document, type=ExplanationDocument, dec_hook=_decoded)


def _decoded(wanted: type, found: object) -> object:
    """Return a register number, an exact number, or a sentence as it was said.

    Raises ValueError, which msgspec reports.
    """
    if wanted is Rational and type(found) is int:
        return found
    if not isinstance(found, str):
        raise ValueError(f"expected a text, found {found!r}")
    if wanted is Sentence:
        return plain(found)
    try:
        if wanted is RegisterNumber:
            return RegisterNumber(identities.parse(found))
        return Fraction(found)
    except (identities.BadPlayerId, ZeroDivisionError) as error:
        raise ValueError(str(error)) from error


class GameRow(msgspec.Struct, frozen=True):
    """A game or a bye of an explanation, as a row; None: not of a bye."""

    tournament: str
    game: str | None
    round: int
    colour: str | None
    """w or b."""
    opponent: RegisterNumber | None
    result: str
    columns: Mapping[str, Exact | None]
    why: Sentence | None


def game_rows(explained: Explanation) -> tuple[GameRow, ...]:
    """Return the games and byes of an explanation, round by round."""
    played = [sheet for unit in explained.units for sheet in unit.tournaments]
    names = dict.fromkeys(name for sheet in played for game in sheet.games for name in game.cells)
    return tuple(
        row for sheet in played for row in sorted(_rows(sheet, names), key=lambda row: row.round)
    )


def _rows(sheet: TournamentSheet, names: Iterable[str]) -> Iterator[GameRow]:
    for game in sheet.games:
        yield GameRow(
            sheet.tournament,
            game.address,
            game.round,
            "w" if game.white else "b",
            game.opponent,
            game.result,
            {name: game.cells[name].value if name in game.cells else None for name in names},
            game.cells["counts"].why,
        )
    for bye in sheet.byes:
        columns = {name: 0 if name == "counts" else None for name in names}
        yield GameRow(sheet.tournament, None, bye.round, None, None, bye.code, columns, bye.why)
