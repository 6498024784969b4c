"""The files of the season of draughts, read without the program: events, lists, decisions.

Only a game that was played is taken from a report; forfeits and byes do not count (VI.7).
"""

import csv
import json
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

POINTS = {"1": 2, "=": 1, "0": 0}
"""Of each result of a TRF report, with points 2-1-0."""


@dataclass(frozen=True)
class Entrant:
    """A line of a report."""

    number: str
    name: str
    federation: str


class Side(NamedTuple):
    """A side of a played game."""

    round: int
    own: str
    other: str
    points: int


@dataclass(frozen=True)
class Event:
    """An event as in the file, or as corrected."""

    start: date
    end: date
    weight: Fraction
    entrants: list[Entrant]
    games: list[Side]

    def with_result(self, game: str, white: int, black: int) -> "Event":
        """Return the event with another result of a game: ROUND:START-NUMBER of the player
        with white.
        """
        number, start = map(int, game.split(":"))
        who = self.entrants[start - 1].number
        games = [
            each._replace(points=white if each.own == who else black)
            if each.round == number and who in (each.own, each.other)
            else each
            for each in self.games
        ]
        return replace(self, games=games)

    def with_entrant(self, start: int, number: str) -> "Event":
        """The event with another player in the place of a start number."""
        was = self.entrants[start - 1].number
        now = {was: number}
        games = [
            game._replace(own=now.get(game.own, game.own), other=now.get(game.other, game.other))
            for game in self.games
        ]
        entrants = [replace(e, number=number) if e.number == was else e for e in self.entrants]
        return replace(self, entrants=entrants, games=games)


def event(file: Path, weight: Fraction) -> Event:
    """Read a report: a cross table, or TRF."""
    lines = file.read_text(encoding="utf-8").splitlines()
    read = _cross_table if file.suffix == ".csv" else _trf
    start, end, entrants, sides = read(lines)
    games = [
        Side(number, entrants[own].number, entrants[other].number, points)
        for number, own, other, points in sides
    ]
    return Event(date.fromisoformat(start), date.fromisoformat(end), weight, entrants, games)


Read = tuple[str, str, list[Entrant], list[tuple[int, int, int, int]]]
"""First day, last day, entrants; for each side the round, its line, the opponent's, points."""


def _cross_table(lines: list[str]) -> Read:
    says = dict(line.split(";", 1) for line in lines if ";" in line)
    start, end = ("-".join(reversed(says[key].split("/"))) for key in ("inizio", "fine"))
    rows = [row for row in csv.reader(lines, delimiter=";") if row and row[0].isdigit()]
    sides = [
        (number, own, int(cell[:-2]) - 1, int(cell[-1]))
        for own, row in enumerate(rows)
        for number, cell in enumerate(row[6:-1], start=1)
        if cell[-2] in "wb"
    ]
    return start, end, [Entrant(*row[1:4]) for row in rows], sides


def _trf(lines: list[str]) -> Read:
    says = {line[:3]: line[4:].strip() for line in lines}
    start, end = (says[key].replace("/", "-") for key in ("042", "052"))
    rows = [line for line in lines if line.startswith("001")]
    sides = [
        ((at - 81) // 10, own, int(line[at : at + 4]) - 1, POINTS[line[at + 7]])
        for own, line in enumerate(rows)
        for at in range(91, len(line), 10)
        if line[at + 7] in POINTS
    ]
    entrants = [
        Entrant(line[57:68].strip(), line[14:47].strip(), line[53:56].strip()) for line in rows
    ]
    return start, end, entrants, sides


def listed(file: Path) -> list[tuple[Entrant, int]]:
    """Read a list of capitals or ratings."""
    rows = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    return [
        (Entrant(row["number"], row["name"], row["federation"]), int(row["rating"])) for row in rows
    ]


def decisions(file: Path) -> list[dict[str, str]]:
    """Read decisions, each of a single player."""
    return [json.loads(line)["payload"] for line in file.read_text(encoding="utf-8").splitlines()]
