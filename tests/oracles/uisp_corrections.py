"""UISP lists with corrections of closed lists, computed slowly and apart from the
projections.

No list of who is touched is kept: before every closing the tournaments of each closed list are
rated again as they now stand, for everybody, and less what was booked so far, player by player, is
booked. Single articles are those of `uisp`, whole lists those of `uisp_replay`.

Readings chosen in this file, each in the function named:
* `worth`: what a list gave is the whole points it published, or, carried exactly, the variation.
* `take_up_corrected`: who never had a rating and now stands in a tournament of a closed list gets
  his first one as with that list: at the start of its first tournament in which he stands, and
  of several lists the first one's.
* `first_rating`: a list that is not at hand yet tells nobody anything, nor do those after it; what
  nobody knows is looked for before the next closing again, also where it was a closed list's.
* `correct`: nobody leaves a list; who has no game left keeps the rating he began with.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from tests.oracles import uisp
from tests.oracles.uisp import LAW, Cadence, Law
from tests.oracles.uisp_replay import (
    Event,
    RatingList,
    Row,
    Season,
    Standings,
    counted,
    due_index,
    first_days,
    rating_of,
    standing_on,
)
from tests.oracles.world import Game


@dataclass(frozen=True)
class Change:
    """From before closing `recorded` on, a tournament has these games; None: the tournament does
    not count.
    """

    tournament: str
    games: tuple[Game, ...] | None
    cadence: Cadence
    recorded: int


@dataclass(frozen=True)
class Told:
    """Facts told late: from which closing on a list of another body is known, and decided ratings,
    each with the closing from which the decision is known.
    """

    lists: Mapping[tuple[str, date], int] = field(default_factory=dict)
    """By body and day; what does not stand here is at hand from the beginning."""
    decided: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """By player: rating, closing."""


@dataclass(frozen=True)
class Worth:
    """The worth of a list to a player: points, games, tournaments."""

    points: Fraction = Fraction(0)
    games: int = 0
    tournaments: int = 0


@dataclass
class Run:
    season: Season
    changes: Sequence[Change]
    carry: str
    law: Law
    standings: Standings
    told: Told = Told()
    booked: dict[tuple[int, int], Worth] = field(default_factory=dict)
    """By player and list."""

    def stands(self, event: Event, known: int) -> Event | None:
        """Return the present state of a tournament before a closing."""
        found: Event | None = event
        for each in self.changes:
            if each.tournament == event.played.id and each.recorded <= known:
                games = each.games
                whole = replace(event.played, games=games or ())
                found = None if games is None else Event(whole, each.cadence)
        return found

    def due(self, event: Event) -> int | None:
        """2: the first closing that knows the tournament, came late enough, and counts the
        tournament.
        """
        first = due_index(self.season, event, self.law)
        if first is None:
            return None
        later = range(first, len(self.season.quarters))
        return next((each for each in later if self.stands(event, each)), None)

    def standing(self, day: date, index: int) -> dict[int, int]:
        """3, 4: the ratings in force on a day, for a list."""
        return standing_on(self.season, day, self.standings.lists[:index])

    def events(self, index: int, known: int) -> list[Event]:
        """Return the present tournaments of a list before a closing."""
        of_list = [each for each in self.season.events if self.due(each) == index]
        return [now for each in of_list if (now := self.stands(each, known))]


def first_rating(run: Run, player: int, day: date, known: int) -> int | None:
    """5: the rating to begin with after a first tournament on a day; None: nobody knows yet."""
    rating, since = run.told.decided.get(player, (0, 0))
    if rating and since <= known:
        return rating
    for body, cadence in run.law.sources:
        listed = uisp.in_force(body, day, run.season.externals)
        if listed is not None and run.told.lists.get((body, listed.day), 0) > known:
            return None
        found = listed.ratings.get(cadence, {}).get(player, 0) if listed else 0
        if found:
            return found
    return run.law.newcomer


def worth(run: Run, index: int, known: int) -> dict[int, Worth]:
    """1 to 6, C.3: the worth of a list to everybody there, as known before a closing."""
    points: dict[int, Fraction] = defaultdict(Fraction)
    games: dict[int, int] = defaultdict(int)
    tournaments: dict[int, int] = defaultdict(int)
    for event in run.events(index, known):
        k = uisp.k_factor(event.cadence, run.law)
        standing = run.standing(event.played.start, index)
        met: dict[int, list[tuple[int, Fraction]]] = defaultdict(list)
        for player, opponent, scored in counted(event) if k is not None else ():
            if nobody_knows(run, {player, opponent}, standing):
                continue
            met[player].append((rating_of(opponent, standing, run.standings), scored))
        for player, played in met.items():
            assert k is not None
            own = rating_of(player, standing, run.standings)
            points[player] += uisp.variation(own, played, k, run.law)
            games[player] += len(played)
            tournaments[player] += 1
    whole = run.carry == "published"
    return {
        player: Worth(
            Fraction(uisp.published(each)) if whole else each, games[player], tournaments[player]
        )
        for player, each in points.items()
    }


def nobody_knows(run: Run, players: set[int], standing: Mapping[int, int]) -> bool:
    """5: whether one of two players has no known rating."""
    return bool(players - standing.keys() - run.standings.entries.keys())


def take_up_corrected(run: Run, index: int) -> None:
    """5: first ratings of players without rating in tournaments of closed lists, by a correction
    or since before.
    """
    begin(run, range(index), index)


def begin(run: Run, lists: range, index: int) -> None:
    """5: give known first ratings, by the first tournament of the first list."""
    days: dict[int, date] = {}
    for past in lists:
        days = {**first_days(run.standings, run.events(past, index)), **days}
    for player, day in days.items():
        given = first_rating(run, player, day, index)
        if given is not None:
            run.standings.entries[player] = given


def take_up_open(run: Run, index: int) -> None:
    """5: the same with the tournaments of the open list; players with a game are on the list."""
    begin(run, range(index + 1), index)
    for event in run.events(index, index):
        standing = run.standing(event.played.start, index)
        if uisp.k_factor(event.cadence, run.law) is not None:
            for player, opponent, _ in counted(event):
                known = not nobody_knows(run, {player, opponent}, standing)
                if known and player not in run.standings.index:
                    run.standings.index[player] = Fraction(run.standings.entries[player])


def correct(run: Run, index: int, *, telescoped: bool) -> None:
    """The present worth of every closed list, less the bookings so far."""
    standings = run.standings
    for past in range(index):
        now = worth(run, past, index)
        for player in {*now, *(who for who, at in run.booked if at == past)}:
            was, new = run.booked.get((player, past), Worth()), now.get(player, Worth())
            if new.games and player not in standings.index:
                standings.index[player] = Fraction(standings.entries[player])
            if player in standings.index:
                standings.index[player] += new.points - was.points
            if telescoped or (player, past) not in run.booked:
                run.booked[player, past] = new


def next_list(run: Run, index: int, *, telescoped: bool) -> RatingList:
    """A list on: the corrections of closed lists, then the tournaments of the list, then a single
    rounding.
    """
    standings = run.standings
    before = {player: uisp.published(exact) for player, exact in standings.index.items()}
    take_up_corrected(run, index)
    correct(run, index, telescoped=telescoped)
    return close(run, index, before)


def close(run: Run, index: int, before: Mapping[int, int]) -> RatingList:
    """The tournaments of the list, then a single rounding; `before`: the list before."""
    standings = run.standings
    take_up_open(run, index)
    own = worth(run, index, index)
    for player, each in own.items():
        run.booked[player, index] = each
        standings.index[player] += each.points
    ratings = {player: uisp.published(exact) for player, exact in standings.index.items()}
    exact = dict(standings.index)
    if run.carry == "published":
        standings.index = {player: Fraction(rating) for player, rating in ratings.items()}
    rows = {}
    for player, rating in sorted(ratings.items()):
        base = before.get(player, standings.entries.get(player, 0))
        mine = own.get(player, Worth())
        place = 1 + sum(1 for other in ratings.values() if other > rating)
        rows[player] = Row(
            rating, before.get(player), rating - base, mine.tournaments, mine.games, place
        )
    return RatingList(run.season.quarters[index].period, rows, exact)


def replay(
    season: Season,
    changes: Sequence[Change],
    carry: str = "published",
    law: Law = LAW,
    *,
    told: Told = Told(),
    telescoped: bool = True,
) -> list[RatingList]:
    """Every list. `telescoped=False` is for negative controls."""
    standings = Standings({player: Fraction(each) for player, each in season.carried.items()})
    run = Run(season, changes, carry, law, standings, told)
    for index in range(len(season.quarters)):
        standings.lists.append(next_list(run, index, telescoped=telescoped))
    return standings.lists
