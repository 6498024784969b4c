"""One tournament as people speak of it: its games and entrants, as they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ledger import columns
from ledger.errors import Refused, Remedy
from ledger.events.games import SheetCompleted
from ledger.events.report import ReportColumns, rounds_of
from ledger.intake.formats.pairings import COMPATIBLE
from ledger.register import identities
from ledger.store.reading import Reader, Recorded
from ledger.wording import positions
from projections.state.history import TournamentHistory, tournament_history
from projections.state.reports import Report

_ADDRESS: Final = re.compile("#([0-9]{1,15})#([0-9]{1,6})")
_PAIRING: Final = re.compile("([0-9]{1,4}):([0-9]{1,4})")
_HALVES: Final = ("½", "1/2", "0.5")


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as its events tell it."""

    id: str
    events: list[Recorded]
    history: TournamentHistory

    @property
    def stream(self) -> str:
        """Give the name of its stream."""
        return f"tournament-{self.id}"

    @property
    def version(self) -> int:
        """Give the version of its stream."""
        return self.events[-1].stream_version

    def report(self, position: int) -> ReportColumns:
        """Give a report as it was recorded, before anything corrected it."""
        found = next(each for each in self.events if each.position == position)
        payload: ReportColumns = found.decoded().payload
        return payload


def read_tournament(read: Reader, tournament: str, known: int | None = None) -> Tournament:
    """Give a tournament as known at a position (None: now). Raises Refused for an unknown one."""
    events = [
        each
        for each in read.stream(f"tournament-{tournament}")
        if known is None or each.position <= known
    ]
    if not events:
        raise Refused(
            f"there is no tournament {tournament!r}: `ledger tournament list` names them",
            code="unknown-tournament",
            field="tournament",
            found=tournament,
            remedy=Remedy("tournament list"),
        )
    return Tournament(tournament, events, tournament_history(events))


def players_of(report: Report) -> list[int]:
    """Give the players of a report by row, as they stand."""
    players: list[int] = columns.read(report.player, columns.PLAYER).tolist()
    return players


def find_game(of: Tournament, game: str) -> tuple[int, int]:
    """Give report and index of a game: `#12#40`, or `3:12` (round, start number of white).

    Raises Refused where there is no such game, or more than one.
    """
    address, pairing = _ADDRESS.fullmatch(game.strip()), _PAIRING.fullmatch(game.strip())
    if address:
        position, index = _stands_as(of, int(address[1])), int(address[2])
        if position not in of.history.current:
            raise Refused(
                f"{of.id}: report #{position} does not stand; {_standing(of)}",
                code="unknown-report",
                field="report",
                found=f"#{position}",
            )
        if index >= of.history.current[position].game_count:
            games = positions(0, of.history.current[position].game_count - 1)
            raise Refused(
                f"{of.id}: report #{position} has games {games}, not #{index}",
                code="unknown-game",
                field="game",
                found=f"#{index}",
                expected=games,
            )
        return position, index
    if not pairing:
        raise Refused(
            f"game {game!r}: write #POSITION#INDEX, or ROUND:START-NUMBER like 3:12",
            code="game-wrong",
            field="game",
            found=game,
            expected="#POSITION#INDEX, or ROUND:START-NUMBER",
        )
    found = _paired(of, int(pairing[1]), int(pairing[2]))
    if len(found) != 1:
        several = " or ".join(f"#{position}#{index}" for position, index in found)
        raise Refused(
            f"{of.id}: in round {pairing[1]} start number {pairing[2]} had white in "
            + (f"several games: write {several}" if several else "no game"),
            code="unknown-game",
            field="game",
            found=game,
        )
    return found[0]


def _stands_as(of: Tournament, position: int) -> int:
    """Return the position of the sheet that made another longer: its games keep their indexes."""
    was_sheet = position in of.history.roots and isinstance(of.report(position), SheetCompleted)
    return of.history.current_position(position) if was_sheet else position


def _paired(of: Tournament, number: int, white: int) -> list[tuple[int, int]]:
    """Give the games of a round in which a start number had white."""
    found = []
    for position in of.history.current:
        report = of.report(position)
        numbers = columns.read(report.entrants.number, columns.NUMBER)
        whites = numbers[columns.read(report.games.white, columns.NUMBER)].tolist()
        rounds = rounds_of(report)
        found += [
            (position, index)
            for index, each in enumerate(whites)
            if each == white and rounds[index] == number
        ]
    return found


def find_entrant(of: Tournament, number: int, report: int | None) -> tuple[int, int]:
    """Give report and row of a start number. Raises Refused where none or several have it."""
    if report is not None and report not in of.history.current:
        raise Refused(
            f"{of.id}: report #{report} does not stand; {_standing(of)}",
            code="unknown-report",
            field="report",
            found=f"#{report}",
        )
    found = []
    for position in of.history.current if report is None else [report]:
        numbers = columns.read(of.report(position).entrants.number, columns.NUMBER).tolist()
        found += [(position, numbers.index(number))] if number in numbers else []
    if not found:
        raise Refused(
            f"{of.id}: no entrant has start number {number}",
            code="unknown-entrant",
            field="start-number",
            found=number,
        )
    if len(found) > 1:
        reports = " or ".join(f"#{position}" for position, _ in found)
        raise Refused(
            f"{of.id}: start number {number} stands in several parts: --report {reports}",
            code="option-needed",
            field="report",
            expected=reports,
        )
    return found[0]


def _standing(of: Tournament) -> str:
    standing = ", ".join(f"#{position}" for position in of.history.current)
    return f"standing: {standing}" if standing else "it has no report"


def read_result(text: str) -> str:
    """Read one side's result: a code of TRF, or a half as people write it."""
    return "=" if text.strip() in _HALVES else text.strip().upper()


def read_results(white: str, black: str) -> str:
    """Read the results of both sides as two codes. Raises Refused where they cannot be so."""
    both = read_result(white) + read_result(black)
    if both not in COMPATIBLE:
        known = " ".join(sorted(f"{each[0]}/{each[1]}" for each in COMPATIBLE))
        raise Refused(
            f"results {white}/{black} cannot stand together; known are {known}",
            code="results-contradict",
            found=f"{white}/{black}",
            expected=known,
        )
    return both


def result_words(both: str) -> str:
    """Write the results of a game as people do."""
    return " - ".join("½" if each == "=" else each for each in both)


def player_words(read: Reader, player: int) -> str:
    """Write a player with his name."""
    return f"{identities.show(player)} {identities.names(read, [player])[player]}"


def game_words(read: Reader, of: Tournament, position: int, index: int) -> str:
    """Write which game is meant: its address, its round, who had white and who black."""
    said, stands = of.report(position), of.history.current[position]
    players = players_of(stands)
    columns_of_sides = (said.games.white, said.games.black)
    sides = [int(columns.read(each, columns.NUMBER)[index]) for each in columns_of_sides]
    white, black = (player_words(read, players[side]) for side in sides)
    return f"game #{position}#{index}, round {rounds_of(said)[index]}: {white} against {black}"
