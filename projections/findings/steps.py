"""Findings about a player's steps on a list: why there is no rating, what of his lapsed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from projections.finding import Finding, by_clause
from projections.findings import ceased, games
from projections.findings.corrections import capital_ceased
from projections.queries import PoolQuery, RatingList
from projections.rating import Rated, undecided
from projections.rating.recounts import CEASED
from projections.recompute import units


def of_player(pool: PoolQuery, player: int, on: RatingList) -> Iterator[Finding]:
    """Give what is found about a player in the steps of a list, in their order."""
    for computed in units.unit(pool, player, on):
        rated = computed.rated
        parts = zip(rated.step.parts, rated.sheets, rated.step.rating_at_start, strict=True)
        for part, sheet, ratings in parts:
            yield from games.of_player(part, sheet, player)
            yield from undecided.of_entries(pool.law, part, sheet, ratings, player)
        row = int(np.searchsorted(rated.step.players, player))
        if rated.step.year_end_inputs is not None:
            yield from _turned(pool, rated, on, player, row)
        elif rated.step.recount is not None:
            yield from _recounted(pool, rated, on, player, row)
        else:
            yield from _rated(pool, rated, on, player, row)


def _rated(
    pool: PoolQuery, rated: Rated, on: RatingList, player: int, row: int
) -> Iterator[Finding]:
    """Tell why play gave no rating, whose results do not wait, and what was decided in vain.

    A first rating that waits for a decision asks for it until a later list contains the player.
    """
    gone = list(ceased.of_step(pool.law, rated, player))
    yield from gone
    waits = list(undecided.of_units(pool.law, rated, on.period, player))
    if waits and not pool.state(player, pool.lists()[-1].number).rating:
        yield from waits
    elif not rated.unit["rating"][row] and not gone:
        name = "rating" if rated.step.rating_before[row] else pool.law.entry
        yield by_clause("not rated", on.period, player, rated.unit.why(name, row))
    yield from _accepted(rated, on, player, row)
    lapsed = rated.step.adjusted & ~rated.unit["adjustment_applies"]
    if np.broadcast_to(lapsed, len(rated.step.players))[row]:
        rule = rated.step.edition.columns["adjustment_applies"]
        yield Finding("warning", on.period, player, rule.article, f"lapsed: {rule.sentence}")
    given = np.broadcast_to(rated.unit["decided_bonus"], len(rated.step.players))
    if given[row] != np.broadcast_to(rated.step.decided_points, len(rated.step.players))[row]:
        rule = rated.step.edition.columns["decided_bonus"]
        lapsed_points = f"not all points of a bonus decided are given: {rule.sentence}"
        yield Finding("warning", on.period, player, rule.article, lapsed_points)


def _turned(
    pool: PoolQuery, rated: Rated, on: RatingList, player: int, row: int
) -> Iterator[Finding]:
    """Tell whose rating ceased at the end of a year."""
    if not rated.unit["rating"][row]:
        why = rated.unit.why(pool.law.year_end.renews["rating"], row)
        yield by_clause("not rated", on.period, player, why)


def _recounted(
    pool: PoolQuery, rated: Rated, on: RatingList, player: int, row: int
) -> Iterator[Finding]:
    """Say that a correction of a competition came to nothing: the capital ceased since."""
    recount = rated.step.recount
    if recount is not None and recount.facts[CEASED][row]:
        yield capital_ceased(pool, on.period, player, recount.tournament, recount.number)


def _accepted(rated: Rated, on: RatingList, player: int, row: int) -> Iterator[Finding]:
    if "accepted" in rated.unit.choices:
        accepted = np.broadcast_to(rated.unit["accepted"], len(rated.waiting))
        for at in np.flatnonzero(rated.unit["waiting_unit"] == row).tolist():
            if not accepted[at]:
                yield by_clause("not rated", on.period, player, rated.unit.why("accepted", at))
