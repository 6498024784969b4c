"""Facts as replay needs them: events folded in order, reports kept until a list books them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, Generic, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Integers
from ledger.events import pool as pool_events
from ledger.store.reading import Recorded
from projections.rulebooks.rulebook import Announced


class Entrants(msgspec.Struct, frozen=True):
    """The part of a report's entrants that ratings rest on."""

    player: str


class Games(msgspec.Struct, frozen=True):
    """The games of a report, as columns of text."""

    white: str
    black: str
    white_result: str
    black_result: str


class _Submitted(msgspec.Struct, frozen=True):
    tournament: str
    start: date
    end: date
    entrants: Entrants
    games: Games


class _Registered(msgspec.Struct, frozen=True):
    tournament: str
    name: str
    pools: tuple[str, ...]
    official_event: bool = False


class _Players(msgspec.Struct, frozen=True):
    player: str
    birth_year: str


P = TypeVar("P")


class _Lean(msgspec.Struct, Generic[P], frozen=True):
    """The part of a body that ratings rest on: checked when recorded, read without checks."""

    payload: P


_lean_submitted: Final = msgspec.json.Decoder(_Lean[_Submitted])
_lean_registered: Final = msgspec.json.Decoder(_Lean[_Registered])
_lean_players: Final = msgspec.json.Decoder(_Lean[_Players])
_lean_carried: Final = msgspec.json.Decoder(_Lean[dict[str, Any]])


class Report(msgspec.Struct, frozen=True):
    """A report as replay needs it: where it stands, when it was, who met whom."""

    position: int
    tournament: str
    start: date
    end: date
    official: bool
    player: str
    games: Games
    order: tuple[date, date, str]
    """Its place among tournaments: by end, start, id."""

    @property
    def game_count(self) -> int:
        """Give the number of its pairings."""
        return len(self.games.white_result)


class Announcement(msgspec.Struct, frozen=True):
    """What was registered of a tournament before its report came."""

    name: str
    pools: tuple[str, ...]
    official: bool


class Adjustment(msgspec.Struct, frozen=True):
    """One correction by the rating body. A rating of 0 is none."""

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


@dataclass
class Facts:
    """The fold of a ledger's events, from position 0 up to `position`."""

    position: int = -1
    birth_year: NDArray[np.int16] = field(default_factory=lambda: np.zeros(1, dtype=np.int16))
    pools: dict[str, PoolFacts] = field(default_factory=dict)
    announcements: dict[str, Announcement] = field(default_factory=dict)
    unclaimed: dict[str, list[Report]] = field(default_factory=dict)
    """Reports for pools that are not opened yet."""

    @property
    def players(self) -> int:
        """Give the highest register number so far."""
        return len(self.birth_year) - 1

    def apply(self, recorded: Recorded) -> None:
        """Take in the next event. Raises ValueError unless it is the next."""
        if recorded.position != self.position + 1:
            raise ValueError(f"event {recorded.position} does not follow {self.position}")
        fold = _FOLDS.get(recorded.type)
        if fold is not None:
            fold(self, recorded)
        if recorded.stream.startswith("pool-"):
            self.pools[recorded.stream[5:]].version = recorded.stream_version
        self.position = recorded.position


def report_of(recorded: Recorded, announcement: Announcement) -> Report:
    """Read the columns of a report that ratings rest on."""
    said = _lean_submitted.decode(recorded.body).payload
    return Report(
        recorded.position,
        said.tournament,
        said.start,
        said.end,
        announcement.official,
        said.entrants.player,
        said.games,
        (said.end, said.start, said.tournament),
    )


def _payload(recorded: Recorded) -> Any:
    return recorded.decoded().payload


