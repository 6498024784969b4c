"""A season of draughts reckoned from its files alone: no ledger, dictionaries and a loop.

It knows only what the season needs: whoever stands in a late report had no event since, and what
an entry is converted from is told by the test.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path

from tests.oracles.elo_rubele import FLOOR, expected_points_hundredths, round_half_up, walk

POINTS = {"1": 2, "=": 1, "0": 0}
MALUS, LIMIT = 50, 450
Q_FROM = date(2021, 3, 1)
Q = {"italiana": 10, "internazionale": 15}
NEW = {"italiana": 300, "internazionale": 500}


@dataclass
class Event:
    """An event as its file has it."""

    start: date
    end: date
    weight: Fraction
    games: list[tuple[str, str, int]] = field(default_factory=list)
    """For each side of a game: who, the opponent, points."""


@dataclass
class Pool:
    """The capitals of a discipline, and what else is kept of whom."""

    discipline: str
    entries: dict[str, int]
    capitals: dict[str, int]
    foreign: set[str]
    years: dict[str, set[int]]
    taken: dict[str, dict[int, int]] = field(default_factory=dict)

    def rate(self, event: Event) -> None:
        """An event; one of a year that ended before: as the capitals were before that end."""
        year = event.end.year
        present = dict(self.capitals)
        for player, _, _ in event.games:
            if not present.get(player):
                present[player] = self.entries.get(player, NEW[self.discipline])
        before = {
            player: capital + self.taken.get(player, {}).get(year, 0)
            for player, capital in present.items()
        }
        for player in {own for own, _, _ in event.games}:
            games = [(other, points) for own, other, points in event.games if own == player]
            expected = sum(expected_points_hundredths(before[player], before[o]) for o, _ in games)
            made = Fraction(100 * sum(points for _, points in games) - expected, 100)
            self._moved(player, present[player], made * event.weight, event)

    def _moved(self, player: str, capital: int, made: Fraction, event: Event) -> None:
        played = self.years.setdefault(player, set())
        first = event.end.year not in played
        played.add(event.end.year)
        more = Q[self.discipline] if event.start >= Q_FROM else 10 * first
        rounded = round_half_up(walk(capital, made, self.discipline))
        self.capitals[player] = max(rounded + more, FLOOR)
        self.capitals[player] += self.taken.get(player, {}).pop(event.end.year, 0)

    def end(self, year: int) -> None:
        """The end of a year: idle foreigners cease, other idle players have points taken."""
        for player, capital in list(self.capitals.items()):
            played, taken = self.years[player], self.taken.setdefault(player, {})
            if player in self.foreign and not played & {year, year - 1}:
                del self.capitals[player], self.taken[player]
            elif year not in played:
                points = min(MALUS, LIMIT - sum(taken.values()), capital - FLOOR)
                taken[year] = points
                self.capitals[player] -= points


def replay(
    folder: Path, commands: Sequence[list[str]], pool: str, entries: dict[str, int]
) -> Iterator[dict[str, int]]:
    """Give the lists of a pool, in order: capitals by name."""
    kept = _carried(folder / pool / "carried-over-2008-01.csv", pool, entries)
    pending: list[Event] = []
    for words in commands:
        if words[0] == "import" and pool in words:
            event, foreign = _event(folder / words[1], words[-1] == "weight=1/2")
            kept.foreign |= foreign
            pending.append(event)
        elif words[:2] == ["close", pool]:
            ended = int(words[2][:4]) - 1
            for event in sorted(pending, key=lambda each: each.end):
                kept.rate(event)
            pending = []
            kept.end(ended)
            yield dict(kept.capitals)


def _carried(file: Path, pool: str, entries: dict[str, int]) -> Pool:
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    return Pool(
        pool.removeprefix("rubele-"),
        entries,
        {row["name"]: int(row["rating"]) for row in rows},
        {row["name"] for row in rows if row["federation"] != "ITA"},
        {row["name"]: {2007} for row in rows},
    )


def _event(file: Path, half: bool) -> tuple[Event, set[str]]:
    lines = file.read_text(encoding="utf-8").splitlines()
    weight = Fraction(1, 2 if half else 1)
    if file.suffix == ".csv":
        says = dict(line.split(";", 1) for line in lines if ";" in line)
        rows = [row for row in csv.reader(lines, delimiter=";") if row and row[0].isdigit()]
        names, federations = [row[2] for row in rows], [row[3] for row in rows]
        start, end = ("-".join(reversed(says[key].split("/"))) for key in ("inizio", "fine"))
        sides = [
            (own, cell[:-2], int(cell[-1])) for own, row in enumerate(rows) for cell in row[6:-1]
        ]
    else:
        says = {line[:3]: line[4:].strip() for line in lines}
        found = [line for line in lines if line.startswith("001")]
        names, federations = (
            [line[14:47].strip() for line in found],
            [line[53:56] for line in found],
        )
        start, end = (says[key].replace("/", "-") for key in ("042", "052"))
        sides = [
            (own, line[at : at + 4], POINTS[line[at + 7]])
            for own, line in enumerate(found)
            for at in range(91, len(line), 10)
        ]
    games = [(names[own], names[int(other) - 1], points) for own, other, points in sides]
    foreign = {name for name, said in zip(names, federations, strict=True) if said != "ITA"}
    return Event(date.fromisoformat(start), date.fromisoformat(end), weight, games), foreign
