"""A tournament as recorded: announcement, current reports, effect of corrections on both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import structs

from ledger import columns
from ledger.events.counting import ReportAnnulled, ReportReinstated
from ledger.events.report import EntrantReassigned, ReportColumns, ResultCorrected
from ledger.events.tournament import Details
from ledger.sentences import Sentence
from ledger.store.reading import Recorded

NOT_STANDING: Final = Sentence("it names a report that did not stand")
NO_SUCH_GAME: Final = Sentence("its report has no such game")
DAYS_CONTRADICT: Final = Sentence("a report would start after its end: its days stay")
"""Reasons for a correction without effect, or without full effect."""


class Correction(msgspec.Struct, frozen=True, dict=True):
    """An event that corrects a tournament or decides about the tournament, and the effect."""

    recorded: Recorded
    report: int | None = None
    """Position of the corrected report; None: about the tournament."""
    before: str = ""
    """The replaced value: both results of a game, the player of an entrant."""
    no_effect: Sentence | None = None
    """Reason for no effect, or no full effect; otherwise None, which costs a fold nothing."""
    ended: bool = False
    """Whether the correction ended because the report was replaced."""

    @property
    def position(self) -> int:
        """Position of the event."""
        return self.recorded.position

    @property
    def recorded_at(self) -> int:
        """Instant of recording, in microseconds since 1970."""
        return self.recorded.recorded_at

    @cached_property
    def payload(self) -> Any:
        """The decoded event."""
        return self.recorded.decoded().payload

    @property
    def kind(self) -> str:
        """Name of the event, without version."""
        return self.recorded.type.partition(".")[0]


@dataclass(frozen=True)
class Corrections:
    """Corrections of a tournament, and the history of the tournament's reports."""

    corrections: tuple[Correction, ...] = ()
    """Corrections of the tournament and decisions about the tournament, in order."""
    roots: Mapping[int, int] = field(default_factory=dict)
    """By the position of each report, the position of the first report that it replaced."""

    def of_report(self, root: int) -> list[Correction]:
        """Return the corrections of a report, by the position of the first version."""
        return [
            correction
            for correction in self.corrections
            if correction.report is None or self.roots.get(correction.report) == root
        ]

    def in_force(self, report: int) -> list[Correction]:
        """Return the effective corrections of a report's games and entrants."""
        return [
            correction
            for correction in self.corrections
            if correction.report == report and not (correction.no_effect or correction.ended)
        ]

    def annulment(self, report: int) -> Correction | None:
        """Return the annulment of a report, unless it was lifted."""
        kinds = (ReportAnnulled, ReportReinstated)
        found = [one for one in self.in_force(report) if isinstance(one.payload, kinds)]
        return found[-1] if found and isinstance(found[-1].payload, ReportAnnulled) else None

    def holding(self, report: int) -> list[Correction]:
        """Return all effective corrections of a report, including the tournament's own."""
        replaced = [correction for correction in self.corrections if correction.position == report]
        details = [correction for correction in self.corrections if correction.report is None]
        return [*replaced, *details, *self.in_force(report)]

    def last_results(self, report: int) -> dict[int, Correction]:
        """Return by game the last effective correction of its result in a report."""
        return {
            correction.payload.game: correction
            for correction in self.in_force(report)
            if isinstance(correction.payload, ResultCorrected)
        }

    def last_entrants(self, report: int) -> dict[int, Correction]:
        """Return by row of an entrant the last effective correction of the player in a report."""
        return {
            correction.payload.entrant: correction
            for correction in self.in_force(report)
            if isinstance(correction.payload, EntrantReassigned)
        }


P = TypeVar("P")


class EventPart(msgspec.Struct, Generic[P], frozen=True):
    """Part of an event body, read without checks: the event was checked when recorded."""

    payload: P


class Announced(msgspec.Struct, frozen=True):
    """Announced details of a tournament, named as in `Details`; None is not announced."""

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
    """Only in corrections: each report has a day of receipt."""


