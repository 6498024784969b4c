"""Worlds of FIDE's three pools: standard, rapid and blitz."""

from datetime import date, timedelta
from typing import Any

from tests.oracles.same_lists.chess_decisions import BODIES, BODY, decide, exempt, external
from tests.oracles.same_lists.chess_tournaments import (
    BLITZ,
    RAPID,
    STANDARD,
    Federation,
    league,
    report,
    tournament,
)
from tests.oracles.same_lists.world import Draw, World, correct, months

EDITIONS = {
    STANDARD: ("2014-07-01", "2017-07-01", "2021-02-01", "2022-01-01", "2023-12-25", "2024-03-01",
               "2025-10-01"),
    RAPID: ("2012-01-01", "2013-07-01", "2014-07-01", "2022-01-01", "2022-10-01", "2024-03-01",
            "2024-12-01"),
}  # fmt: skip

EDITIONS[BLITZ] = EDITIONS[RAPID]

NEW = ((2021, 12), (2022, 9), (2023, 12), (2024, 2), (2024, 11), (2025, 8), (2025, 9))
"""Months after which the histories of a world begin: some text changes within the next."""
OLD = ((2014, 8), (2014, 12), (2017, 6), (2019, 11), (2021, 1), (2021, 10))
OLDEST = ((2012, 6), (2012, 11), (2013, 5), (2014, 5))
"""Of rapid and blitz alone: standard begins in July 2014."""

Eras = tuple[tuple[int, int], ...]

SPANS = ((990, 1450), (1395, 1440), (1400, 1900), (1500, 2250), (1990, 2010), (2285, 2305),
         (2385, 2405), (2400, 2640), (2635, 2665), (2640, 2820))  # fmt: skip
"""Ratings of before, more often than not beside a boundary."""


def begin(seed: int, kind: str, pools: tuple[str, ...], eras: Eras, lists: int) -> Federation:
    """Begin a federation before the first list: people, pools, law, ratings of before."""
    draw, world = Draw(f"same lists {kind} {seed}"), World(seed, kind)
    year, month = draw.choice(eras)
    begins, *days = months(year, month, lists + 1)
    players = draw.randint(9, 14)
    people = list(range(1, players + 1))
    newcomers = [players + at for at in range(1, draw.randint(2, 5) + 1)]
    last = newcomers[-1]
    guests = [last + 1, last + 2] if draw.chance(0.35) else []
    federation = Federation(draw, world, pools, days, begins, people, newcomers, guests, 0)
    federation.size = draw.randint(2, 3) if len(pools) == 1 else draw.randint(1, 2)
    world.say(
        "players",
        rows=[
            [one, _born(draw, begins), "FRA" if one in guests else "ITA"]
            for one in federation.everybody()
        ],
    )
    early = tournament(federation, pools[-1], 0) if draw.chance(0.2) else None
    if early:
        report(federation, early)  # before its pool is opened
        correct(draw, world, early, federation.everybody(), BODIES[0])
    for pool in pools:
        open_pool(federation, pool)
    return federation


def _born(draw: Draw, begins: date) -> int | None:
    junior = begins.year - draw.randint(16, 19)
    return draw.choice([None, 1950, 1980, 1995, junior, junior])


