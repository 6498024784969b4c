"""Run among the files of an earlier commit: write a world there, and replay it by that engine.

python -P earlier_engine.py FOLDER POOL PLAYERS LISTS GAMES BEGIN RUNS
"""

import json
import sys
from datetime import date
from pathlib import Path
from statistics import median

from ops.bench import passes, truth
from ops.bench.worlds import CHESS, DRAUGHTS, UISP, World
from ops.bench.writing import write


def _main(folder: str, pool: str, *numbers: str) -> None:
    players, periods, games, begin, runs = numbers
    kind = next(kind for kind in (CHESS, DRAUGHTS, UISP) if kind.pool == pool)
    day = date.fromisoformat(begin)
    world = World(kind, int(players), int(periods), int(games), begin=day)
    with write(world, Path(folder) / pool) as ledger:
        done = [passes.run(ledger, kind, with_loop=False) for _ in range(int(runs))]
        seconds, _ = truth.timed(ledger, pool, int(runs))
    rated = done[0].games
    found = {"from arrays": rated / median(one.engine_s for one in done)}
    found |= {name: rated / seconds[getattr(truth, name)] for name in ("rated", "proved")}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    _main(*sys.argv[1:])
