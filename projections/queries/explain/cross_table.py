"""The cross table of a tournament: expected scores of all pairs, and the results of each entrant.

From the columns that rate, by entrants; only sums are calculated, and checked against the columns.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.errors import Refused
from ledger.events.report import ReportColumns
from ledger.sentences import NO_SENTENCE, Remedy, Sentence
from projections.queries import PoolQuery, RatingList, recompute
from projections.queries.explain.corrected_reports import (
    NOT_CORRECTED,
    CorrectedGame,
    CorrectionsOfReport,
    corrections_of_report,
    reported_at,
)
from projections.queries.explain.entrants import (
    Entrant,
    InReport,
    Outcome,
    entrants_of,
    outcomes_of,
)
from projections.queries.explain.rounds import (
    EXPECTED,
    Corrected,
    Play,
    by_round,
    play,
    points_reported,
)
from projections.queries.recompute.corrected import tournament_as_it_stands
from projections.queries.recompute.corrected_competitions import as_it_stands
from projections.queries.recompute.not_counting import why_uncounted
from projections.queries.recompute.preview import InPlace, found_in, in_place, not_played
from projections.queries.recompute.rows import is_as_booked
from projections.queries.rows import Booking
from projections.rating import undecided
from projections.rulebooks.engine.columns import GAME, Clause
from projections.rulebooks.engine.edition import Edition
from projections.state.history import TournamentHistory
from projections.state.reports import Report


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
    corrections: CorrectionsOfReport = NOT_CORRECTED
    """Also where the table is as booked before the corrections."""
    play_now: Mapping[int, Play] | None = None
    """By player, as corrected since a list of a whole period booked the report; None: unchanged."""


def played(pool: PoolQuery, history: TournamentHistory, tournament: str) -> list[Table]:
    """Return the table of each current report. Raises Refused for an unrated report."""
    lists = pool.lists()
    booked = {history.roots[by.position]: by for by in pool.bookings_of(tournament)}
    found = []
    for report in history.in_order():
        corrections = corrections_of_report(pool, history, report)
        by = booked.get(history.roots[report.position])
        if by is None:
            found.append(_table(pool, in_place(pool, report), None, corrected=corrections))
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
        changed = pool.law.corrected and not is_as_booked(pool, by, history)
        why = why_uncounted(pool, by, history) if changed else NO_SENTENCE
        uncounted = Clause(pool.law.scope_article, why).sentence if why else why
        table = replace(_table(pool, place, on, corrected=corrections), uncounted=uncounted)
        found.append(replace(table, play_now=_play_now(pool, by, history, table)))
        found += _corrected(pool, by, history, on, corrections)
    return found


def _play_now(
    pool: PoolQuery, by: Booking, history: TournamentHistory, table: Table
) -> Mapping[int, Play] | None:
    """Return the play of a booked report as corrected; None: unchanged, or a chain books it.

    Empty: nothing counts in the pool any more.
    """
    if pool.law.chained or not pool.law.corrected:
        return None
    computed = tournament_as_it_stands(pool, by, history)
    if computed is None:
        return None
    place = None if table.uncounted else found_in(computed.rated, by.position)
    if place is None:
        return {}
    booked = {one.entrant.player: Play(one.games, one.change) for one in table.outcomes}
    return play(pool, place, table.booked_by, booked)


def _corrected(
    pool: PoolQuery,
    by: Booking,
    history: TournamentHistory,
    on: RatingList,
    corrections: CorrectionsOfReport,
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
    return [replace(_table(pool, place, on, current, corrections), corrected=True)]


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
    corrected: CorrectionsOfReport = NOT_CORRECTED,
) -> Table:
    part = place.rated.step.parts[place.part]
    report = part.reports[place.at]
    fact = reported_at(pool, report.position if numbered is None else numbered)
    numbers = _numbers(report, fact)
    entrants = tuple(entrants_of(pool, place, numbers))
    outcomes = tuple[Outcome, ...]()
    if report.game_count:
        in_report = [InReport()] * len(entrants)
        if fact is not None:
            in_report = list(_in_report(pool, place, fact, entrants, by, corrected))
        outcomes = tuple(outcomes_of(pool, place, entrants, in_report))
    asked = undecided.withheld(pool.law, [(part.edition, report)]).get(report.tournament)
    withheld = None if asked is None else asked.sentence
    return Table(part.edition, report, entrants, outcomes, by, withheld, corrections=corrected)


def _in_report(
    pool: PoolQuery,
    place: InPlace,
    fact: ReportColumns,
    entrants: Sequence[Entrant],
    by: RatingList | None,
    corrected: CorrectionsOfReport,
) -> Iterator[InReport]:
    """Yield rounds and points of each entrant of a report."""
    numbers, found = [one.number for one in entrants], play(pool, place, by)
    rounds = by_round(place, fact, numbers, _by_pairing(corrected.games))
    changes = (found[one.player].points for one in entrants)
    return map(InReport, rounds, points_reported(place, fact), changes)


def _numbers(report: Report, fact: ReportColumns | None) -> list[int]:
    if fact is None:
        return list(range(1, len(report.player) // columns.PLAYER + 1))
    return columns.read(fact.entrants.number, columns.NUMBER).tolist()


def _by_pairing(games: Sequence[CorrectedGame]) -> dict[tuple[int, int, int], Corrected]:
    return {
        (game.round, game.white, game.black): Corrected(game.reported, game.result, game.correction)
        for game in games
    }


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
