"""Careers of sixty months in the three FIDE pools, drawn from a seed, with the hard cases frequent.

The same seed gives the same careers. There are four eras: "old" begins in July 2014, "middle" in
June 2019, "new" in April 2021, "late" in March 2024; from 2022 on rapid and blitz are there too.
Points follow
strength, so that the strong stay strong and those at the floor fall off it and come back.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from tests.oracles import fide_replay
from tests.oracles.career_appointments import appointments
from tests.oracles.career_people import Person, people
from tests.oracles.fide_booking import Careers, last_day_to_report
from tests.oracles.fide_editions import BLITZ, LAW, POOLS, RAPID, STANDARD
from tests.oracles.fide_standard import list_date
from tests.oracles.random_worlds import closing_known, forfeits_of, list_names
from tests.oracles.world import Adjustment, Carried, Game, Player, Tournament, World

MONTHS = 60
ERAS = {
    "new": date(2021, 4, 1),
    "middle": date(2019, 6, 1),
    "old": date(2014, 7, 1),
    "late": date(2024, 3, 1),
}
LINKED_FROM = date(2022, 1, 1)
REPORTED_MONTHLY_FROM = date(2022, 1, 1)
UNEQUAL_FROM = {STANDARD: date(2025, 11, 1), RAPID: date(2025, 1, 1), BLITZ: date(2025, 1, 1)}
"""From here on the best meet the weakest more often: a limit of their difference has changed."""

FEW_ROUNDS = date(2023, 12, 1), date(2024, 4, 15)

PER_MONTH = {STANDARD: 2.6, RAPID: 1.3, BLITZ: 0.9}
"""Tournaments of one pool in a month, on average."""


# ------------------------------------------------------------------------------------ games


def result(random: Random, advantage: int) -> tuple[str, str]:
    """Codes of white and black: by strength, now and then not a real game."""
    if random.random() < 0.05:
        return random.choice([("+", "-"), ("-", "+"), ("-", "-"), ("W", "L"), ("D", "D")])
    expected = 1 / (1 + 10 ** (-advantage / 400))
    draw = min(0.3, expected, 1 - expected)
    at = random.random()
    if at < draw:
        return "=", "="
    return ("1", "0") if at < draw + expected - draw / 2 else ("0", "1")


def games(
    random: Random, entrants: list[Person], rounds: int, month: int, losers: frozenset[int]
) -> tuple[Game, ...]:
    """Return rounds paired by lot; a destined loser loses everything."""
    played = []
    for _ in range(rounds):
        drawn = random.sample(entrants, len(entrants))
        for white, black in zip(drawn[::2], drawn[1::2], strict=False):
            codes = result(random, white.strength_in(month) - black.strength_in(month))
            if (white.id in losers) != (black.id in losers):
                codes = ("0", "1") if white.id in losers else ("1", "0")
            played.append(Game(white.id, black.id, *codes))
    return tuple(played)


# ------------------------------------------------------------------------------ tournaments


@dataclass(frozen=True)
class Season:
    """The choices for the tournaments of a pool; `offset` counts from the people's month 0 to the
    month of the first list.
    """

    pool: str
    people: tuple[Person, ...]
    carried_on: date
    periods: tuple[str, ...]
    offset: int


def entrants_of(random: Random, season: Season, month: int, day: date) -> list[Person]:
    """Return strong players with one or two weak, weak with newcomers, neighbours, or anybody;
    rare players mostly come when possible. More of the first where a limit of theirs was just
    changed.
    """
    active = [
        each
        for each in season.people
        if each.debut <= month and (month + 3 * each.id) % each.seldom == 0
    ]
    active.sort(key=lambda each: each.strength_in(month))
    kinds = ["mixed", "low", "low", "top", "neighbours", "neighbours", "any"]
    if day >= UNEQUAL_FROM[season.pool]:
        kinds += ["best"] * 5
    drawn = group_of(random, active, random.choice(kinds))
    seldom = [each for each in active if each.seldom > 6 and each not in drawn]
    return drawn + [each for each in seldom if random.random() < 0.6]


def group_of(random: Random, active: list[Person], kind: str) -> list[Person]:
    """Return some available players, weakest first."""
    half = len(active) // 2
    if kind in ("mixed", "best"):
        weak = random.sample(active[:half], min(half, random.choice([1, 2, 2, 3])))
        strong = active[-3:] if kind == "best" else random.sample(active[half:], 4)
        return weak + strong
    if kind == "low":
        return active[: random.choice([4, 5, 6, 8])]
    if kind == "top":
        return active[-random.choice([4, 6]) :]
    if kind == "any":
        return random.sample(active, min(len(active), 8))
    first = random.randrange(max(1, len(active) - 5))
    return active[first : first + 6]


def rounds_of(random: Random, day: date) -> int:
    """Mostly a few rounds, sometimes so many that 700 is passed; around March 2024 very few, so
    that newcomers have games on both sides.
    """
    if FEW_ROUNDS[0] <= day < FEW_ROUNDS[1] and random.random() < 0.7:
        return random.choice([1, 1, 2])
    return random.choice([1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 7, 7, 9, 9, 9, 18, 36])


def days_of(random: Random, season: Season, index: int) -> tuple[date, date]:
    """Return first and last day near a list day: on the cut-off, a day to either side, across the
    list day; now and then from before the ratings carried over.
    """
    day = list_date(season.periods[index])
    end = day + timedelta(days=random.choice([-2, -3, -3, -4, -1, 0, 1, 3, 6, -10, -15, -20]))
    length = random.choice([0, 1, 2, 4, 7, 9, 12, 24])
    if end < REPORTED_MONTHLY_FROM and random.random() < 0.08:
        length = random.choice([31, 45, 70])
    if index == 0 and random.random() < 0.25:
        return season.carried_on - timedelta(days=1), season.carried_on + timedelta(days=5)
    return max(end - timedelta(days=length), season.carried_on), end


def tournaments(random: Random, season: Season, index: int, number: int) -> list[Tournament]:
    """Return a tournament around a list day; a long tournament from 2022 on may come in parts."""
    month = index + season.offset
    drawn = entrants_of(random, season, month, list_date(season.periods[index]))
    beginners = [each.id for each in drawn if not each.rated]
    losing = {each for each in beginners if random.random() < 0.3}
    losing |= {each.id for each in drawn if random.random() < 0.05}
    losers = frozenset(losing)
    name = f"{season.pool[5].upper()}-{number:06d}"
    in_parts = list_date(season.periods[index]) >= REPORTED_MONTHLY_FROM
    if in_parts and random.random() < 0.08:
        return parts(random, season, index, name, drawn, losers)
    start, end = days_of(random, season, index)
    played = games(random, drawn, rounds_of(random, start), month, losers)
    if random.random() < 0.06:
        played = forfeits_of(played, random.choice(drawn).id)
    late = random.choice([0, 0, 0, 0, 0, 0, 1, 1, 2, 3])
    recorded = closing_known(season.periods, end) + late
    whole = Tournament(name, start, end, played, recorded, official=random.random() < 0.1)
    return [reported_late(random, season, whole) if random.random() < 0.06 else whole]


def parts(
    random: Random,
    season: Season,
    index: int,
    name: str,
    drawn: list[Person],
    losers: frozenset[int],
) -> list[Tournament]:
    """Return a tournament of two or three months, reported in parts, a part for each
    month's games.
    """
    days = []
    month = list_date(season.periods[index])
    for _ in range(random.choice([2, 2, 3])):
        days.append((month.replace(day=random.randint(1, 9)), month.replace(day=26)))
        month = (month + timedelta(days=31)).replace(day=1)
    whole = (days[0][0], days[-1][1])
    return [
        Tournament(
            name,
            start,
            end,
            games(random, drawn, random.choice([2, 3, 5]), index + season.offset, losers),
            closing_known(season.periods, end),
            part,
            whole,
        )
        for part, (start, end) in enumerate(days, start=1)
    ]


def reported_late(random: Random, season: Season, whole: Tournament) -> Tournament:
    """Return the same, received on the last day in time, or after."""
    late = random.choice([0, 0, 1, 20])
    received = last_day_to_report(whole, LAW) + timedelta(days=late)
    recorded = closing_known(season.periods, received)
    return replace(whole, received=received, recorded=recorded)


# ------------------------------------------------------------------------------ what is carried


def carried_standard(random: Random, person: Person, on: date) -> Carried:
    """A rating near the strength; counters about to reach 30, peaks beside 2300 and 2400."""
    rating = max(1000, person.strength + random.randint(-12, 12))
    peak = max(rating, random.choice([0, 0, rating + random.randint(1, 30)]))
    ago = random.randint(0, 12)
    months = on.year * 12 + on.month - 1 - ago
    return Carried(
        person.id,
        rating,
        k=random.choice([None, None, 10, 20, 40]),
        games=random.choice([0, 5, 12, 24, 29, 80, 400]),
        peak=peak,
        last_counted=f"{months // 12}-{months % 12 + 1:02d}",
    )


def carried_linked(random: Random, person: Person, on: date) -> Carried:
    """A rapid or blitz rating, often far below the strength."""
    rating = max(1000, person.strength - random.choice([0, 30, 99, 100, 101, 250, 450]))
    return replace(carried_standard(random, person, on), rating=rating, k=20, peak=rating)


def world_of(random: Random, pool: str, folk: list[Person], begins: date) -> World:
    """Return a pool with the ratings of before and the tournaments, without adjustments."""
    carried_on = begins if pool == STANDARD else max(begins, LINKED_FROM)
    offset = (carried_on.year - begins.year) * 12 + carried_on.month - begins.month
    names = list_names((carried_on.year, carried_on.month + 1), MONTHS - offset)
    season = Season(pool, tuple(folk), carried_on, names, offset)
    rated = [each for each in folk if each.rated]
    if pool == STANDARD:
        carried = [carried_standard(random, each, carried_on) for each in rated]
    else:
        some = random.sample(rated, 8)
        carried = [carried_linked(random, each, carried_on) for each in some]
    found: list[Tournament] = []
    number = 0
    for index in range(len(names)):
        for _ in range(int(PER_MONTH[pool] + random.random())):
            number += 1
            found += tournaments(random, season, index, number)
    if pool == STANDARD:
        found += appointments(folk, names)
    random.shuffle(found)
    players = tuple(Player(each.id, each.born) for each in folk)
    return World(players, tuple(carried), carried_on, tuple(found), (), names)


# ------------------------------------------------------------------------------ adjustments


def with_adjustment(random: Random, careers: Careers, pool: str) -> Careers:
    """Add an adjusted rating in a pool; about one in four starts from a wrong rating and lapses."""
    world = careers.worlds[pool]
    index = random.randrange(1, len(world.periods))
    before = fide_replay.replay(shortened(careers, world.periods[index - 1]))[pool][-1].rows
    player = random.choice(sorted(before))
    rating = before[player].rating
    to = random.choice(
        [rating - 1, rating + 1, rating - 60, rating + 5, 2300, 2400, 1400, None, None]
    )
    claimed = rating - 1 if random.random() < 0.25 else rating
    taken = {(each.player, each.recorded) for each in world.adjustments}
    if to == claimed or (player, index) in taken:
        return careers
    added = (*world.adjustments, Adjustment(player, claimed, to, index))
    return Careers({**careers.worlds, pool: replace(world, adjustments=added)})


def shortened(careers: Careers, last: str) -> Careers:
    """Return the same careers up to a list."""
    worlds = {
        pool: replace(world, periods=tuple(each for each in world.periods if each <= last))
        for pool, world in careers.worlds.items()
    }
    return Careers(worlds)


def era_of(seed: int) -> str:
    """Return the era of a seed, in turn."""
    return list(ERAS)[seed % len(ERAS)]


def careers(seed: int, pools: tuple[str, ...] = POOLS, adjustments: int = 6) -> Careers:
    """The careers of a seed; the era goes by the seed. Without rapid and blitz before 2022."""
    random = Random(f"careers {seed}")
    begins = ERAS[era_of(seed)]
    folk = people(random, begins)
    last = begins + timedelta(days=30 * MONTHS)
    there = [pool for pool in pools if pool == STANDARD or last > LINKED_FROM]
    drawn = Careers({pool: world_of(random, pool, folk, begins) for pool in there})
    for _ in range(adjustments):
        drawn = with_adjustment(random, drawn, random.choice(there))
    return drawn
