"""Reports as columns of entrants and games, and the events that correct a report.

A report is one event of columns. Games stand by round, then by the lower start number; that index
is a game's address for ever, `position#index`. Entrants stand by start number, addressed likewise.
"""

from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ledger import columns, limits
from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Digest, Id, Name, Number, TournamentDecision, TournamentFact
from ledger.events.teams import Teams
from ledger.events.tournament import check_days
from ledger.sentences import Amount, Count, Sentence

_Fact = Annotated[str, Meta(max_length=200)]


class FileReading(base.Structure, frozen=True, kw_only=True):
    """The arguments of the import. The file read with the same arguments gives the report again."""

    form: Literal["auto", "trf", "tdf", "cross-table"] = "auto"
    scheme: Annotated[Id, Meta(description="the body whose numbers the file prints")] = "fide"
    points: Annotated[
        Literal["1-½-0", "2-1-0", "ignore"] | None, Meta(description="how wins count, by hand")
    ] = None
    date_order: Literal["", "ymd", "dmy"] = ""
    given: Annotated[
        dict[Id, _Fact], Meta(description="facts given by hand in place of the file's, by name")
    ] = msgspec.field(default_factory=dict)
    announced: Annotated[
        dict[Id, _Fact], Meta(description="announced facts, for what the file leaves out")
    ] = msgspec.field(default_factory=dict)
    rounds: Annotated[
        tuple[Number, Number] | None, Meta(description="first and last round taken of the file")
    ] = None
    by_month: Annotated[bool, Meta(description="the part is one month of the file")] = False
    decided: Annotated[
        base.NumberColumn,
        Meta(description="rows of entrants whose player a person decided, 4 digits each"),
    ] = ""


RESULTS = "1=0+-WDL"
"""Result codes of TRF: played 1 = 0; forfeited + -; begun but under one move W D L."""

Result = Annotated[str, base.whole(f"[{RESULTS.replace('-', '')}-]")]
"""What one side got in a game: one of RESULTS."""

NOT_GIVEN = 9_999
"""In the columns of totals and ranks: the report says none."""


class Entrants(base.Structure, frozen=True, kw_only=True):
    """The players of a report in the order of start numbers; games refer to the row index."""

    player: base.PlayerColumn
    number: base.NumberColumn
    rating: Annotated[
        base.RatingColumn, Meta(description="ratings printed in the file; the lists may use others")
    ]
    commitment: base.CommitmentColumn
    half_points: Annotated[
        str,
        Meta(
            description="totals of points in the file; 9999: no total in the file",
            extra={"width": 4},
        ),
    ] = ""
    rank: Annotated[
        str,
        Meta(description="final ranks in the file; 9999: no rank in the file", extra={"width": 4}),
    ] = ""


class Round(base.Structure, frozen=True, kw_only=True):
    """A round: its day, if known, and its number of games."""

    games: base.Count
    on: date | None = None


class Games(base.Structure, frozen=True, kw_only=True):
    """The pairings by round, then by the lower start number; results as TRF codes, a side each."""

    white: base.NumberColumn
    black: base.NumberColumn
    white_result: Annotated[str, Meta(description=f"one of {RESULTS} a game")]
    black_result: Annotated[str, Meta(description=f"one of {RESULTS} a game")]
    colours: Annotated[
        str,
        Meta(
            description="w: the file gives the colours of the game; -: the file gives no colours "
            "(the lower start number is recorded as White); empty: the file gives all colours"
        ),
    ] = ""


class Bye(base.Structure, frozen=True, kw_only=True):
    """A round in which an entrant had no opponent."""

    round: Number
    entrant: base.Count
    code: Annotated[
        Literal["H", "F", "U", "Z", "+", "-"],
        Meta(description="+ and - in a team tournament alone: a forfeit without a named opponent"),
    ]


class ReportColumns(TournamentFact, frozen=True, kw_only=True):
    """Entrants and games as columns: of a report file, or of a sheet of single games."""

    DAY = "end"

    received_on: date
    start: date
    end: date
    time_control: Name | None = None
    entrants: Entrants
    rounds: tuple[Round, ...]
    games: Games
    byes: tuple[Bye, ...] = ()
    teams: Teams | None = None
    scoring: Annotated[
        Name | None,
        Meta(
            description="points for each result where they are not the usual ones, as in TRF26 "
            "record 162"
        ),
    ] = None
    rounds_announced: Annotated[
        Number | None, Meta(description="rounds of the whole tournament, as the file says")
    ] = None
    initial_colour: Annotated[
        Literal["w", "b"] | None,
        Meta(description="colour of the highest ranked player in the first round"),
    ] = None
    other_records: Annotated[
        tuple[Annotated[str, base.whole(r"[0-9]{3} .{1,4092}")], ...],
        Meta(description="lines of the file for pairing and tie-breaks, as printed"),
    ] = ()
    officials: Annotated[
        Digest | None, Meta(description="commitment to the arbiters named in the file: a note")
    ] = None
    part: Annotated[Number | None, Meta(description="of a report in parts, from 1")] = None
    another_event: Annotated[
        bool,
        Meta(description="said by who hands it in: not the event of a tournament on record"),
    ] = False

    def __post_init__(self) -> None:
        entrants = _check_entrants(self.entrants)
        _check_games(self.games, entrants)
        _check_rounds(self, entrants)
        if self.teams is not None:
            self.teams.check(entrants)


