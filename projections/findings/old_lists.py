"""A warning where who enters is told by a list of another body that is old.

A list is in force until the next one of its body; whether there is a newer one, which nobody
recorded, nothing tells. Where a rulebook, or the body, says for how long one holds, an older one
tells nothing anyway (reading `stale_lists`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from projections.finding import Finding
from projections.rating import Rated
from projections.rating.external_lists import Known, months_between
from projections.rulebooks.engine.external_lists import ExternalColumn, FirstRatings
from projections.rulebooks.engine.rulebook import Rulebook

OLD_MONTHS: Final = 12
"""From this age on it is said how old a list is."""


def of_tournament(law: Rulebook, rated: Rated, known: Known) -> Iterator[Finding]:
    """Tell which old lists said with what players of a tournament enter."""
    beside = rated.step.facts_at_start[0] if rated.step.facts_at_start else {}
    if law.first_ratings is None or "entered" not in beside:
        return
    part = rated.step.parts[0]
    days = np.broadcast_to(beside["entered"], part.player.shape)
    whence = np.broadcast_to(rated.sheets[0][law.first_ratings.whence], part.player.shape)
    found = dict(_old(law.first_ratings, days, whence, known))
    for (body, listed), (age, name) in found.items():
        yield Finding(
            "warning",
            part.reports[0].tournament,
            None,
            law.first_ratings.article,
            f"the list of {body} of {listed}, which told who enters, was {age} months old",
            _remedy(body, name),
        )


def _old(
    entering: FirstRatings, days: NDArray[Any], whence: NDArray[Any], known: Known
) -> Iterator[tuple[tuple[str, date], tuple[int, str]]]:
    """Give body and day of each list that is old, with its age and the number that limits it."""
    for step, one in entering.sources.items():
        if isinstance(one, ExternalColumn):
            by_it = (whence == step) | ((whence == entering.fixed) & (entering.fixed > 0))
            for day in map(date.fromordinal, np.unique(days[by_it & (days > 0)]).tolist()):
                in_force = known.in_force(one, day)
                if in_force is not None and not known.months(one, day):
                    listed = in_force.listed.list_date
                    if (age := months_between(listed, day)) >= OLD_MONTHS:
                        yield (one.body, listed), (age, one.months_set)


def _remedy(body: str, name: str) -> str:
    newer = f"record a newer one, if there is: ledger external-list record FILE --body {body} …"
    limit = f"; for how long one holds says ledger event record parameter-set --name {name}"
    return f"{newer}{limit}" if name else newer
