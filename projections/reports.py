"""Reports as ratings need them: where one stands, when it was, who met whom."""

from __future__ import annotations

from datetime import date
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import structs

from ledger.store.reading import Recorded

Order = tuple[date, date, str]
"""The place of a report among all: by end, start, and the tournament's id (with the part)."""


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
    part: int | None = None


class _Registered(msgspec.Struct, frozen=True):
    tournament: str
    name: str
    pools: tuple[str, ...]
    official_event: bool = False


P = TypeVar("P")


class Lean(msgspec.Struct, Generic[P], frozen=True):
    """The part of a body that ratings rest on: checked when recorded, read without checks."""

    payload: P


_submitted: Final = msgspec.json.Decoder(Lean[_Submitted])
_registered: Final = msgspec.json.Decoder(Lean[_Registered])


class Report(msgspec.Struct, frozen=True):
    """A report as replay needs it: where it stands, when it was, who met whom."""

    position: int
    tournament: str
    start: date
    end: date
    official: bool
    player: str
    games: Games
    order: Order
    part: int = 0
    """Of a report that comes in parts, from 1; 0: the whole."""
    pools: tuple[str, ...] = ()
    """The pools its tournament was announced for, where these are several."""

    @property
    def game_count(self) -> int:
        """Give the number of its pairings."""
        return len(self.games.white_result)

    def redated(self, start: date, end: date) -> Report:
        """Give it with other days."""
        order = place_in_order(end, start, self.tournament, self.part)
        return structs.replace(self, start=start, end=end, order=order)


class Announcement(msgspec.Struct, frozen=True):
    """What is known of a tournament besides its report."""

    name: str
    pools: tuple[str, ...]
    official: bool

    @property
    def several(self) -> tuple[str, ...]:
        """Give its pools where these are several; nothing for one."""
        return self.pools if len(self.pools) > 1 else ()


class Version(msgspec.Struct, frozen=True):
    """A report as it stood from the position `since` on, until just before `until`.

    `root` is the position of the first report of which it took the place.
    """

    report: Report
    root: int
    since: int
    until: int

    def stood_at(self, position: int) -> bool:
        """Tell whether the report stood so when everything up to a position was known."""
        return self.since <= position < self.until


def place_in_order(end: date, start: date, tournament: str, part: int) -> Order:
    """Give a place in the order. Parts of one tournament, on the same days, stand by number."""
    return (end, start, f"{tournament}#{part:010d}" if part else tournament)


def announcement_of(recorded: Recorded) -> Announcement:
    """Read what a registration says."""
    said = _registered.decode(recorded.body).payload
    return Announcement(said.name, said.pools, said.official_event)


def report_of(recorded: Recorded, announcement: Announcement) -> Report:
    """Read the columns of a report that ratings rest on, whichever of its names it has."""
    said = _submitted.decode(recorded.body).payload
    part = said.part or 0
    return Report(
        recorded.position,
        said.tournament,
        said.start,
        said.end,
        announcement.official,
        said.entrants.player,
        said.games,
        place_in_order(said.end, said.start, said.tournament, part),
        part,
        announcement.several,
    )
