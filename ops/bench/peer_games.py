"""Rating libraries timed by the Python of the peers' environment: prints seconds.

    peers/bin/python ops/bench/peer_games.py elo|elote COUNT

Imports nothing of the house: it is not installed there.
"""

import importlib
import random
import sys
from time import process_time
from typing import Any


def elo(count: int) -> float:
    """Rate games with `elo`; give seconds."""
    rate: Any = importlib.import_module("elo").rate_1vs1
    ratings = dict.fromkeys(range(count // 40 + 2), 1500.0)
    games = _games(count, len(ratings))
    start = process_time()
    for white, black, drawn in games:
        ratings[white], ratings[black] = rate(ratings[white], ratings[black], drawn)
    return process_time() - start


def elote(count: int) -> float:
    """Rate games with `elote`; give seconds."""
    competitor: Any = importlib.import_module("elote").EloCompetitor
    players = [competitor(initial_rating=1500) for _ in range(count // 40 + 2)]
    games = _games(count, len(players))
    start = process_time()
    for white, black, drawn in games:
        (players[white].tied if drawn else players[white].beat)(players[black])
    return process_time() - start


def _games(count: int, players: int) -> list[tuple[int, int, bool]]:
    rng = random.Random(1)  # noqa: S311 - the same games each time, no secrecy
    games = []
    for _ in range(count):
        white, black = rng.sample(range(players), 2)
        games.append((white, black, rng.random() < 0.3))  # noqa: PLR2004 - three in ten drawn
    return games


if __name__ == "__main__":
    peers = {"elo": elo, "elote": elote}
    sys.stdout.write(f"{peers[sys.argv[1]](int(sys.argv[2]))}\n")
