"""What is recorded of one pool, kept until a list books it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

import msgspec

from ledger import columns
from ledger.columns import Integers
from ledger.events import pool as pool_events
from projections.reports import Report, Version
from projections.rulebooks.rulebook import Announced

AS_LISTED: Final = -1
"""In an adjustment: it starts from whatever rating is listed."""


class Adjustment(msgspec.Struct, frozen=True):
    """One correction by the rating body. A rating of 0 is none.

    A rating that is annulled goes from `AS_LISTED` to none.
    """

    position: int
    player: int
    before: int
    after: int


class Decision(msgspec.Struct, frozen=True):
    """An entry rating by decision."""

    position: int
    player: int
    rating: int


class CarriedOver(msgspec.Struct, frozen=True):
    """Ratings from before the histories begin: columns of text, as the event has them."""

    on: date
    columns: dict[str, str]
    newcomers: dict[str, str]
    position: int = 0
    last_part: bool = True

    def column(self, name: str) -> Integers:
        """Read a column of the rated players."""
        return columns.read(self.columns[name], RATED[name])

    def newcomers_column(self, name: str) -> Integers:
        """Read a column of the rows that wait for a first rating."""
        return columns.read(self.newcomers.get(name, ""), NEWCOMERS[name])


RATED: Final = {"player": 8, "rating": 4, "games": 4, "peak": 4, "k": 2, "last_counted": 6}
"""Columns of ratings carried over, and their widths."""
NEWCOMERS: Final = {"player": 8, "ended": 6, "games": 4, "rating_sum": 8, "half_points": 4}
"""Columns of results carried over that wait for a first rating, and their widths."""


class Adoption(msgspec.Struct, frozen=True):
    """An edition in force for a pool from a day."""

    in_force_from: date
    edition: str
    numbers_digest: str
    position: int = 0
    numbers: dict[str, Any] = {}
    """As its document has them, those of what counts too; none where no document was kept."""


class Closed(msgspec.Struct, frozen=True):
    """A sealed list as its event says it. `number` counts a pool's lists from 1."""

    number: int
    position: int
    event: pool_events.PeriodClosed


@dataclass
class PoolFacts:
    """Everything recorded about one pool that its lists rest on."""

    opened: pool_events.PoolOpened
    opened_at: int = 0
    version: int = 0
    adopted: list[Adoption] = field(default_factory=list)
    carried: list[CarriedOver] = field(default_factory=list)
    announced: dict[str, Announced] = field(default_factory=dict)
    adjustments: list[Adjustment] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    pending: list[Report] = field(default_factory=list)
    closed: list[Closed] = field(default_factory=list)
    published: dict[str, tuple[int, date]] = field(default_factory=dict)
    versions: dict[str, list[Version]] = field(default_factory=dict)
    """Of tournaments that were corrected: what no list has booked, as it stood and stands."""
    taken: dict[int, str] = field(default_factory=dict)
    """Of tournaments that were corrected: the reports that lists booked, under their roots."""

    @property
    def rulebook(self) -> str:
        """Give the name of the pool's rulebook."""
        return self.opened.rulebook

    def last_closed(self) -> Closed | None:
        """Give the list closed last."""
        return self.closed[-1] if self.closed else None

    def closed_through(self) -> int:
        """Give the position up to which the last closing took facts; -1 before the first."""
        return self.closed[-1].event.through_position if self.closed else -1

    def closing(self, period: str) -> Closed | None:
        """Give a period's list, if it is closed."""
        return next((each for each in self.closed if each.event.period == period), None)

    def take_out(self, tournament: str, versions: list[Version], since: int) -> None:
        """Take a tournament's reports out of the plain ones, where it is first corrected.

        What is not among them, though it stood here before the position `since`, a list booked.
        """
        mine = {each.position for each in self.pending if each.tournament == tournament}
        self.pending = [each for each in self.pending if each.tournament != tournament]
        stood = {each.root for each in versions if each.since < since}
        self.taken.update(dict.fromkeys(sorted(stood - mine), tournament))

    def follow(self, tournament: str, versions: list[Version]) -> None:
        """Keep the versions of a tournament's reports that no list has booked."""
        left = [each for each in versions if each.root not in self.taken]
        self.versions.pop(tournament, None)
        if left:
            self.versions[tournament] = left

    def settle(self, booked: Container[int]) -> None:
        """Let go the reports, by position, that a list booked; copies of this keep theirs."""
        self.pending = [each for each in self.pending if each.position not in booked]
        done = {
            each.root: name
            for name, kept in self.versions.items()
            for each in kept
            if each.report.position in booked
        }
        self.taken, self.versions = self.taken | done, dict(self.versions)
        for name in set(done.values()):
            self.follow(name, self.versions[name])