class Entrants(msgspec.Struct, frozen=True):
    """Register numbers of the entrants, as a column."""

    player: str


class Games(msgspec.Struct, frozen=True):
    """The games of a report, as columns."""

    white: str
    black: str
    white_result: str
    black_result: str
    colours: str = ""


class Reported(msgspec.Struct, frozen=True):
    """A report event of any type: days, entrants, games, and the replaced report."""

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
    another_event: bool = False


_announced: Final = msgspec.json.Decoder(EventPart[Announced])
_reported: Final = msgspec.json.Decoder(EventPart[Reported])


def announced_in(recorded: Recorded) -> Announced:
    """Decode the event of a registration."""
    return _announced.decode(recorded.body).payload


def reported_in(recorded: Recorded) -> Reported:
    """Decode a report event of any type."""
    return _reported.decode(recorded.body).payload


class CurrentReport(msgspec.Struct, frozen=True, dict=True):
    """A report (or a part of a report) not replaced by another, as corrected."""

    recorded: Recorded
    reported: Reported
    """As recorded."""
    start: date
    end: date
    received_on: date
    time_control: str
    """As corrected; "" where the report does not say."""
    results: Mapping[int, tuple[str, str]] = {}
    """By index of the game: the corrected results of white and black."""
    players: Mapping[int, int] = {}
    """By row of the entrant: the reassigned player."""

    @property
    def position(self) -> int:
        """Position of the event."""
        return self.recorded.position

    @property
    def event_id(self) -> str:
        """Id of the event; the note with this id holds the arbiters."""
        return self.recorded.event_id

    @property
    def part(self) -> int:
        """Number of the part, from 1; 0 for a whole report."""
        return self.reported.part or 0

    @cached_property
    def report(self) -> ReportColumns:
        """The decoded event."""
        fact: ReportColumns = self.recorded.decoded().payload
        return fact

    def games(self) -> Games:
        """Return the games, as corrected."""
        games = self.reported.games
        if not self.results:
            return games
        white, black = list(games.white_result), list(games.black_result)
        for game, both in self.results.items():
            white[game], black[game] = both
        return structs.replace(games, white_result="".join(white), black_result="".join(black))

    def player(self) -> str:
        """Return the column of players, as corrected."""
        text = self.reported.entrants.player
        for row, player in self.players.items():
            at = row * columns.PLAYER
            text = f"{text[:at]}{player:0{columns.PLAYER}d}{text[at + columns.PLAYER :]}"
        return text


@dataclass(frozen=True)
class RecordedReport(Corrections):
    """A tournament as recorded: announced, reported whole or in parts, corrected."""

    announced: Announced | None = None
    """As corrected; None if unknown."""
    registered: int | None = None
    """Position of the announcement."""
    parts: tuple[CurrentReport, ...] = ()
    """By part; one that came whole is one part; none where nothing was reported."""
    complete: bool = False
    """Whether no further part is awaited."""

    def current(self, position: int | None) -> CurrentReport | None:
        """Return the current report at a position; None if replaced or unknown."""
        return next((part for part in self.parts if part.position == position), None)


def uncorrected_report(recorded: Recorded) -> CurrentReport:
    """Return the report of an event, without corrections."""
    report = reported_in(recorded)
    control = report.time_control or ""
    return CurrentReport(recorded, report, report.start, report.end, report.received_on, control)


Days = tuple[date, date]
"""The first and the last."""


def redated(days: Sequence[Days], details: Details) -> list[Days] | None:
    """Return the corrected days of each part; None if a part would end before the start."""
    redated_parts = list(days)
    if redated_parts:
        redated_parts[0] = (details.start or redated_parts[0][0], redated_parts[0][1])
        redated_parts[-1] = (redated_parts[-1][0], details.end or redated_parts[-1][1])
    return None if any(start > end for start, end in redated_parts) else redated_parts


def amended(was: Announced, details: Details) -> Announced:
    """Return the announcement with corrected details."""
    values = structs.asdict(details).items()
    return structs.replace(was, **{name: value for name, value in values if value is not None})
