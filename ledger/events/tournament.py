"""Events of the streams `tournament-T`: competitions and their reports."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ledger import columns, limits
from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Digest, Id, Name, Number, TournamentFact

RESULTS = "1=0+-WDL"
"""Result codes of TRF: played 1 = 0; forfeited + -; begun but under one move W D L."""


class TournamentRegistered(
    TournamentFact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A tournament is announced, with the facts that decide under which law it is rated."""

    TYPE = "tournament-registered.v1"
    DAY = "registered_on"

    name: Name
    place: Name | None = None
    federation: Annotated[str, base.whole("[A-Z]{3}")] | None = None
    pools: tuple[Id, ...]
    start: date
    end: date
    registered_on: date
    pairing_system: Name | None = None
    time_control: Annotated[Name, Meta(description="as encoded by TRF26 record 222")] | None = None
    hybrid: bool = False
    online: bool = False
    team: bool = False
    official_event: Annotated[bool, Meta(description="event of the world body")] = False
    norms_possible: bool = False
    match_games: Annotated[Number, Meta(description="games of a match of fixed length")] | None = (
        None
    )
    announced_as_rated: Annotated[bool, Meta(description="its regulations say it is rated")] = False
    weight: Annotated[str, base.whole("(1|1/2)")] = "1"

    def __post_init__(self) -> None:
        """Check the days against each other. Raises BadEvent."""
        if self.start > self.end:
            raise BadEvent(f"start {self.start} is after end {self.end}")
        if not self.pools:
            raise BadEvent("a tournament counts for at least one pool")


class Entrants(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who took part, in the order of start numbers; a row's index is what games refer to."""

    player: base.PlayerColumn
    number: base.NumberColumn
    rating: Annotated[base.RatingColumn, Meta(description="ratings as the file says, not as used")]
    commitment: base.CommitmentColumn


class Round(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One round: its day, where known, and how many games stand for it."""

    games: base.Count
    on: date | None = None


class Games(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pairings by round, then by the lower start number; results as TRF codes, a side each."""

    white: base.NumberColumn
    black: base.NumberColumn
    white_result: Annotated[str, Meta(description=f"one of {RESULTS} a game")]
    black_result: Annotated[str, Meta(description=f"one of {RESULTS} a game")]


class Bye(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round in which an entrant had no opponent."""

    round: Number
    entrant: base.Count
    code: Literal["H", "F", "U", "Z"]


class TournamentSubmitted(
    TournamentFact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The report of a tournament: one event of columns. A game's address is `position#index`."""

    TYPE = "tournament-submitted.v1"
    DAY = "end"
    DOCUMENT = ("file", "report")

    received_on: date
    file: Annotated[Digest, Meta(description="the report as received, kept as a document")]
    start: date
    end: date
    time_control: Name | None = None
    entrants: Entrants
    rounds: tuple[Round, ...]
    games: Games
    byes: tuple[Bye, ...] = ()

    def __post_init__(self) -> None:
        """Check the columns against each other. Raises BadEvent."""
        _check_entrants(self.entrants)
        _check_games(self.games, len(self.entrants.number) // columns.NUMBER)
        _check_rounds(self)


def _check_entrants(entrants: Entrants) -> None:
    rows = base.digits(entrants, "player", "number", "rating")
    if rows > limits.EVENT_PLAYERS:
        raise BadEvent(f"{rows} entrants; the limit is {limits.EVENT_PLAYERS}")
    base.letters(entrants, rows, "0123456789abcdef", columns.COMMITMENT, "commitment")
    players = columns.read(entrants.player, columns.PLAYER)
    if len(set(players.tolist())) != rows:
        raise BadEvent("the same player stands twice among the entrants")
    if not columns.increasing(columns.read(entrants.number, columns.NUMBER)):
        raise BadEvent("entrants must stand in the order of their start numbers")


def _check_games(games: Games, entrants: int) -> None:
    rows = base.digits(games, "white", "black")
    if rows > limits.EVENT_GAMES:
        raise BadEvent(f"{rows} games; the limit is {limits.EVENT_GAMES}")
    base.letters(games, rows, RESULTS, 1, "white_result", "black_result")
    white, black = (columns.read(side, columns.NUMBER) for side in (games.white, games.black))
    if rows and max(white.max(), black.max()) >= entrants:
        raise BadEvent("a game names an entrant who is not there")
    if (white == black).any():
        raise BadEvent("an entrant cannot play himself")


def _check_rounds(report: TournamentSubmitted) -> None:
    games = len(report.games.white_result)
    if sum(each.games for each in report.rounds) != games:
        raise BadEvent(f"the rounds do not add up to the {games} games")
    entrants = len(report.entrants.number) // columns.NUMBER
    for bye in report.byes:
        if bye.round > len(report.rounds) or bye.entrant >= entrants:
            raise BadEvent(f"bye of entrant {bye.entrant} in round {bye.round}: not there")
    if report.start > report.end:
        raise BadEvent(f"start {report.start} is after end {report.end}")