def _players_registered(facts: Facts, recorded: Recorded) -> None:
    said = _lean_players.decode(recorded.body).payload
    players = columns.read(said.player, columns.PLAYER)
    if players.size and players[-1] > facts.players:
        grown = np.zeros(int(players[-1]) + 1, dtype=np.int16)
        grown[: len(facts.birth_year)] = facts.birth_year
        facts.birth_year = grown
    facts.birth_year[players] = columns.read(said.birth_year, columns.YEAR)


def _tournament_registered(facts: Facts, recorded: Recorded) -> None:
    said = _lean_registered.decode(recorded.body).payload
    facts.announcements[said.tournament] = Announcement(said.name, said.pools, said.official_event)


def _tournament_submitted(facts: Facts, recorded: Recorded) -> None:
    announcement = facts.announcements[recorded.stream.removeprefix("tournament-")]
    report = report_of(recorded, announcement)
    for pool in announcement.pools:
        claimed = facts.pools[pool].pending if pool in facts.pools else None
        (facts.unclaimed.setdefault(pool, []) if claimed is None else claimed).append(report)


def _pool_opened(facts: Facts, recorded: Recorded) -> None:
    said: pool_events.PoolOpened = _payload(recorded)
    claimed = facts.unclaimed.pop(said.pool, [])
    facts.pools[said.pool] = PoolFacts(said, recorded.position, pending=claimed)


def _rulebook_adopted(facts: Facts, recorded: Recorded) -> None:
    said: pool_events.RulebookAdopted = _payload(recorded)
    adoption = Adoption(said.in_force_from, said.edition, said.numbers_digest, recorded.position)
    facts.pools[said.pool].adopted.append(adoption)


def _carried_over(facts: Facts, recorded: Recorded) -> None:
    said = _lean_carried.decode(recorded.body).payload
    rows = {name: said[name] for name in RATED}
    carried = CarriedOver(
        date.fromisoformat(said["on"]),
        rows,
        said.get("newcomers", {}),
        recorded.position,
        said.get("last_part", True),
    )
    facts.pools[said["pool"]].carried.append(carried)


def _adjusted(facts: Facts, recorded: Recorded) -> None:
    said: pool_events.RatingsAdjusted = _payload(recorded)
    rows = zip(
        columns.read(said.player, columns.PLAYER).tolist(),
        columns.read(said.before, columns.RATING).tolist(),
        columns.read(said.after, columns.RATING).tolist(),
        strict=True,
    )
    pool = facts.pools[said.pool]
    pool.adjustments.extend(Adjustment(recorded.position, *row) for row in rows)


def _entry_decided(facts: Facts, recorded: Recorded) -> None:
    said: pool_events.EntryCapitalDecided = _payload(recorded)
    players = columns.read(said.player, columns.PLAYER).tolist()
    ratings = columns.read(said.rating, columns.RATING).tolist()
    facts.pools[said.pool].decisions.extend(
        Decision(recorded.position, *row) for row in zip(players, ratings, strict=True)
    )


def _list_scheduled(facts: Facts, recorded: Recorded) -> None:
    said: pool_events.ListScheduled = _payload(recorded)
    facts.pools[said.pool].announced[said.period] = Announced(said.issue_day, said.cut_off)


def _list_published(facts: Facts, recorded: Recorded) -> None:
    said: pool_events.ListPublished = _payload(recorded)
    facts.pools[said.pool].published[said.period] = (recorded.position, said.published_on)


_FOLDS: Final[dict[str, Callable[[Facts, Recorded], None]]] = {
    "players-registered.v1": _players_registered,
    "tournament-registered.v1": _tournament_registered,
    "tournament-submitted.v1": _tournament_submitted,
    "pool-opened.v1": _pool_opened,
    "rulebook-adopted.v1": _rulebook_adopted,
    "ratings-carried-over.v1": _carried_over,
    "ratings-adjusted.v1": _adjusted,
    "entry-capital-decided.v1": _entry_decided,
    "list-scheduled.v1": _list_scheduled,
    "list-published.v1": _list_published,
}
"""How each event changes the facts; a closing is applied by the replay itself."""
