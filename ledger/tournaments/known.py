"""A tournament as the ledger knows it: what is announced, and the reports of it that stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import msgspec
from msgspec import structs

from ledger import columns
from ledger.events.report import ReportColumns
from ledger.store.reading import Recorded
from ledger.tournaments.course import Corrections
from ledger.tournaments.said import Announced, Games, Reported, reported_in


class CurrentReport(msgspec.Struct, frozen=True, dict=True):
    """A report, or a part of one, that no other has replaced, as corrected."""

    recorded: Recorded
    said: Reported
    """As it was recorded."""
    start: date
    end: date
    received_on: date
    time_control: str
    """As corrected; "" where the report does not say."""
    results: Mapping[int, tuple[str, str]] = {}
    """By the index of the game: what white and black got in truth."""
    players: Mapping[int, int] = {}
    """By the row of the entrant: the player who played in truth."""

    @property
    def position(self) -> int:
        """Give where it stands."""
        return self.recorded.position

    @property
    def event_id(self) -> str:
        """Give the id of its event: its arbiters lie in the note to this event."""
        return self.recorded.event_id

    @property
    def part(self) -> int:
        """Give which part of a report it is, from 1; 0: the whole."""
        return self.said.part or 0

    @cached_property
    def report(self) -> ReportColumns:
        """Give the whole report as it was recorded."""
        fact: ReportColumns = self.recorded.decoded().payload
        return fact

    def games(self) -> Games:
        """Give the games as they stand."""
        said = self.said.games
        if not self.results:
            return said
        white, black = list(said.white_result), list(said.black_result)
        for game, both in self.results.items():
            white[game], black[game] = both
        return structs.replace(said, white_result="".join(white), black_result="".join(black))

    def player(self) -> str:
        """Give the column of players as it stands."""
        text = self.said.entrants.player
        for row, player in self.players.items():
            at = row * columns.PLAYER
            text = f"{text[:at]}{player:0{columns.PLAYER}d}{text[at + columns.PLAYER :]}"
        return text


@dataclass(frozen=True)
class RecordedReport(Corrections):
    """A tournament as the ledger knows it: announced, reported whole or in parts, corrected."""

    announced: Announced | None = None
    """As corrected; None: nobody said anything of it."""
    registered: int | None = None
    """Where it was announced."""
    parts: tuple[CurrentReport, ...] = ()
    """By part; one that came whole is one part; none where nothing was reported."""
    complete: bool = False
    """Whether no further part is awaited."""

    def standing(self, position: int | None) -> CurrentReport | None:
        """Give the report at a position, where it stands."""
        return next((each for each in self.parts if each.position == position), None)


def standing_of(recorded: Recorded) -> CurrentReport:
    """Give a report that nothing has corrected yet."""
    said = reported_in(recorded)
    control = said.time_control or ""
    return CurrentReport(recorded, said, said.start, said.end, said.received_on, control)
