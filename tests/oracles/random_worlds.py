"""Small federations drawn from a seed, with the hard cases made frequent.

The same seed gives the same world. `fide_world` has two eras: "lift" (first list March 2024) and
"amendment" (first list August 2025, so that January and 1 October 2025 fall inside).
`rubele_world` is one season inside a calendar year; `rubele_list_days` gives its closings.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from tests.oracles import fide_standard
from tests.oracles.world import Adjustment, Carried, Game, Player, Tournament, World

ERAS = {
    "lift": (date(2024, 2, 1), (2024, 3)),
    "amendment": (date(2025, 7, 1), (2025, 8)),
}

# Results of white and black with their weights: real games, then games that do not count.
DECIDED = (("1", "0", 38), ("0", "1", 34), ("=", "=", 20))
NOT_COUNTED = (("+", "-", 3), ("-", "+", 2), ("-", "-", 1), ("W", "L", 1), ("D", "D", 1))
BOTH_LOSE = ("0", "0", 1)


# ------------------------------------------------------------------------------------------- games


def result(random: Random, both_lose: bool) -> tuple[str, str]:
    """Return a pair of codes; now and then a forfeit, or a game that both lose."""
    kinds = DECIDED + NOT_COUNTED + ((BOTH_LOSE,) if both_lose else ())
    white, black, _ = random.choices(kinds, [weight for _, _, weight in kinds])[0]
    return white, black


def play(random: Random, white: int, black: int, losers: frozenset[int], both_lose: bool) -> Game:
    """Return a game; a destined loser loses against everybody else."""
    if white in losers and black not in losers:
        return Game(white, black, "0", "1")
    if black in losers and white not in losers:
        return Game(white, black, "1", "0")
    return Game(white, black, *result(random, both_lose))


def rounds(
    random: Random, entrants: list[int], count: int, losers: frozenset[int], both_lose: bool
) -> tuple[Game, ...]:
    """Rounds paired by lot, so the same two may meet twice; nobody plays twice in a round."""
    games = []
    for _ in range(count):
        drawn = random.sample(entrants, len(entrants))
        for white, black in zip(drawn[::2], drawn[1::2], strict=False):
            games.append(play(random, white, black, losers, both_lose))
    return tuple(games)


def forfeits_of(games: tuple[Game, ...], absent: int) -> tuple[Game, ...]:
    """Return the same games with a player who never came."""
    return tuple(forfeit_of(game, absent) for game in games)


def forfeit_of(game: Game, absent: int) -> Game:
    """Return a game, lost by forfeit if the player never came."""
    if game.white == absent:
        return replace(game, white_result="-", black_result="+")
    if game.black == absent:
        return replace(game, white_result="+", black_result="-")
    return game


# ------------------------------------------------------------------------------- FIDE: who there is


def list_names(first: tuple[int, int], count: int) -> tuple[str, ...]:
    """Names of consecutive months."""
    return tuple(month_name(first, i) for i in range(count))


def month_name(first: tuple[int, int], offset: int) -> str:
    """Return the month so many after the first (or before)."""
    number = first[0] * 12 + first[1] - 1 + offset
    return f"{number // 12}-{number % 12 + 1:02d}"


def carried_rating(random: Random, era: str) -> int:
    """A rating, more often than not beside a boundary."""
    low = (990, 1410) if era == "lift" else (1400, 1425)
    span = random.choice(
        [low, low, (1395, 1440), (1430, 1900), (1500, 2250), (1700, 2250), (1990, 2010),
         (2285, 2305), (2385, 2405), (2400, 2640), (2635, 2665), (2640, 2820)]
    )  # fmt: skip
    return random.randint(*span)


def carried_over(random: Random, player: int, era: str, on: date) -> Carried:
    """Return the carried facts of a rated player; a peak above the rating, a K printed otherwise
    than computed, a games counter about to reach 30, a last game about a year ago: all cases
    occur.
    """
    rating = carried_rating(random, era)
    peak = max(rating, random.choice([0, rating, rating + random.randint(1, 120), 2300, 2400]))
    if rating < 2000:
        peak = max(rating, min(peak, rating + 300))
    last = random.choice([None, *(month_name((on.year, on.month), -ago) for ago in range(14))])
    return Carried(
        player,
        rating,
        k=random.choice([None, None, None, 10, 20, 40]),
        games=random.choice([0, 5, 12, 24, 27, 29, 30, 31, 80, 400]),
        peak=peak,
        last_counted=last,
    )


def birth_year(random: Random, on: date) -> int | None:
    """Return a birth year: of adults, unknown, or of juniors near the year of the 19th birthday."""
    junior = on.year - random.randint(16, 19)
    return random.choice([None, 1950, 1980, 1995, junior, junior, junior])


# ------------------------------------------------------------------------------- FIDE: tournaments


def closing_known(periods: tuple[str, ...], end: date) -> int:
    """Return the first closing by which a tournament can have been recorded: the list comes later
    than the last day.
    """
    days = [fide_standard.list_date(period) for period in periods]
    return sum(1 for day in days if day <= end)


def tournament_days(random: Random, carried_on: date, day: date) -> tuple[date, date]:
    """Return first and last day near a list day: ending on the cut-off, a day to either side,
    across the list day, or anywhere in the month before; never longer than 25 days. Now and
    then begun the day before the carry-over.
    """
    end = day + timedelta(days=random.choice([-2, -3, -3, -4, -1, 0, 1, 3, 6, -10, -15, -20]))
    length = random.choice([0, 1, 2, 4, 7, 9, 12, 24])
    start = end - timedelta(days=length)
    if random.random() < 0.02:
        return carried_on - timedelta(days=1), carried_on + timedelta(days=5)
    return max(start, carried_on), end


def entrants_of(
    random: Random, ratings: dict[int, int], newcomers: list[int], size: int
) -> list[int]:
    """Return entrants of equal or mixed strength, with a few newcomers."""
    rated = sorted(ratings, key=lambda player: ratings[player])
    third = max(1, len(rated) // 3)
    group = random.choice([rated[:third], rated[third : 2 * third], rated[2 * third :], rated])
    fresh = random.sample(newcomers, min(len(newcomers), random.choice([0, 1, 2, 3, 4])))
    taken = random.sample(group, min(len(group), max(2, size - len(fresh))))
    rest = [player for player in rated if player not in taken]
    missing = max(0, 4 - len(taken) - len(fresh))
    return taken + fresh + random.sample(rest, min(len(rest), missing))


def losers_of(random: Random, entrants: list[int], newcomers: list[int]) -> frozenset[int]:
    """Return a player who loses every game: often a newcomer (the zero first score)."""
    losing = {player for player in entrants if player in newcomers and random.random() < 0.35}
    losing |= {player for player in entrants if random.random() < 0.08}
    return frozenset(losing)


@dataclass(frozen=True)
class Season:
    """The choices for the tournaments of a FIDE world."""

    carried_on: date
    periods: tuple[str, ...]
    ratings: dict[int, int]
    newcomers: list[int]
    both_lose: bool


def fide_tournament(random: Random, season: Season, number: int) -> Tournament:
    """Return a tournament around a list day; some are long, some recorded one to three
    lists late.
    """
    day = fide_standard.list_date(season.periods[number % len(season.periods)])
    start, end = tournament_days(random, season.carried_on, day)
    entrants = entrants_of(random, season.ratings, season.newcomers, random.randint(4, 12))
    count = random.choice([3, 5, 5, 7, 9, 9, 18, 36])
    losers = losers_of(random, entrants, season.newcomers)
    games = rounds(random, entrants, count, losers, season.both_lose)
    if random.random() < 0.1:
        games = forfeits_of(games, random.choice(entrants))
    late = random.choice([0, 0, 0, 0, 0, 0, 1, 1, 2, 3])
    recorded = closing_known(season.periods, end) + late
    return Tournament(f"T-{number:06d}", start, end, games, recorded)


# ------------------------------------------------------------------------------- FIDE: adjustments


def adjusted_rating(random: Random, rating: int | None) -> int | None:
    """Return the rating after an adjustment: a few points away, across a boundary, off the list or
    onto the list.
    """
    if rating is None:
        return random.choice([1400, 1463, 1999, 2299, 2401])
    near = [rating + step for step in (-60, -7, -1, 1, 5, 40)]
    return random.choice([*near, *near, 1399, 1400, 2300, 2399, 2400, 2650, None])


def add_adjustments(random: Random, world: World, count: int) -> World:
    """About two in three start from the true rating of the last list, the others lapse. The true
    rating comes from replaying the facts so far, closing by closing.
    """
    for index in sorted(random.choices(range(len(world.periods)), k=count)):
        taken = {a.player for a in world.adjustments if a.recorded == index}
        player = random.choice([p.id for p in world.players if p.id not in taken])
        if index == 0:
            known = {each.player: each.rating for each in world.carried}
        else:
            so_far = replace(world, periods=world.periods[:index])
            rows = fide_standard.replay(so_far)[-1].rows
            known = {each: row.rating for each, row in rows.items()}
        before = known.get(player)
        to = adjusted_rating(random, before)
        claimed = before
        if random.random() < 0.35:
            claimed = 1700 if before is None else random.choice([before - 1, before + 3, None])
        if to is None and claimed is None:
            to = 1500
        adjustment = Adjustment(player, claimed, to, index)
        world = replace(world, adjustments=(*world.adjustments, adjustment))
    return world


def fide_world(
    seed: int,
    players: int = 30,
    periods: int = 8,
    *,
    era: str | None = None,
    per_period: int = 4,
    adjustments: int = 5,
    both_lose: bool = True,
) -> World:
    """Return a FIDE federation. Without `era`, even seeds give "lift" and odd seeds "amendment";
    `adjustments=0` gives none, `both_lose=False` no game lost by both sides.
    """
    random = Random(f"fide {seed}")
    era = era or ("lift", "amendment")[seed % 2]
    carried_on, first = ERAS[era]
    names = list_names(first, periods)
    ids = list(range(1, players + 1))
    newcomers = ids[-(players // 4) :]
    people = tuple(Player(player, birth_year(random, carried_on)) for player in ids)
    rated = ids[: len(ids) - len(newcomers)]
    carried = tuple(carried_over(random, player, era, carried_on) for player in rated)
    ratings = {each.player: each.rating for each in carried}
    season = Season(carried_on, names, ratings, newcomers, both_lose)
    tournaments = [fide_tournament(random, season, i) for i in range(per_period * periods)]
    random.shuffle(tournaments)
    world = World(people, carried, carried_on, tuple(tournaments), (), names)
    return add_adjustments(random, world, adjustments)


# ------------------------------------------------------------------------------- draughts


def carried_capital(random: Random, player: int, year: int) -> Carried:
    """A capital, often beside a threshold of either discipline or at the floor; the bonus of the
    year already had or not."""
    spans = [(100, 130), (100, 400), (400, 1900), (1930, 2070), (2930, 3070), (3830, 3970),
             (3950, 4600), (4900, 5400)]  # fmt: skip
    rating = random.randint(*random.choice(spans))
    last = random.choice([None, f"{year - 1}-10-11", f"{year - 2}-03-01", f"{year}-01-25"])
    return Carried(player, rating, None, random.randint(0, 200), rating, last)


def rubele_world(
    seed: int,
    players: int = 24,
    lists: int = 4,
    *,
    per_list: int = 5,
    late: bool = True,
    both_lose: bool = True,
) -> World:
    """Return a draughts season of 2015, for either discipline: beginners, long tournaments,
    tournaments that end on the cut-off day, consecutive tournaments of the same days, players
    who never came, and with `late` tournaments recorded after their list.
    """
    random = Random(f"rubele {seed}")
    year, carried_on = 2015, date(2015, 2, 1)
    days = [date(year, 2, 20) + timedelta(days=(280 // lists) * (i + 1)) for i in range(lists)]
    ids = list(range(1, players + 1))
    carried = tuple(carried_capital(random, player, year) for player in ids[: players * 3 // 4])
    tournaments = []
    for number in range(per_list * lists):
        day = days[number % lists]
        end = day - timedelta(days=random.choice([0, 0, 1, -1, 5, 12, 12, 30, 45]))
        start = max(carried_on, end - timedelta(days=random.choice([0, 0, 1, 2, 7])))
        entrants = random.sample(ids, random.randint(4, min(14, players)))
        losers = frozenset(player for player in entrants if random.random() < 0.15)
        count = random.choice([3, 5, 7, 9, 9, 20])
        games = rounds(random, entrants, count, losers, both_lose)
        if random.random() < 0.3:
            games = forfeits_of(games, random.choice(entrants))
        known = sum(1 for each in days if each < end)
        delay = random.choice([0, 0, 0, 0, 1, 2]) if late else 0
        tournaments.append(Tournament(f"T-{number:06d}", start, end, games, known + delay))
    random.shuffle(tournaments)
    names = tuple(day.isoformat() for day in days)
    people = tuple(Player(player) for player in ids)
    return World(people, carried, carried_on, tuple(tournaments), (), names)


def rubele_list_days(world: World) -> list[tuple[str, date]]:
    """The closings of a draughts world: the cut-off is the list day itself."""
    return [(period, date.fromisoformat(period)) for period in world.periods]
