"""Reports of the same players and days, one recorded while the other is composed.

A report is compared with those recorded before it. Of two that come at once, the later one would
know nothing of the earlier; so it is composed again.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

import msgspec

from ledger import columns
from ledger.events.base import Fact
from ledger.events.games import SheetCompleted
from ledger.events.report import (
    ReportFact,
    ReportPartSubmitted,
    ReportReplaced,
    TournamentSubmitted,
)

TYPES: Final = tuple(
    kind.TYPE for kind in (TournamentSubmitted, ReportPartSubmitted, ReportReplaced, SheetCompleted)
)
"""Events that hold the games of a tournament, or of a part of one."""

Play = tuple[date, date, frozenset[int]]
"""First day, last day, and the players of a report."""


class _Entrants(msgspec.Struct):
    player: str


class _Report(msgspec.Struct):
    start: date
    end: date
    entrants: _Entrants


class _Body(msgspec.Struct):
    payload: _Report


def plays(facts: Iterable[Fact]) -> frozenset[Play]:
    """Return days and players of the reports among some events."""
    return frozenset(_play(fact) for fact in facts if isinstance(fact, ReportFact))


def recorded_plays(rows: Iterable[tuple[int, bytes]]) -> Iterator[tuple[Play, int]]:
    """Yield days and players of recorded reports, from position and body, with the position."""
    for position, body in rows:
        yield _play(msgspec.json.decode(body, type=_Body).payload), position


def _play(report: ReportFact | _Report) -> Play:
    players = columns.read(report.entrants.player, columns.PLAYER).tolist()
    return report.start, report.end, frozenset(players)
