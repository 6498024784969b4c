"""A season of draughts reckoned from the files alone: no ledger, dictionaries and a
loop.

What the season does not have is not known here: nobody whose score ceased stands in a late report,
and nobody enters once how long a category is kept was set otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from tests.oracles.elo_rubele import round_half_up
from tests.support import draughts_files as files
from tests.support.draughts_corrected_by_hand import correct
from tests.support.draughts_files import POINTS, Event
from tests.support.draughts_pool_by_hand import CATEGORIES, DISCIPLINES, Pool


def table_22(rating: int) -> int:
    """The capital for a rating of the world body, half up."""
    tenths = 18 if rating <= 2000 else 22 if rating <= 2200 else 24 if rating <= 2300 else 25
    return round_half_up(Fraction(rating * tenths, 10))


@dataclass
class Reported:
    """An imported event with the known facts."""

    pool: str
    event: Event
    refused: bool = False
    booked: bool = False
    revised: bool = False
    """Since a list booked it."""


@dataclass
class Season:
    """Both disciplines, and the commands since the last list of each."""

    folder: Path
    pools: dict[str, Pool] = field(
        default_factory=lambda: {name: Pool(each) for name, each in DISCIPLINES.items()}
    )
    names: dict[str, str] = field(default_factory=dict)
    world: list[tuple[date, dict[str, int]]] = field(default_factory=list)
    events: list[Reported] = field(default_factory=list)
    """In the order of the imports, T-000001 the first."""
    corrections: list[tuple[str, str, int]] = field(default_factory=list)
    """Pool, number, capital; 0 where the score ceases."""
    sealed: dict[str, list[dict[str, int]]] = field(default_factory=dict)
    """Of each list the capitals, by name."""
    held: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    """And the categories."""

    def typed(self, words: list[str]) -> None:
        """Carry out a command."""
        says = dict(pairwise(words))
        match words:
            case ["pool", "carry-over", pool, file, *_]:
                rows = files.listed(self.folder / file)
                self.names |= {who.number: who.name for who, _ in rows}
                self.pools[pool].carry_over(date.fromisoformat(says["--on"]), rows)
            case ["pool", "adopt", pool, "2021-01-01", *_]:
                self.pools[pool].q_from = date.fromisoformat(says["--in-force-from"])
            case ["tournament", "import", file, *_]:
                self._import(file, says["--pool"], Fraction(1, 2 if "weight=1/2" in words else 1))
            case ["external-list", "record", file, *_]:
                rows = files.listed(self.folder / file)
                day = date.fromisoformat(says["--list-date"])
                self.world.append((day, {who.number: rating for who, rating in rows}))
            case ["event", "record", what, *_]:
                self._record(what, says)
            case ["tournament", "correct", what, tournament, of, *_]:
                self._correct(what, self._reported(tournament), of, says)
            case ["event", "record-file", file]:
                self._adjust(files.decisions(self.folder / file))
            case ["list", "close", pool, period, *_]:
                self._close(pool, date.fromisoformat(period))

    def _import(self, file: str, pool: str, weight: Fraction) -> None:
        event = files.event(self.folder / file, weight)
        self.events.append(Reported(pool, event))
        self.names |= {who.number: who.name for who in event.entrants}
        self.pools[pool].foreign |= {w.number for w in event.entrants if w.federation != "ITA"}

    def _reported(self, tournament: str) -> Reported:
        return self.events[int(tournament.removeprefix("T-")) - 1]

    def _record(self, what: str, says: dict[str, str]) -> None:
        pool, number = says.get("--pool", ""), says.get("--player", "").removeprefix("fid:")
        if what == "entry-capital-decided":
            self.pools[pool].decided[number] = int(says["--rating"])
        elif what == "tournament-refused":
            reported = self._reported(says["--tournament"])
            reported.refused = reported.revised = True
        elif what.startswith("category-"):
            day, withdrawn = date.fromisoformat(says["--on"]), what == "category-withdrawn"
            self.pools[pool].award(number, says["--category"], day, withdrawn=withdrawn)
        elif what == "parameter-set":
            self._set(self.pools[pool], says["--name"], says)

    def _set(self, pool: Pool, name: str, says: dict[str, str]) -> None:
        """Apply the settings of the commission, from a day on."""
        day = date.fromisoformat(says["--in-force-from"])
        if name == "minimum_capital":
            pool.minimums.append((day, int(says["--value"])))
        elif name == "permanence":
            pool.permanence = says["--word"]
        elif name == "idle_scope":
            pool.scopes.append((day, says["--word"]))

    def _correct(self, what: str, reported: Reported, of: str, says: dict[str, str]) -> None:
        event = reported.event
        if what == "result":
            results = (POINTS[says[side]] for side in ("--white", "--black"))
            reported.event = event.with_result(of, *results)
        elif what == "entrant":
            number = says["--player"].removeprefix("fid:")
            reported.event = event.with_entrant(int(of), number)
        reported.revised = True

    def _adjust(self, decisions: list[dict[str, str]]) -> None:
        """Corrections; the register counts players in the order of the files."""
        numbers = list(self.names)
        for said in decisions:
            number = numbers[int(said["player"]) - 1]
            self.corrections.append((said["pool"], number, int(said.get("after", "0"))))

    def _close(self, name: str, day: date) -> None:
        pool, last = self.pools[name], day.replace(month=1, day=1) - timedelta(days=1)
        for number, capital in [(n, c) for p, n, c in self.corrections if p == name]:
            pool.capitals[number] = capital
        pool.capitals = {number: capital for number, capital in pool.capitals.items() if capital}
        self.corrections = [correction for correction in self.corrections if correction[0] != name]
        mine = {at: each for at, each in enumerate(self.events, start=1) if each.pool == name}
        self._correct_booked(pool, mine, day)
        self._book(name, mine)
        pool.end(last.year, day, self._other(name).years)
        of_this_day = {self.names[number]: capital for number, capital in pool.capitals.items()}
        self.sealed.setdefault(name, []).append(of_this_day)
        held = {self.names[number]: pool.category(number, day) for number in pool.capitals}
        self.held.setdefault(name, []).append(held)

    def _correct_booked(self, pool: Pool, events: dict[int, Reported], day: date) -> None:
        revised = {at: each for at, each in events.items() if each.booked and each.revised}
        now = {at: None if each.refused else each.event for at, each in revised.items()}
        correct(pool, now, day)
        for each in revised.values():
            each.revised = False

    def _book(self, name: str, events: dict[int, Reported]) -> None:
        pool = self.pools[name]
        due = {at: each for at, each in events.items() if not (each.booked or each.refused)}
        for at, each in sorted(due.items(), key=lambda e: (e[1].event.end, e[1].event.start)):
            event, each.booked, each.revised = each.event, True, False
            new = {game.own for game in event.games} - pool.capitals.keys()
            entries = {number: self._entry(name, number, event.start) for number in new}
            pool.rate(at, event, entries)

    def _other(self, name: str) -> Pool:
        return next(each for of, each in self.pools.items() if of != name)

    def _entry(self, name: str, number: str, start: date) -> int:
        """VI.9: as decided, by table 22, by table 20 or 21, or with the initial capital."""
        pool, other = self.pools[name], self._other(name)
        conversion = pool.discipline.conversion
        of_titles = {**dict(zip(CATEGORIES, conversion, strict=True)), **pool.discipline.titles}
        reached = conversion[in_force(other.lists, start).get(number, 0)]
        converted = max([reached, *(of_titles[e] for e in other.awarded(number, start))])
        if number in pool.decided:
            return pool.decided[number]
        if pool.discipline.name == "internazionale" and number in pool.foreign:
            rating = in_force(self.world, start).get(number)
            return table_22(rating) if rating else converted
        return converted


def in_force(lists: list[tuple[date, dict[str, int]]], day: date) -> dict[str, int]:
    """Return the last list of a day or before."""
    return next((rows for since, rows in reversed(lists) if since <= day), {})


def replay(folder: Path, commands: Sequence[list[str]]) -> Season:
    """Reckon the season; return the season and the lists of both pools, in order."""
    season = Season(folder)
    for words in commands:
        season.typed(words)
    return season