def open_pool(federation: Federation, pool: str) -> None:
    """Open a pool, adopt the texts, settle open choices, carry ratings over."""
    draw, world, begins = federation.draw, federation.world, federation.begins
    world.say("open", pool=pool, first=f"{federation.days[0]:%Y-%m}")
    since = [day for day in EDITIONS[pool] if day <= begins.isoformat()]
    for day in EDITIONS[pool]:
        if not since or day >= since[-1] or draw.chance(0.3):
            world.say("adopt", pool=pool, edition=day)
    _set_words(federation, pool)
    carried = (
        federation.people
        if pool == STANDARD
        else draw.sample(federation.people, len(federation.people) * 2 // 3)
    )
    rows = [_carried(draw, player, pool, begins) for player in sorted(carried)]
    world.say("carry", pool=pool, on=begins, rows=rows, newcomers=_tried(federation, pool))


def _set_words(federation: Federation, pool: str) -> None:
    draw, say = federation.draw, federation.world.say
    choices: list[tuple[str, dict[str, Any]]] = [
        ("late_registration", {"word": draw.choice(("counted", "not-counted"))}),
        ("hybrid_approval", {"word": draw.choice(("counted", "not-counted"))}),
        ("first_rating_by", {"word": draw.choice(("events", "list"))}),
    ]
    for name, value in choices:
        if draw.chance(0.15):
            say("parameter", pool=pool, name=name, since=federation.begins, by=BODY, **value)
    if draw.chance(0.2):
        rows = [["Third", 0], ["Second", 1500], ["First", 1800], ["Honorary", None]]
        say(
            "parameter",
            pool=pool,
            name="categories",
            rows=rows,
            unit="points",
            since=federation.begins,
            by=BODY,
        )
        kept = draw.choice(("permanent", "follows", "committee"))
        say("parameter", pool=pool, name="permanence", word=kept, since=federation.begins, by=BODY)


def _carried(draw: Draw, player: int, pool: str, begins: date) -> list[Any]:
    """Player, rating, games, peak, K, month of the last counted game, and whether active (1)."""
    rating = draw.randint(*draw.choice(SPANS))
    peak = max(rating, draw.choice([0, rating, rating + draw.randint(1, 120), 2300, 2400]))
    if rating < 2000:
        peak = max(rating, min(peak, rating + 300))
    ago = draw.choice([None, *range(15)])
    last = None if ago is None else f"{months(begins.year - 2, begins.month, 25)[24 - ago]:%Y-%m}"
    k = draw.choice([0, 0, 0, 10, 20, 40])
    return [player, rating, draw.choice([0, 5, 12, 24, 27, 29, 30, 31, 80, 400]), peak, k, last]


def _tried(federation: Federation, pool: str) -> list[list[Any]] | None:
    """Results of newcomers of before: month, games, sum of ratings, half points."""
    draw, begins = federation.draw, federation.begins
    rows = [
        [player, f"{months(begins.year - 1, begins.month, 13)[draw.randint(1, 11)]:%Y-%m}", games,
         games * draw.randint(1300, 2100), draw.randint(0, 2 * games)]
        for player in federation.newcomers
        if draw.chance(0.3)
        for games in [draw.randint(1, 6)]
    ]  # fmt: skip
    return rows or None


def chess_world(seed: int, kind: str, pools: tuple[str, ...], eras: Eras, lists: int) -> World:
    """Return a federation from the first list to the last."""
    federation = begin(seed, kind, pools, eras, lists)
    for index in range(len(federation.days)):
        before_list(federation, index)
        for pool in pools:
            close(federation, pool, index)
    return federation.world


def before_list(federation: Federation, index: int) -> None:
    """Add the recordings between two lists: corrections, decisions, reports, late ones too."""
    draw, world = federation.draw, federation.world
    if federation.guests or draw.chance(0.2):
        external(federation, index)
    for one in federation.reported:
        if draw.chance(0.4):
            correct(draw, world, one, federation.everybody(), draw.choice(BODIES))
    for pool in federation.pools:
        for _ in range(federation.size):
            late = draw.choice([0, 0, 0, 0, 1, 1, 2])
            federation.waiting.append((index + late, tournament(federation, pool, index)))
    due = [one for when, one in federation.waiting if when == index]
    for one in due:
        report(federation, one)
        if draw.chance(0.1):
            correct(draw, world, one, federation.everybody(), draw.choice(BODIES))
        if draw.chance(0.1):
            exempt(federation, one)
    if draw.chance(0.15):
        league(federation, index)
    decide(federation)


def close(federation: Federation, pool: str, index: int) -> None:
    """Close a list; now and then with a later publication, or with a recording just before."""
    draw, world, day = federation.draw, federation.world, federation.days[index]
    if draw.chance(0.1) and federation.reported:
        world.say("mark")
        correct(draw, world, draw.choice(federation.reported), federation.everybody(), BODIES[0])
        world.say("close", pool=pool, list=f"{day:%Y-%m}", through_mark=True)
    else:
        world.say("close", pool=pool, list=f"{day:%Y-%m}")
    if draw.chance(0.5):
        world.say(
            "publish",
            pool=pool,
            list=f"{day:%Y-%m}",
            on=day + timedelta(days=draw.choice([0, 0, 2])),
        )
