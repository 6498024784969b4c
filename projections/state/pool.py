"""Recorded facts about one pool, stored until booked by a list."""

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import attrgetter
from typing import Any, Final, Self

import msgspec

from ledger import columns
from ledger.columns import Integers
from ledger.events import pool as pool_events
from projections.rulebooks.engine.calendars import Announced
from projections.rulebooks.engine.edition import Edition
from projections.state.adjustments import Adjustment, DecidedBonus, Decision
from projections.state.closed_list import NOTHING_TAKEN, Closed, Horizon
from projections.state.merges import Merge
from projections.state.reports import NEVER, Report, Version, stood


class CarriedOver(msgspec.Struct, frozen=True):
    """Ratings from before the histories begin: columns of text, as in the event."""

    on: date
    rows: bytes
    """MessagePack of the columns, of the rated players and of the newcomers: read when asked."""
    position: int = 0
    last_part: bool = True

    @classmethod
    def of(
        cls,
        on: date,
        rated: Mapping[str, str],
        newcomers: Mapping[str, str],
        position: int = 0,
        *,
        last_part: bool = True,
    ) -> Self:
        """Make it of the columns of rated players, and of newcomers."""
        return cls(on, msgspec.msgpack.encode((rated, newcomers)), position, last_part)

    def _columns(self) -> tuple[dict[str, msgspec.Raw], dict[str, msgspec.Raw]]:
        return _carried_rows.decode(self.rows)

    @property
    def names(self) -> list[str]:
        """The names of the columns of rated players."""
        return [*self._columns()[0]]

    def column(self, name: str) -> Integers:
        """Read a column of the rated players."""
        return columns.read(_text(self._columns()[0][name]), {**RATED, **TOLD}[name])

    def value(self, name: str, player: int) -> int:
        """Return the value of a rated player in a column; 0: not stated, or no row."""
        rated, width = self._columns()[0], RATED["player"]
        numbers = _text(rated["player"])
        rows = range(len(numbers) // width)
        row = bisect_left(rows, player, key=lambda at: int(numbers[width * at :][:width]))
        if row == len(rows) or int(numbers[width * row :][:width]) != player:
            return 0
        wide = {**RATED, **TOLD}[name]
        return int(_text(rated[name])[wide * row :][:wide])

    def newcomers_column(self, name: str) -> Integers:
        """Read a column of the results that wait for an initial rating."""
        newcomers = self._columns()[1]
        return columns.read(_text(newcomers[name]) if name in newcomers else "", NEWCOMERS[name])


_carried_rows: Final = msgspec.msgpack.Decoder(
    tuple[dict[str, msgspec.Raw], dict[str, msgspec.Raw]]
)


def _text(column: msgspec.Raw) -> str:
    return msgspec.msgpack.decode(column, type=str)


RATED: Final = {"player": 8, "rating": 4, "games": 4, "peak": 4, "k": 2, "last_counted": 6}
"""Columns of ratings carried over, and their widths."""
TOLD: Final = {"malus": 4, "active": 1}
"""Further columns, present only where the event states a value."""
NEWCOMERS: Final = {"player": 8, "ended": 6, "games": 4, "rating_sum": 8, "half_points": 4}
"""Columns of results carried over that wait for a first rating, and their widths."""


class Adoption(msgspec.Struct, frozen=True):
    """An edition in force for a pool from a day."""

    in_force_from: date
    edition: str
    numbers_digest: str
    position: int = 0
    numbers: dict[str, Any] = {}
    """The numbers as in the adopted document, with those of its articles on admission; empty
    without a stored document."""


class Parameter(msgspec.Struct, frozen=True):
    """A parameter left open by the regulation and set by the body: a number, a word, or rows."""

    position: int
    in_force_from: date
    name: str
    said: int | str | tuple[tuple[str, int | None], ...]
    by: str
    article: str


class CategoryDecision(msgspec.Struct, frozen=True):
    """A category or title awarded to a player, or withdrawn, from a day on."""

    position: int
    on: date
    player: int
    category: str
    withdrawn: bool
    article: str


class BookedOn(msgspec.Struct, frozen=True):
    """The list that booked a since corrected report, and the position of the report then."""

    number: int
    position: int


class CorrectedReport(msgspec.Struct, frozen=True):
    """A booked report corrected after its list; None: not reported, or withdrawn."""

    number: int
    """Of the list that booked it."""
    position: int
    """Of the report that list booked."""
    was: Report | None
    """As it stood at the last closing."""
    now: Report | None


class Published(msgspec.Struct, frozen=True, omit_defaults=True):
    """The day of publication of a printing of a list, as stated at a position."""

    position: int
    on: date
    printing: int = 1


def printed(period: str, printing: int) -> str:
    """Return the name of a printing: that of the list, with the number of a new printing."""
    return period if printing == 1 else f"{period}#{printing}"


@dataclass
class PoolFacts:
    """Recorded facts about a pool: the basis of its lists."""

    opened: pool_events.PoolOpened
    opened_at: int = 0
    version: int = 0
    adopted: list[Adoption] = field(default_factory=list)
    carried: list[CarriedOver] = field(default_factory=list)
    announced: dict[str, Announced] = field(default_factory=dict)
    adjustments: list[Adjustment] = field(default_factory=list)
    bonuses: list[DecidedBonus] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    parameters: list[Parameter] = field(default_factory=list)
    category_decisions: list[CategoryDecision] = field(default_factory=list)
    pending: dict[date, list[Report]] = field(default_factory=dict)
    """By last day, the reports that no list has booked and that were never corrected."""
    closed: list[Closed] = field(default_factory=list)
    superseded: dict[str, list[Closed]] = field(default_factory=dict)
    """By period, the earlier printings of a list, in order; `closed` has the last ones."""
    recorded_anew: dict[str, str] = field(default_factory=dict)
    """By list and printing, the digest of the record that fixed code computes otherwise."""
    published: dict[str, list[Published]] = field(default_factory=dict)
    """By period, the recorded days of publication; the last recorded day is valid."""
    versions: dict[str, list[Version]] = field(default_factory=dict)
    """Versions of corrected tournaments not yet booked by a list, before and after each
    correction."""
    booked: list[list[int]] = field(default_factory=list)
    """For each list from 1, the positions of the reports it booked."""
    taken: dict[int, BookedOn] = field(default_factory=dict)
    """Of tournaments that were corrected: the reports that lists booked, under their roots."""
    corrected: dict[str, list[Version]] = field(default_factory=dict)
    """Versions of corrected, booked tournaments: at the last closing, and later."""
    merges: list[Merge] = field(default_factory=list)
    """Merges of players, also those separated since."""

    @property
    def rulebook(self) -> str:
        """The name of the pool's rulebook."""
        return self.opened.rulebook

    def supposed(self, edition: Edition) -> Edition:
        """Return an adopted edition; with other numbers in a supposed history."""
        return edition

    def carried_without_games(self, player: int) -> bool:
        """Return whether a rating was carried over without the number of games."""
        found = (one for one in self.carried if one.value("rating", player))
        return any(not one.value("games", player) for one in found)

    def wait(self, report: Report) -> None:
        """Add a report to the pending ones."""
        self.pending.setdefault(report.end, []).append(report)

    def waiting(self, until: date = date.max) -> Iterator[Report]:
        """Yield the pending reports that end by a day."""
        for day, reports in self.pending.items():
            if day <= until:
                yield from reports

    def _leave(self, positions: Container[int], days: Iterable[date]) -> None:
        """Remove some pending reports, found by their last days."""
        left = dict(self.pending)
        for day in left.keys() & set(days):
            staying = [report for report in left.pop(day) if report.position not in positions]
            if staying:
                left[day] = staying
        self.pending = left

    def last_closed(self) -> Closed | None:
        """Return the list closed last."""
        return self.closed[-1] if self.closed else None

    def record_digest(self, event: pool_events.PeriodClosed) -> str:
        """Return the digest of the record behind a list: as sealed, or as in a later deviation."""
        return self.recorded_anew.get(printed(event.period, event.printing), event.record_digest)

    def closed_horizon(self) -> Horizon:
        """Return the positions up to which the last closing took what is recorded."""
        return self.closed[-1].horizon if self.closed else NOTHING_TAKEN

    def closed_through(self) -> int:
        """Return the position up to which the last closing took facts; -1 before the first."""
        return self.closed_horizon().facts

    def closing(self, period: str) -> Closed | None:
        """Return the closed list of a period."""
        return next((one for one in self.closed if one.event.period == period), None)

    def printed_on(self, event: pool_events.PeriodClosed, through: int) -> date | None:
        """Return the day of publication of a printing, as known at a position."""
        days = self.published.get(event.period, ())
        known = [d.on for d in days if d.position <= through and d.printing == event.printing]
        return known[-1] if known else None

    def published_by(self, through: int) -> dict[str, date]:
        """Return the day of publication of each list, by period, as known at a position.

        Of a list with several printings, that of the first one published.
        """
        found = {}
        for period, days in self.published.items():
            known = [day for day in days if day.position <= through]
            first = min((day.printing for day in known), default=0)
            if known:
                found[period] = [day.on for day in known if day.printing == first][-1]
        return found

    def published_lists(self, through: int) -> dict[int, date]:
        """Return the day of publication by number of closed list, as known at a position."""
        days = self.published_by(through)
        closed = {item.number: item.event.period for item in self.closed}
        return {number: days[period] for number, period in closed.items() if period in days}

    def take_out(self, versions: list[Version], since: int) -> None:
        """Move the reports of a tournament at its first correction from the pending reports.

        A report known before position `since` and not pending was booked by a list.
        """
        positions = {version.report.position for version in versions}
        days = {version.report.end for version in versions}
        waiting = (report for day in days for report in self.pending.get(day, ()))
        mine = {report.position for report in waiting} & positions
        self._leave(mine, days)
        before = {version.root for version in versions if version.since < since}
        for report in sorted(before - mine):
            lists = (at for at, booked in enumerate(self.booked, start=1) if report in booked)
            number = next(lists, None)
            if number is None:
                raise LookupError(f"no list has booked report #{report}")
            self.taken[report] = BookedOn(number, report)

    def follow(self, tournament: str, versions: list[Version], closed: int | None = None) -> None:
        """Store the versions of reports of a tournament: unbooked ones, booked ones with changes.

        Of a booked report the versions since the last closing (or since `closed`) are stored.
        """
        left = [version for version in versions if version.root not in self.taken]
        self.versions.pop(tournament, None)
        if left:
            self.versions[tournament] = left
        since = self.closed_through() if closed is None else closed
        self._keep_corrected(tournament, versions, since)

    def _keep_corrected(self, tournament: str, versions: Iterable[Version], closed: int) -> None:
        booked = [
            version for version in versions if version.root in self.taken and version.until > closed
        ]
        self.corrected.pop(tournament, None)
        if any(version.since > closed or version.until != NEVER for version in booked):
            self.corrected[tournament] = booked

    def corrected_reports(self, through: int) -> list[CorrectedReport]:
        """Return the booked reports changed since the last closing, as known at a position."""
        found = []
        for kept in self.corrected.values():
            for root in sorted({version.root for version in kept}):
                mine = [version for version in kept if version.root == root]
                was, now = (stood(mine, at) for at in (self.closed_through(), through))
                if was != now:
                    taken = self.taken[root]
                    found.append(CorrectedReport(taken.number, taken.position, was, now))
        return sorted(found, key=attrgetter("number", "position"))

    def settle(self, reports: Sequence[Report], through: int) -> None:
        """Remove the reports booked by a list, and changes before it.

        Copies of this object are unchanged.
        """
        positions = sorted(map(attrgetter("position"), reports))
        self.booked = [*self.booked, positions]
        taken, kept = set(positions), {**self.versions}
        self._leave(taken, map(attrgetter("end"), reports))
        done = {
            version.root: (name, BookedOn(len(self.booked), version.report.position))
            for name, versions in kept.items()
            for version in versions
            if version.report.position in taken
        }
        self.taken = self.taken | {root: booking for root, (_, booking) in done.items()}
        self.versions, corrected, self.corrected = kept, self.corrected, {}
        for name, versions in corrected.items():
            self._keep_corrected(name, versions, through)
        for name in {name for name, _ in done.values()}:
            self.follow(name, [*kept[name], *corrected.get(name, ())], through)
