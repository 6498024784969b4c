"""What grows: whole commands over ledgers with more games, and with more registered players.

    python -m ops.bench --growth       about ten minutes; 3 GB of disk
    python -m ops.bench --growth --server postgresql+psycopg://postgres@localhost/postgres

Each command runs in a process of its own; its processor time and its peak memory are taken from
outside. Memory is told, and not judged. With a server the ledgers are databases of their own there:
its own processor time is not ours, and is not counted.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from sqlalchemy import create_engine, make_url, text

from ledger.errors import Refused
from ledger.store.ledger import Ledger
from ops.bench import files, writing
from ops.bench.table import Line
from ops.bench.worlds import CHESS, Period, World
from ops.closings.recordings import CloseList
from ops.house import House

FEW_GAMES: Final = World(CHESS, 50_000, 24, 100_000)
MANY_GAMES: Final = World(CHESS, 50_000, 60, 4_000_000)
MANY_PLAYERS: Final = World(CHESS, 2_000_000, 24, 100_000)
OF_FILES: Final = World(CHESS, 3_000, 61, 200_000)
_WRITERS: Final = {"columns": writing.write, "files": files.write}

_IN_A_CLOSE: Final = 5_000
"""Games of the list that is closed."""
_MIB: Final = 1 << 20
_NOT_COMPILED: Final = "PYTHONDONTWRITEBYTECODE"
_LIBRARIES: Final = "import sqlalchemy, numpy, msgspec, rich, cyclopts"
_TIMES: Final = 7
_BATCH: Final = 2_000
_PLAYER: Final = "572-4"


class Cost(NamedTuple):
    """Of a command."""

    cpu: float
    """Seconds of processor time, of all its processes."""
    peak: int
    """Bytes of resident memory, of its largest process."""

    @property
    def says(self) -> str:
        """Seconds, and memory."""
        return f"{self.cpu:.2f} s, {self.peak / _MIB:,.0f} MiB"


def of(*words: str | Path) -> Cost:
    """Return the cost of a command of the ledger. Raises CalledProcessError."""
    return cost_of(Path(sys.executable).with_name("ledger"), *words)


def cost_of(*words: str | Path) -> Cost:
    """Return the cost of a program and of what it starts. Raises CalledProcessError."""
    command = [*map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=_compiled()) as child:  # noqa: S603 - ourselves
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss << 10)


def _compiled() -> dict[str, str]:
    """Return an environment in which a program is compiled once, as where it is installed."""
    return {name: value for name, value in os.environ.items() if name != _NOT_COMPILED}


def at_a_server(server: str) -> Callable[[str], str]:
    """Return what makes an empty database of a name, and gives its address."""

    def made(name: str) -> str:
        with create_engine(server, isolation_level="AUTOCOMMIT").connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS bench_{name}"))
            connection.execute(text(f"CREATE DATABASE bench_{name}"))
        url = make_url(server).set(database=f"bench_{name}")
        return url.render_as_string(hide_password=False)

    return made


def measured(address: Callable[[str], str], say: Callable[[str], None]) -> Iterator[Line]:
    """Write the ledgers at the addresses of some names, and yield the lines when ready."""
    rebuilt, opened, closed = {}, {}, {}
    for name, world in (("few", FEW_GAMES), ("games", MANY_GAMES), ("players", MANY_PLAYERS)):
        path = address(name)
        say(f"writing {world.games:,} games, {world.players:,} players")
        write("columns", world, path)
        say(f"rebuilding {name}")
        alone = rebuild_alone(path)
        rebuilt[name] = of("rebuild", "--ledger", path)
        opened[name] = of("pool", "list", "--ledger", path)
        if name == "few":
            yield from _commands(path, say)
        if name == "games":
            yield from _first_questions(path, rebuilt[name], alone, say)
        say(f"closing a list of {name}")
        closed[name] = _close(world, path)
    for target, what, name, at_most in (
        ("G2", "2 M players", "players", 3),
        ("G1", "4 M games", "games", 1.3),
    ):
        ratio = closed[name].cpu / closed["few"].cpu
        numbers = f"{closed[name].says}; {closed['few'].says}"
        against = "50 k players, 100 k games"
        yield Line(
            target, f"a close of 5 k games, {what}", against, ratio, numbers, at_most=at_most
        )
    ratio, numbers = (
        opened["games"].cpu / opened["few"].cpu,
        "; ".join(opened[name].says for name in ("games", "few", "players")),
    )
    yield Line("G1", "a question of 4 M games", "100 k games", ratio, numbers, at_most=1.2)
    numbers = "; ".join(rebuilt[name].says for name in ("players", "few", "games"))
    ratio = rebuilt["players"].peak / (200 * _MIB + 150 * MANY_PLAYERS.players)
    yield Line("", "memory of a rebuild, 2 M players", "200 MiB + 150 B each", ratio, numbers)
    ratio = closed["players"].peak / (200 * _MIB + 150 * MANY_PLAYERS.players)
    yield Line("", "memory of a close, 2 M players", "the same", ratio, closed["players"].says)
    yield from _proved(address("files"), say)


def write(writer: str, world: World, path: str) -> None:
    """Write a world in a process of its own: a child's peak is at least that of its parent."""
    sizes = (world.players, world.periods, world.games, world.seed)
    cost_of(sys.executable, "-m", __spec__.name, writer, path, *map(str, sizes))


