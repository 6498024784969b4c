"""The hard cases that years of draughts really hold, seen during the replay of the oracle."""

from collections import Counter
from datetime import date
from fractions import Fraction
from typing import ClassVar

from tests.oracles import rubele_law as law_of
from tests.oracles.rubele_era import Era, Event
from tests.oracles.rubele_law import DISCIPLINES, INTERNAZIONALE, Rules
from tests.oracles.rubele_replay import Chain, Place, Standings, end_of, place_of, replay

CASES = (
    *(f"{n} thresholds {way}" for n in (1, 2) for way in ("up", "down")),
    "a threshold at half weight",
    "an exact half to round",
    "a bonus",
    "a bonus had already",
    "a bonus of the year in which an event of the year before ends",
    "a corrective",
    "a corrective at half weight",
    "begun in 2020, ended in 2021",
    "a category by points added alone",
    "a category exactly at its threshold",
    "a category kept below its threshold",
    "a capital put back to the minimum",
    "a malus of 50",
    "a malus cut by the minimum",
    "a malus cut by the total",
    "no malus any more",
    "a malus given back",
    "a foreigner annulled",
    "a malus of a foreigner in his first idle year",
    "a foreigner returned",
    "a category kept through an annulment",
    "entry decided",
    "entry of a beginner",
    *(f"entry at factor {n}" for n in ("9/5", "11/5", "12/5", "5/2")),
    *(f"entry in {name} from category {n}" for name in DISCIPLINES for n in range(5)),
    "a late event",
    "a late event expected from other capitals",
    "a late event across a threshold",
    "a late event of the year before",
    "a late event of a foreigner annulled since",
    "a late event of one annulled by decision since",
    "a late event of one who entered anew since",
    "a malus of a capital that ceased, not given back",
    "annulled by decision",
    "entered anew",
    "a decision used up",
    "points given by decision",
    "points taken by decision",
    "a late event of one with points by decision since",
)


def passed(before: Fraction, after: Fraction, rules: Rules) -> int:
    """How many thresholds lie between two capitals."""
    low, high = sorted((before, after))
    return sum(1 for threshold, _ in rules.bands[1:] if low < threshold < high)


