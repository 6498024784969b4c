"""Sixteen years of draughts drawn from a seed, from January 2008 on, the hard cases frequent.

The same seed gives the same era. Two lists a year, about the first of which the year before ends;
people who come always, seldom or never; foreigners with a world rating; late reports; weights;
capitals annulled by decision, and points given or taken.
"""

from datetime import date, timedelta
from fractions import Fraction
from random import Random

from tests.oracles.random_worlds import forfeits_of, rounds
from tests.oracles.rubele_era import Adjustment, Annulment, Decision, Era, Event, WorldList
from tests.oracles.rubele_law import DISCIPLINES, INTERNAZIONALE, ITALIANA, LAW
from tests.oracles.world import Carried, Game, Tournament

BEGINS = date(2008, 1, 1)
YEARS = 16
PLAYERS = 26
FOREIGN = frozenset(range(21, 27))
"""They play international draughts only, and have a world rating."""

CARRIED = {
    ITALIANA: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    INTERNAZIONALE: (1, 2, 12, 13, 14, 15, 16, 17, 21),
}
DECIDED = {ITALIANA: (18,), INTERNAZIONALE: (19, 11)}
"""Who enters with a capital that the commission decides."""

NEVER = frozenset({5, 6, 14})
RAISED = 5
"""Of these, one from whom the minimum saves something, and who is given points then."""
SELDOM = frozenset({3, 4, 7, 10, 20, 21, 22, 23, 24})
ON_THRESHOLDS = frozenset({1, 2, 10, 11, 17})
SPREAD = {3: 3200, 8: 3100, 9: 3300, 12: 1400, 13: 2600, 15: 3450, 16: 3400}
"""From here on; they enter the other discipline from every category."""

SPANS = ((100, 140), (160, 700), (600, 1900), (1930, 2070), (2930, 3070), (3830, 3970),
         (3950, 4700), (4900, 5900))  # fmt: skip


def list_days(random: Random) -> tuple[date, ...]:
    """Return two lists a year; now and then the second on the last day of the year."""
    found = []
    for year in range(BEGINS.year, BEGINS.year + YEARS):
        found.append(date(year, random.choice([1, 3, 6]), random.randint(2, 28)))
        found.append(random.choice([date(year, 9, 30), date(year, 12, 15), date(year, 12, 31)]))
    return tuple(found)


def threshold(player: int, discipline: str, seed: int) -> int:
    """Return the threshold of a category; a point less for even numbers."""
    return LAW.of(discipline).thresholds[(player + seed) % 4] - (player % 2 == 0)


def carried(random: Random, player: int, discipline: str, seed: int) -> Carried:
    """Return a capital, often at a threshold, beside a threshold or at the floor; the last event a
    year ago, or two.
    """
    rating = random.randint(*random.choice(SPANS))
    if player in ON_THRESHOLDS:
        rating = threshold(player, discipline, seed)
    if player in SPREAD:
        rating = SPREAD[player] + random.randint(0, 90)
    if player in NEVER:
        rating = 130 if player == RAISED else random.randint(300, 2400)
    year = BEGINS.year - (random.choice([1, 2]) if player not in FOREIGN else 1)
    return Carried(player, rating, None, random.randint(0, 200), rating, f"{year}-11-20")


def entrants_of(random: Random, discipline: str) -> list[int]:
    """Return some players of this discipline."""
    able = [
        player
        for player in range(1, PLAYERS + 1)
        if player not in NEVER
        and not (player in FOREIGN and discipline == ITALIANA)
        and (player not in SELDOM or random.random() < 0.12)
    ]
    return random.sample(able, min(len(able), random.choice([2, 4, 6, 8])))


def won_by(champion: int, games: tuple[Game, ...]) -> tuple[Game, ...]:
    """Return the same games, all won by a single player."""
    return tuple(
        Game(
            each.white,
            each.black,
            *(("1", "0") if each.white == champion else ("0", "1")),
        )
        if champion in (each.white, each.black)
        else each
        for each in games
    )


