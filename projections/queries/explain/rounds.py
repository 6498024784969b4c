"""The games of a cross table by round, counted or not, and the points of each entrant by play."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np

from ledger.events.report import ReportColumns, rounds_of
from ledger.sentences import NO_SENTENCE, Position, Sentence
from ledger.tournaments.report_from_columns import totals_of
from projections.queries import NOBODY, PoolQuery, RatingList
from projections.queries.explain.cells import SCALES, points, scale_of
from projections.queries.explain.sheets import PLAYED
from projections.queries.recompute.preview import InPlace
from projections.rating import Rated
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import UNIT, Columns, Values

EXPECTED, SCORE = "expected_score_hundredths", "score_hundredths"
"""Columns of games."""
HUNDREDTHS: Final = 100
PLAY: Final = "play"
"""Kind of the line with the points by play."""
_COLOURS: Final[tuple[Literal["white", "black"], ...]] = ("white", "black")


class RoundCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round of an entrant: a game from the entrant's side, or a bye."""

    round: int
    result: str
    """The result that the table counts, as a TRF code."""
    counts: bool
    score: Fraction | None = None
    """Points of the regulation for the result; None: not played, and not counted."""
    opponent: int | None = None
    """Start number; None: a bye."""
    colour: Literal["white", "black"] | None = None
    why: Sentence | None = None
    """Why it does not count, with the article."""
    reported_result: str | None = None
    """The result of the report, where it was corrected; None: never corrected."""
    reported_score: Fraction | None = None
    """Points of the regulation for it; None: never corrected, or not played."""
    corrected_result: str | None = None
    """The result by the last correction."""
    corrected_score: Fraction | None = None
    """Points of the regulation for it; None: never corrected, or not played."""
    corrected: Position | None = None
    """Position of the last correction."""


_round_of: Final = attrgetter("round")


class Corrected(NamedTuple):
    """Results of white and black, as reported and as corrected, and the correction."""

    reported: tuple[str, str]
    result: tuple[str, str]
    position: int


def by_round(
    place: InPlace,
    fact: ReportColumns,
    numbers: Sequence[int],
    corrected: Mapping[tuple[int, int, int], Corrected],
) -> list[tuple[RoundCell, ...]]:
    """Return the rounds of each entrant of a report in order, games of one pairing included.

    `corrected` has the corrected games by round, row of white, row of black.
    """
    part, sheet = place.rated.step.parts[place.part], place.rated.sheets[place.part]
    first = int(part.first_entry[place.at])
    found: list[list[RoundCell]] = [[] for _ in numbers]
    reasons = _Reasons(part, sheet)
    counts, scores = (
        np.broadcast_to(sheet[name], part.entry.shape).tolist() for name in ("counts", SCORE)
    )
    entries, codes = (part.entry - first).tolist(), part.result.tobytes().decode("ascii")
    fractions = {score: Fraction(score, HUNDREDTHS) for score in set(scores)}
    begin = sum(report.game_count for report in part.reports[: place.at])
    values = _scores_of_results(part.edition.numbers)
    for index, number in enumerate(rounds_of(fact)):
        sides = (begin + index, begin + index + part.games)
        both = white, black = entries[sides[0]], entries[sides[1]]
        correction = corrected.get((number, white, black))
        for at, side in enumerate(sides):
            counted, code = bool(counts[side]), codes[side]
            cell = RoundCell(
                number,
                code,
                counted,
                fractions[scores[side]] if counted or code in PLAYED else None,
                numbers[both[1 - at]],
                _COLOURS[at],
                None if counted else reasons.of(side),
            )
            if correction is not None:
                cell = _with_correction(cell, correction, at, values)
            found[both[at]].append(cell)
    for bye in fact.byes:
        found[bye.entrant].append(RoundCell(bye.round, bye.code, counts=False, why=reasons.of_byes))
    return [tuple(sorted(cells, key=_round_of)) for cells in found]


def _scores_of_results(numbers: Mapping[str, Any]) -> Mapping[str, Fraction]:
    """Return the points of the regulation for each result of a played game."""
    hundredths = {"1": numbers["win_hundredths"], "=": numbers["draw_hundredths"], "0": 0}
    return {code: Fraction(int(value), HUNDREDTHS) for code, value in hundredths.items()}


def _with_correction(
    cell: RoundCell, correction: Corrected, side: int, scores: Mapping[str, Fraction]
) -> RoundCell:
    reported, result = correction.reported[side], correction.result[side]
    return msgspec.structs.replace(
        cell,
        reported_result=reported,
        reported_score=scores.get(reported),
        corrected_result=result,
        corrected_score=scores.get(result),
        corrected=Position(correction.position),
    )


class _Reasons:
    """The clauses under which sides of games do not count, each bound once."""

    def __init__(self, part: Batch, sheet: Columns) -> None:
        choice = sheet.choices["counts"]
        self._texts = [*(case.clause for case in choice.cases), choice.clause]
        self._chosen = np.broadcast_to(choice.clauses(), part.entry.shape)
        self._sheet = sheet
        self._bound: dict[int, Sentence] = {}
        self.of_byes = sheet.clause(choice.of_byes).sentence or None

    def of(self, side: int) -> Sentence:
        """Return why a side does not count."""
        at = int(self._chosen[side])
        if at not in self._bound:
            self._bound[at] = self._sheet.clause(self._texts[at]).sentence or NO_SENTENCE
        return self._bound[at]


