"""Corrected units of closed lists with the values to set beside each other."""

from msgspec.structs import replace

from projections.queries import PoolQuery
from projections.queries.explain.sheets import CorrectedSheet, Explanation
from projections.queries.explain.shown import shown_of_correction
from projections.state.law import Law


def both_sides(pool: PoolQuery, explained: Explanation) -> tuple[CorrectedSheet, ...]:
    """Return the corrected units of an explanation, each with what is shown of both sides."""
    return tuple(_with_both(pool, sheet) for sheet in explained.corrected)


def _with_both(pool: PoolQuery, sheet: CorrectedSheet) -> CorrectedSheet:
    law, of = Law(pool.facts, sheet.list.law_known), sheet.list
    return replace(
        sheet,
        edition=law.edition_of_list(of.list_date).name,
        shown=shown_of_correction(pool.law, sheet.booked, sheet.corrected, sheet.tournament),
    )
