"""Progress of long work, on standard error, and only where somebody is looking."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from ledger.visible import escaped
from ops.logs import StandardError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

SHOWN_FROM = 5_000
"""Fewer steps than this are over before a bar is drawn."""


EVERY_S = 10
"""Where no terminal shows a bar, a line says how far the work is, so often."""


@contextmanager
def shown(
    what: str, clock: Callable[[], float] = time.monotonic
) -> Iterator[Callable[[int, int], None]]:
    """Return a function for reports of progress: steps done, steps in all.

    On a terminal it draws a bar with the time left; elsewhere it writes a line every ten seconds.
    """
    if not sys.stderr.isatty():
        yield _lines(what, clock)
        return
    with ExitStack() as drawn:
        bars: list[tuple[Progress, TaskID]] = []

        def advance(done: int, of: int) -> None:
            if of >= SHOWN_FROM:
                if not bars:
                    bars.append(_bar(what, drawn))
                bar, task = bars[0]
                bar.update(task, completed=done, total=of)

        yield advance


def _bar(what: str, drawn: ExitStack) -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    bar = drawn.enter_context(Progress(console=Console(stderr=True), transient=True))
    return bar, bar.add_task(escape(escaped(what)))


def _lines(what: str, clock: Callable[[], float]) -> Callable[[int, int], None]:
    began = shown = clock()

    def advance(done: int, of: int) -> None:
        nonlocal shown
        now = clock()
        if now - shown >= EVERY_S and of:
            shown = now
            line = f"{escaped(what)}: {100 * done // of} % after {now - began:.0f} s\n"
            StandardError().write(line)

    return advance
