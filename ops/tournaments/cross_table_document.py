"""The cross table (tabellone) of an event as a document: facts, entrants, sums."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from ledger.errors import Refused
from ledger.register import identities
from ledger.sentences import ListName, Position, Sentence
from ops.answers.abouts import About
from ops.doors.documents import text
from ops.tournaments.corrected_in_table import (
    CorrectedResult,
    ReassignedEntrant,
    corrected_change,
    corrected_result,
    reassigned_entrant,
)
from ops.tournaments.cross_table import MOST
from projections.queries import PoolQuery
from projections.queries.explain import cross_table
from projections.queries.explain.cross_table import Table
from projections.queries.explain.entrants import Entrant, Outcome
from projections.queries.explain.rounds import HUNDREDTHS, RoundCell
from projections.queries.explain.sheets import Line
from projections.state.reports import WHOLE


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
    by_itself: bool
    """Whether each event is rated by itself: `lines` and `rating_after` are of this event."""
    round_robin: bool = False
    """Whether all pairs of entrants met, equally often."""
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


class TableEntrant(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant: before play with expected scores, after it with games, sums and changes."""

    number: int
    """Start number."""
    player: str
    """As 572-4."""
    name: str
    rating: int | None
    """The rating that the table uses; None: none."""
    enters: bool
    """Whether the player had no rating before."""
    ceased: bool
    """Whether the rating ceased later in a chain of events: nothing is booked."""
    why: Sentence | None
    """Why a player who enters has that rating or none, or why the rating ceased."""
    expected: Fraction | None
    """Expected score of the counted games, before play against all. None: without a rating."""
    expected_against: tuple[Fraction | None, ...] = ()
    """Before play: against each entrant. None: the entrant, or one of both has no rating."""
    games: int | None = None
    """Counted games. None, like all fields below: before play."""
    score: Fraction | None = None
    """Of the counted games, in points of the regulation."""
    points: Fraction | None = None
    """In the tournament, with forfeits and byes, as the report gives them. None: it gives none."""
    difference: Fraction | None = None
    """Score less expected score. None: without a rating."""
    change: Fraction | None = None
    """Points of this tournament by play, as booked: where a list rates a whole period the share of
    the tournament, before rounding. None: unrated, or the first list of the player, which rates
    other games too."""
    corrected_change: Fraction | None = None
    """The same as corrected since the list, with the ratings of that list, where it differs from
    `change`; None: not corrected, or a chain has a table of its own."""
    coefficients: tuple[int, ...] = ()
    """In a chain of events: those used, in their order."""
    lines: tuple[Line, ...] = ()
    """In a chain of events: the parts of the change, points by play among them."""
    rating_held: int | None = None
    """In a chain of events: the rating that changes, of a late event the present one."""
    rating_after: int | None = None
    """The rating after the event, in a chain of events; None: a list rates a whole period."""
    rounds: tuple[RoundCell, ...] = ()
    """Games and byes in the order of the rounds."""


class TableTotal(msgspec.Struct, frozen=True):
    """Sums over all entrants: each game from both sides."""

    games: int
    expected: Fraction
    score: Fraction


class CrossTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a report or of one part of it."""

    about: AboutTable
    entrants: tuple[TableEntrant, ...]
    """In the order of start numbers."""
    total: TableTotal | None = None
    """None: before play."""
    corrected: tuple[CorrectedResult, ...] = ()
    """Games with a corrected result, by round."""
    corrected_entrants: tuple[ReassignedEntrant, ...] = ()
    """Entrants who were other persons than reported, by start number."""


class CrossTables(msgspec.Struct, frozen=True):
    """The tables of a tournament, one for each part."""

    tables: tuple[CrossTable, ...]


def documents(pool: PoolQuery, found: Sequence[Table], *, before: bool) -> CrossTables:
    """Return tables as documents; a table without results is as before play."""
    return CrossTables(
        tuple(_document(pool, table, before=before or not table.outcomes) for table in found)
    )


def _document(pool: PoolQuery, table: Table, *, before: bool) -> CrossTable:
    facts = about(pool, table, before=before)
    games, others = table.corrections
    players = [entrant.player for entrant in table.entrants]
    players += [player for one in others for player in (one.reported, one.player)]
    names = pool.names(players)
    corrected = tuple(corrected_result(table, game) for game in games)
    reassigned = tuple(reassigned_entrant(one, names, table.play_now) for one in others)
    if before:
        met = zip(table.entrants, _expected(table), strict=True)
        entrants = tuple(_before_play(names[entrant.player], entrant, row) for entrant, row in met)
        return CrossTable(facts, entrants, None, corrected, reassigned)
    entrants = tuple(_played(names[one.entrant.player], one, table) for one in table.outcomes)
    total = TableTotal(*cross_table.totals(table))
    return CrossTable(facts, entrants, total, corrected, reassigned)


def _before_play(name: str, entrant: Entrant, against: tuple[Fraction | None, ...]) -> TableEntrant:
    known = sum((score for score in against if score is not None), Fraction(0))
    expected = known if entrant.rating else None
    return _entrant(name, entrant, expected=expected, expected_against=against)


def _played(name: str, outcome: Outcome, table: Table) -> TableEntrant:
    return _entrant(
        name,
        outcome.entrant,
        expected=outcome.expected,
        games=outcome.games,
        score=outcome.score,
        points=outcome.points,
        difference=outcome.difference,
        change=outcome.change,
        corrected_change=corrected_change(outcome, table.play_now),
        coefficients=tuple(leg.coefficient for leg in outcome.legs),
        lines=outcome.lines,
        rating_held=outcome.base or None,
        rating_after=outcome.after or None,
        rounds=outcome.rounds,
    )


def _entrant(name: str, entrant: Entrant, **found: Any) -> TableEntrant:
    return TableEntrant(
        number=entrant.number,
        player=identities.show(entrant.player),
        name=name,
        rating=entrant.rating or None,
        enters=entrant.enters,
        ceased=entrant.ceased,
        why=entrant.why if entrant.enters or entrant.ceased else None,
        **found,
    )


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
        by_itself=pool.law.chained,
        round_robin=_is_round_robin(table.outcomes),
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
            "as corrected since list {list:of} booked it, with the capitals of then",
            list=ListName(by.period),
        )
    return Sentence(
        "booked by list {list:of} ({event})", list=ListName(by.period), event=Position(by.position)
    )


def _expected(table: Table) -> Iterator[tuple[Fraction | None, ...]]:
    """Yield the expected scores of each entrant against all. Raises Refused for too many."""
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
        yield tuple(
            Fraction(value, HUNDREDTHS)
            if ratings[own] and ratings[other] and own != other
            else None
            for other, value in enumerate(row)
        )


def _is_round_robin(outcomes: Sequence[Outcome]) -> bool:
    """Return whether all pairs met, equally often; a pairing of a forfeit is a meeting too."""
    met = [Counter(cell.opponent for cell in one.rounds if cell.opponent) for one in outcomes]
    often = {meetings for of_one in met for meetings in of_one.values()}
    return len(often) == 1 and all(len(of_one) == len(outcomes) - 1 for of_one in met)
