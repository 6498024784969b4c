"""FID draughts over several years: the replay of `elo_rubele`, and the malus (table 18 b).

Dictionaries and a loop: year after year among the tournaments, in the order of their places.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from tests.oracles import elo_rubele
from tests.oracles.elo_rubele import FLOOR, Place, Standings, counted_games, place_of
from tests.oracles.world import Tournament, World

MALUS = 50  # table 18 b
LIMIT = 450


def stretched(world: World, times: int = 3) -> World:
    """Stretch a season of 2015 over some years from 1 January 2014 on: every distance
    multiplied.
    """
    begins = date(2014, 1, 1)

    def day(of_season: date) -> date:
        return begins + (of_season - world.carried_on) * times

    return replace(
        world,
        carried_on=begins,
        carried=tuple(
            replace(each, last_counted=each.last_counted and "2013-12-01") for each in world.carried
        ),
        tournaments=tuple(
            replace(each, start=day(each.start), end=day(each.end)) for each in world.tournaments
        ),
        periods=tuple(day(date.fromisoformat(each)).isoformat() for each in world.periods),
    )


class Years:
    """The malus of each player and year, and the ended years."""

    def __init__(self, standings: Standings) -> None:
        self.standings = standings
        self.taken: dict[tuple[int, int], int] = {}
        self.ended: set[int] = set()

    def end(self, year: int) -> None:
        """Table 18 b: 50 from each absent player, to 450 in a life and to the minimum."""
        self.ended.add(year)
        for player, capital in list(self.standings.capitals.items()):
            if (player, year) not in self.standings.bonus_years:
                so_far = sum(points for (who, _), points in self.taken.items() if who == player)
                points = min(MALUS, LIMIT - so_far, capital - FLOOR)
                if points > 0:
                    self.taken[player, year] = points
                    self.move(player, year, -points)

    def again(self, year: int, players: set[int]) -> None:
        """Give the malus back to players who took part after all."""
        for player in players:
            if (player, year) in self.standings.bonus_years and (player, year) in self.taken:
                self.move(player, year, self.taken.pop((player, year)))

    def move(self, player: int, year: int, points: int) -> None:
        self.standings.capitals[player] += points
        self.standings.changes.append((place_of_end(year), player, points))


def place_of_end(year: int) -> Place:
    """Return the place after all tournaments that ended by 31 December."""
    return date(year, 12, 31), date.max, ""


def replay(
    world: World, discipline: str, list_days: Sequence[tuple[str, date]]
) -> Iterator[dict[int, int]]:
    """The capitals list by list; histories begin on a 1 January."""
    standings = elo_rubele.carried_standings(world, discipline)
    years, before = Years(standings), world.carried_on
    for index, (_, cut_off) in enumerate(list_days):
        booked = [
            each
            for each in world.tournaments
            if each.start >= world.carried_on and elo_rubele.booking_index(each, list_days) == index
        ]
        for _, what in sorted(in_order(booked, before, cut_off), key=lambda each: each[0]):
            if isinstance(what, Tournament):
                elo_rubele.rate(standings, what, "place")
            elif what in years.ended:
                late = (each for each in booked if each.end.year == what)
                years.again(what, {player for each in late for player in players(each)})
            else:
                years.end(what)
        before = cut_off
        yield dict(standings.capitals)


def in_order(
    booked: Sequence[Tournament], before: date, cut_off: date
) -> Iterator[tuple[Place, Tournament | int]]:
    """Return the tournaments of a list, the years that end on the list, and those of late
    tournaments.
    """
    yield from ((place_of(each), each) for each in booked)
    first = before + timedelta(days=1)
    ending = {y for y in range(first.year, cut_off.year + 1) if first <= date(y, 12, 31) <= cut_off}
    late = {each.end.year for each in booked if date(each.end.year, 12, 31) <= before}
    yield from ((place_of_end(year), year) for year in ending | late)


def players(tournament: Tournament) -> set[int]:
    """Return the players with a counted game."""
    return {player for player, _, _ in counted_games(tournament)}
