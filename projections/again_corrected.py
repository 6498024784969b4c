"""Units of closed lists that were corrected, computed again from what is kept, to be explained."""

from __future__ import annotations

from dataclasses import replace

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
    was, now = (_entering(pool, on, of, unit, anew=anew) for anew in (False, True))
    if len(was.rated.waiting) or len(now.rated.waiting):
        return was, now
    before = next(each for each in pool.lists() if each.number == on.number - 1)
    was = _as_known(pool, unit.player, of, before.through_position)
    return was, _as_known(pool, unit.player, of, on.through_position)


def _entering(pool: Pool, on: ListRow, of: ListRow, unit: UnitCorrected, *, anew: bool) -> Again:
    """Compute a first rating from the results behind it, as they were or as corrected."""
    rows = results_behind(pool, unit.player, on.number, of.number, anew=anew)
    loaded = Loaded((), {}, {}, again.results(pool, unit.player, rows))
    adjusted = again.adjustment(pool, unit.player, of)
    return again.compute(pool, unit.player, of, loaded, adjusted, None)


def _as_known(pool: Pool, player: int, of: ListRow, known: int) -> Again:
    """Compute a player's unit on a closed list with the reports as they stood at a position."""
    mine = {each.position for each in pool.bookings(of.number, player)}
    facts = pool.official.facts
    booked, reports, stories = [], dict[int, Report](), dict[int, Story]()
    for each in pool.bookings(of.number):
        if each.position in mine or each.tournament in facts.corrected:
            story = told(pool.official.ledger.read.stream(f"tournament-{each.tournament}"), known)
            for report in _standing(pool, story, each):
                now = _booked_as(pool, of, each, report)
                if now.edition and player in columns.read(report.player, columns.PLAYER):
                    booked.append(now)
                    reports[each.position], stories[each.position] = report, story
    loaded = Loaded(booked, reports, stories)
    return again.compute(pool, player, of, loaded, again.adjustment(pool, player, of), None)


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
