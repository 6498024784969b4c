"""Findings about a player: steps without a rating, lapsed decisions, categories."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from projections.finding import Finding, by_clause
from projections.findings import games
from projections.findings.corrections import capital_ceased
from projections.queries import PoolQuery, RatingList, categories
from projections.rating import Rated, undecided
from projections.rating.chain_steps import CEASED
from projections.recompute import units


def of_player(pool: PoolQuery, player: int, on: RatingList) -> Iterator[Finding]:
    """Yield the findings about a player in the steps of a list, in order."""
    for computed in units.unit(pool, player, on):
        rated = computed.rated
        parts = zip(rated.step.parts, rated.sheets, rated.step.rating_at_start, strict=True)
        for part, sheet, ratings in parts:
            yield from games.of_player(part, sheet, player)
            yield from undecided.of_entries(pool.law, part, sheet, ratings, player)
        row = int(np.searchsorted(rated.step.players, player))
        if rated.step.year_end_inputs is not None:
            if not rated.unit["rating"][row]:
                why = rated.unit.why(pool.law.year_end.renews["rating"], row)
                yield by_clause("not rated", on.period, player, why)
        elif rated.step.recount is not None:
            recount = rated.step.recount
            if recount.facts[CEASED][row]:
                about = (on.period, player, recount.tournament, recount.number)
                yield capital_ceased(pool, *about)
        else:
            yield from _rated(pool, rated, on, player, row)


def _rated(
    pool: PoolQuery, rated: Rated, on: RatingList, player: int, row: int
) -> Iterator[Finding]:
    """Yield why a step gave no rating, rejected results, and lapsed decisions.

    An undecided first rating is reported until a later list contains the player.
    """
    ceased = list(games.ceased(pool.law, rated, player))
    yield from ceased
    waits = list(undecided.of_units(pool.law, rated, on.period, player))
    if waits and not pool.state(player, pool.lists()[-1].number).rating:
        yield from waits
    elif not rated.unit["rating"][row] and not ceased:
        name = "rating" if rated.step.rating_before[row] else pool.law.entry
        yield by_clause("not rated", on.period, player, rated.unit.why(name, row))
    yield from _accepted(rated, on, player, row)
    yield from _decisions_lapsed(rated, on, player, row)


def _decisions_lapsed(rated: Rated, on: RatingList, player: int, row: int) -> Iterator[Finding]:
    lapsed = rated.step.outside_play["adjusted"] & ~rated.unit["adjustment_applies"]
    if np.broadcast_to(lapsed, len(rated.step.players))[row]:
        rule = rated.step.edition.columns["adjustment_applies"]
        says = f"lapsed: {rule.sentence}"
        yield Finding("warning", "adjustment-lapsed", on.period, player, rule.article, says)
    given = np.broadcast_to(rated.unit["decided_bonus"], len(rated.step.players))
    decided = np.broadcast_to(rated.step.outside_play["decided_points"], len(rated.step.players))
    if given[row] != decided[row]:
        rule = rated.step.edition.columns["decided_bonus"]
        says = f"not all points of a bonus decided are given: {rule.sentence}"
        yield Finding("warning", "bonus-in-part", on.period, player, rule.article, says)


def _accepted(rated: Rated, on: RatingList, player: int, row: int) -> Iterator[Finding]:
    if "accepted" in rated.unit.choices:
        accepted = np.broadcast_to(rated.unit["accepted"], len(rated.waiting))
        for at in np.flatnonzero(rated.unit["waiting_unit"] == row).tolist():
            if not accepted[at]:
                yield by_clause("not rated", on.period, player, rated.unit.why("accepted", at))


def decisions_without_effect(pool: PoolQuery, player: int) -> Iterator[Finding]:
    """Warn of awards and withdrawals of categories without effect."""
    for decision in categories.decisions_without_effect(pool, player):
        decided = "withdrawn" if decision.withdrawn else "awarded"
        why = "is not held" if decision.withdrawn else "is no category of its day"
        event = f"#{decision.position}"
        says = f"{event} ({decided} on {decision.on}) has no effect: {decision.category} {why}"
        about = ("category-without-effect", event, player)
        yield Finding("warning", *about, decision.article, says)
