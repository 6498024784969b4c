"""The answers of the FIDE editions about a single tournament."""

import numpy as np

from projections.rulebooks import rulebook
from projections.rulebooks.engine.columns import TOURNAMENT

BOOK = rulebook("fide-standard")

EDITIONS = [edition.name for edition in BOOK.editions]


def found(edition, name, **facts):
    """Ask an edition for a column of findings about a single tournament."""
    given = {each: np.array([value]) for each, value in facts.items()}
    sheet = BOOK.edition(edition).evaluate([TOURNAMENT], given, [name])
    return int(np.broadcast_to(sheet[name], 1)[0])


def registered(edition, lead, **facts):
    usual = {
        "lead_days": lead,
        "registered": True,
        "official": False,
        "norms_possible": False,
        "exempt_0_2": False,
        "exempt_0_2_1": False,
        "exempt_0_2_2": False,
        "entrants": 9,
        "highest_rating": 2700,
        "highest_woman": 2500,
    }
    return found(edition, "registration", **(usual | facts))


BODIES = ("fide-qc", "fide-council", "fide-president", "fide", "fide-fpl", "ita", "my-club")
