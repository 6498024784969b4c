"""The walk of a value through the packages: while a list is closed, while a rating is explained.

    python -m ops.bench.walk           the packages in the order of the calls, and the figures
    python -m ops.bench.walk --calls   also each call, from which function to which

Sets have no order, so figures differ by one or two from run to run, unless PYTHONHASHSEED=0 is set.

What is counted. A *call* is a pair of two functions of ours (`ledger`, `projections`, `ops`): who
calls, and who is called. Code of others between them is passed through, comprehensions belong to
the function around them. Each pair counts once, where it first occurs: a loop, or the same way gone
for every player, is one way. Of these pairs those count that lead from one package into another, in
their order; calls into one package one after the other count once. That is the walk. A *turn back*
is a step of it into a package that it had entered before, and left. To return from a call is no
step.

A package is the second level of the dotted name: `projections.rating`, `ledger.store`,
`ops.commands`. The same is counted of modules, and of the modules of `projections` alone without
the texts of law (`rulebooks`), which a computation has to visit.

The season is the sample, up to the list of January 2026: three tournaments, one of them late. The
rating is that of a player with three events on it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from types import FrameType
from typing import Any, Final, NamedTuple

from ledger.register import identities
from ledger.store.ledger import Ledger
from ops.commands import close_period
from ops.house import House
from ops.sample import commands
from projections.explain import explain
from projections.official import Official
from projections.queries import PoolQuery

ROOT: Final = Path(__file__).parents[2]
OURS: Final = ("ledger", "projections", "ops")
LAW: Final = "projections.rulebooks"

POOL: Final = "fide-standard"
LIST: Final = "2026-01"
PLAYER: Final = "fide:99002165"


class Function(NamedTuple):
    """A function of the project: module and qualified name."""

    module: str
    name: str


Call = tuple[Function | None, Function]
"""Who calls, None for who asked for the walk, and who is called."""


@dataclass
class Walk:
    """The distinct calls of a computation, in the order of first occurrence."""

    calls: dict[Call, None] = field(default_factory=dict)

    def follow(self, work: Callable[[], object]) -> Walk:
        """Do some work and note the calls; return the walk."""
        sys.setprofile(self._note)
        try:
            work()
        finally:
            sys.setprofile(None)
        return self

    def _note(self, frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and (called := _function(frame.f_code)) is not None:
            self.calls[_caller(frame), called] = None

    def steps(self, place: Callable[[str], str], within: str = "") -> list[str]:
        """Return the places entered, by the place of a module; see the head of the file.

        `within` leaves out who does not begin so, and the texts of law.
        """
        found: list[str] = []
        for caller, called in self.calls:
            where = place(called.module)
            if within and (not where.startswith(within) or where.startswith(LAW)):
                continue
            entered = caller is None or place(caller.module) != where
            if entered and (not found or found[-1] != where):
                found.append(where)
        return found


def turn_backs(steps: Sequence[str]) -> int:
    """Return the number of steps into a place entered before, and left."""
    return len(steps) - len(set(steps))


def package(module: str) -> str:
    """Return the second level of a module's name."""
    return ".".join(module.split(".")[:2])


def module_itself(module: str) -> str:
    """Return the module as the place."""
    return module


@cache
def _function(code: Any) -> Function | None:
    """Return the project's function of a code object; None for others and for comprehensions."""
    path = Path(code.co_filename)
    if code.co_name.startswith("<") or not path.is_relative_to(ROOT):
        return None
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] not in OURS:
        return None
    return Function(".".join(parts).removesuffix(".__init__"), code.co_qualname)


def _caller(frame: FrameType) -> Function | None:
    before = frame.f_back
    while before is not None:
        found = _function(before.f_code)
        if found is not None and found.module != __name__:
            return found
        before = before.f_back
    return None


# ---------------------------------------------------------------------------------- what is walked


def walks(folder: Path) -> Iterator[tuple[str, Walk]]:
    """Import the sample up to a list; yield the walks of its closing and of an explanation."""
    address = str(folder / "walk.ledger")
    _bring_in(address)
    with Ledger.open(address) as ledger:
        official = Official(ledger)
        official.catch_up()
        closed = Walk().follow(lambda: close_period.preview(House(ledger, official), POOL, LIST))
        yield f"closing {POOL} {LIST}", closed
        close_period.close(House(ledger, official), POOL, LIST)
        official.catch_up()
        pool, player = PoolQuery(official, POOL), identities.find(ledger.read, PLAYER)
        row = pool.list_of(LIST)
        yield f"explaining {PLAYER} on it", Walk().follow(lambda: explain(pool, player, row))
        official.close()


def _bring_in(address: str) -> None:
    """Run the commands of the sample before the closing under measurement."""
    for words in commands.typed(commands.FOLDER / "season.txt"):
        if words[:4] == ["list", "close", POOL, LIST]:
            return
        code, lines = commands.run(words, address)
        assert not code, lines


def report(name: str, walk: Walk, *, calls: bool = False) -> Iterator[str]:
    """Yield the lines about a walk."""
    packages = walk.steps(package)
    yield f"{name}: {len(walk.calls)} calls"
    yield fill(" → ".join(packages), 100, initial_indent="  ", subsequent_indent="  ")
    for caller, called in walk.calls if calls else ():
        before = "" if caller is None else ".".join(caller)
        yield f"  {before} → {'.'.join(called)}"
    for what, steps in (
        ("packages", packages),
        ("modules", walk.steps(module_itself)),
        ("modules of projections without the law", walk.steps(module_itself, "projections.")),
    ):
        yield f"  {len(set(steps)):3} {what}, {turn_backs(steps)} turn backs"


def main() -> int:
    """Show both walks."""
    parser = ArgumentParser(
        "walk", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", action="store_true")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as _:
        found = [list(report(*walked, calls=asked.calls)) for walked in walks(Path(folder))]
    sys.stdout.write("\n\n".join("\n".join(lines) for lines in found) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
