"""Progress of long work, on standard error, and only where somebody is looking."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SHOWN_FROM = 5_000
"""Fewer steps than this are over before a bar is drawn."""


@contextmanager
def shown(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function to call with what is done and how much there is; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    from ledger.visible import escaped

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(escaped(what)), visible=False)

        def advance(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, visible=of >= SHOWN_FROM)

        yield advance
