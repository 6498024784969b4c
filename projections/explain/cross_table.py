"""The cross table of an event: what is expected of every pair, and what everybody came to.

The columns that rate, laid out by entrants; nothing is calculated here but sums, and these are
checked against the columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.errors import Damaged, Refused, Remedy
from ledger.events.report import ReportColumns
from projections import recompute
from projections.explain.cells import legs, points
from projections.explain.sheets import PLAYED, Line
from projections.queries import PoolQuery, RatingList
from projections.queries.rows import Booking
from projections.rating import undecided
from projections.recompute import recounted
from projections.recompute.in_place import InPlace, found_in, in_place, not_played
from projections.recompute.not_counting import why_uncounted
from projections.rulebooks.engine.columns import GAME, Edition, Values
from projections.rulebooks.engine.terms import Leg
from projections.state.history import TournamentHistory
from projections.state.reports import Report

EXPECTED = "expected_score_hundredths"
SCORE = "score_hundredths"
HUNDREDTHS = 100


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entrant, with the rating he plays with; 0 is none."""

    number: int
    player: int
    rating: int
    category: int | None
    """His category, by its place among those of the rulebook; None: it knows none."""
    enters: bool
    """He had no rating before; then `why` says with what he comes."""
    why: str
    ceased: bool = False
    """The rating ceased after the place of the event: nothing is booked, which `why` says."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an entrant came to. Where lists rate whole periods, sums of his games only."""

    entrant: Entrant
    met: Mapping[int, tuple[str, ...]]
    """By the row of the opponent, the results against him; an uncounted one in brackets."""
    games: int
    score: Fraction
    expected: Fraction | None
    """None, like the difference, for who plays without a rating."""
    difference: Fraction | None
    base: int | None = None
    """What the walk sets out from: of a late event not the rating at its place, but the present."""
    legs: tuple[Leg, ...] = ()
    lines: tuple[Line, ...] = ()
    after: int | None = None
    """The rating after the event, 0 for none; None where it is not rated by itself."""


@dataclass(frozen=True, slots=True)
class Table:
    """The entrants of an event, or of a part of it, in the order of their start numbers."""

    edition: Edition
    report: Report
    entrants: tuple[Entrant, ...]
    outcomes: tuple[Outcome, ...]
    booked_by: RatingList | None
    """The list that booked it; None: no list has, so it stands as the next one would take it."""
    withheld: str = ""
    """Why less of it is booked until something is decided, with its article; "" where all is."""
    corrected: bool = False
    """As it stands since it was booked, with the ratings it was played with then."""
    uncounted: str = ""
    """Why nothing of it counts any more as it stands, with its article; "" where it does."""


def played(pool: PoolQuery, history: TournamentHistory, tournament: str) -> list[Table]:
    """Give the table of each report that stands. Raises Refused where one is not rated."""
    lists = {each.number: each for each in pool.lists()}
    booked = {each.position: each for each in pool.bookings_of(tournament)}
    taken = {history.roots[each]: booked[each] for each in booked}
    found = []
    for report in history.in_order():
        by = taken.get(history.roots[report.position])
        if by is None:
            found.append(_table(pool, in_place(pool, report), None))
            continue
        on = lists[by.number]
        if not by.edition:
            raise Refused(
                f"{tournament} is not rated in {pool.name}: `ledger pool findings` says why",
                code="not-rated",
                field="tournament",
                found=tournament,
                remedy=Remedy("pool findings", (pool.name, tournament)),
            )
        place = found_in(recompute.tournament(pool, by, on).rated, by.position)
        assert place is not None
        booked_then = _table(pool, place, on)
        found.append(replace(booked_then, uncounted=_uncounted(pool, by, history)))
        found += _corrected(pool, by, history, on)
    return found


def _uncounted(pool: PoolQuery, by: Booking, history: TournamentHistory) -> str:
    why = why_uncounted(pool, by, history) if pool.law.chained else ""
    return why and f"{pool.law.scope_article}: {why}"


def _corrected(
    pool: PoolQuery, by: Booking, history: TournamentHistory, on: RatingList
) -> list[Table]:
    """Give the table of a booked event as it stands, where a chain books what it changes."""
    if not pool.law.chained:
        return []
    computed = recounted.as_it_stands(pool, by, history)
    place = found_in(computed.rated, by.position) if computed else None
    if place is None:
        return []
    root = history.roots[by.position]
    (stands,) = [at for at in history.current if history.roots[at] == root]
    return [replace(_table(pool, place, on, stands), corrected=True)]


def before_play(pool: PoolQuery, players: Sequence[int], day: date) -> Table:
    """Give the table of an event of a day that nobody has played yet."""
    report = not_played(players, day)
    return _table(pool, in_place(pool, report), None)


def expected(edition: Edition, ratings: Sequence[int]) -> NDArray[np.int64]:
    """Give what an edition expects of each (row) against each (column), in hundredths.

    Raises Refused where its expected score rests on more than the two ratings.
    """
    rating = np.array(ratings, dtype=np.int64)
    facts = {
        "own_rating": np.repeat(rating, len(rating)),
        "opponent_rating": np.tile(rating, len(rating)),
    }
    try:
        sheet = edition.evaluate([GAME], facts, [EXPECTED])
    except KeyError as error:
        raise Refused(
            f"{edition.rulebook} {edition.name}: an expected score rests on more than two ratings "
            f"({error.args[0]}), so it cannot be told before play",
            code="no-table-before-play",
        ) from error
    found: NDArray[np.int64] = sheet[EXPECTED].astype(np.int64).reshape(len(rating), len(rating))
    return found


