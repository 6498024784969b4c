"""A season of draughts reckoned from its files alone: no ledger, dictionaries and a loop.

Written from chapter VI, its tables 11, 12, 17, 18 and 20 to 22. What the season does not have is
not known here: nobody who was awarded a category or a title enters the other discipline, and
nobody whose score ceased stands in a late report.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from tests.ops import draughts_files as files
from tests.ops.draughts_files import Entrant, Event
from tests.oracles.elo_rubele import FLOOR, expected_points_hundredths, round_half_up, walk

BONUS, MALUS, LIMIT = 10, 50, 450


@dataclass(frozen=True)
class Discipline:
    """Its numbers: tables 11 or 12, Q, and by what who knows the other discipline enters."""

    name: str
    initial: int
    q: int
    thresholds: tuple[int, ...]
    """From which capital on a player is Regionale, Nazionale, Candidato Maestro, Maestro."""
    conversion: tuple[int, ...]
    """Table 20 or 21: with which capital a Provinciale there enters here, a Regionale …"""

    def category(self, capital: int) -> int:
        """The category that a capital reaches, from 0, Provinciale."""
        return bisect_right(self.thresholds, capital)


DISCIPLINES = {
    "rubele-italiana": Discipline(
        "italiana", 300, 10, (1000, 2000, 3000, 3900), (300, 300, 1000, 1500, 2000)
    ),
    "rubele-internazionale": Discipline(
        "internazionale", 500, 15, (1700, 2500, 3300, 3800), (500, 500, 1000, 1700, 2500)
    ),
}


def table_22(rating: int) -> int:
    """The capital for a rating of the world body, half up."""
    tenths = 18 if rating <= 2000 else 22 if rating <= 2200 else 24 if rating <= 2300 else 25
    return round_half_up(Fraction(rating * tenths, 10))


@dataclass
class Pool:
    """A discipline: the capitals, and what else is kept of whom."""

    discipline: Discipline
    capitals: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    foreign: set[str] = field(default_factory=set)
    years: dict[str, set[int]] = field(default_factory=dict)
    taken: dict[str, dict[int, int]] = field(default_factory=dict)
    moves: dict[str, list[tuple[date, int]]] = field(default_factory=dict)
    """By how much each event moved whom, by its last day."""
    decided: dict[str, int] = field(default_factory=dict)
    q_from: date = date.max
    lists: list[tuple[date, dict[str, int]]] = field(default_factory=list)
    """The categories of each list, by its day."""

    def carry_over(self, day: date, rows: list[tuple[Entrant, int]]) -> None:
        """The list with which the histories begin."""
        for who, capital in rows:
            self.capitals[who.number] = capital
            self.categories[who.number] = self.discipline.category(capital)
            self.years[who.number] = {day.year - 1}
            if who.federation != "ITA":
                self.foreign.add(who.number)
        self.lists.append((day, dict(self.categories)))

    def rate(self, event: Event, entries: dict[str, int]) -> None:
        """An event: the capital walks from where it stands, expectations are of its place."""
        held = {own: self.capitals.get(own) or entries[own] for own, _, _ in event.games}
        before = {own: self._at_its_place(own, capital, event) for own, capital in held.items()}
        for player, capital in held.items():
            games = [(other, points) for own, other, points in event.games if own == player]
            expected = sum(expected_points_hundredths(before[player], before[o]) for o, _ in games)
            made = Fraction(100 * sum(points for _, points in games) - expected, 100)
            self._moved(player, capital, made * event.weight, event)

    def _at_its_place(self, player: str, capital: int, event: Event) -> int:
        """The capital less what later events moved it by, before what was taken for idle years."""
        later = sum(points for day, points in self.moves.get(player, []) if day > event.end)
        taken = self.taken.get(player, {}).items()
        return max(capital - later + sum(p for y, p in taken if y >= event.end.year), FLOOR)

    def _moved(self, player: str, capital: int, made: Fraction, event: Event) -> None:
        year, years = event.end.year, self.years.setdefault(player, set())
        bonus = 0 if year in years else BONUS
        more = self.discipline.q if event.start >= self.q_from else bonus
        rounded = round_half_up(walk(capital, made, self.discipline.name))
        final = max(rounded + more, FLOOR)
        entering = 0 if player in self.capitals else capital
        reached = self.discipline.category(max(final, entering))
        self.categories[player] = max(self.categories.get(player, 0), reached)
        self.moves.setdefault(player, []).append((event.end, final - capital))
        years.add(year)
        self.capitals[player] = final + self.taken.get(player, {}).pop(year, 0)

    def end(self, year: int, day: date) -> None:
        """The end of a year: idle foreigners cease, other idle players have points taken."""
        for player, capital in list(self.capitals.items()):
            played, taken = self.years[player], self.taken.setdefault(player, {})
            if player in self.foreign and not played & {year, year - 1}:
                del self.capitals[player], self.taken[player]
            elif year not in played:
                points = min(MALUS, LIMIT - sum(taken.values()), capital - FLOOR)
                taken[year] = points
                self.capitals[player] -= points
        self.lists.append((day, dict(self.categories)))


@dataclass
class Season:
    """Both disciplines, and what was typed since the last list of each."""

    folder: Path
    pools: dict[str, Pool] = field(
        default_factory=lambda: {name: Pool(each) for name, each in DISCIPLINES.items()}
    )
    names: dict[str, str] = field(default_factory=dict)
    world: list[tuple[date, dict[str, int]]] = field(default_factory=list)
    events: list[tuple[str, Event | None]] = field(default_factory=list)
    """In the order of the imports, T-000001 the first; nothing where it was refused or booked."""
    corrections: list[tuple[str, str, int]] = field(default_factory=list)
    """Pool, number, capital; 0 where the score ceases."""
    sealed: dict[str, list[dict[str, int]]] = field(default_factory=dict)

    def typed(self, words: list[str]) -> None:
        """Do what a command says."""
        says = dict(pairwise(words))
        match words:
            case ["carry-over", pool, file, *_]:
                rows = files.listed(self.folder / file)
                self.names |= {who.number: who.name for who, _ in rows}
                self.pools[pool].carry_over(date.fromisoformat(says["--on"]), rows)
            case ["adopt", pool, "2021-01-01", *_]:
                self.pools[pool].q_from = date.fromisoformat(says["--in-force-from"])
            case ["import", file, *_]:
                self._import(file, says["--pool"], Fraction(1, 2 if "weight=1/2" in words else 1))
            case ["lists", "record", file, *_]:
                rows = files.listed(self.folder / file)
                day = date.fromisoformat(says["--list-date"])
                self.world.append((day, {who.number: rating for who, rating in rows}))
            case ["record", what, *_]:
                self._record(what, says)
            case ["record-file", file]:
                self._correct(files.decisions(self.folder / file))
            case ["close", pool, period, *_]:
                self._close(pool, date.fromisoformat(period))

    def _import(self, file: str, pool: str, weight: Fraction) -> None:
        event = files.event(self.folder / file, weight)
        self.events.append((pool, event))
        self.names |= {who.number: who.name for who in event.entrants}
        self.pools[pool].foreign |= {w.number for w in event.entrants if w.federation != "ITA"}

    def _record(self, what: str, says: dict[str, str]) -> None:
        pool, number = says.get("--pool", ""), says.get("--player", "").removeprefix("fid:")
        if what == "entry-capital-decided":
            self.pools[pool].decided[number] = int(says["--rating"])
        elif what == "tournament-refused":
            at = int(says["--tournament"].removeprefix("T-")) - 1
            self.events[at] = (self.events[at][0], None)

    def _correct(self, decisions: list[dict[str, str]]) -> None:
        """Corrections; the register counts everybody in the order in which the files name them."""
        numbers = list(self.names)
        for said in decisions:
            number = numbers[int(said["player"]) - 1]
            self.corrections.append((said["pool"], number, int(said.get("after", "0"))))

    def _close(self, name: str, day: date) -> None:
        pool = self.pools[name]
        for number, capital in [(n, c) for p, n, c in self.corrections if p == name]:
            pool.capitals[number] = capital
        pool.capitals = {number: capital for number, capital in pool.capitals.items() if capital}
        booked = [event for of, event in self.events if of == name and event]
        for event in sorted(booked, key=lambda each: (each.end, each.start)):
            new = {own for own, _, _ in event.games} - pool.capitals.keys()
            pool.rate(event, {number: self._entry(name, number, event.start) for number in new})
        self.corrections = [each for each in self.corrections if each[0] != name]
        self.events = [(of, None if of == name else event) for of, event in self.events]
        pool.end(day.year - 1, day)
        of_this_day = {self.names[number]: capital for number, capital in pool.capitals.items()}
        self.sealed.setdefault(name, []).append(of_this_day)

    def _entry(self, name: str, number: str, start: date) -> int:
        """VI.9: as decided, by table 22, by table 20 or 21, or with the initial capital."""
        pool = self.pools[name]
        other = next(each for of, each in self.pools.items() if of != name)
        category = in_force(other.lists, start).get(number, 0)
        if number in pool.decided:
            return pool.decided[number]
        if pool.discipline.name == "internazionale" and number in pool.foreign:
            rating = in_force(self.world, start).get(number)
            return table_22(rating) if rating else pool.discipline.conversion[category]
        return pool.discipline.conversion[category]


def in_force(lists: list[tuple[date, dict[str, int]]], day: date) -> dict[str, int]:
    """The last list of a day or before it."""
    return next((rows for since, rows in reversed(lists) if since <= day), {})


def replay(folder: Path, commands: Sequence[list[str]]) -> dict[str, list[dict[str, int]]]:
    """Give the lists of both pools, in order: capitals by name."""
    season = Season(folder)
    for words in commands:
        season.typed(words)
    return season.sealed