class Watched(Chain):
    """The same calculation, counting cases."""

    seen: ClassVar[Counter[str]]

    def enter(self, player: int, discipline: str, day: date, index: int) -> None:
        standings = self.standings[discipline]
        if player in standings.capitals:
            return
        who = self.newcomer(player, discipline, day, index)
        kept = standings.categories.get(player)
        super().enter(player, discipline, day, index)
        self.seen["a foreigner returned"] += kept is not None and player in self.era.foreign
        self.seen["entered anew"] += kept is not None and player not in self.era.foreign
        self.seen["a decision used up"] += kept is not None and any(
            (each.player, each.discipline) == (player, discipline) for each in self.era.decisions
        )
        if kept is not None and kept > law_of.entry(who, discipline, self.law)[0]:
            self.seen["a category kept through an annulment"] += 1
        if who.decided is not None:
            self.seen["entry decided"] += 1
        elif who.world is not None and discipline == INTERNAZIONALE:
            factor = next((f for to, f in self.law.world if who.world <= to), Fraction(5, 2))
            self.seen[f"entry at factor {factor}"] += 1
        elif who.other is not None:
            self.seen[f"entry in {discipline} from category {who.other}"] += 1
        else:
            self.seen["entry of a beginner"] += 1

    def rate(self, event: Event, index: int) -> None:
        standings, place = self.standings[event.discipline], place_of(event.played)
        if any(where > place for where, _, _ in standings.changes):
            self.seen["a late event"] += 1
            self.seen["a late event of the year before"] += (
                event.played.end.year in standings.years_ended
            )
            players = {side for game in event.played.games for side in (game.white, game.black)}
            self.seen["a late event expected from other capitals"] += any(
                standings.capital_at_place(each, place, 100) != standings.capitals[each]
                for each in players
                if each in standings.capitals
            )
            self.of_lives(standings, players, place)
        super().rate(event, index)

    def of_lives(self, standings: Standings, players: set[int], place: Place) -> None:
        """Cases of a late event of players with a capital that ceased since, or was adjusted."""
        for life in filter(None, (standings.life_at(each, place) for each in players)):
            by_rule = life.ceased[2] == ""
            self.seen["a late event of a foreigner annulled since"] += by_rule
            self.seen["a late event of one annulled by decision since"] += not by_rule
            self.seen["a late event of one who entered anew since"] += (
                life.player in standings.capitals
            )
            self.seen["a malus of a capital that ceased, not given back"] += any(
                where == end_of(place[0].year) and change < 0 and change != -life.capital
                for where, change in life.changes
            )
        self.seen["a late event of one with points by decision since"] += any(
            (each.player, each.discipline) == (player, standings.discipline)
            and self.era.lists[each.recorded - 1] >= place[0]
            and each.recorded <= len(standings.lists)
            for each in self.era.adjustments
            for player in players & set(standings.capitals)
        )

    def decide(self, discipline: str, index: int) -> None:
        before = len(self.standings[discipline].ended)
        super().decide(discipline, index)
        self.seen["annulled by decision"] += len(self.standings[discipline].ended) - before

    def adjust(self, standings: Standings, player: int, points: int, day: date) -> None:
        before = standings.capitals.get(player)
        super().adjust(standings, player, points, day)
        if standings.capitals.get(player) != before:
            self.seen[f"points {'given' if points > 0 else 'taken'} by decision"] += 1

    def apply(self, event: Event, player: int, d: Fraction, floor: int) -> None:
        standings, rules = self.standings[event.discipline], self.law.of(event.discipline)
        before, category = standings.capitals[player], standings.categories[player]
        points, exact = self.added(event, player), law_of.crossed(before, d, rules)
        late = any(where > place_of(event.played) for where, _, _ in standings.changes)
        super().apply(event, player, d, floor)
        half, old = event.weight != 1, event.played.start.year < event.played.end.year
        crossings = passed(Fraction(before), exact, rules)
        if crossings:
            self.seen[f"{crossings} thresholds {'up' if d > 0 else 'down'}"] += 1
            self.seen["a threshold at half weight"] += half
            self.seen["a late event across a threshold"] += late
        self.seen["an exact half to round"] += exact.denominator == 2
        self.of_points(event, points, half, old)
        plain = law_of.category_of(law_of.final_capital(exact, 0, floor), rules)
        after = law_of.final_capital(exact, points, floor)
        reached = law_of.category_of(after, rules)
        self.seen["a category by points added alone"] += plain <= category < reached
        self.seen["a category exactly at its threshold"] += after in rules.thresholds
        self.seen["a category kept below its threshold"] += reached < category
        self.seen["a capital put back to the minimum"] += exact + points < floor

    def of_points(self, event: Event, points: int, half: bool, old: bool) -> None:
        """Cases of the bonus and of the corrective."""
        if law_of.corrective(event.played.start, self.law):
            self.seen["a corrective"] += 1
            self.seen["a corrective at half weight"] += half
            return
        self.seen["a bonus" if points else "a bonus had already"] += 1
        self.seen["begun in 2020, ended in 2021"] += event.played.end.year == 2021
        if points and old:
            self.seen["a bonus of the year in which an event of the year before ends"] += 1

    def give_back(self, discipline: str, year: int) -> None:
        before = len(self.standings[discipline].malus)
        super().give_back(discipline, year)
        self.seen["a malus given back"] += before - len(self.standings[discipline].malus)

    def annulled(self, standings: Standings, player: int, year: int) -> bool:
        found = super().annulled(standings, player, year)
        self.seen["a foreigner annulled"] += found
        if player in self.era.foreign and not found:
            self.seen["a malus of a foreigner in his first idle year"] += 1
        return found

    def take(self, standings: Standings, player: int, year: int) -> None:
        so_far, capital = standings.malus_in_all.get(player, 0), standings.capitals[player]
        super().take(standings, player, year)
        points = capital - standings.capitals[player]
        if points == 50:
            self.seen["a malus of 50"] += 1
        elif so_far == 450:
            self.seen["no malus any more"] += 1
        elif so_far + points == 450:
            self.seen["a malus cut by the total"] += 1
        else:
            self.seen["a malus cut by the minimum"] += 1


def reached(era: Era) -> Counter[str]:
    """How often each case occurs."""

    class Here(Watched):
        seen: ClassVar[Counter[str]] = Counter(dict.fromkeys(CASES, 0))

    replay(era, kind=Here)
    return Here.seen
