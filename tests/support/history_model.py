"""A small model of the history of a pool: what is known after each step of it.

Modelled, from the steps alone: which lists are closed and which published, which one is in force on
a day, which reports count, to whom each number leads, the state of each appeal, and whether a fact
came after a list that it concerns was closed. Taken from a replay from zero after the step, in an
empty projection: the ratings of each list on both tracks. The oracles calculate ratings.
"""

from bisect import bisect_right
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date

Ratings = dict[int, int]
"""By player; absent: no rating."""

Lists = tuple[Ratings, ...]
"""From the ratings carried over, number 0, on."""


@dataclass
class Tournament:
    """A tournament as its report says, as corrected so far."""

    position: int
    """Of the report."""
    due: int
    """Index of the period whose list takes it."""
    players: list[int]
    """By row of the report, in the order of their numbers."""
    results: list[str]
    """Results of White of each game."""
    annulled: bool = False
    refused: int | None = None
    """Position of the refusal in force."""
    booked: int | None = None
    """Index of the period whose list took it."""

    @property
    def counts(self) -> bool:
        """Whether the next list may take it."""
        return not self.annulled and self.refused is None

    def other_results(self) -> list[tuple[int, str]]:
        """Return the corrections that change something: a game, and a result of White."""
        games = () if self.annulled else enumerate(self.results)
        return [(game, other) for game, now in games for other in "1=0" if other != now]


@dataclass
class Appeal:
    """An appeal: filed, then admitted or inadmissible, then decided."""

    tournament: str
    contested: int
    """Position of its report, or of its refusal."""
    of_refusal: bool
    in_time: bool
    status: str = "filed"

    @property
    def is_open(self) -> bool:
        """Whether it awaits a decision."""
        return self.status in ("filed", "admitted")


@dataclass
class Known:
    """What is known after a step; `position` is that of its last event."""

    carried_on: date
    list_days: tuple[date, ...]
    """Of all periods, closed or not."""
    by_publication: bool
    """Whether the day of publication puts a list in force, not its date."""
    position: int = 0
    closed: int = 0
    published: dict[int, date] = field(default_factory=dict)
    """Days by the index of the list."""
    tournaments: dict[str, Tournament] = field(default_factory=dict)
    leads: dict[int, int] = field(default_factory=dict)
    """Merged numbers, each with the player that stays."""
    appeals: dict[str, Appeal] = field(default_factory=dict)
    late: bool = False
    """Whether a fact came after the closing of a list that it concerns."""
    ratings: dict[str, Lists] = field(default_factory=dict)
    """By track, from a replay from zero."""

    def public_on(self, index: int) -> date:
        """Return the day from which a closed list is in force."""
        of_publication = self.published.get(index, date.max)
        return of_publication if self.by_publication else self.list_days[index]

    def public(self) -> int:
        """Return how many lists the public sees: up to the last published or in force."""
        seen = [at for at in range(self.closed) if at in self.published or not self.by_publication]
        return max(seen, default=-1) + 1

    def in_force(self, day: date) -> int | None:
        """Return the number of the newest list in force on a day; 0: the ratings carried over."""
        lists = [index + 1 for index in range(self.closed) if self.public_on(index) <= day]
        return max(lists, default=0 if self.carried_on <= day else None)

    def rating(self, track: str, player: int, day: date) -> int | None:
        """Return the rating of a player by the list in force on a day."""
        number = self.in_force(day)
        return None if number is None else self.ratings[track][number].get(player)

    def close(self) -> None:
        """Close the next list: it takes what counts, is due by then, and was not taken before."""
        for one in self.tournaments.values():
            if one.counts and one.booked is None and one.due <= self.closed:
                one.booked = self.closed
        self.closed += 1

    def correct(self, tournament: Tournament, game: int, white: str) -> None:
        """Give a game another result."""
        tournament.results[game] = white
        self.concerned(tournament)

    def person(self, number: int) -> int:
        """Return the player to whom a number leads."""
        return self.leads.get(number, number)

    def persons(self, tournament: Tournament) -> list[int]:
        """Return the players of a tournament, by row."""
        return [self.person(number) for number in tournament.players]

    def concerned(self, tournament: Tournament) -> None:
        """Note a fact about a tournament: it is late where a closed list may have taken that."""
        self.late |= tournament.due < self.closed


@dataclass
class Model:
    """What was known after each step."""

    now: Known
    moments: list[Known] = field(default_factory=list)

    def step(self, position: int, ratings: dict[str, Lists]) -> Known:
        """Keep what is known after a step."""
        self.now.position, self.now.ratings = position, ratings
        self.moments.append(deepcopy(self.now))
        return self.moments[-1]

    def at(self, position: int) -> Known:
        """Return what was known at a position, as after the last step before it."""
        positions = [known.position for known in self.moments]
        return self.moments[bisect_right(positions, position) - 1]
