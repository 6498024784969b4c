"""Echoes: points outside play that replay derives by itself, recorded with the list they fall on.

They tell a reader of the ledger what happened; replay never reads them, `verify` compares them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ledger import columns
from ledger.events.pool import BonusGranted
from projections.replay import Closing


def of_closing(closing: Closing, pool: str) -> list[BonusGranted]:
    """Give the echoes of a list, tournament by tournament in their order."""
    return [
        echo
        for name, article in closing.booked.law.echoes.items()
        for echo in _echoes(closing, pool, name, article)
    ]


def _echoes(closing: Closing, pool: str, name: str, article: str) -> Iterator[BonusGranted]:
    found: dict[int, BonusGranted] = {}
    granting = [rated for rated in closing.outcomes if name in rated.unit.values]
    for rated in granting:
        for part, unit in zip(rated.step.parts, rated.unit_of_entry, strict=True):
            points = np.asarray(rated.unit[name])[unit]
            for at, report in enumerate(part.reports):
                span = slice(part.first_entry[at], part.first_entry[at + 1])
                given = {
                    int(p): int(n)
                    for p, n in zip(part.player[span], points[span], strict=True)
                    if n
                }
                if given:
                    found[closing.booked.places[report.position]] = BonusGranted(
                        pool=pool,
                        period=closing.due.period,
                        tournament=report.tournament,
                        player=columns.write(sorted(given), columns.PLAYER),
                        points=columns.write(
                            (given[each] for each in sorted(given)), columns.NUMBER
                        ),
                        article=article,
                        ground="rule",
                    )
    yield from (found[place] for place in sorted(found))
