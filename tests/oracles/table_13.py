"""Tables 13 and 15 are lost: a SYNTHETIC completion that agrees with every printed number."""

from datetime import date

from tests.oracles.world import Carried, Game, Player, Tournament, World

CROSS_TABLE = [
    "X211112222",
    "0X10111212",
    "11X1111121",
    "121X111122",
    "1111X11111",
    "11111X1111",
    "011111X111",
    "0011111X11",
    "01001111X1",
    "001011111X",
]
CAPITALS = [3479, 4000, 3482, 3835, 3656, 2970, 3291, 3100, 3161, 3171]
"""Capitals before it."""
EXPECTED = ["9.30", "11.74", "9.33", "10.99", "10.15", "6.91", "8.42", "7.52", "7.79", "7.85"]
"""The points expected of each."""
FINAL = {
    "italiana": [3925, 3826, 3549, 3918, 3541, 3189, 3249, 3048, 2973, 2979],
    "internazionale": [3116, 2562, 2589, 2997, 2472, 2314, 2224, 2017, 1812, 1813],
}


def synthetic_tournament() -> Tournament:
    code = {"2": "1", "1": "=", "0": "0"}
    games = tuple(
        Game(i + 1, j + 1, code[CROSS_TABLE[i][j]], code[CROSS_TABLE[j][i]])
        for i in range(10)
        for j in range(i + 1, 10)
    )
    return Tournament("synthetic", date(2010, 5, 1), date(2010, 5, 2), games, 0)


def synthetic_world(discipline: str) -> World:
    """The bonus of the year was given, since the tables do not show the bonus."""
    offset = 1000 if discipline == "internazionale" else 0
    carried = tuple(
        Carried(i + 1, capital - offset, None, 0, capital, "2010-01-06")
        for i, capital in enumerate(CAPITALS)
    )
    players = tuple(Player(each.player) for each in carried)
    day = date(2010, 4, 1)
    return World(players, carried, day, (synthetic_tournament(),), (), ("2010-06-01",))
