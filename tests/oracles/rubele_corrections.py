"""FID draughts: events corrected after a list booked them, and the booking of the next
list.

Written from chapter VI and decisions 0005, 0018, 0020 and 0023. While the chain runs it remembers
how everybody stood when an event was booked, so that the event can be played again with the very
capitals it was played with. Readings chosen here, each in the function named:
* `played_again`: expected points from the capitals just before the event, as it was booked.
* `pay`: D less D booked so far is walked from the capital held now; where D is what it was after an
  earlier list, or before any, play comes to what it came to then; bonus, Q, the minimum as points.
* `pay`: the event as corrected goes by the floor of its day; on the list that books the correction
  nobody falls below the floor of that day for it, and who stood below it stays where he stood.
* `due`: the bonus of a year is with the first event booked of those that count, as corrected.
* `owe`: who has no event any more in a year that ended gives its malus, unless he entered since.
* A capital that ceased since is left alone; who entered keeps what he entered with.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from tests.oracles import rubele_law as law_of
from tests.oracles.elo_rubele import counted_games, round_half_up
from tests.oracles.rubele_era import Era, Event
from tests.oracles.rubele_law import DISCIPLINES, LAW, Law
from tests.oracles.rubele_replay import (
    Chain,
    Place,
    Rows,
    Standings,
    carried_standings,
    end_of,
    place_of,
    whole,
)


@dataclass(frozen=True)
class Change:
    """From list `recorded` on an event was so; None: the event does not count."""

    id: str
    event: Event | None
    recorded: int


Play = tuple[Fraction, int, int]
"""D, counted games, and the capital a player came with."""
Played = dict[int, Play]
Stage = tuple[Fraction, int, int]
"""D, and what play and the minimum came to in all."""


NOTHING: Stage = (Fraction(0), 0, 0)
"""Before an event is booked."""


@dataclass
class Unit:
    """A player in an event: the bookings, closing by closing."""

    stages: list[Stage]
    """After each list that booked something."""
    added: int = 0
    games: int = 0


@dataclass
class Booked:
    """A booked event, with the standings just before, and the present state."""

    at: int
    """A count of everything that was booked."""
    index: int
    place: Place
    """Its place as it was booked."""
    before: Standings
    event: Event
    units: dict[int, Unit] = field(default_factory=dict)


class Corrected(Chain):
    """The chain, with a memory."""

    changes: Sequence[Change] = ()

    def __init__(self, era: Era, law: Law, standings: dict[str, Standings]) -> None:
        """Remember nothing yet, but the years before."""
        super().__init__(era, law, standings)
        self.count = 0
        self.now: Event | None = None
        self.events: dict[str, Booked] = {}
        self.entries: list[tuple[int, str, int, int]] = []
        self.ceased: list[tuple[int, str, int]] = []
        self.entered_in: dict[tuple[str, int], int] = {}
        self.carried_years = {each: set(standings[each].years) for each in DISCIPLINES}
        self.flipped: dict[str, set[tuple[int, int]]] = {each: set() for each in DISCIPLINES}

    # ------------------------------------------------------------------------- what is remembered

    def enter(self, player: int, discipline: str, day: date, index: int) -> None:
        new = player not in self.standings[discipline].capitals
        super().enter(player, discipline, day, index)
        if new:
            assert self.now is not None
            capital = self.standings[discipline].capitals[player]
            self.entries.append((self.count, discipline, player, capital))
            self.entered_in[discipline, player] = self.now.played.end.year

    def decide(self, discipline: str, index: int) -> None:
        capitals = self.standings[discipline].capitals
        before = sorted(capitals)
        super().decide(discipline, index)
        gone = (each for each in before if each not in capitals)
        self.ceased += [(self.count, discipline, player) for player in gone]

    def rate(self, event: Event, index: int) -> None:
        self.count, self.now = self.count + 1, event
        standings = self.standings[event.discipline]
        before = Standings(
            event.discipline,
            dict(standings.capitals),
            changes=list(standings.changes),
            ended=list(standings.ended),
        )
        place = place_of(event.played)
        self.events[event.played.id] = Booked(self.count, index, place, before, event)
        super().rate(event, index)

    def apply(self, event: Event, player: int, d: Fraction, floor: int) -> None:
        standings = self.standings[event.discipline]
        added, before = self.added(event, player), standings.capitals[player]
        super().apply(event, player, d, floor)
        exact = law_of.crossed(before, d, self.law.of(event.discipline))
        play = round_half_up(exact) - before
        back = standings.capitals[player] - before - play - added
        games = sum(1 for who, _, _ in counted_games(event.played) if who == player)
        self.events[event.played.id].units[player] = Unit([NOTHING, (d, play, back)], added, games)

    # ------------------------------------------------------------------------- an event once more

    def played_again(self, booked: Booked, event: Event, index: int) -> Played:
        """Art. 5, 10: the result with the capitals of then."""
        place, floor = place_of(event.played), law_of.floor_on(event.played.start, self.law)
        games, then = list(counted_games(event.played)), replace(booked.before)
        then.capitals = dict(then.capitals)
        for player in {who for who, _, _ in games} - then.capitals.keys():
            then.capitals[player] = self.comes_with(booked, event, player, index)
        basis = {who: then.capital_at_place(who, place, floor) for who, _, _ in games}
        d, count = dict.fromkeys(basis, Fraction(0)), dict.fromkeys(basis, 0)
        for player, opponent, points in games:
            expected = law_of.expected_hundredths(basis[player], basis[opponent], self.law)
            d[player] += (points - Fraction(expected, 100)) * event.weight
            count[player] += 1
        for player in (each for each in basis if then.life_at(each, place)):
            d[player], count[player] = Fraction(0), 0
        return {each: (d[each], count[each], then.capitals[each]) for each in basis}

    def comes_with(self, booked: Booked, event: Event, player: int, index: int) -> int:
        """A player without capital then: the capital entered with since, or a capital to enter
        with now.
        """
        since = [
            capital
            for at, discipline, who, capital in self.entries
            if (discipline, who) == (event.discipline, player) and at >= booked.at
        ]
        who = self.newcomer(player, event.discipline, event.played.start, index)
        return since[0] if since else law_of.entry(who, event.discipline, self.law)[1]

    # ------------------------------------------------------------------------- what a list books

    def correct(self, discipline: str, index: int) -> None:
        """The bookings of a list for closed lists, in the order of the events."""
        self.count += 1
        self.flipped[discipline] = set()
        stand: dict[str, Played] = {}
        for each in self.changes:
            booked = self.events.get(each.id)
            if booked and each.recorded == index and booked.event.discipline == discipline:
                booked.event = each.event or booked.event
                again = self.played_again(booked, each.event, index) if each.event else {}
                stand[each.id] = again
        if stand:
            self.take_part(discipline, stand)
            self.book(discipline, stand, index)

    def games_of(self, name: str, stand: dict[str, Played]) -> dict[int, int]:
        """Counted games of the present event."""
        if name in stand:
            return {who: games for who, (_, games, _) in stand[name].items()}
        return {who: unit.games for who, unit in self.events[name].units.items()}

    def take_part(self, discipline: str, stand: dict[str, Played]) -> None:
        """Art. 11: the years in which everybody took part, as corrected."""
        standings = self.standings[discipline]
        before, standings.years = standings.years, set(self.carried_years[discipline])
        for name, booked in self.events.items():
            if booked.event.discipline == discipline:
                year = booked.event.played.end.year
                games = self.games_of(name, stand)
                standings.years |= {(who, year) for who, n in games.items() if n}
        self.flipped[discipline] = before ^ standings.years

    def book(self, discipline: str, stand: dict[str, Played], index: int) -> None:
        """Book every different result: in the corrected events, and the bonus in others."""
        concerned = {who for name in stand for who in {*stand[name], *self.events[name].units}}
        mine = {
            name: booked
            for name, booked in self.events.items()
            if booked.event.discipline == discipline
        }
        for name in sorted(mine, key=lambda name: place_of(mine[name].event.played)):
            players = {*mine[name].units, *stand.get(name, {})} & concerned
            added = {who: self.due(discipline, name, who, stand) for who in players}
            for player in sorted(players):
                unit = mine[name].units.get(player)
                play = (Fraction(0), 0, 0)
                if name in stand:
                    play = stand[name].get(player, play)
                elif unit:
                    play = (unit.stages[-1][0], unit.games, 0)
                self.unit(mine[name], player, play, added[player], index)

    def due(self, discipline: str, name: str, player: int, stand: dict[str, Played]) -> int:
        """Art. 11, table 17 of 2021: bonus or Q of an event, among those that count."""
        event = self.events[name].event
        if not self.games_of(name, stand).get(player):
            return 0
        if law_of.corrective(event.played.start, self.law):
            return self.law.of(discipline).q
        year = event.played.end.year
        earlier = [
            other
            for other, booked in self.events.items()
            if (booked.index, booked.place) < (self.events[name].index, self.events[name].place)
            and booked.event.discipline == discipline
            and booked.event.played.end.year == year
            and self.games_of(other, stand).get(player)
        ]
        had = (player, year) in self.carried_years[discipline]
        return 0 if had or earlier else self.law.bonus

    def unit(self, booked: Booked, player: int, play: Play, added: int, index: int) -> None:
        """Book a unit with a different result."""
        unit = booked.units.get(player) or Unit([NOTHING])
        d, games, _ = play
        if (d, games, added) == (unit.stages[-1][0], unit.games, unit.added):
            return
        booked.units[player] = unit
        if self.gone(booked, player):
            unit.stages.append((d, *unit.stages[-1][1:]))
        else:
            self.pay(booked.event, player, unit, play, added, index)
        unit.added, unit.games = added, games

    def gone(self, booked: Booked, player: int) -> bool:
        """Table 22: whether a capital ceased since an event was booked."""
        return any(
            (discipline, who) == (booked.event.discipline, player) and at >= booked.at
            for at, discipline, who in self.ceased
        )

    def pay(self, event: Event, player: int, unit: Unit, now: Play, added: int, index: int) -> None:
        """Art. 6, 10, 11: the points of a correction."""
        self.now = event
        standings, rules = self.standings[event.discipline], self.law.of(event.discipline)
        self.enter(player, event.discipline, event.played.start, index)
        floor = law_of.floor_on(event.played.start, self.law)
        capital, (d, play, back) = standings.capitals[player], unit.stages[-1]
        same = [stage for stage in unit.stages if stage[0] == now[0]]
        if same:
            play_now, back_now = same[-1][1:]
        else:
            walked = law_of.crossed(capital, now[0] - d, rules)
            play_now = play + round_half_up(walked) - capital
            own = round_half_up(law_of.crossed(now[2], now[0], rules)) + added
            back_now = max(0, floor - own) if now[1] else 0
        more = play_now - play + back_now - back + added - unit.added
        least = min(capital, law_of.floor_on(self.era.lists[index], self.law))
        after = max(least, capital + more)
        standings.move(player, place_of(event.played), after - capital)
        unit.stages.append((now[0], play_now, back_now + after - capital - more))
        more_added = added - unit.added
        standings.bonus[player] = standings.bonus.get(player, 0) + more_added
        standings.promote(player, self.law)

    # ------------------------------------------------------------------------- the end of a year

    def told_otherwise(self, discipline: str) -> set[int]:
        return {year for _, year in self.flipped[discipline]}

    def again(self, discipline: str, year: int) -> None:
        super().again(discipline, year)
        self.owe(discipline, year)

    def owe(self, discipline: str, year: int) -> None:
        """Table 18 b: players who took part only at first sight."""
        standings = self.standings[discipline]
        for player, lost in sorted(self.flipped[discipline]):
            idle = lost == year and (player, year) not in standings.years
            began = self.entered_in.get((discipline, player), 0) < year
            if idle and began and player in standings.capitals:
                self.take(standings, player, year)

    def year_end(self, discipline: str, year: int) -> None:
        """Table 18 b: only players with a capital at the beginning of the year."""
        standings = self.standings[discipline]
        standings.years_ended.add(year)
        for player in list(standings.capitals):
            began = self.entered_in.get((discipline, player), 0) < year
            idle = began and (player, year) not in standings.years
            if idle and self.annulled(standings, player, year):
                standings.forget(player, end_of(year))
                self.ceased.append((self.count, discipline, player))
            elif idle:
                self.take(standings, player, year)


def corrected_chain(
    era: Era, changes: Sequence[Change], law: Law = LAW, kind: type[Corrected] = Corrected
) -> Corrected:
    """Return the chain before the first list, with the corrections."""
    chain = kind(era, law, {each: carried_standings(era, each, law) for each in DISCIPLINES})
    chain.changes = changes
    return chain


def replay(
    era: Era, changes: Sequence[Change], law: Law = LAW, kind: type[Corrected] = Corrected
) -> dict[str, Sequence[Rows]]:
    """Art. 5, 8: every list of both disciplines, with the corrections."""
    return whole(corrected_chain(era, changes, law, kind))
