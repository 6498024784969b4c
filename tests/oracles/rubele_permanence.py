"""The category where the federation sets how long a category is kept, player by
player, day by day.

Slow and by itself: every capital that a list came to is remembered, and who enters the other
discipline is walked through all of them again, by the word in force on the day of each list.

* `permanent`: a threshold that is passed is kept. `follows`: the category is that of the capital.
  `committee`: a threshold that is passed is only proposed; who enters has the lowest.
* A capital that the end of a year left promotes nobody, but where the category follows it.
* A word that changes between two lists tests everybody on its day.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tests.oracles import rubele_law as law_of
from tests.oracles.rubele_era import Event
from tests.oracles.rubele_replay import Chain, Standings


class Tested(NamedTuple):
    """A capital on a list, and whether reached by play or by the commission."""

    number: int
    """Of the list, from 0."""
    player: int
    before: int
    after: int
    final: bool


@dataclass
class Held:
    """The holdings of a player: the category, and the category of the last tested capital."""

    category: int | None = None
    stood: int = -1
    capital: int = 0

    def test(self, before: int, after: int, final: bool, word: str, of: law_of.Rules) -> None:
        """Test a capital, by the word of the list."""
        if before and (self.category is None or not self.capital):
            self.stood = law_of.category_of(before, of)
            placed = 0 if word == "committee" else self.stood
            self.category = max(self.category or 0, placed)
        self.capital = after
        came_to = law_of.category_of(after, of) if after else -1
        if word == "follows":
            self.category = came_to if after else None
        elif not final:
            came_to = min(self.stood, came_to)
        elif word == "permanent" and came_to > self.stood:
            self.category = max(self.category or 0, came_to)
        self.stood = came_to


@dataclass
class Keeping(Chain):
    """Both disciplines, with the words in `law.permanence`, each from a day on."""

    tested: dict[str, list[Tested]] = field(default_factory=dict)

    def word_on(self, day: date) -> str:
        """How long a category is kept."""
        begun = [word for since, word in self.law.permanence if since <= day]
        return begun[-1] if begun else "permanent"

    def category_on(self, player: int, discipline: str, day: date) -> int | None:
        """Art. 13: the category held on a day, walked from the first day on."""
        held, rules = Held(), self.law.of(discipline)
        lists = self.era.lists[: len(self.standings[discipline].held)]
        law = [since for since, _ in self.law.permanence]
        word = ""
        for each in sorted({self.era.carried_on, *lists, *law}):
            if each <= day:
                before, word = word, self.word_on(each)
                for one in self.on(each, player, discipline):
                    held.test(one.before, one.after, one.final, word, rules)
                if held.capital and word != before:
                    held.test(held.capital, held.capital, True, word, rules)
        return held.category

    def on(self, day: date, player: int, discipline: str) -> list[Tested]:
        """Test the carried capitals of a day, and the capitals of that day's list."""
        carried = [
            Tested(-1, player, max(each.peak, each.rating), each.rating, True)
            for each in self.era.carried.get(discipline, ())
            if day == self.era.carried_on and each.player == player
        ]
        mine = (each for each in self.tested.get(discipline, ()) if each.player == player)
        return [*carried, *(each for each in mine if self.era.lists[each.number] == day)]

    # -------------------------------------------------------------------------- what is remembered

    def remember(self, standings: Standings, player: int, before: int, final: bool) -> None:
        """Remember a capital of the next list."""
        after = standings.capitals.get(player, 0)
        one = Tested(len(standings.held), player, before, after, final)
        self.tested.setdefault(standings.discipline, []).append(one)

    @contextmanager
    def changes(self, discipline: str, *, final: bool) -> Iterator[None]:
        """Remember the changed capitals."""
        standings = self.standings[discipline]
        before = dict(standings.capitals)
        yield
        for player, was in before.items():
            if standings.capitals.get(player) != was:
                self.remember(standings, player, was, final)

    def apply(self, event: Event, player: int, d: Fraction, floor: int) -> None:
        """Apply an event."""
        standings = self.standings[event.discipline]
        before = standings.capitals[player]
        super().apply(event, player, d, floor)
        self.remember(standings, player, before, True)

    def decide(self, discipline: str, index: int) -> None:
        """Apply a decision of the commission."""
        with self.changes(discipline, final=True):
            super().decide(discipline, index)

    def give_back(self, discipline: str, year: int) -> None:
        """Give the malus of a year back."""
        with self.changes(discipline, final=False):
            super().give_back(discipline, year)

    def year_end(self, discipline: str, year: int) -> None:
        """Take the malus of a year."""
        with self.changes(discipline, final=False):
            super().year_end(discipline, year)
