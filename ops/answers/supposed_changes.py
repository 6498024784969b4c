"""Rows of answers about supposed histories; nothing of them is official."""

from typing import Final

import msgspec

from ledger.sentences import Sentence

HYPOTHETICAL: Final = Sentence("computed from a supposed history, never published")


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
