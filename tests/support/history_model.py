"""A small model of the history of a pool: the known facts after each step.

Modelled, from the steps alone: which lists are closed, printed again and published, which printing
is in force on a day, which reports count, to whom each number leads, who is suspended, which
adjustments wait, the state of each appeal, and whether a fact came after the closing of a list that
it concerns. Taken from a replay from zero after the step, in an empty projection: the ratings of
each list on both tracks. The oracles calculate ratings.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date

Ratings = dict[int, int]
"""By player; absent: no rating."""

Lists = tuple[Ratings, ...]
"""From the ratings carried over, number 0, on."""


@dataclass
class Tournament:
    """A tournament as in the report, with the corrections so far."""

    position: int
    """Of the report."""
    due: int
    """Index of the period whose list takes it."""
    day: int
    """Day of its start, counted from the list before."""
    players: list[int] = field(init=False)
    """By row of the report, in the order of their numbers."""
    rows: list[int] = field(init=False)
    """The rows of White, who plays all games, and of the opponents, game by game."""
    results: list[str] = field(init=False)
    """Results of White of each game."""
    annulled: bool = False
    refused: int | None = None
    """Position of the refusal in force."""
    booked: int | None = None
    """Index of the period whose list took it."""

    def report(self, who: Sequence[int], results: Sequence[str]) -> None:
        """Take a report: of White and the opponents, and the results of White."""
        self.players, self.results = sorted(who), [*results]
        self.rows = [self.players.index(player) for player in who]

    @property
    def who(self) -> list[int]:
        """White and the opponents, game by game."""
        return [self.players[row] for row in self.rows]

    @property
    def counts(self) -> bool:
        """Return whether the next list may take the tournament."""
        return not self.annulled and self.refused is None

    def other_results(self) -> list[tuple[int, str]]:
        """Return the effective corrections: a game, and a result of White."""
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
        """Return whether the appeal awaits a decision."""
        return self.status in ("filed", "admitted")


@dataclass
class Adjustment:
    """A rating adjusted by decision."""

    position: int
    player: int
    before: int
    closed: int
    """Number of closed lists when it was decided: the next list takes it in."""
    withdrawn: int | None = None
    """Number of closed lists when it was withdrawn."""

    def waits(self, closed: int) -> bool:
        """Return whether the next list takes in the adjustment, or a return of the points."""
        if self.withdrawn is None:
            return self.closed == closed
        return self.closed < self.withdrawn == closed


@dataclass
class Suspension:
    """Days in which a player is suspended; without a last day, for good."""

    player: int
    first: date
    last: date | None
    lifted: bool = False

    def has(self, day: date) -> bool:
        """Return whether the player is suspended on a day."""
        return self.first <= day <= (self.last or date.max)

    def overlaps(self, other: "Suspension") -> bool:
        """Return whether two suspensions have a day in common."""
        ends = self.last or date.max, other.last or date.max
        return max(self.first, other.first) <= min(ends)


@dataclass
class Printing:
    """A printing of a closed list: the first, or a later printing with everything known."""

    number: int = 1
    stated: date | None = None
    """First day in force, where one was stated."""
    published: date | None = None
    ratings: Ratings | None = None
    """On the official track; None until they are looked at."""

    @property
    def since(self) -> date:
        """The day from which the printing replaces the last."""
        return date.max if self.published is None else self.stated or self.published


@dataclass
class Known:
    """The known facts after a step; `position` is the position of the last event."""

    carried_on: date
    list_days: tuple[date, ...]
    """Of all periods, closed or not."""
    by_publication: bool
    """Whether the day of publication puts a list in force, not its date."""
    position: int = 0
    printings: list[list[Printing]] = field(default_factory=list)
    """Of each closed list, those that are or can be in force, in order."""
    tournaments: dict[str, Tournament] = field(default_factory=dict)
    leads: dict[int, int] = field(default_factory=dict)
    """Merged numbers, each with the player that stays."""
    adjustments: list[Adjustment] = field(default_factory=list)
    suspensions: list[Suspension] = field(default_factory=list)
    appeals: dict[str, Appeal] = field(default_factory=dict)
    late: bool = False
    """Whether a fact came after the closing of a list that it concerns."""
    ratings: dict[str, Lists] = field(default_factory=dict)
    """By track, from a replay from zero."""

    @property
    def closed(self) -> int:
        """How many lists are closed."""
        return len(self.printings)

    def public_on(self, index: int) -> date:
        """Return the day from which a closed list is in force."""
        of_publication = self.printings[index][0].published or date.max
        return of_publication if self.by_publication else self.list_days[index]

    def public(self) -> int:
        """Return how many lists the public sees: up to the last published or in force."""
        seen = [
            index
            for index, printings in enumerate(self.printings)
            if printings[0].published or not self.by_publication
        ]
        return max(seen, default=-1) + 1

    def in_force(self, day: date) -> int | None:
        """Return the number of the newest list in force on a day; 0: the ratings carried over."""
        lists = [index + 1 for index in range(self.closed) if self.public_on(index) <= day]
        return max(lists, default=0 if self.carried_on <= day else None)

    def changes(self) -> list[date]:
        """Return the days on which another list, or another printing, comes in force."""
        lists = [self.public_on(index) for index in range(self.closed)]
        later = [one.since for printings in self.printings for one in printings[1:]]
        return [day for day in (*lists, *later) if day != date.max]

    def rating(self, track: str, player: int, day: date) -> int | None:
        """Return the rating of a player by the list in force on a day, as printed then.

        The revised track has one printing of each list.
        """
        number = self.in_force(day)
        if number is None:
            return None
        if track == "revised" or number == 0:
            return self.ratings[track][number].get(player)
        ratings = self.printing_on(number, day).ratings
        assert ratings is not None
        return ratings.get(player)

    def printing_on(self, number: int, day: date) -> Printing:
        """Return the printing of a list in force on a day."""
        first, *later = self.printings[number - 1]
        return [first, *(one for one in later if one.since <= day)][-1]

    def learn_ratings(self, ratings: dict[str, Lists]) -> None:
        """Take the ratings of a replay from zero; the ratings of closed lists do not change."""
        self.ratings = ratings
        for printings, listed in zip(self.printings, ratings["official"][1:], strict=True):
            assert printings[-1].ratings in (None, listed)
            printings[-1].ratings = listed

    # ------------------------------------------------------------------------------- lists

    def close(self) -> None:
        """Close the next list: all counted tournaments due, and not taken before."""
        self._take(self.closed)
        self.printings.append([Printing()])

    def reprint(self, stated: date | None = None) -> None:
        """Print the last list again: an unpublished printing is never in force."""
        last = self.closed - 1
        for one in self.tournaments.values():
            one.booked = None if one.booked == last else one.booked
        self._take(last)
        before = self.printings[last]
        number = before[-1].number + 1
        published = [one for one in before if one.published]
        self.printings[last] = [*published, Printing(number, stated)]

    def _take(self, index: int) -> None:
        for one in self.tournaments.values():
            if one.counts and one.booked is None and one.due <= index:
                one.booked = index

    def publish(self, index: int, day: date) -> None:
        """Publish a list; tournaments of later closed lists may have begun under another list."""
        self.printings[index][-1].published = day
        has_starts = self.by_publication or len(self.printings[index]) > 1
        self.late |= has_starts and index + 1 < self.closed

    # ------------------------------------------------------------------------------- tournaments

    def correct(self, tournament: Tournament, game: int, white: str) -> None:
        """Give a game another result."""
        tournament.results[game] = white
        self.concerned(tournament)

    def concerned(self, tournament: Tournament) -> None:
        """Note a fact about a tournament: late where a closed list may have taken the
        tournament.
        """
        self.late |= tournament.due < self.closed

    # ------------------------------------------------------------------------------- persons

    def person(self, number: int) -> int:
        """Return the player of a number, merged numbers included."""
        return self.leads.get(number, number)

    def persons(self, tournament: Tournament) -> list[int]:
        """Return the players of a tournament, by row."""
        return [self.person(number) for number in tournament.players]

    def waiting(self, player: int) -> bool:
        """Return whether the next list takes in a decision about the rating of a player."""
        return any(one.waits(self.closed) for one in self.adjustments if one.player == player)

    def suspended(self) -> dict[int, list[tuple[date, date | None]]]:
        """Return the first and last days of the suspensions of each player."""
        found: dict[int, list[tuple[date, date | None]]] = {}
        for one in self.suspensions:
            found.setdefault(self.person(one.player), []).append((one.first, one.last))
        return found


@dataclass
class Model:
    """The known facts after each step."""

    now: Known
    moments: list[Known] = field(default_factory=list)

    def step(self, position: int, ratings: dict[str, Lists]) -> Known:
        """Keep the known facts after a step."""
        self.now.position = position
        self.now.learn_ratings(ratings)
        self.moments.append(deepcopy(self.now))
        return self.moments[-1]
