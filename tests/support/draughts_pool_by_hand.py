"""A discipline of draughts reckoned by hand: capitals and categories, event after
event.

Written from chapter VI, its tables 11, 12, 17, 18 and 20 to 22. How an event that a list booked is
corrected is told in `draughts_corrected_by_hand`.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tests.oracles.elo_rubele import FLOOR, expected_points_hundredths, round_half_up, walk
from tests.support.draughts_files import Entrant, Event

BONUS, MALUS, LIMIT = 10, 50, 450

CATEGORIES = ("Provinciale", "Regionale", "Nazionale", "Candidato Maestro", "Maestro")


@dataclass(frozen=True)
class Discipline:
    """The numbers of a discipline: tables 11 or 12, Q, and the entry from the other discipline."""

    name: str
    initial: int
    q: int
    thresholds: tuple[int, ...]
    """From which capital on a player is Regionale, Nazionale, Candidato Maestro, Maestro."""
    conversion: tuple[int, ...]
    """Table 20 or 21: with which capital a Provinciale there enters here, a Regionale …"""
    titles: Mapping[str, int]
    """And who holds a title there."""

    def category(self, capital: int) -> int:
        """Return the category of the capital, from 0, Provinciale."""
        return bisect_right(self.thresholds, capital)


DISCIPLINES = {
    "rubele-italiana": Discipline(
        "italiana",
        300,
        10,
        (1000, 2000, 3000, 3900),
        (300, 300, 1000, 1500, 2000),
        {"MN": 2000, "MF": 2300, "MI": 2700, "GMI": 2700},
    ),
    "rubele-internazionale": Discipline(
        "internazionale",
        500,
        15,
        (1700, 2500, 3300, 3800),
        (500, 500, 1000, 1700, 2500),
        {"Grande Maestro": 2500},
    ),
}


@dataclass(frozen=True)
class Part:
    """The result of an event for a player: D as weighed, points of play, whether the event
    counts.
    """

    made: Fraction = Fraction(0)
    play: int = 0
    counts: bool = False


@dataclass
class Booked:
    """The bookings of an event: the capitals before, and at each booking the part of each
    player.
    """

    event: Event
    before: dict[str, int]
    parts: list[dict[str, Part]]
    put_back: set[str]
    """Who was put back to the minimum."""


@dataclass
class Pool:
    """A discipline: the capitals, and the kept facts of each player."""

    discipline: Discipline
    capitals: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    awards: dict[str, list[tuple[date, str]]] = field(default_factory=dict)
    """Titles and categories awarded, each with its day; who loses one has it no more."""
    foreign: set[str] = field(default_factory=set)
    years: dict[str, set[int]] = field(default_factory=dict)
    taken: dict[str, dict[int, int]] = field(default_factory=dict)
    moves: dict[str, list[tuple[date, int]]] = field(default_factory=dict)
    """By how much each event moved whom, by its last day."""
    decided: dict[str, int] = field(default_factory=dict)
    q_from: date = date.max
    scopes: list[tuple[date, str]] = field(default_factory=lambda: [(date.min, "system")])
    """Whose events keep the score of a foreigner: of either discipline, or of this one."""
    minimums: list[tuple[date, int]] = field(default_factory=lambda: [(date.min, FLOOR)])
    permanence: str = "permanent"
    booked: dict[int, Booked] = field(default_factory=dict)
    """By the number of the event, in the order of booking."""
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

    def minimum(self, day: date) -> int:
        """Return the minimum capital of a day, as set by the commission."""
        return [least for since, least in self.minimums if since <= day][-1]

    def rate(self, number: int, event: Event, entries: dict[str, int]) -> None:
        """Rate an event: the present capital walks, expectations are those at the event's place."""
        players = dict.fromkeys(game.own for game in event.games)
        held = {own: self.capitals.get(own) or entries[own] for own in players}
        before = {own: self.at_its_place(own, capital, event) for own, capital in held.items()}
        booked = Booked(event, before, [{}], set())
        for player, capital in held.items():
            made = deviation(event, before, player)
            booked.parts[0][player] = Part(made, self._moved(player, capital, made, booked), True)
        self.booked[number] = booked

    def at_its_place(self, player: str, capital: int, event: Event) -> int:
        """Return the capital without the moves of later events, before the malus of idle years."""
        later = sum(points for day, points in self.moves.get(player, []) if day > event.end)
        taken = self.taken.get(player, {}).items()
        found = capital - later + sum(p for y, p in taken if y >= event.end.year)
        return found if found == capital else max(found, self.minimum(event.start))

    def _moved(self, player: str, capital: int, made: Fraction, booked: Booked) -> int:
        """Move a capital by an event; give the points of play."""
        event = booked.event
        year, years = event.end.year, self.years.setdefault(player, set())
        bonus = 0 if year in years else BONUS
        more = self.discipline.q if event.start >= self.q_from else bonus
        rounded = round_half_up(walk(capital, made, self.discipline.name))
        final = max(rounded + more, self.minimum(event.start))
        if final > rounded + more:
            booked.put_back.add(player)
        entering = 0 if player in self.capitals else capital
        self.reach(player, max(final, entering))
        self.moves.setdefault(player, []).append((event.end, final - capital))
        years.add(year)
        self.capitals[player] = final + self.taken.get(player, {}).pop(year, 0)
        return rounded - capital

    def reach(self, player: str, capital: int) -> None:
        """Test a capital: where a committee decides, a reached category is a proposal."""
        if self.permanence != "committee":
            reached = self.discipline.category(capital)
            self.categories[player] = max(self.categories.get(player, 0), reached)

    def end(self, year: int, day: date, beside: dict[str, set[int]]) -> None:
        """The end of a year: idle foreigners cease, other idle players have points taken.

        `beside` are the years of valid events of the other discipline.
        """
        last = date(year, 12, 31)
        for player in list(self.capitals):
            played = self.years[player]
            scope = max(each for each in self.scopes if each[0] <= last)[1]
            in_system = beside.get(player, set()) if scope == "system" else set()
            if player in self.foreign and not (played | in_system) & {year, year - 1}:
                del self.capitals[player], self.taken[player]
            elif year not in played:
                self.idle(player, year, self.minimum(last))
        if self.permanence == "follows":
            found = {who: self.discipline.category(held) for who, held in self.capitals.items()}
            self.categories |= found
        self.lists.append((day, dict(self.categories)))

    def idle(self, player: str, year: int, least: int) -> None:
        """Take the malus of an idle year: within the limit, and not below the minimum."""
        taken = self.taken.setdefault(player, {})
        room = max(self.capitals[player] - least, 0)
        taken[year] = min(MALUS, LIMIT - sum(taken.values()), room)
        self.capitals[player] -= taken[year]

    def award(self, player: str, name: str, day: date, *, withdrawn: bool) -> None:
        """Award a title or a category, or withdraw an award; a reached category falls by one."""
        held = self.awards.setdefault(player, [])
        if not withdrawn:
            held.append((day, name))
        elif name in [each for _, each in held]:
            self.awards[player] = [each for each in held if each[1] != name]
        else:
            self.categories[player] = CATEGORIES.index(name) - 1

    def awarded(self, player: str, day: date) -> list[str]:
        """Return the category awarded by a day."""
        return [name for since, name in self.awards.get(player, []) if since <= day]

    def category(self, player: str, day: date) -> str:
        """Return the category on the list of a day: the higher of reached and awarded."""
        listed = next(rows for on, rows in self.lists if on == day)
        awarded = (CATEGORIES.index(e) for e in self.awarded(player, day) if e in CATEGORIES)
        return CATEGORIES[max([listed[player], *awarded])]


def deviation(event: Event, before: dict[str, int], player: str) -> Fraction:
    """D of a player, as the event is weighed."""
    games = [(game.other, game.points) for game in event.games if game.own == player]
    expected = sum(expected_points_hundredths(before[player], before[o]) for o, _ in games)
    return Fraction(100 * sum(points for _, points in games) - expected, 100) * event.weight
