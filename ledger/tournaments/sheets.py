"""Sheets of single games: read by month, arranged as a report, checked.

A list counts the columns of the sheet: a sheet whose hashes were all computed anew passes every
check of the chain, but not the comparison with its single games (`faults`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple

from ledger import columns
from ledger.errors import BadEvent
from ledger.events.games import GamePlayed, SheetCompleted, sheets_of
from ledger.events.report import Entrants, Games, Round
from ledger.register import identities
from ledger.store.faults import Fault, beside
from ledger.store.reading import Reader
from ledger.store.reported_words import NO_COMMITMENT
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.report_from_columns import players_of


class SingleGame(NamedTuple):
    """A game and the position of the event."""

    position: int
    """-1: not recorded yet."""
    event_id: str
    fact: GamePlayed


def games_of(read: Reader, stream: str) -> list[SingleGame]:
    """Return the games of a month, in the order of recording."""
    return [
        SingleGame(recorded.position, recorded.event_id, recorded.decoded().payload)
        for recorded in read.stream(stream)
    ]


def games_for(read: Reader, tournament: str, month: str | None) -> list[SingleGame]:
    """Return the games of a sheet: of a month, or (None) all of the source."""
    beginning = sheets_of(tournament)
    if month is not None:
        return games_of(read, f"{beginning}{month}")
    streams = [name for name, _ in read.streams(beginning)]
    return [game for stream in streams for game in games_of(read, stream)]


def has_games(read: Reader, tournament: str) -> bool:
    """Return whether single games of a tournament are recorded."""
    return bool(read.streams(sheets_of(tournament)))


def sheet_for(known: RecordedReport, month: str) -> CurrentReport | None:
    """Return the completed sheet of a month, if any."""
    return next(
        (
            part
            for part in known.parts
            if (isinstance(part.report, SheetCompleted) and part.report.month in (None, month))
        ),
        None,
    )


def reported_from_file(known: RecordedReport) -> CurrentReport | None:
    """Return the first current report from a file, if any."""
    return next((part for part in known.parts if not isinstance(part.report, SheetCompleted)), None)


@dataclass
class _Layout:
    """A sheet being arranged; entrants and games of the shorter sheet first."""

    row_of: dict[int, int]
    """Rows of the entrants by register number, as reassigned."""
    players: list[int]
    """As recorded, row after row."""
    rounds: list[Round]
    white: list[int] = field(default_factory=list)
    black: list[int] = field(default_factory=list)
    white_result: str = ""
    black_result: str = ""
    played: str = ""

    def add_day(self, day: date, games: Sequence[SingleGame]) -> None:
        """Add the games of a day, each in the first round in which both players are free."""
        rounds: list[list[SingleGame]] = []
        for game in games:
            free = (of_round for of_round in rounds if not _meets(of_round, game.fact))
            found = next(free, None)
            if found is None:
                rounds.append(found := [])
            found.append(game)
        for of_round in rounds:
            self.rounds.append(Round(games=len(of_round), on=day))
            for game in sorted(of_round, key=self._lower_row):
                self._add(game)

    def add_players(self, games: Iterable[SingleGame]) -> None:
        there = {player for game in games for player in (game.fact.white, game.fact.black)}
        for player in sorted(there - self.row_of.keys()):
            self.row_of[player] = len(self.players)
            self.players.append(player)

    def _lower_row(self, game: SingleGame) -> int:
        return min(self.row_of[game.fact.white], self.row_of[game.fact.black])

    def _add(self, game: SingleGame) -> None:
        self.white.append(self.row_of[game.fact.white])
        self.black.append(self.row_of[game.fact.black])
        self.white_result += game.fact.white_result
        self.black_result += game.fact.black_result
        self.played += game.event_id


def _meets(games: Iterable[SingleGame], one: GamePlayed) -> bool:
    both = {one.white, one.black}
    return any(both & {game.fact.white, game.fact.black} for game in games)


def laid_out(games: Sequence[SingleGame], before: CurrentReport | None = None) -> dict[str, Any]:
    """Return the entrants, rounds and games of a sheet, as fields of the event.

    Entrants stand by register number, rounds by day: on one day a player has a game a round. Of a
    sheet that is made longer, `before`, everything keeps its row and its address.
    """
    layout = _begun(before)
    known = set(_sheet(before).ids()) if before else set[str]()
    new = [game for game in games if game.event_id not in known]
    layout.add_players(new)
    for day, of_day in groupby(sorted(new, key=_by_day), key=lambda game: game.fact.played_on):
        layout.add_day(day, list(of_day))
    days = [game.fact.played_on for game in games]
    rows = len(layout.players)
    return {
        "start": min(days),
        "end": max(days),
        "entrants": Entrants(
            player=columns.write(layout.players, columns.PLAYER),
            number=columns.write(range(1, rows + 1), columns.NUMBER),
            rating=columns.write([0] * rows, columns.RATING),
            commitment=NO_COMMITMENT * rows,
        ),
        "rounds": tuple(layout.rounds),
        "games": Games(
            white=columns.write(layout.white, columns.NUMBER),
            black=columns.write(layout.black, columns.NUMBER),
            white_result=layout.white_result,
            black_result=layout.black_result,
        ),
        "played": layout.played,
    }


def _by_day(game: SingleGame) -> tuple[date, int]:
    return (game.fact.played_on, game.fact.round or 0)


def _begun(before: CurrentReport | None) -> _Layout:
    if before is None:
        return _Layout({}, [], [])
    sheet = _sheet(before)
    white, black = (
        columns.read(side, columns.NUMBER).tolist()
        for side in (sheet.games.white, sheet.games.black)
    )
    return _Layout(
        {player: row for row, player in enumerate(players_of(before))},
        columns.read(sheet.entrants.player, columns.PLAYER).tolist(),
        list(sheet.rounds),
        white,
        black,
        sheet.games.white_result,
        sheet.games.black_result,
        sheet.played,
    )


def _sheet(current: CurrentReport) -> SheetCompleted:
    assert isinstance(current.report, SheetCompleted)
    return current.report


class _Game(NamedTuple):
    white: int
    black: int
    white_result: str
    black_result: str

    def __str__(self) -> str:
        white, black = identities.show(self.white), identities.show(self.black)
        return f"{white} {self.white_result}, {black} {self.black_result}"


def faults(read: Reader) -> Iterator[Fault]:
    """Compare each completed sheet with the single games, except unreadable events."""
    for recorded in read.of_type(SheetCompleted.TYPE):
        try:
            sheet: SheetCompleted = recorded.decoded().payload
            games = games_for(read, sheet.tournament, sheet.month)
            played = {
                game.event_id: _Game(
                    game.fact.white, game.fact.black, game.fact.white_result, game.fact.black_result
                )
                for game in games
            }
        except BadEvent:
            continue
        for index, (event_id, found) in enumerate(zip(sheet.ids(), _of(sheet), strict=True)):
            expected = played.get(event_id)
            if expected != found:
                expected_game = "a game that was recorded" if expected is None else f"{expected}"
                yield beside(f"event {recorded.position}, game {index}", f"{found}", expected_game)


def _of(sheet: SheetCompleted) -> Iterator[_Game]:
    players, games = columns.read(sheet.entrants.player, columns.PLAYER), sheet.games
    white, black = (
        players[columns.read(side, columns.NUMBER)].tolist() for side in (games.white, games.black)
    )
    rows = zip(white, black, games.white_result, games.black_result, strict=True)
    return (_Game(*row) for row in rows)