class ReportFact(ReportColumns, frozen=True, kw_only=True):
    """A report from a file, under any of the three event names."""

    DOCUMENT = ("file", "report")

    file: Annotated[Digest, Meta(description="the report as received, kept as a document")]
    reading: FileReading | None = None

    def __post_init__(self) -> None:
        ReportColumns.__post_init__(self)
        players = columns.read(self.entrants.player, columns.PLAYER)
        if len(set(players.tolist())) != len(players):
            raise BadEvent(Sentence("the same player is twice among the entrants"))
        if self.reading is not None:
            _check_decided(self.reading, len(players))


class TournamentSubmitted(ReportFact, frozen=True, kw_only=True):
    """The report of a tournament as columns. The address of a game is `position#index`."""

    TYPE = "tournament-submitted.v1"


class ReportPartSubmitted(ReportFact, frozen=True, kw_only=True):
    """Part of the report of a long tournament: the games of a month, with the part's days."""

    TYPE = "report-part-submitted.v1"

    last_part: Annotated[bool, Meta(description="no part follows")] = False

    def __post_init__(self) -> None:
        ReportFact.__post_init__(self)
        if self.part is None:
            raise BadEvent(Sentence("a part of a report says which part it is"))


class ReportReplaced(ReportFact, frozen=True, kw_only=True):
    """A new report replaces a submitted report; corrections of the old report end.

    The envelope's `supersedes` names the replaced event.
    """

    TYPE = "report-replaced.v1"

    replaces: Annotated[base.Count, Meta(description="position of the report it replaces")]


class ResultCorrected(TournamentDecision, frozen=True, kw_only=True):
    """A game of a report had other results."""

    TYPE = "result-corrected.v1"

    report: Annotated[base.Count, Meta(description="position of the report")]
    game: Annotated[base.Count, Meta(description="index of the game in the report")]
    white_result: Result
    black_result: Result


class EntrantReassigned(TournamentDecision, frozen=True, kw_only=True):
    """An entrant of a report was another person."""

    TYPE = "entrant-reassigned.v1"

    report: Annotated[base.Count, Meta(description="position of the report")]
    entrant: Annotated[base.Count, Meta(description="row of the entrant in the report")]
    player: Annotated[Number, Meta(description="register number of who played")]


def rounds_of(report: ReportColumns) -> list[int]:
    """Return the round of each game."""
    rounds = enumerate(report.rounds, start=1)
    return [number for number, played in rounds for _ in range(played.games)]


def _check_at_most(found: Count, limit: int) -> None:
    if found.number > limit:
        raise BadEvent(Sentence("{found}; the limit is {limit}", found=found, limit=Amount(limit)))


def _check_entrants(entrants: Entrants) -> int:
    given = [name for name in ("half_points", "rank") if getattr(entrants, name)]
    rows = base.digits(entrants, "player", "number", "rating", *given)
    _check_at_most(Count(rows, "entrant"), limits.EVENT_PLAYERS)
    base.letters(entrants, rows, "0123456789abcdef", columns.COMMITMENT, "commitment")
    if not columns.increasing(columns.read(entrants.number, columns.NUMBER)):
        raise BadEvent(Sentence("entrants must stand in the order of their start numbers"))
    return rows


def _check_games(games: Games, entrants: int) -> None:
    rows = base.digits(games, "white", "black")
    _check_at_most(Count(rows, "game"), limits.EVENT_GAMES)
    base.letters(games, rows, RESULTS, 1, "white_result", "black_result")
    if games.colours:
        base.letters(games, rows, "w-", 1, "colours")
    white, black = (columns.read(side, columns.NUMBER) for side in (games.white, games.black))
    if rows and max(white.max(), black.max()) >= entrants:
        raise BadEvent(Sentence("a game names an entrant who is not there"))
    if (white == black).any():
        raise BadEvent(Sentence("an entrant cannot play against themselves"))


def _check_rounds(report: ReportColumns, entrants: int) -> None:
    games = len(report.games.white_result)
    if sum(cell.games for cell in report.rounds) != games:
        raise BadEvent(Sentence("the rounds do not add up to the games, {games}", games=games))
    for bye in report.byes:
        if bye.round > len(report.rounds) or bye.entrant >= entrants:
            raise BadEvent(
                Sentence(
                    "bye of entrant {entrant} in round {round}: not there",
                    entrant=bye.entrant,
                    round=bye.round,
                )
            )
    check_days(report.start, report.end)


def _check_decided(reading: FileReading, entrants: int) -> None:
    base.digits(reading, "decided")
    rows = columns.read(reading.decided, columns.NUMBER)
    if not columns.increasing(rows) or (len(rows) and rows[-1] >= entrants):
        raise BadEvent(
            Sentence(
                "the rows in '{field}' must be rows of entrants, in increasing order",
                field="decided",
            )
        )
