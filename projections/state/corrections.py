"""A tournament as ratings need it: its report, or the parts of the report, as corrected.

`ledger.tournaments.folding` decides which report is current, and which report a correction changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from operator import attrgetter
from typing import Final

from ledger.events.games import SheetCompleted
from ledger.events.report import ReportReplaced
from ledger.store.reading import Recorded
from ledger.tournaments.corrections import Correction
from ledger.tournaments.current_report import Announced, RecordedReport
from ledger.tournaments.folding import after, fold
from projections.state.deciding import decided_by, decides
from projections.state.reports import NEVER, Decided, announcement_of, report_of
from projections.state.story import TournamentHistory


def told(events: Iterable[Recorded], through: int = NEVER) -> TournamentHistory:
    """Return the history of a tournament from the events of its stream, up to a position."""
    return _story_of(fold(event for event in events if event.position <= through))


class Folding:
    """The history of a tournament, folded event by event."""

    def __init__(self) -> None:
        self._known = RecordedReport()
        self._decided = Decisions()

    def take(self, recorded: Recorded) -> TournamentHistory:
        """Fold the next event of the stream; return the new history."""
        before, self._known = self._known, after(self._known, recorded)
        if recorded.type in _ANOTHER_REPORT:
            self._decided = Decisions(self._known.corrections)
        else:
            self._decided.take(self._known.corrections[len(before.corrections) :])
        return _story(self._known, self._decided)


_ANOTHER_REPORT: Final = (ReportReplaced.TYPE, SheetCompleted.TYPE)
"""After these, decisions about games may have ended, or be about another position."""


class Decisions:
    """Effective decisions about a tournament and about each of its reports, in order."""

    def __init__(self, course: Iterable[Correction] = ()) -> None:
        self._of_all: tuple[Decided, ...] = ()
        self._of: dict[int, tuple[Decided, ...]] = {}
        self.take(course)

    def take(self, course: Iterable[Correction]) -> None:
        """Add further corrections."""
        for correction in course:
            effective = not (correction.no_effect or correction.ended)
            if effective and decides(correction.recorded):
                self._add(correction.report, decided_by(correction.payload))

    def _add(self, report: int | None, decided: Decided) -> None:
        if report is not None:
            self._of[report] = (*self.about(report), decided)
            return
        self._of_all = (*self._of_all, decided)
        self._of = {position: (*before, decided) for position, before in self._of.items()}

    def about(self, report: int | None) -> tuple[Decided, ...]:
        """Return the decisions about a report; None: about the tournament alone."""
        return self._of_all if report is None else self._of.get(report, self._of_all)


def pools_of(events: Iterable[Recorded]) -> set[str]:
    """Return every pool a tournament counts for, or once counted for."""
    known = accumulate(events, after, initial=RecordedReport())
    return {pool for report in known if report.announced for pool in report.announced.pools}


def _story_of(known: RecordedReport) -> TournamentHistory:
    return _story(known, Decisions(known.corrections))


def _story(known: RecordedReport, decided: Decisions) -> TournamentHistory:
    announcement = announcement_of(
        known.announced or Announced(), decided.about(None), reported=bool(known.roots)
    )
    standing = {
        part.position: report_of(part, announcement, decided.about(part.position))
        for part in sorted(known.parts, key=attrgetter("position"))
    }
    return TournamentHistory(known.corrections, known.roots, announcement, standing)
