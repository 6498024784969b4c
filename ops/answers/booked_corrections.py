"""Lists with corrections of tournaments booked on earlier lists."""

from __future__ import annotations

from projections.findings.corrections import changes_nothing
from projections.queries import PoolQuery
from projections.queries.corrections import corrected_units, late_correction, recounts


def tournaments_corrected_on(pool: PoolQuery, number: int) -> set[str]:
    """Return the tournaments of earlier lists corrected by a list."""
    earlier = {correction.unit.number for correction in corrected_units(pool, on=number)}
    names = {booked.tournament for of in earlier for booked in pool.bookings(of)}
    names |= {recount.tournament for recount in recounts(pool, on=number)}
    corrected = names & pool.official.facts.corrected.keys()
    return {name for name in corrected if number in lists_correcting(pool, name)}


def lists_correcting(pool: PoolQuery, tournament: str) -> list[int]:
    """Return the numbers of the lists with corrections of a tournament, oldest first.

    A correction by which no rating changes is on no list.
    """
    history = pool.tournament_history(tournament)
    rows = {row.number: row for row in pool.lists()}
    reports = {
        history.roots[booked.position]: rows[booked.number]
        for booked in pool.bookings_of(tournament)
    }
    found = set()
    for correction in history.corrections:
        closed, taking = late_correction(pool, history, reports, correction) or (None, None)
        if closed is None or taking is None or changes_nothing(pool, history, correction):
            continue
        if _corrects(pool, taking.number, closed.number, tournament):
            found.add(taking.number)
    return sorted(found)


def _corrects(pool: PoolQuery, number: int, closed: int, tournament: str) -> bool:
    """Whether a list corrected a closed list, or a tournament of a chain."""
    if any(correction.unit.number == closed for correction in corrected_units(pool, on=number)):
        return True
    return any(recount.tournament == tournament for recount in recounts(pool, on=number))
