"""Whether the program still gives the same answers.

    python -m tests.oracles.same_answers write             keep what all answers are now (5 minutes)
    python -m tests.oracles.same_answers write office      of some groups of ledgers alone
    python -m tests.oracles.same_answers check             what differs from the answers kept
    python -m tests.oracles.same_answers groups            the groups
    python -m tests.oracles.same_answers texts office DIR  the answers of a group, to read
    python -m tests.oracles.same_answers against CHECKOUT office
                                                           its answers there and here, as a diff
                                                           (--into FOLDER leaves them there)

`write` says which answers changed. Exit code 1 of `check` and `against`: something differs.
"""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path

from tests.oracles.same_answers import running
from tests.oracles.same_answers.ledgers import groups


def main() -> int:
    """Run the command; return the exit code."""
    parser = ArgumentParser(
        "same_answers", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    ways = parser.add_subparsers(required=True)
    for name, way in (("write", _write), ("check", _check)):
        chosen = ways.add_parser(name)
        chosen.add_argument("groups", nargs="*", choices=[[], *groups()])
        chosen.set_defaults(way=way)
    ways.add_parser("groups").set_defaults(way=_groups)
    texts = ways.add_parser("texts")
    texts.add_argument("group", choices=groups())
    texts.add_argument("folder", type=Path)
    texts.set_defaults(way=_texts)
    against = ways.add_parser("against")
    against.add_argument("checkout", type=Path)
    against.add_argument("group", choices=groups())
    against.add_argument("--into", type=Path)
    against.set_defaults(way=_against)
    asked = parser.parse_args()
    return int(asked.way(asked))


def _write(asked: Namespace) -> int:
    _show(*running.write(asked.groups) or ["every answer is as it was"])
    return 0


def _check(asked: Namespace) -> int:
    changed = running.check(asked.groups)
    _show(*changed or ["every answer is as it was"])
    return bool(changed)


def _groups(_: Namespace) -> int:
    _show(*groups())
    return 0


def _texts(asked: Namespace) -> int:
    running.texts(asked.group, asked.folder)
    return 0


def _against(asked: Namespace) -> int:
    found = list(running.differences(asked.group, asked.checkout, asked.into))
    _show(*found or ["the same answers on both sides"])
    return bool(found)


def _show(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
