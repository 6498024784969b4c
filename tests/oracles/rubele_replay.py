"""FID draughts from list to list, both disciplines side by side, over years.

Readings chosen in this file, each in the function named:
* `steps_of`: on a list the events are chained by end, start and id, and the end of a year stands
  after every event that ended in it; an event that arrives later keeps its place in the order.
* `capital_at_place`: what is expected in an event comes from the capitals just before its place;
  the difference is walked from the present ones (a late event has both, all others one).
* `added`: the bonus goes to the first event *booked* that ended in a year.
* `give_back`: late events of a year withdraw its malus where it stood, after all of them; what was
  given back no longer counts towards the total.
* `promote`: a category is reached by the final capital of an event, as played or as the commission
  corrects it, not by points that the end of a year gives back; none is lost.
* `year_end`: only who stood on the list before the year began; a foreigner who has not played for
  two whole years is annulled instead, keeps his category and begins his total anew.
* `forget`: a capital that ceases ends a life. An event that stood in an ended life and is booked
  afterwards expects from its capital there; of who lived it nothing is booked, and he does not
  enter. A capital annulled by decision ceases after the day of the list before.
* `newcomer`: a decision is for one entry: who stood on a list since has used it up.
* `enter`: the category in the other discipline is that of its list in force when the event begins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tests.oracles import rubele_law as law_of
from tests.oracles.elo_rubele import counted_games
from tests.oracles.rubele_era import Era, Event, Row
from tests.oracles.rubele_law import DISCIPLINES, LAW, Law, Newcomer
from tests.oracles.world import Tournament

Place = tuple[date, date, str]
Rows = dict[int, Row]


@dataclass(frozen=True)
class Life:
    """A ceased capital: the place in the order, the amount, and the moves before."""

    player: int
    ceased: Place
    capital: int
    changes: tuple[tuple[Place, int], ...]


@dataclass
class Standings:
    """A discipline in progress."""

    discipline: str
    capitals: dict[int, int] = field(default_factory=dict)
    categories: dict[int, int] = field(default_factory=dict)
    changes: list[tuple[Place, int, int]] = field(default_factory=list)
    years: set[tuple[int, int]] = field(default_factory=set)
    """Player and year of every event booked."""
    malus: dict[tuple[int, int], int] = field(default_factory=dict)
    malus_in_all: dict[int, int] = field(default_factory=dict)
    years_ended: set[int] = field(default_factory=set)
    ended: list[Life] = field(default_factory=list)
    lists: list[Rows] = field(default_factory=list)
    held: list[dict[int, int]] = field(default_factory=list)
    """The categories with each list."""
    games: dict[int, int] = field(default_factory=dict)
    bonus: dict[int, int] = field(default_factory=dict)
    taken: dict[int, int] = field(default_factory=dict)

    def move(self, player: int, place: Place, change: int) -> None:
        """Change a capital, and remember where in the order."""
        self.capitals[player] += change
        self.changes.append((place, player, change))

    def forget(self, player: int, place: Place) -> None:
        """Table 22: a capital ceases, with all moves and malus."""
        changes = tuple((where, change) for where, who, change in self.changes if who == player)
        self.ended.append(Life(player, place, self.capitals.pop(player), changes))
        self.malus_in_all.pop(player, None)
        self.changes = [change for change in self.changes if change[1] != player]
        self.malus = {key: points for key, points in self.malus.items() if key[0] != player}

    def promote(self, player: int, law: Law) -> None:
        """Art. 9: the category of a capital, if higher."""
        reached = law_of.category_of(self.capitals[player], law.of(self.discipline))
        self.categories[player] = max(self.categories[player], reached)

    def life_at(self, player: int, place: Place) -> Life | None:
        """Return the ended life that holds a place; None: the present life."""
        return next((each for each in self.ended if each.player == player and each.ceased > place),
                    None)  # fmt: skip

    def capital_at_place(self, player: int, place: Place, floor: int) -> int:
        """Art. 5, 6: the capital without moves after a place, not below the floor: of the life
        that holds the place.
        """
        life = self.life_at(player, place)
        if life is not None:
            since = [change for where, change in life.changes if where > place]
            return max(floor, life.capital - sum(since))
        later = [change for where, who, change in self.changes if who == player and where > place]
        return (
            max(floor, self.capitals[player] - sum(later)) if sum(later) else self.capitals[player]
        )

    def first_year(self, player: int) -> int:
        """Return the year of the first event."""
        return min(year for who, year in self.years if who == player)


def place_of(played: Tournament) -> Place:
    """Art. 5: where an event stands in the order."""
    return played.end, played.start, played.id


def end_of(year: int) -> Place:
    """Table 18 b: the place of the end of a year: after everything that ended in that year."""
    return date(year, 12, 31), date.max, ""


def decided_after(day: date) -> Place:
    """The place of a decision: after everything that ended by the day of the last list."""
    return day, date.max, "~"


def booking_index(era: Era, event: Event) -> int | None:
    """Art. 8: the first list that knows an event, on a day not before the end."""
    if event.played.start < era.carried_on:
        return None
    for index, day in enumerate(era.lists):
        if event.played.recorded <= index and event.played.end <= day:
            return index
    return None


# ------------------------------------------------------------------------------ who enters


@dataclass
class Chain:
    """Both disciplines, and their law."""

    era: Era
    law: Law
    standings: dict[str, Standings]

    def category_on(self, player: int, discipline: str, day: date) -> int | None:
        """Art. 13: the category on the list of a discipline in force on a day; a category outlives
        the capital.
        """
        found = {
            each.player: law_of.category_of(max(each.peak, each.rating), self.law.of(discipline))
            for each in self.era.carried.get(discipline, ())
        }
        for issued, held in zip(self.era.lists, self.standings[discipline].held, strict=False):
            if issued <= day:
                found = held
        return found.get(player)

    def world_rating(self, player: int, day: date) -> int | None:
        """Table 22: a foreigner's rating on the world list in force on a day."""
        begun = [each for each in self.era.world if each.day <= day]
        if player not in self.era.foreign or not begun:
            return None
        return max(begun, key=lambda each: each.day).ratings.get(player)

    def newcomer(self, player: int, discipline: str, day: date, index: int) -> Newcomer:
        """Return the known facts of a player who enters."""
        (other,) = [each for each in DISCIPLINES if each != discipline]
        decided = [
            each.capital
            for each in self.era.decisions
            if (each.player, each.discipline) == (player, discipline) and each.recorded <= index
            and each.capital >= law_of.floor_on(day, self.law)
            and not any(player in rows for rows in self.standings[discipline].lists[each.recorded:])
        ]  # fmt: skip
        return Newcomer(
            decided[-1] if decided else None,
            self.world_rating(player, day),
            self.category_on(player, other, day),
            self.era.titles.get(player),
        )

    def enter(self, player: int, discipline: str, day: date, index: int) -> None:
        """Art. 9, 13: give a player without capital a capital to enter with."""
        standings = self.standings[discipline]
        if player in standings.capitals:
            return
        who = self.newcomer(player, discipline, day, index)
        category, capital = law_of.entry(who, discipline, self.law)
        standings.capitals[player] = capital
        standings.categories[player] = max(category, standings.categories.get(player, 0))

    # -------------------------------------------------------------------------- one event

    def rate(self, event: Event, index: int) -> None:
        """Art. 5, 10, 11: an event moves a discipline."""
        standings, played = self.standings[event.discipline], event.played
        games = list(counted_games(played))
        place, floor = place_of(played), law_of.floor_on(played.start, self.law)
        players = {who for who, _, _ in games}
        living = {each for each in players if standings.life_at(each, place) is None}
        for player in living:
            self.enter(player, event.discipline, played.start, index)
        basis = {player: standings.capital_at_place(player, place, floor) for player in players}
        d = dict.fromkeys(basis, Fraction(0))
        for player, opponent, points in games:
            expected = law_of.expected_hundredths(basis[player], basis[opponent], self.law)
            d[player] += points - Fraction(expected, 100)
            standings.games[player] = standings.games.get(player, 0) + (player in living)
        for player in living:
            self.apply(event, player, d[player] * event.weight, floor)

    def apply(self, event: Event, player: int, d: Fraction, floor: int) -> None:
        """Art. 6, 10, 11: the effect of an event on a player."""
        standings, played = self.standings[event.discipline], event.played
        rules = self.law.of(event.discipline)
        points = self.added(event, player)
        before = standings.capitals[player]
        after = law_of.final_capital(law_of.crossed(before, d, rules), points, floor)
        standings.move(player, place_of(played), after - before)
        standings.bonus[player] = standings.bonus.get(player, 0) + points
        standings.promote(player, self.law)
        standings.years.add((player, played.end.year))

    def added(self, event: Event, player: int) -> int:
        """Art. 11, table 17 of 2021: Q for every event, before that ten points once a year."""
        if law_of.corrective(event.played.start, self.law):
            return self.law.of(event.discipline).q
        had = (player, event.played.end.year) in self.standings[event.discipline].years
        return 0 if had else self.law.bonus

    # -------------------------------------------------------------------------- by decision

    def decide(self, discipline: str, index: int) -> None:
        """Art. 2: the commission's decisions since the last list, ahead of all events."""
        standings, era = self.standings[discipline], self.era
        place = decided_after(era.lists[index - 1]) if index else (date.min, date.min, "")
        for each in era.adjustments:
            if (each.discipline, each.recorded) == (discipline, index):
                self.adjust(standings, each.player, each.points, era.lists[index])
        for annulled in era.annulments:
            mine = (annulled.discipline, annulled.recorded) == (discipline, index)
            if mine and annulled.player in standings.capitals:
                standings.forget(annulled.player, place)

    def adjust(self, standings: Standings, player: int, points: int, day: date) -> None:
        """Art. 6: points by decision; without a place, so valid at every place."""
        held, floor = standings.capitals.get(player), law_of.floor_on(day, self.law)
        if held is not None and held + points >= floor:
            standings.capitals[player] = held + points
            standings.promote(player, self.law)

    # ------------------------------------------------- corrections: told in `rubele_corrections`

    def correct(self, discipline: str, index: int) -> None:
        """The bookings of a list for closed lists: nothing without corrections."""

    def told_otherwise(self, discipline: str) -> set[int]:
        """Return the years with participation changed by corrections."""
        return set()

    def again(self, discipline: str, year: int) -> None:
        """Table 18 b: the end of a year worked out again."""
        self.give_back(discipline, year)

    # -------------------------------------------------------------------------- the end of a year

    def give_back(self, discipline: str, year: int) -> None:
        """Table 18 b: a player who did play in a year gets the malus back."""
        standings = self.standings[discipline]
        for player, ended in list(standings.malus):
            if ended == year and (player, year) in standings.years:
                points = standings.malus.pop((player, year))
                standings.move(player, end_of(year), points)
                standings.malus_in_all[player] -= points
                standings.taken[player] = standings.taken.get(player, 0) - points

    def year_end(self, discipline: str, year: int) -> None:
        """Table 18 b, 22: the end of a year for players without an event."""
        standings = self.standings[discipline]
        standings.years_ended.add(year)
        for player in list(standings.capitals):
            idle = standings.first_year(player) < year and (player, year) not in standings.years
            if idle and self.annulled(standings, player, year):
                standings.forget(player, end_of(year))
            elif idle:
                self.take(standings, player, year)

    def annulled(self, standings: Standings, player: int, year: int) -> bool:
        """Table 22: whether a foreigner has been away for so many whole years."""
        years = range(year - self.law.idle_years + 1, year + 1)
        return player in self.era.foreign and not any(
            (player, each) in standings.years for each in years
        )

    def take(self, standings: Standings, player: int, year: int) -> None:
        """Table 18 b: the malus of a year."""
        so_far = standings.malus_in_all.get(player, 0)
        day = date(year, 12, 31)
        points = law_of.malus_due(standings.capitals[player], so_far, day, self.law)
        if points:
            standings.move(player, end_of(year), -points)
            standings.malus[player, year] = points
            standings.malus_in_all[player] = so_far + points
            standings.taken[player] = standings.taken.get(player, 0) + points


