"""What events say of a tournament that folding rests on.

They were checked when they were recorded, and are read without checks: the columns that nobody
asks for here stay unread.
"""

from __future__ import annotations

from datetime import date
from typing import Final, Generic, TypeVar

import msgspec

from ledger.store.reading import Recorded

P = TypeVar("P")


class Lean(msgspec.Struct, Generic[P], frozen=True):
    """A part of a body: checked when recorded, read without checks."""

    payload: P


class Announced(msgspec.Struct, frozen=True):
    """What is announced of a tournament; None is not said. The names are those of `Details`."""

    name: str = ""
    place: str | None = None
    federation: str | None = None
    pools: tuple[str, ...] = ()
    start: date | None = None
    end: date | None = None
    registered_on: date | None = None
    round_days: tuple[date, ...] | None = None
    pairing_system: str | None = None
    time_control: str | None = None
    hybrid: bool = False
    online: bool = False
    team: bool = False
    official_event: bool = False
    norms_possible: bool = False
    match_games: int | None = None
    announced_as_rated: bool = False
    weight: str = "1"
    received_on: date | None = None
    """Only corrections say it of the tournament: reports say their own."""


class Entrants(msgspec.Struct, frozen=True):
    """Who took part: a column of register numbers."""

    player: str


class Games(msgspec.Struct, frozen=True):
    """The games of a report, as columns of text."""

    white: str
    black: str
    white_result: str
    black_result: str


class Reported(msgspec.Struct, frozen=True):
    """A report, under whichever of its names: when it was, who met whom, what it replaces."""

    tournament: str
    start: date
    end: date
    received_on: date
    entrants: Entrants
    games: Games
    time_control: str | None = None
    part: int | None = None
    last_part: bool = False
    replaces: int | None = None


_announced: Final = msgspec.json.Decoder(Lean[Announced])
_reported: Final = msgspec.json.Decoder(Lean[Reported])


def announced_in(recorded: Recorded) -> Announced:
    """Read what a registration says."""
    return _announced.decode(recorded.body).payload


def reported_in(recorded: Recorded) -> Reported:
    """Read what a report says, whichever of its names it has."""
    return _reported.decode(recorded.body).payload