def days_of(random: Random, day: date) -> tuple[date, date]:
    """Return first and last day: on the day of a list, beside, across the turn of the year."""
    end = day - timedelta(days=random.choice([0, 1, -1, 10, 40, 90, 150]))
    if random.random() < 0.15:
        end = date(day.year, *random.choice([(1, 1), (1, 3), (12, 31), (12, 30)]))
    start = end - timedelta(days=random.choice([0, 1, 2, 2, 7]))
    if day.year in (2020, 2021) and random.random() < 0.3:
        start, end = date(2020, 12, 30), date(2021, 1, random.randint(1, 4))
    return max(start, BEGINS), max(end, BEGINS)


def events(random: Random, lists: tuple[date, ...]) -> list[Event]:
    """Events of both disciplines around every list."""
    found = []
    for number in range(4 * len(lists)):
        discipline = random.choice(DISCIPLINES)
        start, end = days_of(random, lists[number % len(lists)])
        delay = random.choice([0, 0, 0, 0, 1, 2, 3])
        entrants = entrants_of(random, discipline)
        losers = frozenset(each for each in entrants if random.random() < 0.15)
        games = rounds(random, entrants, random.choice([1, 3, 5, 9, 20]), losers, True)
        if random.random() < 0.2:
            games = won_by(random.choice(entrants), games)
        if random.random() < 0.2:
            games = forfeits_of(games, random.choice(entrants))
        known = sum(1 for each in lists if each < end) + delay
        whole = Tournament(f"R-{number:06d}", start, end, games, known)
        weight = Fraction(1, random.choice([1, 1, 1, 2]))
        found.append(Event(whole, discipline, weight))
    random.shuffle(found)
    return found


def world_lists(random: Random) -> tuple[WorldList, ...]:
    """Lists of January and July: the foreigners, about the edges of table 22."""
    return tuple(
        WorldList(
            date(year, month, 1),
            {
                player: random.choice(
                    [2000, 2001, 2033, 2200, 2201, 2300, 2301, random.randint(1500, 2450)]
                )
                for player in sorted(FOREIGN)
            },
        )
        for year in range(BEGINS.year, BEGINS.year + YEARS)
        for month in (1, 7)
    )


def by_decision(
    random: Random, lists: tuple[date, ...]
) -> tuple[tuple[Annulment, ...], tuple[Adjustment, ...]]:
    """Return annulled capitals and points given or taken; at most one decision about a player
    before a list. Absent players lose as much as possible.
    """
    annulled, adjusted = [], [Adjustment(RAISED, ITALIANA, 700, 5)]
    for index in range(1, len(lists)):
        for discipline in DISCIPLINES:
            one, other = random.sample(range(1, PLAYERS + 1), 2)
            if one not in NEVER and random.random() < 0.4:
                annulled.append(Annulment(one, discipline, index))
            if other != RAISED and random.random() < 0.4:
                points = random.choice([-400, -50, 1, 150, 700])
                adjusted.append(Adjustment(other, discipline, points, index))
    return tuple(annulled), tuple(adjusted)


def era(seed: int) -> Era:
    """The era of a seed."""
    random = Random(f"rubele era {seed}")
    lists = list_days(random)
    before = {
        name: tuple(carried(random, each, name, seed) for each in players)
        for name, players in CARRIED.items()
    }
    decisions = tuple(
        Decision(
            player,
            name,
            random.choice([100, threshold(player, name, seed)]),
            random.choice([0, 0, 1, 2, 3, 5, 9]),
        )
        for name, players in DECIDED.items()
        for player in players
    )
    played, world = tuple(events(random, lists)), world_lists(random)
    annulments, adjustments = by_decision(random, lists)
    return Era(
        tuple(range(1, PLAYERS + 1)),
        FOREIGN,
        BEGINS,
        before,
        played,
        lists,
        world,
        decisions,
        annulments=annulments,
        adjustments=adjustments,
    )