# ------------------------------------------------------------------------------ lists


def carried_standings(era: Era, discipline: str, law: Law) -> Standings:
    """Art. 5, 9: capitals of before, their categories, and the year of the last event."""
    standings = Standings(discipline)
    for each in era.carried.get(discipline, ()):
        standings.capitals[each.player] = each.rating
        highest = max(each.peak, each.rating)
        standings.categories[each.player] = law_of.category_of(highest, law.of(discipline))
        assert each.last_counted is not None
        standings.years.add((each.player, int(each.last_counted[:4])))
    return standings


def steps_of(chain: Chain, discipline: str, index: int) -> list[tuple[Place, Event | int]]:
    """Art. 5, 8: the steps of a list, in the order: events, and years that end by that day."""
    era, standings = chain.era, chain.standings[discipline]
    steps: list[tuple[Place, Event | int]] = [
        (place_of(each.played), each)
        for each in era.events
        if each.discipline == discipline and booking_index(era, each) == index
    ]
    late = {end.year for (end, _, _), _ in steps} | chain.told_otherwise(discipline)
    late &= standings.years_ended
    ending = {
        year
        for year in range(era.carried_on.year, era.lists[index].year + 1)
        if end_of(year)[0] <= era.lists[index]
    }
    steps += [(end_of(year), year) for year in late | (ending - standings.years_ended)]
    return sorted(steps, key=lambda step: step[0])


