"""Rows of answers about supposed histories; nothing of them is official."""

from collections.abc import Mapping
from typing import Final

import msgspec

from ledger.sentences import Position, Sentence
from ops.answers.abouts import About

HYPOTHETICAL: Final = Sentence("computed from a supposed history, never published")


class AboutSupposed(About, frozen=True, kw_only=True):
    """A supposed history of a pool, and the list shown."""

    hypothetical: Sentence
    """Says that nothing of it was published."""
    pool: str
    list: str
    ratings: str | None = None
    """Of each other result of games: ratings of the list, or after each tournament."""
    supposed: tuple[Sentence, ...]
    without_effect: tuple[Position, ...] | None = None
    """Later events without effect: they name what is left out, or were caused by it."""
    differences: Mapping[str, int] | None = None
    """How many, by `what`."""
    results: int | None = None
    """Other results of games, on all pages."""
    known_to: Position
    """The last event known."""
    next_page: int | None = None
    """None: this is the last page."""


class SupposedChange(msgspec.Struct, frozen=True):
    """A value of a player on an official list, and the value in a supposed history."""

    supposed: Sentence
    """What is supposed, as `result #12#3 1 0`; of several suppositions their number."""
    player: str
    name: str
    what: str
    """`entered`, `left`, a column of the lists (`rating`, `k` …), `category` or `title`."""
    official: int | str | None
    """None: not on the official list."""
    hypothetical: int | str | None
    """None: not on the list of the supposed history."""
