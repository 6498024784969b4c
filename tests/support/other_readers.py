"""Two foreign readers of report files, and the facts of an export due to both.

`trf` (GPL, TRF16 alone) and `py4swiss` (MIT, a pairing program: TRF16 with JaVaFo's records, read
strictly) come from the package index; tests alone import them. Both have limits of their own, which
are no faults of a file: `within_trf` and `within_py4swiss` take out what lies beyond them.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import trf
from py4swiss.trf import ParsedTrf, TrfParser

from ledger.tournaments.report import TournamentReport

NO_NUMBER = " " * 11


class Told(NamedTuple):
    """A player's line: points are halves; a cell is (opponent, colour, result), 0 is nobody."""

    number: int
    name: str
    rating: int
    federation: str
    halves: int
    rank: int
    cells: list[tuple[int, str, str]]


def told_by(report: TournamentReport) -> list[Told]:
    """Return the line of each player as in the report."""
    cells = {(bye.entrant, bye.round): (0, "-", bye.code) for bye in report.byes}
    for game in report.games:
        white, black = (report.entrants[side].number for side in (game.white, game.black))
        forfeited = {game.white_result, game.black_result} <= set("+-")
        colours = ("-", "-") if forfeited and not game.colours else ("w", "b")
        cells[game.white, game.round] = (black, colours[0], game.white_result)
        cells[game.black, game.round] = (white, colours[1], game.black_result)
    return [
        Told(
            entrant.number,
            entrant.name[:33],
            entrant.rating,
            entrant.federation,
            entrant.points_halves or 0,
            entrant.rank or 0,
            [cells[row, number] for number in range(1, report.number_of_rounds + 1)],
        )
        for row, entrant in enumerate(report.entrants)
    ]


def _lines(file: bytes, change: Callable[[str], str | None]) -> str:
    changed = map(change, file.decode().split("\r\n"))
    return "\r\n".join(line for line in changed if line is not None)


def _digits_alone(line: str) -> str:
    """Take a number with letters, as in draughts, out of a player's line."""
    if line.startswith("001") and not line[57:68].strip().isdigit():
        return line[:57] + NO_NUMBER + line[68:]
    return line


def within_trf(file: bytes) -> str:
    """Take out fields unreadable for `trf`: titles of three letters, numbers with letters."""

    def change(line: str) -> str:
        if line.startswith("001") and line[10] != " ":
            line = line[:10] + "   " + line[13:]
        return _digits_alone(line)

    return _lines(file, change)


def within_py4swiss(file: bytes) -> str:
    """Take out fields unreadable for `py4swiss`: numbers with letters, and the days of the
    rounds.

    It looks for the days four columns further right than the format has them, ten wide.
    """
    return _lines(file, lambda line: None if line.startswith("132") else _digits_alone(line))


def by_trf(file: bytes) -> Any:
    """Return the file as `trf` reads; raises the TrfException."""
    return trf.loads(within_trf(file))


def told_by_trf(read: Any) -> list[Told]:
    """Return the line of each player as `trf` reads."""
    return [
        Told(
            player.startrank,
            player.name,
            player.rating,
            player.fed,
            round(2 * player.points),
            player.rank,
            [(game.startrank or 0, game.color, game.result) for game in player.games],
        )
        for player in read.players
    ]


def by_py4swiss(file: bytes, folder: Path) -> ParsedTrf:
    """Return the file as `py4swiss` reads strictly; raises the errors of the library.

    It adds up everybody's points and holds both sides of each game against each other.
    """
    path = folder / "report.trf"
    path.write_text(within_py4swiss(file), encoding="utf-8", newline="")
    return TrfParser.parse(path, strict=True)


def told_by_py4swiss(read: ParsedTrf) -> list[Told]:
    """Return the line of each player as `py4swiss` reads."""
    return [
        Told(
            player.starting_number,
            player.name or "",
            player.fide_rating or 0,
            player.fide_federation or "",
            player.points_times_ten // 5,
            player.rank,
            [(cell.id, cell.color.value, cell.result.value) for cell in player.results],
        )
        for player in read.player_sections
    ]


def beyond_py4swiss(report: TournamentReport) -> Iterator[str]:
    """Return the parts of a report refused by the program, though in the format."""
    for game in report.games:
        results = {game.white_result, game.black_result}
        if results <= {"0", "="} and results != {"="}:
            yield "a game that both lost, or one lost and the other drew"
        if results <= {"+", "-"} and not game.colours:
            yield "a forfeit without colours"
