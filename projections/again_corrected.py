"""Units of closed lists that were corrected, computed again from what is kept, to be explained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Row

from ledger import columns
from projections import again
from projections.again import Again, Loaded
from projections.answers import Booked, ListRow, Pool
from projections.asking_corrections import results_behind
from projections.beside import counted_in
from projections.corrected import UnitCorrected
from projections.corrections import Story, told
from projections.law import Law
from projections.reports import Report


def corrected_unit(
    pool: Pool, on: ListRow, of: ListRow, unit: UnitCorrected
) -> tuple[Again, Again]:
    """Compute a unit of a closed list that a list corrected, as it was booked and as corrected.

    A first rating rests on all results that waited for it, as they were and as corrected.
    """
    before = next(each for each in pool.lists() if each.number == on.number - 1)
    return (
        _side(pool, of, unit, before.through_position, _behind(pool, on, unit, anew=False)),
        _side(pool, of, unit, on.through_position, _behind(pool, on, unit, anew=True)),
    )


def _behind(pool: Pool, on: ListRow, unit: UnitCorrected, *, anew: bool) -> Sequence[Row[Any]]:
    return results_behind(pool, unit.player, on.number, unit.number, anew=anew)


def _side(
    pool: Pool, of: ListRow, unit: UnitCorrected, known: int, behind: Sequence[Row[Any]]
) -> Again:
    """Compute a unit from reports as they stood at a position, and results that waited before."""
    reports, stories = _standing_at(pool, of, unit.player, known)
    rated = [_booked_as(pool, of, *each) for each in reports]
    waited = [each for each in behind if each.position not in stories]
    pairs = zip(rated, reports, strict=True)
    loaded = Loaded(
        [each for each in rated if each.edition],
        {report.position: report for each, (_, report) in pairs if each.edition},
        stories,
        again.results(pool, unit.player, waited),
    )
    adjusted = again.adjustment(pool, unit.player, of)
    return again.compute(pool, unit.player, of, loaded, adjusted, None)


def _standing_at(
    pool: Pool, of: ListRow, player: int, known: int
) -> tuple[list[tuple[Booked, Report]], dict[int, Story]]:
    """Give a player's reports booked on a list as they stood at a position, and their stories."""
    found, stories = [], dict[int, Story]()
    mine = {each.position for each in pool.bookings(of.number, player)}
    for each in pool.bookings(of.number):
        if each.position in mine or each.tournament in pool.official.facts.corrected:
            story = told(pool.official.ledger.read.stream(f"tournament-{each.tournament}"), known)
            for report in _standing(pool, story, each):
                if player in columns.read(report.player, columns.PLAYER):
                    found.append((each, report))
                    stories[each.position] = story
    return found, stories


def _standing(pool: Pool, story: Story, booked: Booked) -> list[Report]:
    """Give how a booked report stands, where it does, and the tournament still counts here."""
    here = pool.name in story.announcement.pools
    return story.standing_for(booked.position) if here else []


def _booked_as(pool: Pool, of: ListRow, booked: Booked, report: Report) -> Booked:
    """Give a booked report as it would have been booked as it stands: rated by which edition."""
    edition = Law(pool.facts, of.position).edition_on(report.begins)
    here = counted_in(pool.official.facts.pools, pool.name, report) == pool.name
    begun = pool.lists()[0].in_force_from <= report.begins
    name = edition.name if edition is not None and here and begun else ""
    return replace(booked, edition=name, starts=report.start, ends=report.end)
