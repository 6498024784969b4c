"""Worlds one after the other, and the seasons that have names: what each comes to."""

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
    """Give the lists of the world in a folder, from a ledger that is gone afterwards."""
    with TemporaryDirectory() as place:
        return driven(folder, Path(place) / "ledger")


def lists_of_world(world: World) -> list[List]:
    """Give the lists of a world."""
    with TemporaryDirectory() as place:
        return lists_of_folder(world.write(Path(place)))


def outcome_of_seed(seed: int) -> Outcome:
    """Give what the world of a seed comes to."""
    world = world_of(seed)
    return outcome_of(f"world-{seed}", short(world.whole()), lists_of_world(world))


def outcome_of_season(name: str, address: Path) -> Outcome:
    """Give what a season comes to whose ledger is there; `-` is the digest of its files."""
    return outcome_of(season_name(name), "-", lists_of(address))


def season_name(name: str) -> str:
    """Give the name under which a season is kept; the sample has none of its own."""
    return f"season-{name or 'sample'}"


def lists_of_season(name: str) -> list[List]:
    """Give the lists of a season, brought in for it, by the name under which it is kept."""
    (known,) = (each for each in SEASONS if season_name(each) == name)
    with TemporaryDirectory() as place:
        return lists_of(season(known, Path(place) / "ledger"))


def outcomes_of(seeds: Iterable[int]) -> list[Outcome]:
    """Give what worlds come to, one after the other."""
    return [outcome_of_seed(seed) for seed in seeds]


def _season(name: str) -> Outcome:
    return outcome_of(season_name(name), "-", lists_of_season(season_name(name)))


def write(path: Path = OUTCOMES, processes: int = 2) -> None:
    """Run all seasons and worlds of this program, and keep what they come to."""
    chunks = [range(first, first + TOGETHER) for first in range(0, WORLDS, TOGETHER)]
    with ProcessPoolExecutor(processes) as pool:
        seasons = pool.map(_season, SEASONS)
        worlds = pool.map(outcomes_of, chunks)
        found = [*seasons, *(each for chunk in worlds for each in chunk)]
    path.write_text(HEAD + "".join(f"{each.line()}\n" for each in found), encoding="utf-8")
