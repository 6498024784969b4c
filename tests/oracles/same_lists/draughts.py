"""Worlds of Elo-Rubele: Italian and international draughts, alone or beside each other."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from tests.oracles.same_lists.world import Draw, Tournament, World, correct

ITALIAN, INTERNATIONAL = "rubele-italiana", "rubele-internazionale"
BODY = "technical-commission"
CHANGED = date(2021, 1, 1)
YEARS = (2008, 2011, 2014, 2018, 2019, 2019, 2020, 2022)
"""In which histories begin, on 1 January or within the year."""

SPANS = {
    ITALIAN: ((100, 130), (100, 400), (400, 1900), (1930, 2070), (2930, 3070), (3830, 3970),
              (3950, 4600), (4500, 4750)),
    INTERNATIONAL: ((100, 130), (100, 400), (400, 1900), (1930, 2070), (2230, 2370), (2630, 2800),
                    (2700, 3300)),
}  # fmt: skip
AWARDS = {
    ITALIAN: ("Maestro", "Grande Maestro", "Candidato Maestro", "Nazionale"),
    INTERNATIONAL: ("MN", "MF", "MI", "GMI"),
}


@dataclass
class Years:
    """The people, the days of the lists, and the reports so far."""

    draw: Draw
    world: World
    pools: tuple[str, ...]
    begins: date
    days: list[date]
    people: list[int]
    foreign: list[int]
    regular: list[int]
    """Who comes to most events; the others seldom, so that years are empty."""
    reported: list[Tournament] = field(default_factory=list)
    waiting: list[tuple[int, Tournament]] = field(default_factory=list)
    bonuses: int = 0
    count: int = 0


def draughts_world(seed: int, kind: str, pools: tuple[str, ...], lists: int) -> World:
    """Years from the first list to the last, two lists a year."""
    years = begin(seed, kind, pools, lists)
    for index, day in enumerate(years.days):
        before_list(years, index)
        for pool in pools:
            years.world.say("close", pool=pool, list=day.isoformat())
            if years.draw.chance(0.3):
                years.world.say("publish", pool=pool, list=day.isoformat(), on=day)
    return years.world


def begin(seed: int, kind: str, pools: tuple[str, ...], lists: int) -> Years:
    """People, pools, law, lists announced, ratings of before."""
    draw, world = Draw(f"same lists {kind} {seed}"), World(seed, kind)
    year = draw.choice(YEARS)
    begins = date(year, 1, 1) if draw.chance(0.8) else date(year, 2, 10)
    days = [_list_day(draw, year, at) for at in range(lists)]
    count = draw.randint(12, 17)
    people = list(range(1, count + 1))
    foreign = people[-draw.randint(1, 4) :]
    years = Years(
        draw, world, pools, begins, days, people, foreign, draw.sample(people, count * 2 // 3)
    )
    world.say("players", rows=[[one, None, "NED" if one in foreign else "ITA"] for one in people])
    for day in (begins - timedelta(days=400), begins - timedelta(days=30), date(year + 1, 1, 1)):
        listed = draw.some(foreign, len(foreign), 1)
        columns = {"rating": {str(one): draw.randint(1500, 2350) for one in sorted(listed)}}
        world.say("external", body="fmjd", list=day.isoformat(), on=day, columns=columns)
    for pool in pools:
        open_pool(years, pool)
    return years


def _list_day(draw: Draw, year: int, at: int) -> date:
    """Return a day early in the year after, or in summer: the first list of each year ends the
    year before.
    """
    if at % 2 == 0:
        return date(year + at // 2, 6, draw.randint(20, 30))
    return date(year + 1 + at // 2, 1, draw.randint(5, 20))


def open_pool(years: Years, pool: str) -> None:
    """Open a pool with everything that holds from the beginning."""
    draw, world = years.draw, years.world
    world.say("open", pool=pool, first=years.days[0].isoformat())
    world.say("adopt", pool=pool, edition="2008-01-01")
    if not draw.chance(0.15):
        world.say("adopt", pool=pool, edition="2021-01-01", since=CHANGED)
    for day in years.days:
        world.say("schedule", pool=pool, list=day.isoformat(), issue=day, cut_off=day)
    _set_numbers(years, pool)
    carried = [one for one in years.people if draw.chance(0.7)]
    rows = [_carried(years, player, pool) for player in carried]
    world.say("carry", pool=pool, on=years.begins, rows=rows)


def _set_numbers(years: Years, pool: str) -> None:
    draw, since = years.draw, years.draw.choice([years.begins, years.days[0] + timedelta(days=40)])
    said = {"pool": pool, "since": since, "by": "federation"}
    if draw.chance(0.2):
        years.world.say(
            "parameter",
            **said,
            name="minimum_capital",
            value=draw.choice([400, 1200]),
            unit="points",
        )
    if draw.chance(0.2):
        years.world.say(
            "parameter", **said, name="malus_limit", value=draw.choice([0, 70, 600]), unit="points"
        )
    if draw.chance(0.3):
        years.world.say(
            "parameter", **said, name="idle_scope", word=draw.choice(("discipline", "system"))
        )
    if draw.chance(0.3):
        word = draw.choice(("permanent", "follows", "committee"))
        years.world.say("parameter", **said, name="permanence", word=word)


def _carried(years: Years, player: int, pool: str) -> list[Any]:
    """Player, rating, games, peak, K, month of the last event, malus taken so far."""
    draw, year = years.draw, years.begins.year
    rating = draw.randint(*draw.choice(SPANS[pool]))
    last = draw.choice([None, f"{year - 1}-10", f"{year - 2}-03", f"{year - 3}-05"])
    return [
        player,
        rating,
        draw.randint(0, 200),
        rating,
        0,
        last,
        draw.choice([0, 0, 0, 50, 400, 430, 450]),
    ]


def tournament(years: Years, index: int) -> Tournament:
    """Return an event that ends by the day of a list, on that day, or long before."""
    draw, day = years.draw, years.days[index]
    end = day - timedelta(days=draw.choice([0, 0, 1, -1, 5, 12, 30, 45, 90, 150, 170]))
    end = max(end, years.begins + timedelta(days=draw.randint(0, 20)))
    start = end - timedelta(days=draw.choice([0, 0, 1, 2, 7, 30]))
    if not draw.chance(0.04):
        start = max(start, years.begins)
    pool = draw.choice(years.pools)
    come = [one for one in years.people if draw.chance(0.5 if one in years.regular else 0.12)]
    entrants = (
        draw.sample(come, min(len(come), 9)) if len(come) > 2 else draw.sample(years.people, 4)
    )
    losing = [row for row in range(len(entrants)) if draw.chance(0.15)]
    rounds = draw.rounds(len(entrants), draw.choice([3, 4, 5, 7, 9, 14]), losing)
    years.count += 1
    about = {"weight": draw.choice(["1", "1", "1", "1/2"])}
    return Tournament(f"D-{years.count:06d}", (pool,), start, end, entrants, rounds, about, lead=0)


def before_list(years: Years, index: int) -> None:
    """Add the recordings between two lists."""
    draw, world = years.draw, years.world
    decide(years)
    for one in years.reported:
        if draw.chance(0.28):
            wrong(years, one, index)
    for _ in range(draw.randint(1, 2) + len(years.pools)):
        late = draw.choice([0, 0, 0, 0, 1, 1, 2])
        years.waiting.append((index + late, tournament(years, index)))
    for when, one in years.waiting:
        if when == index:
            years.reported.append(one)
            world.say("report", **one.report(announced=one.announced()))


def wrong(years: Years, one: Tournament, index: int) -> None:
    """Correct an event: as any report, or the weight, or the days by months."""
    draw, world = years.draw, years.world
    way = draw.random()
    if way < 0.1:
        world.say(
            "details", tournament=one.id, changed={"weight": draw.choice(["1", "1/2"])}, by=BODY
        )
    elif way < 0.3:
        before = years.begins - timedelta(days=1)
        year_one = years.begins + timedelta(days=draw.randint(0, 360))
        end = draw.choice([_after(draw, years.days[index - 1]), before, year_one])
        one.start, one.end = end - timedelta(days=draw.choice([0, 2])), end
        world.say(
            "details", tournament=one.id, changed={"start": one.start, "end": one.end}, by=BODY
        )
    else:
        at_home = [who for who in years.people if who not in years.foreign]
        correct(draw, world, one, at_home if draw.chance(0.5) else years.people, BODY)


def _after(draw: Draw, day: date) -> date:
    return day + timedelta(days=draw.randint(1, 150))


def decide(years: Years) -> None:
    """Say decisions: capitals to enter with, annulled, put right, points of a bonus, titles."""
    draw, world = years.draw, years.world
    for pool in years.pools:
        by: dict[str, Any] = {"pool": pool, "by": BODY}
        who = _one(draw, years.people)
        if draw.chance(0.5):
            world.say("entry", **by, player=who, rating=draw.randint(100, 4000))
        if draw.chance(0.15):
            world.say("annul", **by, player=_one(draw, years.people))
        if draw.chance(0.4):
            world.say(
                "adjust",
                **by,
                player=_one(draw, years.people),
                points=draw.choice([-80, -9, 3, 30, 150]),
            )
        if draw.chance(0.3):
            world.say(
                "bonus",
                **by,
                player=_one(draw, years.people),
                points=draw.randint(1, 200),
                article="VI.10",
            )
            years.bonuses += 1
        elif years.bonuses and draw.chance(0.3):
            world.say("bonus-back", **by, bonus=draw.randrange(years.bonuses), article="VI.10")
        if draw.chance(0.25):
            on = years.begins + timedelta(days=draw.randint(0, 700))
            category = draw.choice(AWARDS[pool])
            world.say("award", **by, player=_one(draw, years.people), category=category, on=on)
            if draw.chance(0.3):
                world.say(
                    "withdraw", **by, player=_one(draw, years.people), category=category, on=on
                )


def _one(draw: Draw, people: Sequence[int]) -> int:
    return int(draw.choice(people))
