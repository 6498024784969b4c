"""UISP chess from list to list: bookings, ratings used, and the resulting ranking.

Readings chosen in this file, each in the function named:
* `cut_off`: the tenth day before the *announced* day of issue, itself included.
* `standing_on`: the last list published by the day a tournament begins; a list closed and never
  published is never in force.
* `first_days`: the first rating is taken once, at the start of the first tournament in which he
  played a game, rated or not, among those received for one list; what arrives later changes
  nothing.
* `next_list`: the base is the list before, in force or not; one rounding for the quarter.
* `carry`: "published" goes on from the whole number, "exact" from the index before rounding; what
  a difference is taken from is the published number in both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction

from tests.oracles import uisp
from tests.oracles.uisp import LAW, Cadence, ExternalList, Law
from tests.oracles.world import Tournament


@dataclass(frozen=True)
class Event:
    """A tournament and the cadence; `played.received` is the day of the complete report."""

    played: Tournament
    cadence: Cadence

    @property
    def received(self) -> date:
        """The day of receipt; by default the last day."""
        return self.played.received or self.played.end


@dataclass(frozen=True)
class Quarter:
    """A list: the name, the announced day, and the day of publication, if any."""

    period: str
    issue: date
    published: date | None


@dataclass(frozen=True)
class Season:
    """Quarters with their tournaments; `carried` is the list in force from `carried_on`."""

    players: tuple[int, ...]
    carried: dict[int, int]
    carried_on: date
    events: tuple[Event, ...]
    quarters: tuple[Quarter, ...]
    externals: tuple[ExternalList, ...]


@dataclass(frozen=True)
class Row:
    """A player on a list; `previous` is None on the first list of the player, with `difference`
    from the rating to begin with.
    """

    rating: int
    previous: int | None
    difference: int
    tournaments: int
    games: int
    position: int


@dataclass(frozen=True)
class RatingList:
    """A list; everybody ever rated is on the list."""

    period: str
    rows: dict[int, Row]
    index: dict[int, Fraction]
    """Before rounding."""


@dataclass
class Standings:
    """The facts that go on from list to list."""

    index: dict[int, Fraction]
    entries: dict[int, int] = field(default_factory=dict)
    lists: list[RatingList] = field(default_factory=list)


def cut_off(quarter: Quarter, law: Law = LAW) -> date:
    """2: the last day on which a tournament is received for a list."""
    return quarter.issue - timedelta(days=law.closing_days)


def due_index(season: Season, event: Event, law: Law = LAW) -> int | None:
    """2: the first list that knows a tournament received in time."""
    for index, quarter in enumerate(season.quarters):
        if event.played.recorded <= index and event.received <= cut_off(quarter, law):
            return index
    return None


def booking_index(season: Season, event: Event, law: Law = LAW) -> int | None:
    """2, C.2: the list that books a tournament; none without K."""
    rated = uisp.k_factor(event.cadence, law) is not None
    return due_index(season, event, law) if rated else None


def standing_on(season: Season, day: date, lists: Sequence[RatingList]) -> dict[int, int]:
    """3, 4: the ratings of the list in force on a day."""
    found = season.carried
    for quarter, made in zip(season.quarters, lists, strict=False):
        if quarter.published is not None and quarter.published <= day:
            found = {player: row.rating for player, row in made.rows.items()}
    return found


def counted(event: Event) -> list[tuple[int, int, Fraction]]:
    """6: (player, opponent, points) for both sides of every game really played."""
    found = []
    for game in event.played.games:
        scored = uisp.points(game)
        if scored is not None:
            found.append((game.white, game.black, scored[0]))
            found.append((game.black, game.white, scored[1]))
    return found


def first_days(standings: Standings, due: Sequence[Event]) -> dict[int, date]:
    """5: players never rated, with the start of the first tournament."""
    days: dict[int, date] = {}
    for event in due:
        for player in {player for player, _, _ in counted(event)}:
            if player not in standings.index and player not in standings.entries:
                days[player] = min(days.get(player, event.played.start), event.played.start)
    return days


def take_up(season: Season, standings: Standings, due: Sequence[Event], law: Law) -> None:
    """5: give every player who begins with this list a first rating, for good; players with a
    counted game are on the list.
    """
    for player, day in first_days(standings, due).items():
        standings.entries[player] = uisp.entry_rating(player, day, season.externals, law)
    for event in due:
        if uisp.k_factor(event.cadence, law) is not None:
            for player, _, _ in counted(event):
                if player not in standings.index:
                    standings.index[player] = Fraction(standings.entries[player])


def rating_of(player: int, standing: dict[int, int], standings: Standings) -> int:
    """3, 5: a player's rating for a tournament: of the list in force, or the rating to
    begin with.
    """
    return standing[player] if player in standing else standings.entries[player]


def variations(season: Season, standings: Standings, event: Event, law: Law) -> dict[int, Fraction]:
    """C.1: the variation of each player of a tournament."""
    standing = standing_on(season, event.played.start, standings.lists)
    games: dict[int, list[tuple[int, Fraction]]] = {}
    for player, opponent, scored in counted(event):
        met = rating_of(opponent, standing, standings)
        games.setdefault(player, []).append((met, scored))
    k = uisp.k_factor(event.cadence, law)
    assert k is not None
    return {
        player: uisp.variation(rating_of(player, standing, standings), played, k, law)
        for player, played in games.items()
    }


def next_list(season: Season, standings: Standings, index: int, carry: str, law: Law) -> RatingList:
    """2, 3, C.3: a list on: the variations of all tournaments added up, then rounded."""
    before = {player: uisp.published(index) for player, index in standings.index.items()}
    due = [each for each in season.events if due_index(season, each, law) == index]
    take_up(season, standings, due, law)
    base = {player: uisp.published(index) for player, index in standings.index.items()}
    tournaments = dict.fromkeys(base, 0)
    games = dict.fromkeys(base, 0)
    for event in due:
        if uisp.k_factor(event.cadence, law) is None:
            continue
        for player, change in variations(season, standings, event, law).items():
            standings.index[player] += change
            tournaments[player] += 1
        for player, _, _ in counted(event):
            games[player] += 1
    ratings = {player: uisp.published(index) for player, index in standings.index.items()}
    exact = dict(standings.index)
    if carry == "published":
        standings.index = {player: Fraction(rating) for player, rating in ratings.items()}
    rows = {
        player: Row(
            rating,
            before.get(player),
            rating - base[player],
            tournaments[player],
            games[player],
            1 + sum(1 for other in ratings.values() if other > rating),
        )
        for player, rating in sorted(ratings.items())
    }
    return RatingList(season.quarters[index].period, rows, exact)


def replay(season: Season, carry: str = "published", law: Law = LAW) -> list[RatingList]:
    """1 to 6: every list of a season."""
    standings = Standings({player: Fraction(each) for player, each in season.carried.items()})
    for index in range(len(season.quarters)):
        standings.lists.append(next_list(season, standings, index, carry, law))
    return standings.lists
