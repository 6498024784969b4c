"""Worlds one after the other, and the seasons with names: the outcome of each."""

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.oracles.same_lists.driving.drive import driven
from tests.oracles.same_lists.driving.law import SEASONS, season
from tests.oracles.same_lists.driving.sealed import lists_of
from tests.oracles.same_lists.outcome import OUTCOMES, List, Outcome, outcome_of, short
from tests.oracles.same_lists.world import World
from tests.oracles.same_lists.worlds import world_of

WORLDS = 1_000
"""So many are kept."""
TOGETHER = 20
"""Worlds that one process takes at a time."""

HEAD = """\
# The lists of the program as it is: of each season and of each world its name, the digest of its
# files, how many lists and rows there are, and the digest of all rows. Written by
# python -m tests.oracles.same_lists write; a change of results is written anew, nothing else.
"""


def lists_of_folder(folder: Path) -> list[List]:
    """Return the lists of the world in a folder, from a temporary ledger."""
    with TemporaryDirectory() as place:
        return driven(folder, Path(place) / "ledger")


def lists_of_world(world: World) -> list[List]:
    """Give the lists of a world."""
    with TemporaryDirectory() as place:
        return lists_of_folder(world.write(Path(place)))


def outcome_of_seed(seed: int) -> Outcome:
    """Return the outcome of the world of a seed."""
    world = world_of(seed)
    return outcome_of(f"world-{seed}", short(world.whole()), lists_of_world(world))


def outcome_of_season(name: str, address: Path) -> Outcome:
    """Return the outcome of a season with a ledger; `-` is the digest of the files."""
    return outcome_of(season_name(name), "-", lists_of(address))


def season_name(name: str) -> str:
    """Return the name of a kept season; the sample has no other name."""
    return f"season-{name or 'sample'}"


def lists_of_season(name: str) -> list[List]:
    """Return the lists of a season by the kept name, from a ledger brought in for this."""
    (known,) = (each for each in SEASONS if season_name(each) == name)
    with TemporaryDirectory() as place:
        return lists_of(season(known, Path(place) / "ledger"))


def outcomes_of(seeds: Iterable[int]) -> list[Outcome]:
    """Yield the outcomes of worlds, one after the other."""
    return [outcome_of_seed(seed) for seed in seeds]


def _season(name: str) -> Outcome:
    return outcome_of(season_name(name), "-", lists_of_season(season_name(name)))


def write(path: Path = OUTCOMES, processes: int = 2) -> None:
    """Run all seasons and worlds of this program, and keep the outcomes."""
    chunks = [range(first, first + TOGETHER) for first in range(0, WORLDS, TOGETHER)]
    with ProcessPoolExecutor(processes) as pool:
        seasons = pool.map(_season, SEASONS)
        worlds = pool.map(outcomes_of, chunks)
        found = [*seasons, *(each for chunk in worlds for each in chunk)]
    path.write_text(HEAD + "".join(f"{each.line()}\n" for each in found), encoding="utf-8")
