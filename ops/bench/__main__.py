"""`python -m ops.bench`: see the package."""

import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from time import perf_counter

from cyclopts import App
from rich.console import Console

from ops.bench import billion as billion_games
from ops.bench import month, peers, running, table
from ops.bench.growth import at_a_server, measured

app = App(name="ops.bench", help=sys.modules["ops.bench"].__doc__)


@app.default
def bench(
    *,
    players: int = 100_000,
    periods: int = 24,
    games: int = 2_000_000,
    quick: bool = False,
    full: bool = False,
    growth: bool = False,
    server: str = "",
    billion: bool = False,
    pools: int = billion_games.POOLS,
    world: bool = False,
    peers_in: Path = peers.FOLDER,
    folder: Path | None = None,
) -> int:
    """Measure, and print the table; the exit code is 1 where a target is missed.

    Args:
        players: in the register of the chess world.
        periods: lists.
        games: about so many.
        quick: a world of 40 000 games, each thing once: to see that it runs. Where a target
            is stated for a larger world the line says `small`, and is not judged.
        full: 500 000 players, 120 lists, 20 million games, each thing once.
        growth: measure what grows with games and with players, and nothing else.
        server: of PostgreSQL, for `growth`: where databases may be made.
        billion: prove pools of 4 million games one after another, and nothing else.
        pools: how many of them.
        world: do a month of the world, and nothing else.
        peers_in: the peers' environment, made by `python -m ops.bench.peers`.
        folder: where the worlds are written, and removed again; else a temporary folder.
    """
    console, start = Console(), perf_counter()
    if not console.is_terminal:
        console.width = 140  # lines of the table stay whole in a file
    chosen = running.plan(players, periods, games, runs=3)
    if quick:
        chosen = running.plan(4_000, 12, 40_000, runs=1)
    if full:
        chosen = running.plan(500_000, 120, 20_000_000, runs=1)
    place = Path(tempfile.mkdtemp(prefix="bench-", dir=folder))
    at = at_a_server(server) if server else lambda name: str(place / name)
    title = ""
    measure: Callable[..., Iterable[table.Line]] = partial(
        running.measured, chosen, place, peers_in
    )
    if growth:
        title, measure = "growth", partial(measured, at)
    if billion:
        title, measure = "many games", partial(billion_games.measured, pools, place)
    if world:
        title, measure = "a month of the world", partial(month.measured, place)
    try:
        with console.status("") as status:
            lines = list(measure(status.update))
    finally:
        shutil.rmtree(place)
    if not title:
        written = chosen.chess
        title = f"{written.games:,} games, {written.players:,} players, {written.periods} lists"
        if written.games < running.GAMES_JUDGED:
            title += f", no target judged but {' and '.join(running.OF_ANY_WORLD)}"
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    table.show(f"{title}; {perf_counter() - start:.0f} s on {machine}", lines, console)
    return int(any(line.verdict == "MISSED" for line in lines))


if __name__ == "__main__":
    app()
