"""The FIDE list that books a tournament, with the ratings used, and the games that
count.

`Careers` is one world for each pool, over the same players. A tournament goes by the edition of its
first day; a part that was reported by itself takes the ratings of its own first day.

Readings chosen in this file, each in the function named:
* `booking_index`: a report received after the day before the third list is never rated; that of an
  event of the world body always is, since 0.3 says so without a limit.
* `booked`: rapid and blitz 7.2.1: who has no rating but a standard one plays as rated with it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

from tests.oracles import fide_editions as law_of
from tests.oracles.fide_editions import LAW, STANDARD, Edition, Law
from tests.oracles.fide_standard import RatingList, list_date, played_scores, ratings_in_force
from tests.oracles.world import Tournament, World

Lists = dict[str, list[RatingList]]


@dataclass(frozen=True)
class Careers:
    """The worlds of the pools; the players are the same."""

    worlds: Mapping[str, World]

    @property
    def months(self) -> list[str]:
        """The names of all lists, in order."""
        return sorted({period for world in self.worlds.values() for period in world.periods})


@dataclass(frozen=True)
class Booked:
    """0.1, 7.1.1: a tournament, the edition, and the ratings in force at the start (of the
    part).

    `seeded`: those of them that are standard ratings, lent to another pool.
    """

    tournament: Tournament
    edition: Edition
    ratings: Mapping[int, int]
    seeded: frozenset[int]


@dataclass(frozen=True)
class Played:
    """8.2.2, 8.3.1: a player's counted games in a tournament: opponent's rating and score."""

    start: date
    end: date
    edition: Edition
    own: int | None
    seeded: bool
    games: tuple[tuple[int, Fraction], ...]

    @property
    def score(self) -> Fraction:
        """8.2.1: points made in the counted games."""
        return sum((score for _, score in self.games), Fraction(0))


def last_day_to_report(tournament: Tournament, law: Law) -> date:
    """9.1: the day before the third list dated after the end."""
    month = tournament.ends
    for _ in range(law.late_lists):
        month = (month.replace(day=1) + timedelta(days=31)).replace(day=1)
    return month - timedelta(days=1)


def booking_index(world: World, tournament: Tournament, law: Law = LAW) -> int | None:
    """7.1.3, 9.1: the first closing that knows the report and comes three days or more after the
    end (one day for an event of the world body); None for a report too late.
    """
    received = tournament.received or tournament.end
    if received > last_day_to_report(tournament, law) and not tournament.official:
        return None
    days = 1 if tournament.official else law.closing_days
    for index, period in enumerate(world.periods):
        ended = tournament.end <= list_date(period) - timedelta(days=days)
        if tournament.recorded <= index and ended:
            return index
    return None


def due_by_closing(world: World, pool: str, law: Law) -> dict[int, list[Tournament]]:
    """0.1, 7.1.3: the tournaments of every closing, by end, start, id and part; without those
    begun before the first edition or before the ratings carried over.
    """
    due: dict[int, list[Tournament]] = {}
    for each in sorted(world.tournaments, key=lambda t: (t.end, t.start, t.id, t.part)):
        inside = law.edition_on(pool, each.begins) is not None and each.begins >= world.carried_on
        index = booking_index(world, each, law)
        if inside and index is not None:
            due.setdefault(index, []).append(each)
    return due


def booked(
    careers: Careers, pool: str, lists: Lists, due: Iterable[Tournament], law: Law
) -> list[Booked]:
    """7.1.1: tournaments with editions and the ratings in force at the start."""
    found = []
    for each in due:
        edition = law.edition_on(pool, each.begins)
        assert edition is not None
        own = ratings_in_force(careers.worlds[pool], lists[pool], each.start)
        lent = ratings_lent(careers, pool, lists, each.start)
        found.append(Booked(each, edition, {**lent, **own}, frozenset(lent) - frozenset(own)))
    return found


def ratings_lent(careers: Careers, pool: str, lists: Lists, day: date) -> dict[int, int]:
    """Rapid and blitz 7.2.1: the standard ratings in force on a day; none for standard itself."""
    if pool == STANDARD or STANDARD not in careers.worlds:
        return {}
    return ratings_in_force(careers.worlds[STANDARD], lists[STANDARD], day)


def counted_games(each: Booked) -> dict[int, list[tuple[int, Fraction]]]:
    """5.1, 8.3.1: for everybody, the games really played against opponents rated at the start."""
    counted: dict[int, list[tuple[int, Fraction]]] = {}
    ratings = each.ratings
    for game in each.tournament.games:
        scores = played_scores(game)
        white, black = ratings.get(game.white), ratings.get(game.black)
        if scores is None:
            continue
        if white and black and law_of.too_far_apart(white, black, each.edition):
            continue
        if black:
            counted.setdefault(game.white, []).append((black, scores[0]))
        if white:
            counted.setdefault(game.black, []).append((white, scores[1]))
    return counted


def tournaments_played(found: Iterable[Booked]) -> dict[int, list[Played]]:
    """8.2.1, 8.3.1: for everybody, the tournaments with at least one counted game, in order."""
    played: dict[int, list[Played]] = {}
    for each in found:
        for player, games in counted_games(each).items():
            own, seeded = each.ratings.get(player), player in each.seeded
            days = each.tournament.start, each.tournament.end
            row = Played(*days, each.edition, own, seeded, tuple(games))
            played.setdefault(player, []).append(row)
    return played
