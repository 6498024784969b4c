"""A tournament as the ratings need it: its report, or the parts of it, as corrected.

Which report stands, and which report a correction changes, is told by `ledger.tournaments.folding`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from ledger.events.games import SheetCompleted
from ledger.events.report import ReportReplaced
from ledger.store.reading import Recorded
from ledger.tournaments.course import Correction
from ledger.tournaments.folding import after, fold
from ledger.tournaments.known import RecordedReport
from ledger.tournaments.said import Announced
from projections.state.deciding import decided_by, decides
from projections.state.reports import NEVER, Decided, announcement_of, report_of
from projections.state.story import TournamentHistory


def told(events: Iterable[Recorded], through: int = NEVER) -> TournamentHistory:
    """Give the story of a tournament: the events of its stream up to a position."""
    return _story_of(fold(each for each in events if each.position <= through))


class Folding:
    """The story of a tournament, event after event: each is folded once."""

    def __init__(self) -> None:
        """Begin before the first event."""
        self._known = RecordedReport()
        self._decided = Decisions()

    def take(self, recorded: Recorded) -> TournamentHistory:
        """Fold the next event of the stream; return the story after it."""
        before, self._known = self._known, after(self._known, recorded)
        if recorded.type in _ANOTHER_REPORT:
            self._decided = Decisions(self._known.corrections)
        else:
            self._decided.take(self._known.corrections[len(before.corrections) :])
        return _story(self._known, self._decided)


_ANOTHER_REPORT: Final = (ReportReplaced.TYPE, SheetCompleted.TYPE)
"""After these, decisions about games may have ended, or be about another position."""


class Decisions:
    """The decisions that hold of a tournament and of each of its reports, in their order."""

    def __init__(self, course: Iterable[Correction] = ()) -> None:
        """Take in the first corrections of a tournament."""
        self._of_all: tuple[Decided, ...] = ()
        self._of: dict[int, tuple[Decided, ...]] = {}
        self.take(course)

    def take(self, course: Iterable[Correction]) -> None:
        """Take in the next corrections."""
        for correction in course:
            if _holds(correction):
                self._add(correction.report, decided_by(correction.payload))

    def _add(self, report: int | None, decided: Decided) -> None:
        if report is not None:
            self._of[report] = (*self.about(report), decided)
            return
        self._of_all = (*self._of_all, decided)
        self._of = {each: (*before, decided) for each, before in self._of.items()}

    def about(self, report: int | None) -> tuple[Decided, ...]:
        """Return what holds of a report; None: of the tournament alone."""
        return self._of_all if report is None else self._of.get(report, self._of_all)


def pools_of(events: Iterable[Recorded]) -> set[str]:
    """Give every pool a tournament counts for, or once counted for."""
    known = accumulate(events, after, initial=RecordedReport())
    return {pool for each in known if each.announced for pool in each.announced.pools}


def _story_of(known: RecordedReport) -> TournamentHistory:
    return _story(known, Decisions(known.corrections))


def _story(known: RecordedReport, decided: Decisions) -> TournamentHistory:
    announcement = announcement_of(
        known.announced or Announced(), decided.about(None), reported=bool(known.roots)
    )
    standing = {
        each.position: report_of(each, announcement, decided.about(each.position))
        for each in sorted(known.parts, key=lambda each: each.position)
    }
    return TournamentHistory(known.corrections, known.roots, announcement, standing)


def _holds(each: Correction) -> bool:
    """Tell whether it is a decision, and holds."""
    return decides(each.recorded) and not (each.no_effect or each.ended)
