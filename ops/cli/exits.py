"""Exit codes: how a command ended."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

DONE, FOUND, USAGE, REFUSED, DAMAGED, UNKNOWN, NOT_SHOWN, UNAVAILABLE = range(8)
FAILED, STOPPED = 70, 130

MEANINGS: Final = {
    DONE: "done (also when the reader of a pipe has gone)",
    FOUND: "a check found something: verify a fault, external-list compare a difference, "
    "tournament check what keeps from being rated, tournament import some of several files refused",
    USAGE: "the command was not understood",
    REFUSED: "refused, nothing was recorded",
    DAMAGED: "stored bytes or lists contradict each other",
    UNKNOWN: "the outcome is unknown: repeat the command",
    NOT_SHOWN: "recorded, but the answer could not be shown or kept: its position is on "
    "standard error",
    UNAVAILABLE: "the ledger is unreachable, locked or busy: try again",
    FAILED: "a fault of the program, see its trace",
    STOPPED: "interrupted: a sentence says whether anything was recorded",
}

Form = Literal["text", "json"]
"""How a command says that it was not done: a sentence on standard error, or one document."""


def form_asked(words: Sequence[str]) -> Form:
    """Return how the words of a command ask to be answered."""
    asked = "--format=json" in words or ("--format", "json") in pairwise(words)
    return "json" if asked else "text"
