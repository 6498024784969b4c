"""The walk of a value through the packages: while a list is closed, while a rating is explained.

    python -m ops.bench.walk           the packages in the order of the calls, and the figures
    python -m ops.bench.walk --calls   also each call, from which function to which

Sets have no order, so figures differ by one or two from run to run, unless PYTHONHASHSEED=0 is set.

A *call* is a pair of two functions of the project (`ledger`, `projections`, `ops`): the caller and
the called. Code of others between them is passed through; comprehensions belong to the function
around them. Each pair counts once, where it first occurs. The *walk* is the list of packages that
such calls enter; calls into one package one after the other count once. A *turn back* is a step of
the walk into a package that it had entered before, and left. To return from a call is no step.

A package is the second level of the dotted name, such as `projections.rating`. The same is counted
of modules, and of the modules of `projections` without the texts of law (`rulebooks`), which a
computation has to visit. The season is the sample, up to the list of January 2026: three
tournaments, one of them late. The rating is that of a player with three tournaments on it.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from types import FrameType
from typing import Any, Final, NamedTuple

from ledger.register import identities
from ledger.store.ledger import Ledger
from ops.closings.recordings import CloseList
from ops.house import House
from ops.sample import commands
from projections.queries.explain import explain

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
"""Caller (None: outside the project) and called."""


def follow(work: Callable[[], object]) -> list[Call]:
    """Do some work; return the distinct calls in the order of first occurrence."""
    calls: dict[Call, None] = {}

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and (called := _function(frame.f_code)) is not None:
            calls[_caller(frame), called] = None

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return list(calls)


def walk(calls: Sequence[Call], place: Callable[[str], str], within: str = "") -> list[str]:
    """Return the places entered, by the place of a module; see the head of the file.

    `within` leaves out the places that do not begin so, and the texts of law.
    """
    steps: list[str] = []
    for caller, called in calls:
        where = place(called.module)
        if within and (not where.startswith(within) or where.startswith(LAW)):
            continue
        entered = caller is None or place(caller.module) != where
        if entered and (not steps or steps[-1] != where):
            steps.append(where)
    return steps


def turn_backs(steps: Sequence[str]) -> int:
    """Return the number of steps into a place entered before, and left."""
    return len(steps) - len(set(steps))


def package(module: str) -> str:
    """Return the second level of a module's name."""
    return ".".join(module.split(".")[:2])


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
        function = _function(before.f_code)
        if function is not None and function.module != __name__:
            return function
        before = before.f_back
    return None


# ---------------------------------------------------------------------------------- what is walked


def followed(address: str) -> Iterator[tuple[str, list[Call]]]:
    """Import the sample up to a list; yield the calls of its closing and of an explanation."""
    for words, at in commands.typed(commands.FOLDER / "season.txt"):
        if words[:4] == ["list", "close", POOL, LIST]:
            break
        code, lines = commands.run(words, address, at=at)
        assert not code, lines
    with Ledger.open(address) as ledger, House(ledger) as house:
        house.catch_up()
        close = CloseList(pool=POOL, period=LIST)
        closing = follow(lambda: close.compose(house))
        yield f"closing {POOL} {LIST}", closing
        close.record(house)
        house.catch_up()
        pool, player = house.pool(POOL), identities.find(ledger.read, PLAYER)
        row = pool.list_of(LIST)
        yield f"explaining {PLAYER} on it", follow(lambda: explain(pool, player, row))


def report(name: str, calls: Sequence[Call], *, with_calls: bool = False) -> Iterator[str]:
    """Yield the lines about a walk."""
    packages = walk(calls, package)
    yield f"{name}: {len(calls)} calls"
    yield fill(" → ".join(packages), 100, initial_indent="  ", subsequent_indent="  ")
    for caller, called in calls if with_calls else ():
        yield f"  {'.'.join(caller or ())} → {'.'.join(called)}"
    for what, steps in (
        ("packages", packages),
        ("modules", walk(calls, str)),
        ("modules of projections without the law", walk(calls, str, "projections.")),
    ):
        yield f"  {len(set(steps)):3} {what}, {turn_backs(steps)} turn backs"


def main() -> None:
    """Show both walks."""
    with TemporaryDirectory() as folder:
        for name, calls in followed(str(Path(folder) / "walk.ledger")):
            lines = report(name, calls, with_calls="--calls" in sys.argv[1:])
            sys.stdout.write("\n".join([*lines, "", ""]))


if __name__ == "__main__":
    main()
