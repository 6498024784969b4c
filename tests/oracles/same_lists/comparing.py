"""The rows of this program beside those of another checkout, for worlds with other lists."""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.oracles.same_lists.outcome import Outcome, text_of
from tests.oracles.same_lists.running import lists_of_folder, lists_of_season
from tests.oracles.same_lists.worlds import kind_of, world_of

COMMAND = (sys.executable, "-m", "tests.oracles.same_lists")


def rows_there(checkout: Path, *asked: str) -> str:
    """Return the rows that the program of another checkout makes of a season, or of a
    folder.

    It runs there with its own `driving`, so that it need not know the names of this one.
    """
    words = [*COMMAND, "rows", *asked]
    done = subprocess.run(words, cwd=checkout, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{checkout}: {done.stderr.strip()}")
    return done.stdout


def differences(name: str, checkout: Path, into: Path | None = None) -> Iterator[str]:
    """Give the rows in which this program and another checkout differ, as a unified diff.

    Of a world, by its seed, or of a season. `into` is a folder in which the files of the world and
    the rows of both sides are left.
    """
    with TemporaryDirectory() as place:
        base = into or Path(place)
        if name.isdigit():
            folder = world_of(int(name)).write(base / f"world-{name}").resolve()
            theirs, ours = rows_there(checkout, "--folder", str(folder)), lists_of_folder(folder)
        else:
            base.mkdir(exist_ok=True)
            theirs, ours = rows_there(checkout, name), lists_of_season(name)
        (base / f"{name}-theirs.txt").write_text(theirs, encoding="utf-8")
        (base / f"{name}-ours.txt").write_text(text_of(ours), encoding="utf-8")
        sides = theirs.splitlines(), text_of(ours).splitlines()
        yield from unified_diff(*sides, str(checkout), "here", lineterm="", n=0)


def unlike(found: Iterable[Outcome], kept: dict[str, Outcome]) -> list[str]:
    """Yield a text for each outcome other than the kept one: the difference, and how to
    see the rows.
    """
    said = [
        _unlike(each, kept[each.name]) if each.name in kept else f"{each.name}: nothing is kept"
        for each in found
        if kept.get(each.name) != each
    ]
    return [*said, *(_how_to_see(said) if said else ())]


def _unlike(now: Outcome, before: Outcome) -> str:
    if now.world != before.world:
        return f"{now.name}: another world than the one kept: what draws the worlds has changed"
    words = [f"{each.lists} lists, {each.rows} rows, {each.digest}" for each in (before, now)]
    return f"{now.name}{_kind(now.name)}: kept are {words[0]}; now {words[1]}"


def _kind(name: str) -> str:
    word, _, seed = name.partition("-")
    return f" ({kind_of(int(seed))})" if word == "world" else ""


def _how_to_see(said: list[str]) -> Iterator[str]:
    name = said[0].partition(" ")[0].rstrip(":").removeprefix("world-")
    yield "to see the rows on both sides, with the program as it was in ../before:"
    yield "  git worktree add ../before COMMIT"
    yield f"  python -m tests.oracles.same_lists against ../before {name} --into ../rows"
