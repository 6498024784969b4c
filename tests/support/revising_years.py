"""Events of draughts corrected after the booking list: drawn from a seed, told twice.

Once as events of a ledger, once as what the oracle is told: from which list on an event was how.
"""

from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random

from projections.official import Official
from tests.oracles.rubele_corrections import Change
from tests.oracles.rubele_era import Era, Event
from tests.oracles.rubele_law import ITALIANA
from tests.oracles.rubele_replay import booking_index
from tests.support.revising import Facts, Saying, Standing
from tests.support.spoiling import details_corrected
from tests.support.years import POOLS, submit


@dataclass
class Revised:
    """An event as in the standing report."""

    event: Event
    standing: Standing
    said: Event = field(init=False)

    def __post_init__(self) -> None:
        """Begin with the reported facts."""
        self.said = self.event

    def now(self, since: date) -> Event | None:
        """Return the present event; None where invalid, or begun before the histories."""
        games = self.standing.games()
        played = self.said.played
        if not games or played.start < since:
            return None
        return replace(self.said, played=replace(played, games=games))

    def redate(self, end: date, start: date = date.max) -> Facts:
        """Give the event another last day, and another first; by default the first day stays, or
        moves along.
        """
        played = self.said.played
        start = min(played.start if start == date.max else start, end)
        if (start, end) != (played.start, played.end):
            self.said = replace(self.said, played=replace(played, start=start, end=end))
            yield details_corrected(played.id, start=start, end=end)(0)

    def weigh(self, weight: Fraction) -> Facts:
        """Let the event count whole, or half."""
        if weight != self.said.weight:
            self.said = replace(self.said, weight=weight)
            yield details_corrected(self.event.played.id, weight=str(weight))(0)

    def undo(self) -> Facts:
        """Put everything back as reported."""
        yield from self.standing.undo()
        yield from self.weigh(self.event.weight)
        played = self.event.played
        if (self.said.played.start, self.said.played.end) != (played.start, played.end):
            self.said = replace(self.said, played=replace(played, games=self.said.played.games))
            yield details_corrected(played.id, start=played.start, end=played.end)(0)

    def spoil(self, random: Random, era: Era, last: date) -> Facts:
        """Make a correction, or undo a correction; `last` is the day of the list closed before."""
        way = random.randrange(10)
        people = [
            player
            for player in era.players
            if self.event.discipline != ITALIANA or player not in era.foreign
        ]
        if way < 2:
            yield from self.standing.count(not self.standing.counts)
        elif way < 4:
            yield from self.undo()
        elif way == 4:
            yield from self.weigh(random.choice([Fraction(1), Fraction(1, 2)]))
        elif way == 5:
            away = timedelta(days=random.choice([-40, -9, -2, 2, 9, 40]))
            end = max(self.said.played.end + away, era.carried_on)
            yield from self.redate(end)
        elif way == 6:
            day = last + timedelta(days=random.randint(1, 200))
            day = random.choice([day] * 7 + [era.carried_on - timedelta(days=1)])
            yield from self.redate(day, day - timedelta(days=random.choice([0, 2])))
            yield from self.standing.spoil(random, people)
        else:
            yield from self.standing.spoil(random, people)


@dataclass
class Revising(Saying):
    """The events of years while recorded and corrected, list by list."""

    era: Era
    random: Random
    share: float = 0.06
    standing: dict[str, Revised] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)

    def submit(self, event: Event) -> None:
        """Record an event and the report."""
        at = submit(self.ledger, event)
        standing = Standing(event.played, at, POOLS[event.discipline])
        self.standing[event.played.id] = Revised(event, standing)

    def revise(self, index: int) -> None:
        """Correct some booked facts, before a list is closed."""
        for name, each in sorted(self.standing.items()):
            on = booking_index(self.era, each.event)
            if on is None or on >= index or self.random.random() >= self.share:
                continue
            if self.say(each.spoil(self.random, self.era, self.era.lists[index - 1])):
                self.changes.append(Change(name, each.now(self.era.carried_on), index))

    def undo(self) -> None:
        """Put back everything corrected."""
        for each in self.standing.values():
            self.say(each.undo())


__all__ = ["Official", "Revised", "Revising"]
