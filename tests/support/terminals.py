"""A terminal at which somebody types."""

import os
import pty
import sys
from contextlib import contextmanager


@contextmanager
def terminal(answer, monkeypatch):
    """A terminal at which somebody types an answer."""
    ours, theirs = pty.openpty()
    os.write(ours, answer.encode())
    with os.fdopen(theirs, "r") as typed, os.fdopen(os.dup(theirs), "w") as shown:
        monkeypatch.setattr(sys, "stdin", typed)
        monkeypatch.setattr(sys, "stderr", shown)
        yield lambda words: read_until(ours, words)
    os.close(ours)


def read_until(terminal, words):
    """Read a terminal until the words appear."""
    shown = ""
    while words not in shown:
        shown += os.read(terminal, 10_000).decode()