def close(chain: Chain, discipline: str, index: int) -> None:
    """Art. 8: a list of a discipline."""
    standings = chain.standings[discipline]
    standings.games, standings.bonus, standings.taken = {}, {}, {}
    chain.decide(discipline, index)
    chain.correct(discipline, index)
    for _, step in steps_of(chain, discipline, index):
        if isinstance(step, Event):
            chain.rate(step, index)
        elif step in standings.years_ended:
            chain.again(discipline, step)
        else:
            chain.year_end(discipline, step)
    standings.held.append(dict(standings.categories))
    standings.lists.append(
        {
            player: Row(
                capital,
                standings.categories[player],
                standings.games.get(player, 0),
                standings.bonus.get(player, 0),
                standings.taken.get(player, 0),
                standings.malus_in_all.get(player, 0),
            )
            for player, capital in sorted(standings.capitals.items())
        }
    )


def chain_of(era: Era, law: Law = LAW, kind: type[Chain] = Chain) -> Chain:
    """Return the chain before the first list."""
    return kind(era, law, {each: carried_standings(era, each, law) for each in DISCIPLINES})


def lists_of(chain: Chain) -> Iterator[tuple[str, Rows]]:
    """Art. 5, 8: list after list as made, with the discipline; both take turns."""
    for index in range(len(chain.era.lists)):
        for discipline in DISCIPLINES:
            close(chain, discipline, index)
            yield discipline, chain.standings[discipline].lists[-1]


def replay(era: Era, law: Law = LAW, kind: type[Chain] = Chain) -> dict[str, Sequence[Rows]]:
    """Art. 5, 8: every list of both disciplines."""
    return whole(chain_of(era, law, kind))


def whole(chain: Chain) -> dict[str, Sequence[Rows]]:
    """Every list of a chain, by discipline."""
    for _ in lists_of(chain):
        pass
    return {each: chain.standings[each].lists for each in DISCIPLINES}
