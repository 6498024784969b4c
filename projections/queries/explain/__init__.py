"""Explanations: the worksheet of a rating, from the columns of the computation.

Each value has the article, unit and sentence of its column; nothing is calculated again. The sum is
checked: the lines of a list add up to the new rating less the old.

    sheets             the typed document: explanation, steps, tournaments, games, lines, cells
    cells              cells, lines and legs of a row of columns
    shown              what is shown of the columns, and in which order
    basis              the basis of a tournament in sentences
    both_sides         booked and corrected beside each other, and who decided
    steps              the worksheet of a step
    tournaments        the tournaments of a step
    category_changes   the cause of a change of category
    used               the games of a player as a list used them, and the points of tournaments
    cross_table        the cross table of a tournament with expected scores
    corrected_reports  corrected games and entrants of a report
    entrants           the entrants of a cross table: rating used, sums
    rounds             games of a cross table by round, and the points of each entrant
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from msgspec.structs import replace

from ledger.actors.bodies import decider
from ledger.errors import Damaged
from ledger.events.pool import AdjustmentWithdrawn
from ledger.register.identities import RegisterNumber
from ledger.sentences import ListName, Position, Sentence, Signed, plain
from ledger.store.reading import Recorded
from projections.official import deviations
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import BookedRecount, corrected_units, joined_on, recounts
from projections.queries.explain.sheets import (
    Cell,
    CorrectedSheet,
    Explanation,
    Line,
    Rating,
    UnitSheet,
)
from projections.queries.explain.steps import sheet_of_step
from projections.queries.explain.tournaments import with_basis
from projections.queries.recompute import Recomputed
from projections.queries.recompute import units as steps_of
from projections.queries.recompute.corrected import corrected_unit
from projections.queries.recompute.corrected_competitions import (
    closed_booking,
    nothing_left,
    sides,
)
from projections.queries.recompute.rows import changes_decided
from projections.rating.corrected import BOOKED, LAPSED, OF_UNITS, Correction
from projections.rulebooks.engine.columns import Clause
from projections.state.adjustments import AS_LISTED, DecidedChange
from projections.state.law import Law

CORRECTION = "correction"


def explain(pool: PoolQuery, player: int, on: RatingList) -> Explanation:
    """Return the explanation of a player's rating on a list.

    Raises Damaged where the worksheet differs from the published rating.
    """
    old = _rating_before(pool, player, on)
    new = pool.state(player, on.number).rating or None
    units = (
        tuple(
            _decided(pool, on, computed, sheet_of_step(pool, player, computed))
            for computed in steps_of.unit(pool, player, on)
        )
        if on.number
        else ()
    )
    if units and units[-1].after != new:
        units = (*units[:-1], _with_deviation(pool, player, on, units[-1], new))
    if pool.law.chained:
        corrected = tuple(_sides(pool, player, on))
        units = tuple(_with_entry(unit, corrected) for unit in units)
    else:
        corrected = tuple(_corrected(pool, player, on))
        units = tuple(_split_corrections(pool, unit, corrected) for unit in units)
    law = Law(pool.facts, on.law_known)
    edition = law.edition_of_list(on.list_date).name if on.number else ""
    _check(units, old, new, pool, on)
    return Explanation(pool.name, RegisterNumber(player), on, edition, old, new, units, corrected)


def _rating_before(pool: PoolQuery, player: int, on: RatingList) -> Rating:
    """Return the rating from which a list starts; of a merged player, the continued rating.

    In a chain a merge is a step of the list.
    """
    if not on.number:
        return None
    joined = {} if pool.law.chained else joined_on(pool, on.number)
    if player in joined:
        return joined[player]["rating"] or None
    return pool.state(player, on.number - 1).rating or None


def _corrected(pool: PoolQuery, player: int, on: RatingList) -> Iterator[CorrectedSheet]:
    """Yield the units of closed lists corrected by a list for a player.

    Raises Damaged where the sheets differ from the values booked.
    """
    rows = pool.lists()
    units = (corrected.unit for corrected in corrected_units(pool, player, on.number))
    for unit in (unit for unit in units if unit.kind in OF_UNITS):
        both = corrected_unit(pool, on, rows[unit.number], unit)
        was, now = (sheet_of_step(pool, one.source.player or player, one) for one in both)
        found = tuple(_value_of(pool, sheet) for sheet in (was, now))
        if found != (unit.booked_points, unit.due_points):
            raise Damaged(
                Sentence(
                    "{pool} {period}: list {corrected} of player {player} comes to {found}, booked "
                    "was {booked}",
                    pool=pool.name,
                    period=on.period,
                    corrected=rows[unit.number].period,
                    player=str(player),
                    found=str(found),
                    booked=str((unit.booked_points, unit.due_points)),
                )
            )
        points = unit.booked_points, unit.due_points
        yield CorrectedSheet(rows[unit.number], unit.kind, *points, was, now)


def _split_corrections(
    pool: PoolQuery, unit: UnitSheet, corrected: Sequence[CorrectedSheet]
) -> UnitSheet:
    """Return a step with a line for each corrected unit, not a line for all."""
    lines: list[Line] = []
    for line in unit.lines:
        lines += (
            [_of_unit(pool, line, sheet) for sheet in corrected]
            if line.kind == CORRECTION
            else [line]
        )
    return replace(unit, lines=tuple(line for line in lines if line.points or line.kind == "exit"))


def _of_unit(pool: PoolQuery, line: Line, corrected: CorrectedSheet) -> Line:
    was, now = corrected.booked_points, corrected.due_points
    points = now - was if corrected.kind == BOOKED else Fraction(0)
    number = Signed if corrected.booked.before or not _entries_apart(pool) else Fraction
    why = Sentence(
        "list {list:of}: {due} as corrected, {booked} booked so far",
        list=ListName(corrected.list.period),
        due=number(now),
        booked=number(was),
    )
    return replace(line, points=points, why=why)


def _decided(pool: PoolQuery, on: RatingList, computed: Recomputed, unit: UnitSheet) -> UnitSheet:
    """Return a step with body and event of each decision outside play."""
    step = computed.rated.step
    adjusted, points = step.outside_play["adjusted"], step.outside_play["decided_points"]
    decided = np.broadcast_to(adjusted | (points != 0), step.players.shape)
    for player in step.players[decided].tolist():
        for decision in changes_decided(pool, player, on).values():
            whys = _whys(pool, decision)
            lines = (replace(line, why=whys.get(line.kind, line.why)) for line in unit.lines)
            unit = replace(unit, lines=tuple(lines))
    return unit


def _whys(pool: PoolQuery, decided: DecidedChange) -> dict[str, Sentence]:
    events = pool.events.at(decided.positions)
    by = {at: _by(event) for at, event in events.items()}
    whys = {}
    if decided.bonuses:
        whys["bonus by decision"] = plain([by[bonus.position] for bonus in decided.bonuses])
    change = decided.adjustment
    if change is not None:
        whys["adjustment"] = by[change.position]
        if not change.after:
            whys["exit"] = (
                Sentence("annulled {by}", by=by[change.position])
                if change.before == AS_LISTED
                else Sentence("adjusted to none {by}", by=by[change.position])
            )
    return whys


def _by(event: Recorded) -> Sentence:
    fact = event.decoded().payload
    by, at = decider(event), Position(event.position)
    if not isinstance(fact, AdjustmentWithdrawn):
        return Sentence("by {by}, event {event}", by=by, event=at)
    return Sentence(
        "by {by}, event {event}, which withdraws {withdrawn}",
        by=by,
        event=at,
        withdrawn=Position(fact.withdraws),
    )


def _value_of(pool: PoolQuery, sheet: UnitSheet) -> Fraction:
    """Return the result of a unit: the change of a rating, or the first rating."""
    assert pool.law.frozen_corrections is not None
    of = pool.law.frozen_corrections
    column = of.change if sheet.before or not _entries_apart(pool) else of.entry
    return Fraction(sheet.cells[column].value)


def _entries_apart(pool: PoolQuery) -> bool:
    return pool.law.frozen_corrections is not None and bool(pool.law.frozen_corrections.entry)


def _with_deviation(
    pool: PoolQuery, player: int, on: RatingList, unit: UnitSheet, published: Rating
) -> UnitSheet:
    """Return a step with a line for a recorded deviation: the sealed rating stays."""
    closed = pool.facts.closed[on.number - 1]
    found = deviations.deviation_of(pool.official.ledger.read, closed.event, closed.position)
    if player not in found.rows:
        return unit
    so_far = sum((line.points for line in unit.lines), Fraction(unit.before or 0))
    points = published - so_far if published else Fraction(0)
    says = Sentence("As sealed: fixed since.")
    line = Line("deviation", points, f"#{found.position}", says, plain(found.cause))
    return replace(unit, after=published, lines=(*unit.lines, line))


def _check(
    units: tuple[UnitSheet, ...], old: Rating, new: Rating, pool: PoolQuery, on: RatingList
) -> None:
    rating = old
    for unit in units:
        if unit.before != rating:
            raise Damaged(
                Sentence(
                    "{pool} {period}: a step starts from {before}, not {rating}",
                    pool=pool.name,
                    period=on.period,
                    before=unit.before,
                    rating=rating,
                )
            )
        rating, change = unit.after, (unit.after or 0) - (unit.before or 0)
        if unit.after and sum(line.points for line in unit.lines) != change:
            raise Damaged(
                Sentence(
                    "{pool} {period}: lines do not add up to {change}",
                    pool=pool.name,
                    period=on.period,
                    change=change,
                )
            )
    if units and rating != new:
        raise Damaged(
            Sentence(
                "{pool} {period}: the worksheet comes to {rating}, published is {published}",
                pool=pool.name,
                period=on.period,
                rating=rating,
                published=new,
            )
        )


def _sides(pool: PoolQuery, player: int, on: RatingList) -> Iterator[CorrectedSheet]:
    """Yield the competitions corrected by a list for a player.

    Raises Damaged where the sheets differ from the facts of the recount.
    """
    rows = pool.lists()
    for recount in recounts(pool, player, on.number):
        of = rows[closed_booking(pool, recount).number]
        unit = _unit(pool, recount, of)
        was, now = sides(pool, on, recount)
        found = [_came_to(pool, side.source.player or player, side) for side in (was, now)]
        if found != [(unit.booked, unit.booked_games), (unit.due, unit.due_games)]:
            raise Damaged(
                Sentence(
                    "{pool} {period}: {tournament} of player {player} comes to {found}, booked was "
                    "{booked}",
                    pool=pool.name,
                    period=on.period,
                    tournament=recount.tournament,
                    player=str(player),
                    found=str(found),
                    booked=str(unit),
                )
            )
        nothing = nothing_left(pool, on, recount)
        was_sheet, now_sheet = (_sheet_of_side(pool, player, side) for side in (was, now))
        points = unit.booked_points, unit.due_points
        yield CorrectedSheet(
            of, unit.kind, *points, was_sheet, now_sheet, recount.tournament, nothing
        )


def _sheet_of_side(pool: PoolQuery, player: int, side: Recomputed) -> UnitSheet:
    number = side.source.player or player
    sheet = sheet_of_step(pool, number, side)
    return _as_entered(pool, sheet) if number in side.source.later_capitals else sheet


def _as_entered(pool: PoolQuery, unit: UnitSheet) -> UnitSheet:
    """Return a step with the reason of a rating: the player entered with this event."""
    says = Sentence("first rating of the player: the initial rating")
    why = Clause(pool.law.correction_article, says).sentence

    def with_reason(cells: dict[str, Cell], name: str) -> dict[str, Cell]:
        return {**cells, name: replace(cells[name], why=why)}

    played = (
        with_basis(pool, replace(sheet, cells=with_reason(sheet.cells, pool.law.own_rating)))
        for sheet in unit.tournaments
    )
    return replace(unit, cells=with_reason(unit.cells, pool.law.base), tournaments=tuple(played))


def _with_entry(unit: UnitSheet, corrected: Sequence[CorrectedSheet]) -> UnitSheet:
    """Return a step with the reason of an entry by correction, from the corrected event."""
    entered = [
        played.entered_by
        for sheet in corrected
        for played in sheet.corrected.tournaments
        if sheet.tournament == unit.corrects and played.entered_by is not None
    ]
    if not entered:
        return unit
    by = entered[0]
    lines = (
        replace(line, article=by.article, why=by.why) if line.kind == "entry" else line
        for line in unit.lines
    )
    return replace(unit, lines=tuple(lines))


def _unit(pool: PoolQuery, row: BookedRecount, of: RatingList) -> Correction:
    law = pool.law.chained_corrections
    was, now = (row.facts[f"{side}_{law.deviation}"] for side in ("booked", "corrected"))
    games = [row.facts[f"{side}_{law.games}"] for side in ("booked", "corrected")]
    kind = LAPSED if row.lapsed else BOOKED
    return Correction(row.player, of.number, kind, was, now, games[0], games[1])


def _came_to(pool: PoolQuery, player: int, side: Recomputed) -> tuple[int, int]:
    law, rated = pool.law.chained_corrections, side.rated
    row = int(np.searchsorted(rated.step.players, player))
    return int(rated.unit[law.deviation][row]), int(rated.unit[law.games][row])
