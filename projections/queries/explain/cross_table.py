"""The cross table of a tournament: expected scores of all pairs, and the results of each entrant.

From the columns that rate, by entrants; only sums are calculated, and checked against the columns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.errors import Damaged, Refused
from ledger.events.report import ReportColumns, rounds_of
from ledger.sentences import NO_SENTENCE, Remedy, Sentence
from projections.queries import PoolQuery, RatingList, recompute
from projections.queries.explain.cells import legs, points
from projections.queries.explain.rounds import (
    EXPECTED,
    HUNDREDTHS,
    SCORE,
    Corrected,
    RoundCell,
    by_round,
    points_by_play,
    points_reported,
)
from projections.queries.explain.sheets import Line
from projections.queries.recompute.corrected_competitions import as_it_stands
from projections.queries.recompute.not_counting import why_uncounted
from projections.queries.recompute.preview import InPlace, found_in, in_place, not_played
from projections.queries.rows import Booking
from projections.rating import undecided
from projections.rulebooks.engine.columns import GAME, Clause
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.terms import Leg
from projections.state.history import TournamentHistory
from projections.state.reports import Report


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant, with the rating used; 0 is none."""

    number: int
    player: int
    rating: int
    category: int | None
    """The place of the category; None where the rulebook has no categories."""
    enters: bool
    """Without a rating before; `why` is the reason of the rating used."""
    why: Sentence
    ceased: bool = False
    """The rating ceased later in the chain: nothing is booked, for the reason in `why`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an entrant; where lists rate whole periods, only sums of games."""

    entrant: Entrant
    games: int
    score: Fraction
    expected: Fraction | None
    """None, like the difference, for an entrant without a rating."""
    difference: Fraction | None
    base: int | None = None
    """The rating at which the legs start: for a late event the present rating."""
    legs: tuple[Leg, ...] = ()
    lines: tuple[Line, ...] = ()
    after: int | None = None
    """The rating after the event, 0 for none; None where a list rates a whole period."""
    rounds: tuple[RoundCell, ...] = ()
    """Games and byes in the order of the rounds."""
    points: Fraction | None = None
    """The total with forfeits and byes, as the report gives it; None: it gives none."""
    change: Fraction | None = None
    """Points of the event by play, as booked; None: without a rating that they could change."""


@dataclass(frozen=True, slots=True)
class CorrectedGame:
    """A game whose result was corrected; white and black are rows of entrants."""

    round: int
    white: int
    black: int
    reported: tuple[str, str]
    """Results of white and black, in the codes of reports."""
    result: tuple[str, str]
    correction: int
    """Position of the last correction."""


@dataclass(frozen=True, slots=True)
class Table:
    """The entrants of a report, in order of start numbers."""

    edition: Edition
    report: Report
    entrants: tuple[Entrant, ...]
    outcomes: tuple[Outcome, ...]
    booked_by: RatingList | None
    """The list that booked the report; None: as for the next list."""
    withheld: Sentence | None = None
    """Why less is booked until a decision, with the article; None where all is booked."""
    corrected: bool = False
    """Whether the table is as corrected after booking, with the ratings of that time."""
    uncounted: Sentence = NO_SENTENCE
    """Why nothing counts any more after corrections, with the article; none where it counts."""
    corrected_games: tuple[CorrectedGame, ...] = ()
    """By round; also where the table is as booked before the corrections."""


def played(pool: PoolQuery, history: TournamentHistory, tournament: str) -> list[Table]:
    """Return the table of each current report. Raises Refused for an unrated report."""
    lists = pool.lists()
    booked = {history.roots[by.position]: by for by in pool.bookings_of(tournament)}
    found = []
    for report in history.in_order():
        games = _corrected_games(pool, history, report)
        by = booked.get(history.roots[report.position])
        if by is None:
            found.append(_table(pool, in_place(pool, report), None, corrected=games))
            continue
        on = lists[by.number]
        if not by.edition:
            raise Refused(
                Sentence(
                    "{tournament} is not rated in {pool}: {findings} says why",
                    tournament=tournament,
                    pool=pool.name,
                    findings=Remedy("list-findings", pool=pool.name, subject=tournament),
                ),
                code="not-rated",
                field="tournament",
                found=tournament,
            )
        place = found_in(recompute.tournament(pool, by, on).rated, by.position)
        assert place is not None
        why = why_uncounted(pool, by, history) if pool.law.chained else NO_SENTENCE
        uncounted = Clause(pool.law.scope_article, why).sentence if why else why
        found.append(replace(_table(pool, place, on, corrected=games), uncounted=uncounted))
        found += _corrected(pool, by, history, on, games)
    return found


def _corrected_games(
    pool: PoolQuery, history: TournamentHistory, report: Report
) -> tuple[CorrectedGame, ...]:
    corrections = history.last_results(report.position)
    if not corrections:
        return ()
    stored = pool.official.ledger.read.at([report.position])[report.position]
    fact: ReportColumns = stored.decoded().payload
    rounds, reported = rounds_of(fact), fact.games
    rows = [columns.read(side, columns.NUMBER) for side in (reported.white, reported.black)]
    return tuple(
        CorrectedGame(
            round=rounds[game],
            white=int(rows[0][game]),
            black=int(rows[1][game]),
            reported=(reported.white_result[game], reported.black_result[game]),
            result=(correction.payload.white_result, correction.payload.black_result),
            correction=correction.position,
        )
        for game, correction in sorted(corrections.items())
    )


