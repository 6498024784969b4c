"""Whether the program still makes the same lists.

    python -m tests.oracles.same_lists check 0 20            worlds from one seed up to another
    python -m tests.oracles.same_lists check                 all that are kept
    python -m tests.oracles.same_lists write                 keep what all come to now (5 minutes)
    python -m tests.oracles.same_lists rows 17               the rows of a world, or season-sample
    python -m tests.oracles.same_lists rows --folder FOLDER  of a world that lies in a folder
    python -m tests.oracles.same_lists world 17 FOLDER       the files of a world
    python -m tests.oracles.same_lists against CHECKOUT 17   its rows here and in another checkout
                                                             (--into FOLDER leaves them there)

Exit code 1: something came out otherwise.
"""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path

from tests.oracles.same_lists import comparing, running
from tests.oracles.same_lists.outcome import kept, text_of
from tests.oracles.same_lists.worlds import world_of


def main() -> int:
    """Run the command; return the exit code."""
    parser = ArgumentParser(
        "same_lists", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    ways = parser.add_subparsers(required=True)
    check = ways.add_parser("check")
    check.add_argument("first", type=int, nargs="?", default=0)
    check.add_argument("last", type=int, nargs="?", default=running.WORLDS)
    check.set_defaults(way=_check)
    ways.add_parser("write").set_defaults(way=_write)
    rows = ways.add_parser("rows")
    rows.add_argument("name", nargs="?")
    rows.add_argument("--folder", type=Path)
    rows.set_defaults(way=_rows)
    world = ways.add_parser("world")
    world.add_argument("seed", type=int)
    world.add_argument("folder", type=Path)
    world.set_defaults(way=_world)
    against = ways.add_parser("against")
    against.add_argument("checkout", type=Path)
    against.add_argument("names", nargs="+")
    against.add_argument("--into", type=Path)
    against.set_defaults(way=_against)
    asked = parser.parse_args()
    return int(asked.way(asked))


def _check(asked: Namespace) -> int:
    said = comparing.unlike(running.outcomes_of(range(asked.first, asked.last)), kept())
    _show("\n".join(said or ["every list is as it was"]))
    return bool(said)


def _write(_: Namespace) -> int:
    running.write()
    return 0


def _rows(asked: Namespace) -> int:
    if asked.folder:
        found = running.lists_of_folder(asked.folder)
    elif asked.name.isdigit():
        found = running.lists_of_world(world_of(int(asked.name)))
    else:
        found = running.lists_of_season(asked.name)
    sys.stdout.write(text_of(found))
    return 0


def _world(asked: Namespace) -> int:
    _show(str(world_of(asked.seed).write(asked.folder)))
    return 0


def _against(asked: Namespace) -> int:
    found = [
        line
        for name in asked.names
        for line in comparing.differences(name, asked.checkout, asked.into)
    ]
    _show("\n".join(found or ["the same rows on both sides"]))
    return bool(found)


def _show(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())
