"""Worlds of Elo UISP: quarterly lists, and newcomers who enter by the lists of other bodies."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from tests.oracles.same_lists.world import Draw, Tournament, World, correct

BODY = "uisp-chess"
COLUMNS = {"fide": ("standard", "rapid", "blitz"), "fsi": ("standard", "rapid")}
CONTROLS = ("3 min + 2 sec", "300", "240+6", "600", "300+5", "601", "600+5", "1500+10", "1800+5",
            "2700", "1800+10", "1800+30", "3600", "5400+30", "3000+10", "60")  # fmt: skip


@dataclass
class Quarter:
    """A list: the name, the announced day, and the day of publication."""

    name: str
    issue: date
    published: date | None


@dataclass
class Season:
    """The people, the lists, and the reports so far."""

    draw: Draw
    world: World
    pool: str
    begins: date
    quarters: list[Quarter]
    people: list[int]
    carried: int
    reported: list[Tournament] = field(default_factory=list)
    waiting: list[tuple[int, Tournament]] = field(default_factory=list)
    published: set[str] = field(default_factory=set)
    count: int = 0


def uisp_world(seed: int, kind: str, pool: str, lists: int) -> World:
    """Return a season from the first list to the last."""
    season = begin(seed, kind, pool, lists)
    for index, quarter in enumerate(season.quarters):
        before_list(season, index)
        publish(season, index)
        season.world.say("close", pool=pool, list=quarter.name)
    return season.world


def begin(seed: int, kind: str, pool: str, lists: int) -> Season:
    """People, pool, law, lists announced, ratings of before, lists of other bodies."""
    draw, world = Draw(f"same lists {kind} {seed}"), World(seed, kind)
    year = draw.choice((2018, 2019, 2022))
    begins = date(year - 1, 10, 6)
    quarters = [_quarter(draw, year + at // 4, at % 4) for at in range(lists)]
    people, carried = list(range(1, draw.randint(14, 19))), draw.randint(7, 10)
    season = Season(draw, world, pool, begins, quarters, people, carried)
    world.say("players", rows=[[one, None, "ITA"] for one in people])
    world.say("open", pool=pool, first=quarters[0].name)
    world.say("adopt", pool=pool, edition="2017-09-01")
    for one in quarters:
        world.say(
            "schedule",
            pool=pool,
            list=one.name,
            issue=one.issue,
            cut_off=one.issue - timedelta(days=10),
        )
    _set_numbers(season)
    rows = [[player, rating, draw.randint(0, 90), rating, 0, None]
            for player in people[:carried] for rating in [draw.randint(1000, 2300)]]  # fmt: skip
    world.say("carry", pool=pool, on=begins, rows=rows)
    for body, on in _external_days(season):
        if draw.chance(0.5):
            external(season, body, on)
    return season


def _quarter(draw: Draw, year: int, quarter: int) -> Quarter:
    issue = date(year, 3 * quarter + 1, draw.randint(1, 10))
    delay = draw.choice([0, 0, 0, 3, 20, 45, 100, None])
    return Quarter(
        f"{year}-Q{quarter + 1}", issue, None if delay is None else issue + timedelta(days=delay)
    )


def _set_numbers(season: Season) -> None:
    draw, said = season.draw, {"pool": season.pool, "since": season.begins, "by": BODY}
    if draw.chance(0.5):
        rows = [
            ["Esordiente", 0],
            ["Terza", 1500],
            ["Seconda", 1750],
            ["Prima", 1800],
            ["Maestro ad honorem", None],
        ]
        season.world.say("parameter", **said, name="categories", rows=rows, unit="points")
        word = draw.choice(("permanent", "follows", "committee"))
        season.world.say("parameter", **said, name="permanence", word=word)
    if draw.chance(0.3):
        season.world.say("parameter", **said, name="entry_points", value=1500, unit="points")
    if draw.chance(0.3):
        season.world.say(
            "parameter",
            **said,
            name="italian_list_months",
            value=draw.choice([3, 12]),
            unit="months",
        )


def _external_days(season: Season) -> list[tuple[str, date]]:
    first, found = season.begins.year * 12 + 6, []
    for month in range(first, first + 6 + 3 * len(season.quarters)):
        day = date(month // 12, month % 12 + 1, 1)
        found += [("fide", day)] if month % 2 else []
        found += [("fsi", day)] if month % 3 == 0 else []
    return found


def external(season: Season, body: str, on: date) -> None:
    """Add a list of another body: each player on some columns, now and then with 0."""
    draw = season.draw
    listed = season.draw.some(season.people[season.carried - 2 :], 7, 2)
    columns = {
        name: {str(one): _listed(draw) for one in sorted(listed) if draw.chance(0.7)}
        for name in COLUMNS[body]
    }
    season.world.say("external", body=body, list=on.isoformat(), on=on, columns=columns)


def _listed(draw: Draw) -> int:
    return draw.choice([0, *(draw.randint(1000, 2300) for _ in range(7))])


def tournament(season: Season, index: int) -> Tournament:
    """Return a tournament, near a cut-off, a day of issue, a day of publication."""
    draw, quarter = season.draw, season.quarters[index]
    start = quarter.issue + timedelta(days=draw.choice([-80, -50, -30, -20, -12, -9, -1, 0, 1]))
    if quarter.published is not None and draw.chance(0.3):
        start = quarter.published + timedelta(days=draw.choice([-1, 0, 1]))
    start = max(start, season.begins)
    end = start + timedelta(days=draw.choice([0, 0, 1, 2, 8, 30]))
    edge = quarter.issue - timedelta(days=10) + timedelta(days=draw.choice([-1, 0, 0, 1]))
    received = (
        edge
        if edge > end and draw.chance(0.5)
        else end + timedelta(days=draw.choice([0, 1, 5, 120]))
    )
    entrants = draw.sample(season.people, draw.randint(2, 8))
    rounds = draw.rounds(len(entrants), draw.choice([1, 2, 3, 5, 7]))
    about: dict[str, Any] = {"time_control": draw.choice(CONTROLS), "online": draw.chance(0.25)}
    season.count += 1
    return Tournament(
        f"U-{season.count:06d}", (season.pool,), start, end, entrants, rounds, about, received, 0
    )


def before_list(season: Season, index: int) -> None:
    """Add the recordings between two lists."""
    draw, world = season.draw, season.world
    if draw.chance(0.6):
        external(
            season,
            draw.choice(("fide", "fsi")),
            season.quarters[index].issue.replace(day=1) - timedelta(days=60 + index),
        )
    for one in season.reported:
        if draw.chance(0.35):
            wrong(season, one)
    for _ in range(draw.randint(2, 4)):
        late = draw.choice([0, 0, 0, 0, 1, 2])
        season.waiting.append((index + late, tournament(season, index)))
    for when, one in season.waiting:
        if when == index:
            season.reported.append(one)
            world.say("report", **one.report(announced=one.announced()))
    decide(season)


def wrong(season: Season, one: Tournament) -> None:
    """Correct a report: as any, or the time control, or the day of receipt."""
    draw, name = season.draw, {"tournament": one.id, "by": BODY}
    if draw.chance(0.2):
        season.world.say(
            "details",
            **name,
            changed={"time_control": draw.choice(CONTROLS), "online": draw.chance(0.3)},
        )
    elif draw.chance(0.15):
        season.world.say(
            "details",
            **name,
            changed={"received": one.end + timedelta(days=draw.choice([0, 3, 90]))},
        )
    else:
        correct(draw, season.world, one, season.people, BODY)


def decide(season: Season) -> None:
    """Say decisions: ratings to enter with, put right, annulled, titles, a bonus."""
    draw, world, by = season.draw, season.world, {"pool": season.pool, "by": BODY}
    new = season.people[season.carried :]
    if draw.chance(0.4):
        world.say("entry", **by, player=draw.choice(new), rating=draw.randint(1000, 2300))
    if draw.chance(0.3):
        world.say(
            "adjust", **by, player=draw.choice(season.people), points=draw.choice([-60, -7, 5, 40])
        )
    if draw.chance(0.1):
        world.say("annul", **by, player=draw.choice(season.people))
    if draw.chance(0.1):
        world.say(
            "bonus",
            **by,
            player=draw.choice(season.people),
            points=draw.randint(1, 40),
            article="I.6",
        )


def publish(season: Season, index: int) -> None:
    """Say which lists were published by the day on which the next is issued."""
    for before in season.quarters[:index]:
        day = before.published
        if (
            day is not None
            and day <= season.quarters[index].issue
            and before.name not in season.published
        ):
            season.published.add(before.name)
            season.world.say("publish", pool=season.pool, list=before.name, on=day)
