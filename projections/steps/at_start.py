"""What other pools, and other bodies' lists, say of entries when their tournaments start.

Most texts look nowhere; one that looks only for who enters finds nothing most of the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from projections.rating import external_lists
from projections.rating.layout import Batch, spans
from projections.rating.parts import fixing
from projections.rating.year_end import UNTOLD
from projections.rulebooks.engine.rulebook import Rulebook
from projections.steps import year_ends
from projections.steps.other_pools import Seen

if TYPE_CHECKING:
    from projections.steps import Booked

Facts = dict[str, NDArray[Any]]
"""By name, a row for each entry, or one nothing for all."""


def of_step(
    booked: Booked,
    parts: Sequence[Batch],
    starts: Sequence[NDArray[Any]],
    since: NDArray[Any] | None,
) -> Iterator[Facts]:
    """Give for each part what is said of its entries, from the ratings they start with.

    `since` gives by register number the day of which lists before were to ask and could not.
    """
    law = booked.law
    if not (law.consults and any(_looks(law, rating) for rating in starts)):
        yield from (_looked_up(booked, *each) for each in zip(parts, starts, starts, strict=True))
        return
    fixes = [fixing(law, *each) for each in zip(parts, starts, strict=True)]
    days = external_lists.entered(parts, [each.entries for each in fixes], since)
    for part, rating, day, each in zip(parts, starts, days, fixes, strict=True):
        yield {**_looked_up(booked, part, rating, day), **each.found}


def of_chain(booked: Booked, part: Batch, rating: NDArray[Any]) -> Facts:
    """Give the same where a player's tournaments are steps of their own: each has its day."""
    return _looked_up(booked, part, rating, np.where(rating == 0, part.started, 0))


def _looks(law: Rulebook, rating: NDArray[Any]) -> bool:
    return not law.looks_entering or bool(rating.min(initial=1) <= 0)


def _looked_up(booked: Booked, part: Batch, rating: NDArray[Any], day: NDArray[Any]) -> Facts:
    if not _looks(booked.law, rating):
        return _nothing_beside(booked.law)
    found = {
        **_nothing_beside(booked.law),
        **_beside_at_start(booked, part),
        **external_lists.at_start(booked.law.consults, booked.known, part.player, day),
    }
    if "federation" in part.edition.asked:
        found["federation"] = year_ends.federations(
            booked.federations, part.player, booked.due.list_date
        )
    return found


def _nothing_beside(law: Rulebook) -> Facts:
    """Give what a part takes from beside where nobody enters: one nothing for all rows."""
    nothing, untold = np.zeros((), dtype=np.int8), np.zeros((), dtype=bool)
    fields = ("rating", *law.looks_for)
    found: Facts = {f"{word}_{name}_at_start": nothing for word in law.looks_at for name in fields}
    if law.looks_for_awards:
        found |= {f"{word}_award_at_start": np.array("") for word in law.looks_at}
    for one in law.consults:
        found |= {f"{one.word}_rating_at_start": nothing, f"{one.word}_known_at_start": untold}
    return {**found, "federation": np.array(UNTOLD)}


def _beside_at_start(booked: Booked, part: Batch) -> Facts:
    """Give, of each pool looked at, what was in force when each entry's tournament began."""
    found: Facts = {}
    for word, seen in booked.seen.items():
        if seen is None and booked.law.looks_entering:  # there may be no such pool
            continue
        for name in ("rating", *booked.law.looks_for):
            values = np.zeros(len(part.player), dtype=np.int16)
            if seen is not None:
                for report, span in spans(part):
                    values[span] = seen.values(name, report.start, part.player[span])
            found[f"{word}_{name}_at_start"] = values
        if booked.law.looks_for_awards:
            found[f"{word}_award_at_start"] = _awards_at_start(seen, part)
    return found


def _awards_at_start(seen: Seen | None, part: Batch) -> NDArray[Any]:
    """Give what a pool looked at had awarded when each entry's tournament began."""
    values = np.full(len(part.player), "", dtype=object)
    if seen is not None:
        for report, span in spans(part):
            values[span] = seen.awards(report.start, part.player[span])
    return values
