"""The cross table (tabellone) of an event as documents: facts, a row for each entrant, sums.

Heads of draughts: CI, PA, PO, D, S, V, CF, as in table 17 of the FID rules; chess has words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, Final

import msgspec

from ledger.errors import Refused
from ledger.register import identities
from ledger.sentences import Figures, Position, Sentence
from ledger.wording import decimal
from ops.answers.abouts import About
from ops.answers.cross_table import MOST
from ops.answers.documents import text
from projections.queries import PoolQuery
from projections.queries.explain import cross_table
from projections.queries.explain.cross_table import HUNDREDTHS, CorrectedGame, Outcome, Table
from projections.queries.explain.rounds import PLAY, RoundCell
from projections.state.reports import WHOLE

Row = dict[str, Any]

CHESS: Final = {"CI": "rating", "PA": "expected", "PO": "score", "D": "difference"}
"""Heads of chess by the signs of draughts."""
HELD: Final = "held"
"""Head of the capital from which a late event is computed."""


class CorrectedResult(msgspec.Struct, frozen=True):
    """A game whose result was corrected; `about.status` says which result the table counts."""

    round: int
    white: str
    """As 572-4."""
    black: str
    reported_white_result: str
    reported_black_result: str
    white_result: str
    black_result: str
    corrected: Position
    """Position of the last correction."""


class AboutTable(About, frozen=True, kw_only=True):
    """The facts about a whole table."""

    pool: str
    tournament: str = ""
    """Empty: entrants as typed."""
    part: int = 0
    """0: a report in one part."""
    start: date
    shows: Sentence
    edition: str
    weight: str = ""
    """Share at which the games count; empty: whole."""
    withheld: Sentence | None = None
    """Why capitals are not shown."""
    set: Sentence | None = None
    """Numbers set by the body."""
    booked: Sentence
    """Whether a list has booked the table, and what was corrected since."""
    known_to: Position
    """The last event known."""


class TableEntrant(msgspec.Struct, frozen=True):
    """An entrant with games by round, sums of the counted games, and the change of the rating."""

    number: int
    """Start number."""
    player: str
    """As 572-4."""
    name: str
    rating: int | None
    """The rating that the table uses; None: none."""
    games: int
    """Counted games."""
    score: Fraction
    """Of the counted games, in points of the regulation."""
    expected: Fraction | None
    """Expected score of the counted games; None, like the difference: without a rating."""
    difference: Fraction | None
    change: Fraction | None
    """Points of this tournament by play, as booked: where a list rates a whole period the share of
    the tournament, before rounding. None: unrated, or the first list of the player, which rates
    other games too."""
    rating_after: int | None
    """The rating after the event, in a chain of events; None: a list rates a whole period."""
    rounds: tuple[RoundCell, ...]


class CrossTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a report or of one part of it; the columns depend on the regulation."""

    about: AboutTable
    rows: tuple[Mapping[str, Any], ...]
    total: Mapping[str, Any] | None = None
    """Sums of scores and expected scores; None: before play."""
    corrected: tuple[CorrectedResult, ...] = ()
    """Games with a corrected result, by round."""
    entrants: tuple[TableEntrant, ...] = ()
    """The same table by rounds, as values; none before play."""


class CrossTables(msgspec.Struct, frozen=True):
    """The tables of a tournament, one for each part."""

    tables: tuple[CrossTable, ...]


def documents(pool: PoolQuery, found: Sequence[Table], *, before: bool) -> CrossTables:
    """Return tables as documents; a table without results is as before play."""
    return CrossTables(
        tuple(_document(pool, table, before=before or not table.outcomes) for table in found)
    )


def _document(pool: PoolQuery, table: Table, *, before: bool) -> CrossTable:
    facts, lines = about(pool, table, before=before), rows(pool, table, before=before)
    corrected = tuple(_corrected_result(table, game) for game in table.corrected_games)
    if before:
        return CrossTable(facts, tuple(lines), corrected=corrected)
    sums = {_signs(pool)(name): value for name, value in total(table).items()}
    entrants = tuple(
        _entrant(row, outcome) for row, outcome in zip(lines, table.outcomes, strict=True)
    )
    return CrossTable(facts, tuple(lines), sums, corrected, entrants)


def _entrant(row: Row, outcome: Outcome) -> TableEntrant:
    return TableEntrant(
        outcome.entrant.number,
        row["player"],
        row["name"],
        outcome.entrant.rating or None,
        outcome.games,
        outcome.score,
        outcome.expected,
        outcome.difference,
        outcome.change,
        outcome.after or None,
        outcome.rounds,
    )


def _corrected_result(table: Table, game: CorrectedGame) -> CorrectedResult:
    white, black = (identities.show(table.entrants[at].player) for at in (game.white, game.black))
    position = Position(game.correction)
    return CorrectedResult(game.round, white, black, *game.reported, *game.result, position)


