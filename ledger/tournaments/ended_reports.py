"""Recorded reports by the week in which they ended, found by their players.

What is kept of a report is its days and players. The reports of a week stay in memory: whoever asks
next reads the reports recorded since. So the cost of an import does not grow with the number of
reports of the same days.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

import numpy as np

from ledger.columns import Wide
from ledger.register.merges import Merge
from ledger.store.reading import Reader, Recorded
from ledger.store.twins import TYPES
from ledger.time_limit import check_time
from ledger.tournaments import sketches
from ledger.tournaments.current_report import reported_in
from ledger.tournaments.sketches import Outline, may_share

_WEEK: Final = 7
_OUTLINE_BYTES: Final = 600


def outlines(
    read: Reader, positions: Sequence[int], merged: Mapping[int, Merge]
) -> Iterator[Outline]:
    """Yield days and players of the reports at some positions."""
    for _, recorded in read.found_at(positions):
        check_time()
        yield _outline(recorded, merged)


def _outline(recorded: Recorded, merged: Mapping[int, Merge]) -> Outline:
    report = reported_in(recorded)
    players = np.unique(sketches.numbers_of(report.entrants.player, merged))
    return Outline(report.tournament, report.start, report.end, players)


def like_some(
    read: Reader, first: date, last: date, asked: Sequence[Outline], merged: Mapping[int, Merge]
) -> Iterator[Outline]:
    """Yield the reports of some weeks, also replaced ones, that may be the same as one of others.

    The weeks are those with a day first … last; the players tell.
    """
    for week in range(_week_of(first), _week_of(last) + 1):
        yield from _ended_in(read, week, merged).sharing(asked)


def _nobody() -> Wide:
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True)
class _Week:
    """The reports that ended in a week."""

    outlines: tuple[Outline, ...] = ()
    players: Wide = field(default_factory=_nobody)
    """Of all outlines, one after the other."""
    ends: Wide = field(default_factory=_nobody)
    """Where the players of each outline end."""

    @property
    def size_bytes(self) -> int:
        return _OUTLINE_BYTES * len(self.outlines) + 2 * self.players.nbytes

    def sharing(self, asked: Sequence[Outline]) -> Iterator[Outline]:
        """Yield the reports that share players enough with some others, perhaps."""
        players = np.concatenate([one.players for one in asked])
        if not (len(self.players) and len(players)):
            return
        is_asked = np.zeros(1 + max(int(self.players.max()), int(players.max())), dtype=bool)
        is_asked[players] = True
        reports = np.searchsorted(self.ends, np.flatnonzero(is_asked[self.players]), "right")
        shared = np.bincount(reports, minlength=len(self.outlines))
        fewest = np.minimum(np.diff(self.ends, prepend=0), min(len(one.players) for one in asked))
        found = np.flatnonzero(may_share(shared, fewest))
        yield from (self.outlines[at] for at in found.tolist())

    def with_reports(self, new: Sequence[Outline]) -> _Week:
        """Return the week with further reports."""
        if not new:
            return self
        players = np.concatenate([self.players, *(one.players for one in new)])
        ends = len(self.players) + np.cumsum([len(one.players) for one in new])
        return _Week((*self.outlines, *new), players, np.concatenate([self.ends, ends]))


def _ended_in(read: Reader, week: int, merged: Mapping[int, Merge]) -> _Week:
    """Return the reports that ended in a week; those of before are in memory."""

    def begin(last: int) -> _Week:
        days = date.fromordinal(week * _WEEK), date.fromordinal(week * _WEEK + _WEEK - 1)
        positions = [at for at in read.valid_between(TYPES, *days) if at <= last]
        return _Week().with_reports(list(outlines(read, positions, merged)))

    def go_on(kept: _Week, since: Sequence[Recorded]) -> _Week:
        of_week = (one for one in since if _week_of(date.fromisoformat(one.valid_on)) == week)
        return kept.with_reports([_outline(one, merged) for one in of_week])

    key = "reports-of-week", week, frozenset(merged.values())
    return read.followed_types(key, TYPES, begin, go_on)


def _week_of(day: date) -> int:
    return day.toordinal() // _WEEK
