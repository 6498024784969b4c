"""How corrected details fall on what was announced, and on the days of reports that stand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec import structs

from ledger.events.tournament import Details
from ledger.tournaments.said import Announced

Days = tuple[date, date]
"""The first and the last."""


def redated(days: Sequence[Days], details: Details) -> list[Days] | None:
    """Give the days of reports, part by part, as corrected; None where two would contradict."""
    found = list(days)
    if found:
        found[0] = (details.start or found[0][0], found[0][1])
        found[-1] = (found[-1][0], details.end or found[-1][1])
    return None if any(start > end for start, end in found) else found


def amended(was: Announced, said: Details) -> Announced:
    """Give what is announced with what was wrong put right."""
    given = {name: getattr(said, name) for name in said.__struct_fields__}
    return structs.replace(was, **{name: each for name, each in given.items() if each is not None})
