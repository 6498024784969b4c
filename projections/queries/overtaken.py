"""Lists that never were in force: published when a newer one was already."""

from __future__ import annotations

from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList


def overtaken_by(pool: PoolQuery, row: RatingList) -> RatingList | None:
    """Give the newer list that was in force when one was published; None where it came to be.

    Reading `a_newer_list_holds`: the ratings in force are those of the newest list that is
    published, in whichever order the lists were.
    """
    if row.in_force_from == NOT_IN_FORCE:
        return None
    newer = (each for each in pool.lists() if each.number > row.number)
    return next((each for each in newer if each.in_force_from <= row.in_force_from), None)
