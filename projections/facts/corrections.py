"""One tournament as its events tell it, for ratings: its report, or the parts of it, as corrected.

What stands, and what a correction falls on, the ledger says (`ledger.recorded.folding`); here it
becomes what ratings rest on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from ledger.recorded.course import Correction
from ledger.recorded.folding import after, fold
from ledger.recorded.known import RecordedReport
from ledger.recorded.said import Announced
from ledger.store.reading import Recorded
from projections.facts.deciding import decided_by, decides
from projections.facts.reports import NEVER, Decided, announcement_of, report_of
from projections.facts.story import Story


def told(events: Iterable[Recorded], through: int = NEVER) -> Story:
    """Give the story of a tournament: the events of its stream up to a position."""
    return _story_of(fold(each for each in events if each.position <= through))


def tellings(events: Sequence[Recorded]) -> list[tuple[int, Story]]:
    """Give the story as it is after each event of the stream, with the position of that."""
    known = accumulate(events, after, initial=RecordedReport())
    next(known)  # before the first
    return [(each.position, _story_of(then)) for each, then in zip(events, known, strict=True)]


def pools_of(events: Iterable[Recorded]) -> set[str]:
    """Give every pool a tournament counts for, or once counted for."""
    known = accumulate(events, after, initial=RecordedReport())
    return {pool for each in known if each.announced for pool in each.announced.pools}


def _story_of(known: RecordedReport) -> Story:
    decided = [(each, decided_by(each.payload)) for each in known.corrections if _holds(each)]
    announcement = announcement_of(known.announced or Announced(), _about(decided, None))
    standing = {
        each.position: report_of(each, announcement, _about(decided, each.position))
        for each in sorted(known.parts, key=lambda each: each.position)
    }
    return Story(known.corrections, known.roots, announcement, standing)


def _holds(each: Correction) -> bool:
    """Tell whether it is a decision, and holds."""
    return decides(each.recorded) and not (each.no_effect or each.ended)


def _about(
    decided: Sequence[tuple[Correction, Decided]], report: int | None
) -> tuple[Decided, ...]:
    """Give what holds of a report (None: of the tournament alone), in the order it was decided."""
    return tuple(said for by, said in decided if by.report in (None, report))