def rebuild_alone(path: str) -> Cost:
    """Rebuild the official track, and carry nothing along."""
    return cost_of(sys.executable, "-m", __spec__.name, "replay", path)


def _close(world: World, path: str) -> Cost:
    """Add the reports of one more period, and close its list."""
    longer = World(CHESS, world.players, world.periods + 1, _IN_A_CLOSE * (world.periods + 1), 9)
    *_, period = longer.each_period()
    clock = writing.SetClock(period.list_date - timedelta(days=1))
    with Ledger.open(path, clock) as ledger:
        for answer in ledger.append_many(list(writing.requests(longer, _renamed(period)))):
            assert not isinstance(answer, Refused)
    day = period.list_date.isoformat()
    return cost_of(sys.executable, "-m", __spec__.name, "close", path, period.name, day)


def _closed(path: str, period: str, day: str) -> None:
    """Close a list as an office does, without asking whether its reports are admitted."""
    clock = writing.SetClock(date.fromisoformat(day))
    with Ledger.open(path, clock) as ledger, House(ledger) as house:
        CloseList(pool=CHESS.pool, period=period).record(house)
        house.catch_up()
        house.carry_along()


def _renamed(period: Period) -> Period:
    tournaments = tuple(replace(one, id=f"{one.id}-9") for one in period.tournaments)
    return replace(period, tournaments=tournaments)


def _commands(path: str, say: Callable[[str], None]) -> Iterator[Line]:
    """Compare a question asked by a command with the import of the libraries."""
    say("commands")
    ask = ("player", "rating", CHESS.pool, _PLAYER, "--ledger", path)
    question, libraries, helped = [], [], []
    for _ in range(_TIMES):
        question.append(of(*ask).cpu)
        libraries.append(cost_of(sys.executable, "-c", _LIBRARIES).cpu)
        helped.append(of("--help").cpu)
    ours, theirs, short = map(median, (question, libraries, helped))
    numbers = f"{ours:.2f}; {theirs:.2f} s"
    yield Line(
        "G3", "a command that asks a question", "libraries", ours / theirs, numbers, at_most=1.6
    )
    yield Line("G3", "--help", "0.2 s", short / 0.2, f"{short:.2f} s", at_most=1)


def _first_questions(
    path: str, rebuilt: Cost, alone: Cost, say: Callable[[str], None]
) -> Iterator[Line]:
    """Ask twice after a rebuild, which is compared with one that carries nothing along."""
    say("the first questions after a rebuild")
    revised = ("list", "show", CHESS.pool, "--track", "revised", "--limit", "1", "--ledger", path)
    trail = ("player", "trail", _PLAYER, "--limit", "2", "--ledger", path)
    for what, asked in (("revised question", revised), ("trail", trail)):
        first, second = of(*asked), of(*asked)
        ratio, numbers = first.cpu / second.cpu, f"{first.says}; {second.says}"
        yield Line("T11", f"the first {what}, 4 M games", "the next", ratio, numbers, at_most=1.3)
    ratio = (rebuilt.cpu - alone.cpu) / alone.cpu
    numbers = f"{rebuilt.says} with both; {alone.says}"
    what = "the revised track and the index, 4 M games"
    yield Line("T11", what, "a rebuild alone", ratio, numbers, at_most=1.5)


def _proved(path: str, say: Callable[[str], None]) -> Iterator[Line]:
    """Prove a ledger of real files: by one process, by two, and each era alone."""
    say(f"writing {OF_FILES.games:,} games as files")
    write("files", OF_FILES, path)
    of("rebuild", "--ledger", path)
    say("proving it")
    whole = of("verify", "--ledger", path)
    two = of("verify", "--workers", "2", "--ledger", path)
    yield Line(
        "G9", "a proof by two processes", "by one", two.cpu / whole.cpu,
        f"{two.says}; {whole.says}", at_most=1.4,
    )  # fmt: skip
    alone = [of("verify", "--era", str(era), "--ledger", path) for era in range(1, 6)]
    longest = max(cost.cpu for cost in alone)
    numbers = "; ".join(cost.says for cost in alone)
    yield Line(
        "G9", "the longest of five eras", "the whole", longest / whole.cpu, numbers, at_most=0.34
    )


def _main(what: str, path: str, *given: str) -> None:
    if what == "close":
        _closed(path, *given)
        return
    if what == "replay":
        with Ledger.open(path) as ledger, House(ledger) as house:
            house.rebuild(_BATCH)
        return
    players, periods, games, seed = map(int, given)
    _WRITERS[what](World(CHESS, players, periods, games, seed), path).close()


if __name__ == "__main__":
    _main(*sys.argv[1:])