def points_reported(place: InPlace, fact: ReportColumns) -> list[Fraction | None]:
    """Return the total of each entrant with forfeits and byes, by the results that are counted."""
    part = place.rated.step.parts[place.part]
    begin = sum(report.game_count for report in part.reports[: place.at])
    games = slice(begin, begin + len(fact.games.white_result))
    codes = part.result.tobytes().decode("ascii")
    results = dict(enumerate(zip(codes[games], codes[part.games :][games], strict=True)))
    totals = totals_of(fact, results)
    return [None if total is None else Fraction(total, 2) for total in totals]


_On: TypeAlias = tuple[RatingList | None, Values]
"""The list of an event, None: the next one; and games of each entrant that it does not have."""


class Play(NamedTuple):
    """The part of an entrant in an event: counted games, and points by play."""

    games: int
    points: Fraction | None
    """None: the player had no rating that they could change."""


NOT_PLAYED: Final = Play(0, Fraction(0))


def play(
    pool: PoolQuery, place: InPlace, by: RatingList | None, booked: Mapping[int, Play] | None = None
) -> dict[int, Play]:
    """Return games and points of each entrant by play, by player, in the order of entries.

    Where a list rates a whole period, they are the share of the event, before rounding. Points are
    None for a player who is on no list, or who came onto this one with other games too. `booked`
    is what a list booked of the event; `place` has it as corrected since.
    """
    part, sheet = place.rated.step.parts[place.part], place.rated.sheets[place.part]
    entries = slice(*part.first_entry[place.at : place.at + 2].tolist())
    counts = np.broadcast_to(sheet["counts"], part.entry.shape).astype(bool)
    games = np.bincount(part.entry[counts], minlength=len(part.player))[entries]
    own = np.broadcast_to(sheet[pool.law.own_rating], part.player.shape)[entries].tolist()
    players = part.player[entries].tolist()
    since = np.zeros_like(games)
    if booked is not None:
        since = games - np.array([booked.get(who, NOT_PLAYED).games for who in players])
    found = _points_by_play(pool, place, entries, games, (by, since))
    return {
        player: Play(counted, points if rating else None)
        for player, counted, points, rating in zip(players, games.tolist(), found, own, strict=True)
    }


def _points_by_play(
    pool: PoolQuery, place: InPlace, entries: slice, games: Values, by: _On
) -> list[Fraction | None]:
    rated = place.rated
    if not pool.law.chained:
        return _of_period(pool, place, entries, games, by)
    rows = rated.unit_of_entry[place.part][entries]
    kinds = [kind for kind in pool.law.lines if kind.kind == PLAY]
    return [
        sum((line.points for line in points(kinds, rated.step.edition, rated, row)), Fraction(0))
        for row in rows.tolist()
    ]


def _of_period(
    pool: PoolQuery, place: InPlace, entries: slice, games: Values, by: _On
) -> list[Fraction | None]:
    """Return the points of entries of a period: one column, or differences by a coefficient."""
    rated, column = place.rated, pool.law.worksheet.variation
    sheet, part = rated.sheets[place.part], rated.step.parts[place.part]
    rows = rated.unit_of_entry[place.part][entries]
    listed = _games_on_list(pool, rated, rows, by[0]) + by[1]
    values = np.asarray(sheet[column])[entries] * _coefficients(pool, rated, rows, listed)
    base, before = (
        np.broadcast_to(values_of, len(rated.step.players))[rows]
        for values_of in (rated.unit[pool.law.base], rated.step.rating_before)
    )
    apart = (base > 0) & ((before > 0) | (listed == games))
    per = SCALES.get(scale_of(part.edition.columns[column]), 1)
    return [
        Fraction(value, per) if known else None
        for value, known in zip(values.tolist(), apart.tolist(), strict=True)
    ]


def _coefficients(pool: PoolQuery, rated: Rated, rows: Values, listed: Values) -> Values:
    """Return the coefficient of each player for a list on which they have so many games."""
    of, units = pool.law.worksheet, len(rated.step.players)
    if not of.coefficient:
        return np.ones(len(rows), dtype=np.int64)
    games = np.broadcast_to(rated.unit[of.coefficient_games], units).copy()
    games[rows] = listed
    facts = {**rated.unit.values, of.coefficient_games: games}
    del facts[of.coefficient]
    found = rated.step.edition.evaluate([UNIT], facts, [of.coefficient])[of.coefficient]
    return np.broadcast_to(found, units)[rows]


def _games_on_list(pool: PoolQuery, rated: Rated, rows: Values, by: RatingList | None) -> Values:
    """Return the games of players on the list of an event, or so far on the next one."""
    if by is None:
        return np.asarray(rated.unit["period_games"])[rows]
    players = rated.step.players[rows].tolist()
    states = pool.states_on(players, by.number)
    return np.array([states.get(player, NOBODY).games for player in players])
