"""Capital changes of a rated step: events, year ends, corrections, and decisions."""

from collections.abc import Iterator

import numpy as np

from ledger.columns import Players, Wide
from projections.rating import NOTHING, Rated
from projections.rating.capital_changes import (
    ADJUSTED,
    CHAINED,
    DEVIATING,
    NOWHERE,
    RECOUNTED,
    CapitalChange,
    Competition,
    HandedOver,
    PartChanges,
)
from projections.rating.chain_steps import CEASED, NOBODY, Recount, YearEndInputs
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import Order


def of_step(
    law: Rulebook, number: int, rated: Rated, decided: Order = NOWHERE
) -> Iterator[CapitalChange | PartChanges | HandedOver]:
    """Yield the capital changes of a step, part by part.

    `decided` is the place in the order where capitals cease by decision.
    """
    if rated.step.handover is not None:
        handover, _ = rated.step.handover
        if handover.change is not None:
            yield handover.change
        return
    if not rated.step.parts:
        yield from _outside_play(law, number, rated, decided)
        return
    moved, entered = _unit_column(rated, "moved"), _entered(law, rated)
    columns = {name: _unit_column(rated, name) for name in law.corrected_columns}
    for part, unit in zip(rated.step.parts, rated.unit_of_entry, strict=True):
        of = tuple((report.order, report.position, report.begins) for report in part.reports)
        yield PartChanges(number, of, part.first_entry, part.player, unit, moved, entered, columns)


def _unit_column(rated: Rated, name: str) -> Values:
    """Return a UNIT column; shape () for an edition without the column."""
    return np.asarray(rated.unit.values.get(name, NOTHING))


def _column(rated: Rated, name: str) -> Wide:
    return np.broadcast_to(_unit_column(rated, name), len(rated.step.players)).astype(np.int64)


def _entered(law: Rulebook, rated: Rated) -> Values:
    listed = rated.step.listed["rating"]
    if listed.all():
        return NOTHING
    enters = (listed == 0) & (rated.unit["rating"] > 0)
    return np.where(enters, rated.unit[law.base], 0) if enters.any() else NOTHING


def _outside_play(
    law: Rulebook, number: int, rated: Rated, decided: Order
) -> Iterator[CapitalChange]:
    if rated.step.year_end_inputs is not None:
        yield of_year_end(number, rated, rated.step.year_end_inputs)
    elif rated.step.recount is not None:
        yield _of_recount(law, number, rated, rated.step.recount)
    else:
        yield from _of_decisions(number, rated, decided)


def of_year_end(number: int, rated: Rated, year_end_inputs: YearEndInputs) -> CapitalChange:
    """Return the changes by the end of a year."""
    moved = _changed(rated)
    return CapitalChange(number, CHAINED, year_end_inputs.year_end.order, *moved, _ceased(rated))


def _of_recount(law: Rulebook, number: int, rated: Rated, recount: Recount) -> CapitalChange:
    before, after = rated.step.listed["rating"], _column(rated, "rating")
    entered = np.where((before == 0) & (after > 0), _column(rated, law.chained_corrections.base), 0)
    of = Competition(recount.position, recount.begins, _more(law, rated))
    moved = (rated.step.players, _column(rated, "moved"), entered, _ceased(rated))
    return CapitalChange(number, RECOUNTED, recount.order, *moved, of)


def _of_decisions(number: int, rated: Rated, decided: Order) -> Iterator[CapitalChange]:
    """Yield points by decision (without a place), and capitals ceased (with a place)."""
    ceased = _ceased(rated)
    players, points, entered = _changed(rated)
    gone = np.isin(players, ceased)
    for order, chosen, ending in ((NOWHERE, ~gone, NOBODY), (decided, gone, ceased)):
        if chosen.any():
            rows = (players[chosen], points[chosen], entered[chosen])
            yield CapitalChange(number, ADJUSTED, order, *rows, ending)


def _changed(rated: Rated) -> tuple[Players, Wide, Wide]:
    points = _column(rated, "rating") - rated.step.listed["rating"]
    some = np.flatnonzero(points)
    return rated.step.players[some], points[some], np.zeros(len(some), dtype=np.int64)


def _ceased(rated: Rated) -> Players:
    return rated.step.players[(rated.step.listed["rating"] > 0) & (rated.unit["rating"] == 0)]


def _more(law: Rulebook, rated: Rated) -> dict[str, Wide]:
    """Return the amounts added by a correction; for a ceased capital, the hypothetical amounts."""
    ceased, sheet = rated.unit[CEASED], rated.unit
    return {
        name: np.where(
            ceased, sheet[f"corrected_{name}"] - sheet[f"booked_{name}"], _column(rated, more)
        )
        for name, more in law.chained_corrections.compared.items()
    }


def deviation(number: int, players: Players, points: Wide) -> CapitalChange:
    """Return the points by which a sealed list deviates from the computed list."""
    nothing = np.zeros_like(points)
    return CapitalChange(number, DEVIATING, NOWHERE, players, points, nothing, NOBODY)