def _table(
    pool: PoolQuery, place: InPlace, by: RatingList | None, numbered: int | None = None
) -> Table:
    """Give the table of a rated event; `numbered` is the report that says the start numbers."""
    part = place.rated.step.parts[place.part]
    report = part.reports[place.at]
    span = range(*part.first_entry[place.at : place.at + 2].tolist())
    numbers = _numbers(pool, report, report.position if numbered is None else numbered)
    entrants = tuple(
        _entrant(pool, place, entry, number) for entry, number in zip(span, numbers, strict=True)
    )
    outcomes = tuple(
        _outcome(pool, place, entry, entrants) for entry in (span if report.game_count else ())
    )
    withheld = undecided.withheld(pool.law, [(part.edition, report)]).get(report.tournament, "")
    return Table(part.edition, report, entrants, outcomes, by, withheld)


def _numbers(pool: PoolQuery, report: Report, at: int) -> list[int]:
    """Give the start numbers; where nobody has drawn any, in the order given."""
    if report.position < 0:
        return list(range(1, len(report.player) // columns.PLAYER + 1))
    recorded = pool.official.ledger.read.at([at])[at]
    said: ReportColumns = recorded.decoded().payload
    return columns.read(said.entrants.number, columns.NUMBER).tolist()


def _entrant(pool: PoolQuery, place: InPlace, entry: int, number: int) -> Entrant:
    rated, law = place.rated, pool.law
    sheet, part = rated.sheets[place.part], rated.step.parts[place.part]
    row = int(rated.unit_of_entry[place.part][entry])
    enters = not rated.step.rating_at_start[place.part][entry]
    chosen = law.entry_reason if enters and law.entry_reason else law.own_rating
    return Entrant(
        number,
        int(part.player[entry]),
        int(sheet[law.own_rating][entry]),
        _category(place, row, int(sheet[law.own_rating][entry])),
        enters,
        sheet.why(chosen, entry),
        bool(rated.step.ceased_in(place.part)[entry]),
    )


def _category(place: InPlace, row: int, rating: int) -> int | None:
    """Give the category before the event; of who enters that of what he enters with."""
    step = place.rated.step
    categories = step.edition.numbers.get("categories")
    if categories is None or "category" not in step.listed:
        return None
    if step.listed["rating"][row]:
        return int(step.listed["category"][row])
    return sum(rating >= threshold for _, threshold in categories) - 1


def _outcome(pool: PoolQuery, place: InPlace, entry: int, entrants: Sequence[Entrant]) -> Outcome:
    rated = place.rated
    sheet, part = rated.sheets[place.part], rated.step.parts[place.part]
    sides = np.flatnonzero(part.entry == entry)
    first = int(part.first_entry[place.at])
    counts = np.broadcast_to(sheet["counts"], part.entry.shape)[sides].astype(bool)
    score, expected = (
        Fraction(int(sheet[name][sides][counts].sum()), HUNDREDTHS) for name in (SCORE, EXPECTED)
    )
    difference = Fraction(int(sheet["entry_difference_hundredths"][entry]), HUNDREDTHS)
    entrant = entrants[entry - first]
    if entrant.rating and difference != score - expected:
        raise Damaged(f"{part.reports[place.at].tournament}: sums of {entrant.number} contradict")
    opponents = (part.opponent_entry[sides] - first).tolist()
    met: dict[int, tuple[str, ...]] = {}
    for side, opponent, counted in zip(sides.tolist(), opponents, counts.tolist(), strict=True):
        met[opponent] = (*met.get(opponent, ()), _result(sheet[SCORE], part.result, side, counted))
    return Outcome(
        entrant,
        met,
        int(counts.sum()),
        score,
        *((expected, difference) if entrant.rating else (None, None)),
        *(_moved(pool, place, entry) if pool.law.chained else ()),
    )


def _result(scores: Values, codes: Values, side: int, counted: bool) -> str:
    """Give the score of a game, in brackets where it does not count; its code if not played."""
    code = chr(codes[side])
    if not counted and code not in PLAYED:
        return f"({code})"
    score = Fraction(int(scores[side]), HUNDREDTHS)
    said = "½" if score == Fraction(1, 2) else str(score)
    return said if counted else f"({said})"


def _moved(
    pool: PoolQuery, place: InPlace, entry: int
) -> tuple[int, tuple[Leg, ...], tuple[Line, ...], int]:
    """Give the walk, from where, the lines and what they come to: a chain rates it by itself."""
    rated = place.rated
    row = int(rated.unit_of_entry[place.part][entry])
    after, base = int(rated.unit["rating"][row]), int(rated.unit[pool.law.base][row])
    lines = tuple(points(pool.law.lines, rated.step.edition, rated, row))
    if after and base + sum(each.points for each in lines) != after:
        raise Damaged(f"{pool.name}: the lines of {rated.step.players[row]} do not come to {after}")
    return base, tuple(legs(pool, rated, row)), lines, after


def totals(table: Table) -> tuple[int, Fraction, Fraction]:
    """Give games, expected scores and scores of all entrants together, each game from both sides.

    Where everybody has a rating both come to the same, unless a text expects of one side more.
    """
    nothing = Fraction(0)
    return (
        sum(each.games for each in table.outcomes),
        sum((each.expected or nothing for each in table.outcomes), nothing),
        sum((each.score for each in table.outcomes), nothing),
    )
