"""Tournaments of FIDE chess: about the day of a list, reported whole, in parts, or as games."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from tests.oracles.same_lists.world import Draw, Tournament, World

STANDARD, RAPID, BLITZ = "fide-standard", "fide-rapid", "fide-blitz"

TIMES = {
    STANDARD: ("5400+30", "7200", "5400+30", "3600", "900+10"),
    RAPID: ("900+10", "600+5", "1500", "3000", "180+2"),
    BLITZ: ("180+2", "300", "240+2", "600", "60"),
}
"""The first leaves everybody time enough; the others not, or are those of another pool."""


@dataclass
class Federation:
    """The people, and the reports so far."""

    draw: Draw
    world: World
    pools: tuple[str, ...]
    days: list[date]
    """Of the lists."""
    begins: date
    people: list[int]
    newcomers: list[int]
    guests: list[int]
    size: int
    """Tournaments of a pool for each list."""
    reported: list[Tournament] = field(default_factory=list)
    waiting: list[tuple[int, Tournament]] = field(default_factory=list)
    """Tournaments still to be reported, and before which list."""
    count: int = 0

    def everybody(self) -> list[int]:
        """All players, also guests."""
        return [*self.people, *self.newcomers, *self.guests]

    def next_id(self) -> str:
        """Return an id that no tournament has yet."""
        self.count += 1
        return f"C-{self.count:06d}"


def tournament(federation: Federation, pool: str, index: int) -> Tournament:
    """Return a tournament about the day of a list."""
    draw = federation.draw
    start, end = _days(federation, federation.days[index])
    known = draw.sample(federation.people, min(len(federation.people), draw.randint(3, 8)))
    entrants = known + draw.some(federation.newcomers, 3) + draw.some(federation.guests, 1)
    draw.shuffle(entrants)
    about: dict[str, Any] = {
        "time_control": draw.choice(TIMES[pool]) if draw.chance(0.2) else TIMES[pool][0]
    }
    rounds = _rounds(draw, entrants, federation.newcomers, about)
    about["announced_as_rated"] = not draw.chance(0.03)
    for fact, share in (
        ("official", 0.06),
        ("norms", 0.15),
        ("hybrid", 0.06),
        ("online", 0.03),
        ("team", 0.05),
    ):
        if draw.chance(share):
            about[fact] = True
    if draw.chance(0.3):
        day = [start + (end - start) * at / max(1, len(rounds) - 1) for at in range(len(rounds))]
        about["round_days"] = [one.isoformat() for one in day]
    lead = draw.choice([60, 60, 60, 60, 40, 31, 29, 8, 5, 0])
    pools = (
        (pool, *draw.some([one for one in federation.pools if one != pool], 1, 1))
        if draw.chance(0.12)
        else (pool,)
    )
    late = draw.choice([0, 0, 1, 5, 30, 70, 400]) if draw.chance(0.3) else 0
    return Tournament(
        federation.next_id(),
        pools,
        start,
        end,
        entrants,
        rounds,
        about,
        end + timedelta(days=late),
        lead,
    )


def _rounds(
    draw: Draw, entrants: list[int], newcomers: list[int], about: dict[str, Any]
) -> list[Any]:
    if draw.chance(0.25):
        del entrants[6:]
        twice = draw.chance(0.3)
        about["pairing"] = "Double round robin" if twice else draw.choice(("Round robin", "Berger"))
        return draw.all_play_all(len(entrants), 1 + twice)
    if draw.chance(0.08):
        del entrants[2:]
        about["match_games"] = draw.choice([4, 6])
        about["pairing"] = "Match"
        return draw.rounds(2, draw.randint(3, 8))
    about["pairing"] = (
        draw.choice(("Swiss", "FIDE_DUTCH", "Individual: Swiss-System", "", "Knockout")) or None
    )
    losing = [
        row
        for row, player in enumerate(entrants)
        if draw.chance(0.3 if player in newcomers else 0.07)
    ]
    return draw.rounds(len(entrants), draw.choice([3, 4, 5, 5, 6, 7, 9, 14]), losing)


def _days(federation: Federation, day: date) -> tuple[date, date]:
    draw = federation.draw
    end = day + timedelta(days=draw.choice([-2, -3, -3, -4, -1, 0, 1, 3, 6, -10, -15, -20, -40]))
    start = end - timedelta(days=draw.choice([0, 1, 2, 4, 7, 9, 12, 24]))
    if not draw.chance(0.04):
        start = max(start, federation.begins)
    return start, max(start, end)


def report(federation: Federation, one: Tournament) -> None:
    """Add a report, whole or in two parts; now and then announced before."""
    draw, world = federation.draw, federation.world
    federation.reported.append(one)
    if len(one.rounds) > 3 and draw.chance(0.12) and one.end - one.start > timedelta(days=6):
        in_parts(world, one)
        return
    if draw.chance(0.1):
        world.say("announce", tournament=one.id, **one.announced())
        world.say("report", **one.report())
    else:
        world.say("report", **one.report(announced=one.announced()))


def in_parts(world: World, one: Tournament) -> None:
    """Say a report in two parts, the first half of the rounds and the second."""
    half, middle = len(one.rounds) // 2, one.start + (one.end - one.start) / 2
    one.in_parts = True
    about = {key: value for key, value in one.announced().items() if key != "round_days"}
    parts = (
        (one.rounds[:half], one.start, middle),
        (one.rounds[half:], middle + timedelta(days=1), one.end),
    )
    for number, (rounds, start, end) in enumerate(parts, 1):
        part = Tournament(one.id, one.pools, start, end, one.entrants, rounds, received=end)
        announced = about if number == 1 else None
        world.say(
            "report", **part.report(announced=announced, part=number, last=number == len(parts))
        )
    one.rounds = one.rounds[:half]


def league(federation: Federation, index: int) -> None:
    """Add single games of a league and the sheet; now and then a further game, which makes the
    sheet longer.
    """
    draw, world, day = federation.draw, federation.world, federation.days[index]
    name, start = f"L-{index:06d}", day - timedelta(days=20)
    end, pool = start + timedelta(days=12), draw.choice(federation.pools)
    about = {
        "time_control": TIMES[pool][0],
        "announced_as_rated": True,
        "registered": start - timedelta(days=60),
    }
    world.say("announce", tournament=name, pools=[pool], start=start, end=end, **about)
    games = draw.randint(2, 7)
    for number in range(games):
        if number == games - 1 > 2:
            world.say("sheet", tournament=name, received=end)
        white, black = draw.sample([*federation.people, *federation.newcomers], 2)
        on = start + timedelta(days=draw.randint(0, 12))
        world.say(
            "game",
            tournament=name,
            white=white,
            black=black,
            results=draw.results(clean=True),
            on=on,
            round=number + 1,
        )
    if games <= 3:
        world.say("sheet", tournament=name, received=end)