def _corrected(
    pool: PoolQuery,
    by: Booking,
    history: TournamentHistory,
    on: RatingList,
    games: tuple[CorrectedGame, ...],
) -> list[Table]:
    """Return the table of a booked event as corrected, where a chain books the difference."""
    if not pool.law.chained:
        return []
    computed = as_it_stands(pool, by, history)
    place = found_in(computed.rated, by.position) if computed else None
    if place is None:
        return []
    root = history.roots[by.position]
    (current,) = [at for at in history.current if history.roots[at] == root]
    return [replace(_table(pool, place, on, current, games), corrected=True)]


def before_play(pool: PoolQuery, players: Sequence[int], day: date) -> Table:
    """Return the table of an event to be played on a day."""
    return _table(pool, in_place(pool, not_played(players, day)), None)


def expected(edition: Edition, ratings: Sequence[int]) -> NDArray[np.int64]:
    """Return the expected scores of rows against columns, in hundredths; shape (n, n).

    Raises Refused where the expected score depends on more than two ratings.
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
            Sentence(
                "{rulebook} {edition}: an expected score rests on more than two ratings ({fact}), "
                "so it cannot be told before play",
                rulebook=edition.rulebook,
                edition=edition.name,
                fact=str(error.args[0]),
            ),
            code="no-table-before-play",
        ) from error
    found: NDArray[np.int64] = sheet[EXPECTED].astype(np.int64).reshape(len(rating), len(rating))
    return found


def _table(
    pool: PoolQuery,
    place: InPlace,
    by: RatingList | None,
    numbered: int | None = None,
    corrected: tuple[CorrectedGame, ...] = (),
) -> Table:
    part = place.rated.step.parts[place.part]
    report = part.reports[place.at]
    span = range(*part.first_entry[place.at : place.at + 2].tolist())
    fact = _fact(pool, report.position if numbered is None else numbered)
    numbers = _numbers(report, fact)
    entrants = tuple(
        _entrant(pool, place, entry, number) for entry, number in zip(span, numbers, strict=True)
    )
    outcomes = tuple(
        _outcome(pool, place, entry, entrants) for entry in (span if report.game_count else ())
    )
    if fact is not None and outcomes:
        rounds = by_round(place, fact, numbers, _by_pairing(corrected))
        changes = points_by_play(pool, place, [outcome.games for outcome in outcomes], by)
        outcomes = tuple(map(_beside, outcomes, rounds, changes, points_reported(place, fact)))
    asked = undecided.withheld(pool.law, [(part.edition, report)]).get(report.tournament)
    withheld = None if asked is None else asked.sentence
    return Table(part.edition, report, entrants, outcomes, by, withheld, corrected_games=corrected)


def _fact(pool: PoolQuery, at: int) -> ReportColumns | None:
    """Return the report recorded at a position; None before play."""
    if at < 0:
        return None
    fact: ReportColumns = pool.official.ledger.read.at([at])[at].decoded().payload
    return fact


def _numbers(report: Report, fact: ReportColumns | None) -> list[int]:
    if fact is None:
        return list(range(1, len(report.player) // columns.PLAYER + 1))
    return columns.read(fact.entrants.number, columns.NUMBER).tolist()


def _beside(
    outcome: Outcome,
    rounds: tuple[RoundCell, ...],
    change: Fraction | None,
    points: Fraction | None,
) -> Outcome:
    change = change if outcome.entrant.rating else None
    return replace(outcome, rounds=rounds, change=change, points=points)


def _by_pairing(games: Sequence[CorrectedGame]) -> dict[tuple[int, int, int], Corrected]:
    return {
        (game.round, game.white, game.black): Corrected(game.reported, game.result, game.correction)
        for game in games
    }


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
        sheet.why(chosen, entry).sentence,
        bool(rated.step.ceased_in(place.part)[entry]),
    )


def _category(place: InPlace, row: int, rating: int) -> int | None:
    """Return the place of the category before the event, or of the entry rating."""
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
        raise Damaged(
            Sentence(
                "{tournament}: sums of {entrant} contradict",
                tournament=part.reports[place.at].tournament,
                entrant=entrant.number,
            )
        )
    return Outcome(
        entrant,
        int(counts.sum()),
        score,
        *((expected, difference) if entrant.rating else (None, None)),
        *(_rated(pool, place, entry) if pool.law.chained else ()),
    )


def _rated(
    pool: PoolQuery, place: InPlace, entry: int
) -> tuple[int, tuple[Leg, ...], tuple[Line, ...], int]:
    rated = place.rated
    row = int(rated.unit_of_entry[place.part][entry])
    after, base = int(rated.unit["rating"][row]), int(rated.unit[pool.law.base][row])
    lines = tuple(points(pool.law.lines, rated.step.edition, rated, row))
    if after and base + sum(line.points for line in lines) != after:
        raise Damaged(
            Sentence(
                "{pool}: the lines of {player} do not come to {after}",
                pool=pool.name,
                player=str(rated.step.players[row]),
                after=after,
            )
        )
    return base, tuple(legs(pool.law, rated, row)), lines, after


def totals(table: Table) -> tuple[int, Fraction, Fraction]:
    """Return games, expected scores and scores of all entrants, each game from both sides.

    Where all have ratings, both sums are equal, unless a text expects more of one side.
    """
    nothing = Fraction(0)
    return (
        sum(outcome.games for outcome in table.outcomes),
        sum((outcome.expected or nothing for outcome in table.outcomes), nothing),
        sum((outcome.score for outcome in table.outcomes), nothing),
    )
