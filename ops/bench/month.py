"""A month of the world (G6): FIDE's combined list, the reports of a month, a closing, the proof.

    python -m ops.bench --world      about fifteen minutes on two cores; 4 GB of disk

Each step is a whole command of the program: processor time with its start, and peak memory from
outside.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

from ops.bench import files
from ops.bench.growth import Cost, cost_of, of
from ops.bench.table import Line
from ops.bench.worlds import CHESS, World

MONTH: Final = World(
    replace(CHESS, rounds=3, carried=0.3), 1_900_000, 1, 1_000_000, begin=date(2026, 9, 1)
)
"""About 22 000 reports of three rounds; three players in ten are rated."""

_LIST, _REPORTS = "combined.txt", "reports"
_MOST_SECONDS: Final = 15 * 60
_MOST_BYTES: Final = 500 << 20
_MOST_OF_A_CLOSING: Final = 0.02


def measured(folder: Path, say: Callable[[str], None], world: World = MONTH) -> Iterator[Line]:
    """Do the month, and yield the lines."""
    at, pool, ((period, _),) = ("--ledger", folder / "world.ledger"), world.kind.pool, world.lists()
    combined, reports, costs = folder / _LIST, folder / _REPORTS, dict[str, Cost]()
    say("writing the list and the reports")
    cost_of(sys.executable, "-m", __spec__.name, folder, f"{world.players}", f"{world.games}")

    def step(name: str, *words: str | Path) -> None:
        say(name)
        costs[name] = of(*words, *at)

    step("init", "init", "--origin", "world.example", "--zone", "UTC")
    step("open", "pool", "open", pool, "--first-period", period, "--adopt")
    step(
        "carry-over", "pool", "carry-over", pool, combined, "--kind", "standard",
        "--register-unrated",
        "--on", world.begin.isoformat(), "--source", "the combined list",
    )  # fmt: skip
    step(
        "import", "tournament", "import", reports, "--pool", pool, "--register-new",
        "--set", f"received_on={world.last_day}", "--set", "unrated=all",
    )  # fmt: skip
    step("close", "list", "close", pool, period)
    step("publish", "list", "publish", pool, period)
    step("verify", "verify", "--workers", "2")
    for form in ("txt", "xml"):
        step(form, "list", "export", pool, period, "--form", form, "--to", folder / form)
    whole = sum(cost.cpu for cost in costs.values())
    largest = max(costs, key=lambda name: costs[name].peak)
    number = len(list(reports.iterdir()))
    what = f"{world.games:,} games in {number:,} files, {world.players:,} players"
    numbers = "; ".join(f"{name} {cost.says}" for name, cost in costs.items())
    yield Line("G6", what, "15 minutes", whole / _MOST_SECONDS, numbers, at_most=1)
    ratio, numbers = costs[largest].peak / _MOST_BYTES, f"{largest} {costs[largest].says}"
    yield Line("G6", "the largest process", "500 MiB", ratio, numbers, at_most=1)
    share = costs["close"].cpu / whole
    numbers = f"{costs['close'].says}; {whole:,.0f} s"
    yield Line("G6", "the closing", "the month", share, numbers, at_most=_MOST_OF_A_CLOSING)


def _main(folder: Path, players: int, games: int) -> None:
    """Write the files of a month: whoever measures memory may not have had much."""
    world = replace(MONTH, players=players, games=games)
    _write_list(world, folder / _LIST)
    (folder / _REPORTS).mkdir()
    (period,) = world.each_period()
    for file, _ in files.reports(world, period):
        (folder / _REPORTS / file.name).write_bytes(file.data)


_HEADING: Final = (
    "ID Number      Name                                                         Fed Sex Tit  WTit "
    "OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\n"
)


def _write_list(world: World, path: Path) -> None:
    """Write FIDE's combined list of all players; only those rated are rated, in standard."""
    rated = set(world.carried.tolist())
    with path.open("w", encoding="utf-8", newline="\r\n") as file:
        file.write(_HEADING)
        for player in range(1, world.players + 1):
            rating = f"{world.strength[player]:4d}  0   20" if player in rated else " " * 12
            year = world.birth_year[player] or 0
            file.write(
                f"{files.number_of(player):<15}{files.name_of(player):<61}ITA M{'':32}"
                f"{rating}{'':27}{year:4d}      \n"
            )


if __name__ == "__main__":
    _main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
