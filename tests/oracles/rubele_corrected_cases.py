"""The hard cases that corrected years of draughts really hold, seen during the replay."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from tests.oracles import rubele_law as law_of
from tests.oracles.elo_rubele import counted_games
from tests.oracles.rubele_cases import passed
from tests.oracles.rubele_corrections import Booked, Change, Corrected, Play, Played, Unit, replay
from tests.oracles.rubele_era import Era, Event
from tests.oracles.rubele_replay import end_of, place_of

CASES = (
    "walked from the capital held now",
    "walked over a threshold",
    "D is what it was",
    "no game counts any more",
    "a bonus withdrawn",
    "a bonus passed on",
    "a corrective withdrawn",
    "the minimum holds",
    "what the minimum gave is taken back",
    "enters by the correction",
    "the capital ceased since",
    "another place in the order",
    "an event late by a correction alone",
    "an event that had come late",
    "a malus that comes due",
    "a malus given back by a correction",
    "a category reached by the correction",
)


class Watched(Corrected):
    """The same calculation, counting cases."""

    seen: ClassVar[Counter[str]]

    def rate(self, event: Event, index: int) -> None:
        self.seen["an event late by a correction alone"] += late_by_correction(self, event)
        super().rate(event, index)

    def played_again(self, booked: Booked, event: Event, index: int) -> Played:
        self.seen["another place in the order"] += place_of(event.played) != booked.place
        changes = booked.before.changes
        self.seen["an event that had come late"] += any(p > booked.place for p, _, _ in changes)
        return super().played_again(booked, event, index)

    def gone(self, booked: Booked, player: int) -> bool:
        found = super().gone(booked, player)
        self.seen["the capital ceased since"] += found
        return found

    def book(self, discipline: str, stand: dict[str, Played], index: int) -> None:
        before = {
            (name, who): unit.added
            for name, booked in self.events.items()
            for who, unit in booked.units.items()
        }
        super().book(discipline, stand, index)
        after = {
            (name, who): unit.added
            for name, booked in self.events.items()
            for who, unit in booked.units.items()
        }
        less = {who for (name, who), n in before.items() if after[name, who] < n}
        more = {who for (name, who), n in after.items() if before.get((name, who), 0) < n}
        self.seen["a bonus passed on"] += len(less & more)

    def pay(self, event: Event, player: int, unit: Unit, now: Play, added: int, index: int) -> None:
        standings, rules = self.standings[event.discipline], self.law.of(event.discipline)
        before, (d, _, back) = standings.capitals.get(player), unit.stages[-1]
        category = standings.categories.get(player, 0)
        same = now[0] in {stage[0] for stage in unit.stages}
        more = added - unit.added
        super().pay(event, player, unit, now, added, index)
        self.seen["enters by the correction"] += before is None
        self.seen["D is what it was" if same else "walked from the capital held now"] += 1
        if not same and before is not None:
            end = law_of.crossed(before, now[0] - d, rules)
            over = passed(Fraction(before), end, rules)
            self.seen["walked over a threshold"] += over > 0
        self.seen["no game counts any more"] += now[1] == 0
        word = "corrective" if more not in (-10, 0, 10) else "bonus"
        self.seen[f"a {word} withdrawn"] += more < 0
        self.seen["the minimum holds"] += unit.stages[-1][2] > max(back, 0)
        self.seen["what the minimum gave is taken back"] += unit.stages[-1][2] < back
        reached = standings.categories[player] > category and before is not None
        self.seen["a category reached by the correction"] += reached

    def again(self, discipline: str, year: int) -> None:
        standings = self.standings[discipline]
        before = {who for who, ended in standings.malus if ended == year}
        super().again(discipline, year)
        after = {who for who, ended in standings.malus if ended == year}
        flipped = {who for who, ended in self.flipped[discipline] if ended == year}
        self.seen["a malus that comes due"] += len(after - before)
        self.seen["a malus given back by a correction"] += len((before - after) & flipped)


def late_by_correction(chain: Corrected, event: Event) -> bool:
    """Return whether a player's capital at the place of an event differs from the present one,
    though every booked event and every booked end of a year stands earlier.
    """
    standings, place = chain.standings[event.discipline], place_of(event.played)
    events = (each for each in chain.events.values() if each.event.discipline == event.discipline)
    booked = [each.place for each in events] + [end_of(year) for year in standings.years_ended]
    players = {who for who, _, _ in counted_games(event.played)}
    moved = {who for where, who, change in standings.changes if where > place and change}
    return all(each < place for each in booked) and bool(players & moved)


def reached(era: Era, changes: Sequence[Change]) -> Counter[str]:
    """How often each case occurs."""

    class Here(Watched):
        seen: ClassVar[Counter[str]] = Counter(dict.fromkeys(CASES, 0))

    replay(era, changes, kind=Here)
    return Here.seen