def about(pool: PoolQuery, table: Table, *, before: bool) -> AboutTable:
    """Return the facts about a whole table."""
    report = table.report
    weight = report.about.weight
    least = table.edition.set_by([pool.law.least_rating])
    return AboutTable(
        pool=pool.name,
        tournament=report.tournament,
        part=report.part,
        start=report.start,
        shows=Sentence("expected scores before play") if before else Sentence("results"),
        edition=table.edition.name,
        weight="" if weight == WHOLE else f"{text(100 * Fraction(*weight))} %",
        withheld=table.withheld,
        set=least or None,
        booked=_counted(table),
        known_to=Position(pool.known),
    )


def _counted(table: Table) -> Sentence:
    """Return whether a list has booked the event, and whether it counts since."""
    status = _booked(table)
    if not table.uncounted:
        return status
    return Sentence(
        "{status}; as corrected since it does not count, {why}", status=status, why=table.uncounted
    )


def _booked(table: Table) -> Sentence:
    by = table.booked_by
    if by is None:
        provisional = Sentence("provisional: no list has booked it yet")
        return provisional if table.report.tournament else Sentence("before play")
    if table.corrected:
        return Sentence(
            "as corrected since list {list} booked it, with the capitals of then", list=by.period
        )
    return Sentence("booked by list {list} ({event})", list=by.period, event=Position(by.position))


def rows(pool: PoolQuery, table: Table, *, before: bool) -> list[Row]:
    """Return a row for each entrant: expected scores for each pair, or results and sums."""
    players = [entrant.player for entrant in table.entrants]
    names = identities.names(pool.official.ledger.read, players)
    signs = _signs(pool)
    cells = list(_expected(table) if before else _results(table))
    return [
        {
            "n": entrant.number,
            "player": identities.show(entrant.player),
            "name": names[entrant.player],
            signs("CI"): entrant.rating or None,
            **{signs(name): value for name, value in entrant_cells.items()},
        }
        for entrant, entrant_cells in zip(table.entrants, cells, strict=True)
    ]


def _signs(pool: PoolQuery) -> Callable[[str], str]:
    """Return the head of a column by its sign of draughts: the sign, or in chess its word."""
    return (lambda sign: sign) if pool.law.terms else lambda sign: CHESS.get(sign, sign)


def _expected(table: Table) -> Iterator[Row]:
    ratings = [entrant.rating for entrant in table.entrants]
    if len(ratings) > MOST:
        raise Refused(
            Sentence(
                "at most {most} meet in one table, not {found}", most=MOST, found=len(ratings)
            ),
            code="number-out-of-range",
            field="players",
            found=len(ratings),
            expected=Sentence("at most {limit}", limit=MOST),
        )
    matrix = cross_table.expected(table.edition, ratings).tolist()
    for own, row in enumerate(matrix):
        met = [
            Fraction(value, HUNDREDTHS)
            if ratings[own] and ratings[other] and own != other
            else None
            for other, value in enumerate(row)
        ]
        cells = {
            str(entrant.number): "X" if other == own else _points(met[other])
            for other, entrant in enumerate(table.entrants)
        }
        expected = sum((score for score in met if score is not None), Fraction(0))
        yield cells | {"PA": _points(expected if ratings[own] else None)}


def _results(table: Table) -> Iterator[Row]:
    beside = [(at, str(entrant.number)) for at, entrant in enumerate(table.entrants)]
    lines = (line.kind for outcome in table.outcomes for line in outcome.lines)
    kinds = [kind for kind in dict.fromkeys(lines) if kind != PLAY]  # in the order of the text
    late = is_late(table)
    for own, outcome in enumerate(table.outcomes):
        cells = {
            name: "X" if at == own else "+".join(outcome.met.get(at, ()))
            for at, name in (beside if len(beside) <= MOST else ())
        }
        sums = {
            "games": outcome.games,
            "PA": _points(outcome.expected),
            "PO": Figures(decimal(outcome.score)),
            "D": _points(outcome.difference, sign=True),
        }
        held = {HELD: outcome.base or None} if late else {}
        moved = _change_cells(outcome, kinds) if outcome.after is not None else {}
        yield {**cells, **sums, **held, **moved}


def is_late(table: Table) -> bool:
    """Whether the capital of an entrant differs from the one at the place of the event."""
    return any(outcome.base not in (None, outcome.entrant.rating) for outcome in table.outcomes)


def _change_cells(outcome: Outcome, kinds: Sequence[str]) -> Row:
    lines = {line.kind: line.points for line in outcome.lines}
    return {
        "S": " ".join(str(leg.coefficient) for leg in outcome.legs),
        "V": _change(lines, PLAY),
        **{kind: _change(lines, kind) for kind in kinds},
        "CF": outcome.after or None,
    }


def _change(lines: Mapping[str, Fraction], kind: str) -> Figures:
    return Figures(decimal(lines.get(kind, Fraction(0)), sign=True))


def total(table: Table) -> Row:
    """Return the last line: sums of scores and expected scores, each game from both sides."""
    games, expected, score = cross_table.totals(table)
    return {"games": games, "PA": _points(expected), "PO": Figures(decimal(score))}


def _points(value: Fraction | None, *, sign: bool = False) -> Figures:
    if value is None:
        return Figures()
    whole, hundredths = divmod(abs(int(value * HUNDREDTHS)), HUNDREDTHS)
    plus = "-" if value < 0 else "+" if sign and value > 0 else ""
    return Figures(f"{plus}{whole}.{hundredths:02d}")
