"""A rating explained: the worksheet an arbiter would write by hand, made of the computation itself.

Nothing here calculates: values are taken from the columns that made the rating, with the article,
unit and sentence each column says of itself. What is checked is the sum: the lines of a list add
up to new less old.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from ledger.errors import Damaged
from projections.explain.recounts import sides, with_entry
from projections.explain.sheets import CorrectedSheet, Explanation, Line, UnitSheet
from projections.explain.steps import sheet_of_step
from projections.official import deviations
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import corrected_units
from projections.recompute import Recomputed
from projections.recompute import units as again_units
from projections.recompute.corrected import corrected_unit
from projections.recompute.rows import changes_decided
from projections.state.law import Law
from projections.state.pool import AS_LISTED, DecidedChange
from projections.steps.corrected import BOOKED, OF_UNITS, in_words

CORRECTION = "correction"


def explain(pool: PoolQuery, player: int, on: RatingList) -> Explanation:
    """Explain a player's rating on a list.

    Raises Damaged where the worksheet does not come to the rating that was published.
    """
    old = pool.state(player, on.number - 1).rating if on.number else 0
    new = pool.state(player, on.number).rating
    units = (
        tuple(
            _decided(pool, on, each, sheet_of_step(pool, player, each))
            for each in again_units.unit(pool, player, on)
        )
        if on.number
        else ()
    )
    if units and units[-1].after != new:
        units = (*units[:-1], _held(pool, player, on, units[-1], new))
    if pool.law.chained:
        corrected = tuple(sides(pool, player, on, partial(sheet_of_step, pool, player)))
        units = tuple(with_entry(unit, corrected) for unit in units)
    else:
        corrected = tuple(_corrected(pool, player, on))
        units = tuple(_told(pool, unit, corrected) for unit in units)
    law = Law(pool.facts, on.position)
    edition = law.edition_of_list(on.list_date).name if on.number else ""
    _check(units, old, new, pool, on)
    return Explanation(pool.name, player, on, edition, old, new, units, corrected)


def _corrected(pool: PoolQuery, player: int, on: RatingList) -> Iterator[CorrectedSheet]:
    """Give the units of closed lists that a list corrected for a player.

    Raises Damaged where they do not come to what the list booked.
    """
    rows = {each.number: each for each in pool.lists()}
    units = (one.unit for one in corrected_units(pool, player, on.number))
    for each in (one for one in units if one.kind in OF_UNITS):
        both = corrected_unit(pool, on, rows[each.number], each)
        was, now = (sheet_of_step(pool, player, computed) for computed in both)
        found = tuple(_value_of(pool, sheet) for sheet in (was, now))
        if found != (each.booked_points, each.due_points):
            raise Damaged(
                f"{pool.name} {on.period}: list {rows[each.number].period} of player {player} "
                f"comes to {found}, booked was {(each.booked_points, each.due_points)}"
            )
        yield CorrectedSheet(rows[each.number], each, was, now)


def _told(pool: PoolQuery, unit: UnitSheet, corrected: Sequence[CorrectedSheet]) -> UnitSheet:
    """Give the corrections of a step line by line: one for each unit of a closed list."""
    lines: list[Line] = []
    for line in unit.lines:
        lines += (
            [_of_unit(pool, line, each) for each in corrected]
            if line.kind == CORRECTION
            else [line]
        )
    return replace(unit, lines=tuple(each for each in lines if each.points or each.kind == "exit"))


def _of_unit(pool: PoolQuery, line: Line, corrected: CorrectedSheet) -> Line:
    was, now = corrected.unit.booked_points, corrected.unit.due_points
    points = now - was if corrected.unit.kind == BOOKED else Fraction(0)
    sign = bool(corrected.booked.before or not _entries_apart(pool))
    both = (in_words(each, sign=sign) for each in (now, was))
    why = f"list {corrected.of.period}: {{}} as corrected, {{}} booked so far".format(*both)
    return replace(line, points=points, why=f"{line.article}: {why}")


def _decided(pool: PoolQuery, on: RatingList, computed: Recomputed, unit: UnitSheet) -> UnitSheet:
    """Name the body and the event behind what was decided outside play."""
    step = computed.rated.step
    decided = np.broadcast_to(step.adjusted | (step.decided_points != 0), step.players.shape)
    for player in step.players[decided].tolist():
        for each in changes_decided(pool, player, on).values():
            whys = _whys(pool, each)
            lines = (replace(line, why=whys.get(line.kind, line.why)) for line in unit.lines)
            unit = replace(unit, lines=tuple(lines))
    return unit


def _whys(pool: PoolQuery, decided: DecidedChange) -> dict[str, str]:
    """Say by kind of line who decided it, and where that is recorded."""
    said = pool.official.ledger.read.at(list(decided.positions))
    by = {
        position: f"by {each.decoded().payload.by}, event #{position}"
        for position, each in said.items()
    }
    whys = {}
    if decided.bonuses:
        whys["bonus by decision"] = "; ".join(by[each.position] for each in decided.bonuses)
    change = decided.adjustment
    if change is not None:
        whys["adjustment"] = by[change.position]
        if not change.after:
            word = "annulled" if change.before == AS_LISTED else "adjusted to none"
            whys["exit"] = f"{word} {by[change.position]}"
    return whys


def _value_of(pool: PoolQuery, sheet: UnitSheet) -> Fraction:
    """Give what a unit came to: the change of a rated player, otherwise his first rating."""
    assert pool.law.frozen_corrections is not None
    of = pool.law.frozen_corrections
    column = of.change if sheet.before or not _entries_apart(pool) else of.entry
    return Fraction(sheet.cells[column].value)


def _entries_apart(pool: PoolQuery) -> bool:
    """Tell whether who enters is a unit of another kind than who is rated."""
    return pool.law.frozen_corrections is not None and bool(pool.law.frozen_corrections.entry)


def _held(
    pool: PoolQuery, player: int, on: RatingList, unit: UnitSheet, published: int
) -> UnitSheet:
    """Add what a recorded deviation says: the list was sealed with another rating, and stands."""
    closed = pool.facts.closed[on.number - 1]
    found = deviations.deviation_of(pool.official.ledger.read, closed.event, closed.position)
    if player not in found.rows:
        return unit
    so_far = sum((each.points for each in unit.lines), Fraction(unit.before))
    points = published - so_far if published else Fraction(0)
    line = Line("deviation", points, f"#{found.position}", "As sealed: fixed since.", found.cause)
    return replace(unit, after=published, lines=(*unit.lines, line))


def _check(
    units: tuple[UnitSheet, ...], old: int, new: int, pool: PoolQuery, on: RatingList
) -> None:
    rating = old
    for each in units:
        if each.before != rating:
            raise Damaged(
                f"{pool.name} {on.period}: a step starts from {each.before}, not {rating}"
            )
        rating = each.after
        if each.after and sum(line.points for line in each.lines) != each.after - each.before:
            raise Damaged(
                f"{pool.name} {on.period}: lines do not add up to {each.after - each.before}"
            )
    if units and rating != new:
        raise Damaged(
            f"{pool.name} {on.period}: the worksheet comes to {rating}, published is {new}"
        )
