"""The history of a tournament as ratings read it: current reports, versions, corrections.

`ledger.tournaments` decides which report is current, and which report a correction changes.
Corrected tournaments are cached in memory after folding: a new event is folded alone. A tournament
not in the cache is folded from its stream.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from operator import attrgetter
from typing import Final

from msgspec import structs

from ledger.events.games import SheetCompleted
from ledger.events.report import ReportReplaced
from ledger.store.reading import Recorded
from ledger.tournaments.current_report import Announced, Correction, Corrections, RecordedReport
from ledger.tournaments.folding import after, fold
from projections.state.decisions import decision_of, is_decision
from projections.state.reports import (
    NEVER,
    NOT_ANNOUNCED,
    Announcement,
    Decided,
    Report,
    Version,
    announcement_of,
    report_of,
)


@dataclass(frozen=True)
class TournamentHistory(Corrections):
    """A tournament after some of its events."""

    announcement: Announcement = NOT_ANNOUNCED
    current: Mapping[int, Report] = field(default_factory=dict)
    """The current reports that count, by position: one, or its parts."""
    annulled: Mapping[int, Report] = field(default_factory=dict)
    """The current reports that were annulled, by position."""

    def in_order(self) -> list[Report]:
        """Return the current reports, part by part."""
        return sorted(self.current.values(), key=attrgetter("part", "position"))

    def replacements(self, position: int) -> list[Report]:
        """Return the current reports that replace a booked report, with the booked position."""
        root = self.roots[position]
        current = [report for at, report in self.current.items() if self.roots[at] == root]
        return [structs.replace(report, position=position) for report in current]

    def current_position(self, position: int) -> int:
        """Return the position of the current report in place of a booked one, or its own."""
        root = self.roots.get(position)
        return next((at for at in self.current if self.roots[at] == root), position)


def tournament_history(events: Iterable[Recorded], through: int = NEVER) -> TournamentHistory:
    """Return the history of a tournament from the events of its stream, up to a position."""
    return history_of(fold(event for event in events if event.position <= through))


def history_of(known: RecordedReport) -> TournamentHistory:
    """Return the history of a tournament as folded."""
    return _history(known, Decisions(known.corrections))


_REPLACES_REPORT: Final = (ReportReplaced.TYPE, SheetCompleted.TYPE)
"""Events that end decisions about games, or move these to another position."""


class Decisions:
    """Effective decisions about a tournament and about each of its reports, in order."""

    def __init__(self, corrections: Iterable[Correction] = ()) -> None:
        self._of_all: tuple[Decided, ...] = ()
        self._of: dict[int, tuple[Decided, ...]] = {}
        self.take(corrections)

    def take(self, corrections: Iterable[Correction]) -> None:
        """Add further corrections."""
        for correction in corrections:
            if correction.no_effect or correction.ended or not is_decision(correction.recorded):
                continue
            report, decided = correction.report, decision_of(correction.payload)
            if report is not None:
                self._of[report] = (*self.about(report), decided)
                continue
            self._of_all = (*self._of_all, decided)
            self._of = {position: (*before, decided) for position, before in self._of.items()}

    def about(self, report: int | None) -> tuple[Decided, ...]:
        """Return the decisions about a report; None: about the tournament alone."""
        return self._of_all if report is None else self._of.get(report, self._of_all)


def pools_of(events: Iterable[Recorded]) -> set[str]:
    """Return every pool a tournament counts for, or once counted for."""
    known = accumulate(events, after, initial=RecordedReport())
    return {pool for report in known if report.announced for pool in report.announced.pools}


def _history(known: RecordedReport, decided: Decisions) -> TournamentHistory:
    announcement = announcement_of(
        known.announced or Announced(), decided.about(None), reported=bool(known.roots)
    )
    current: dict[int, Report] = {}
    annulled: dict[int, Report] = {}
    for part in sorted(known.parts, key=attrgetter("position")):
        counts = known.annulment(part.position) is None
        report = report_of(part, announcement, decided.about(part.position))
        (current if counts else annulled)[part.position] = report
    return TournamentHistory(known.corrections, known.roots, announcement, current, annulled)


class Versions:
    """The versions of the reports of a tournament for one pool, event by event."""

    def __init__(self, pool: str) -> None:
        self._pool = pool
        self._versions: list[Version] = []
        self._current: dict[int, int] = {}
        """By position of a current report, the index of its version."""

    def take(self, position: int, history: TournamentHistory) -> None:
        """Add the history of the tournament after the event at a position."""
        current = history.current if self._pool in history.announcement.pools else {}
        for report in sorted({*self._current, *current}):
            at, now = self._current.get(report), current.get(report)
            if at is not None and self._versions[at].report != now:
                self._versions[at] = structs.replace(self._versions[at], until=position)
                del self._current[report]
            if now is not None and report not in self._current:
                self._current[report] = len(self._versions)
                self._versions.append(Version(now, history.roots[report], position, NEVER))

    def all(self) -> list[Version]:
        """Return a copy of the versions, in the order of their first position."""
        return list(self._versions)


CACHED: Final = 64
"""Number of tournaments in the cache."""


class FoldedTournament:
    """A tournament after some of its events, with the versions of its reports by pool."""

    def __init__(self, events: Iterable[Recorded] = ()) -> None:
        self.announcement: Announcement = NOT_ANNOUNCED
        self.versions: dict[str, Versions] = {}
        """By pool, of every pool it counts for or once counted for."""
        self.stream_version = -1
        """Of the last event taken in."""
        self._known = RecordedReport()
        self._decided = Decisions()
        for recorded in events:
            self.take(recorded)

    def take(self, recorded: Recorded) -> None:
        """Fold the next event of the stream."""
        before, self._known = self._known, after(self._known, recorded)
        if recorded.type in _REPLACES_REPORT:
            self._decided = Decisions(self._known.corrections)
        else:
            self._decided.take(self._known.corrections[len(before.corrections) :])
        history = _history(self._known, self._decided)
        self.announcement, self.stream_version = history.announcement, recorded.stream_version
        for pool in history.announcement.pools:
            self.versions.setdefault(pool, Versions(pool))
        for versions in self.versions.values():
            versions.take(recorded.position, history)


class FoldedTournaments:
    """The tournaments corrected last, as folded."""

    def __init__(self) -> None:
        self._cache: dict[str, FoldedTournament] = {}

    def after(self, recorded: Recorded) -> FoldedTournament | None:
        """Return the tournament of an event after folding it; None without the event before."""
        folded = self._cache.pop(recorded.stream, None)
        if folded is None or folded.stream_version != recorded.stream_version - 1:
            return None
        folded.take(recorded)
        return self.keep(recorded.stream, folded)

    def keep(self, stream: str, folded: FoldedTournament) -> FoldedTournament:
        """Cache a tournament; beyond `CACHED` tournaments the oldest is dropped."""
        self._cache[stream] = folded
        if len(self._cache) > CACHED:
            del self._cache[next(iter(self._cache))]
        return folded
