"""Decisions of FIDE chess: about counting, players and ratings; lists of other bodies."""

from tests.oracles.same_lists.chess_tournaments import Federation
from tests.oracles.same_lists.world import Tournament

BODY = "the-commission"
BODIES = ("fide-council", "fide-qc", BODY)
"""Who decides what counts: the first two may, the last one may not."""

ARTICLES = (
    "0.2",
    "0.2 hybrid",
    "0.4",
    "0.4 refusal",
    "3",
    "5",
    "6.1 newcomers",
    "6.2",
    "9.1",
    "9.4",
)


def exempt(federation: Federation, one: Tournament) -> None:
    """Add an exception from an article: for a tournament, a player or a game."""
    draw, whose = federation.draw, {}
    way = draw.random()
    if way < 0.2:
        whose = {"player": draw.choice(one.entrants)}
    elif way < 0.4 and one.games():
        whose = {"game": draw.randrange(len(one.games()))}
    said = {"tournament": one.id, "article": draw.choice(ARTICLES), "by": draw.choice(BODIES)}
    federation.world.say("exempt", **said, **whose)


def external(federation: Federation, index: int) -> None:
    """Say FIDE's list of the month in which a list is prepared: guests, now and then others."""
    draw = federation.draw
    day = ([federation.begins, *federation.days])[index]
    some = sorted({*federation.guests, *draw.some([*federation.people, *federation.newcomers], 3)})
    columns = {
        name: {
            str(player): draw.choice([0, *(draw.randint(1400, 2500) for _ in range(5))])
            for player in some
        }
        for name in ("standard", "rapid", "blitz")
    }
    federation.world.say("external", body="fide", list=f"{day:%Y-%m}", on=day, columns=columns)


def decide(federation: Federation) -> None:
    """Say decisions about players: ratings put right, annulled, given, and details of persons."""
    draw, world, everybody = federation.draw, federation.world, federation.everybody()
    for pool in federation.pools:
        by = {"pool": pool, "by": BODY}
        if draw.chance(0.5):
            world.say(
                "adjust",
                **by,
                player=draw.choice(everybody),
                points=draw.choice([-60, -7, -1, 1, 5, 40]),
            )
        if draw.chance(0.2):
            to = draw.choice([0, 1399, 1400, 2299, 2300, 2400, 2650])
            world.say("adjust", **by, player=draw.choice(everybody), to=to, stale=draw.chance(0.3))
        if draw.chance(0.12):
            world.say("annul", **by, player=draw.choice(everybody))
        if draw.chance(0.2):
            who = [*federation.newcomers, *federation.guests]
            world.say("entry", **by, player=draw.choice(who), rating=draw.randint(1400, 2300))
        if draw.chance(0.1):
            world.say(
                "bonus",
                **by,
                player=draw.choice(everybody),
                points=draw.randint(1, 40),
                article="bonus",
            )
    if draw.chance(0.1):
        world.say("born", player=draw.choice(everybody), year=draw.randint(1990, 2012), by=BODY)
