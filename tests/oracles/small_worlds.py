"""Worlds of a few players, for tests of the independent calculations."""

from collections.abc import Iterable
from datetime import date

from tests.oracles.world import Adjustment, Carried, Game, Player, Tournament, World

ON = date(2025, 7, 1)

LISTS = ("2025-08", "2025-09", "2025-10", "2025-11")


def games_of(player: int, text: str) -> tuple[Game, ...]:
    """`player` has white against the others: "7 1 8 = 9 0"."""
    words = text.split()
    other = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "D": "D"}
    return tuple(
        Game(player, int(words[i]), words[i + 1], other[words[i + 1]])
        for i in range(0, len(words), 2)
    )


def event(name: str, start: str, end: str, games: Iterable[Game], recorded: int = 0) -> Tournament:
    days = date.fromisoformat(start), date.fromisoformat(end)
    return Tournament(name, *days, tuple(games), recorded)


def adult(player: int, rating: int, **more) -> Carried:
    return Carried(player, rating, games=more.pop("games", 100), peak=rating, **more)


def world(
    carried: Iterable[Carried],
    tournaments: Iterable[Tournament],
    *,
    newcomers: Iterable[int] = (),
    adjustments: Iterable[Adjustment] = (),
    periods: tuple[str, ...] = LISTS,
    on: date = ON,
) -> World:
    carried = tuple(carried)
    ids = [*(each.player for each in carried), *newcomers]
    players = tuple(Player(each, 1980) for each in ids)
    return World(players, carried, on, tuple(tournaments), tuple(adjustments), periods)


def ratings(lists, player: int) -> list[int | None]:
    """A player's ratings list after list."""
    return [each.rows[player].rating if player in each.rows else None for each in lists]
