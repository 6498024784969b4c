"""A difference of two values of a player, as answers show it."""

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from ledger.sentences import Sentence

if TYPE_CHECKING:
    Value: TypeAlias = int | str | Sentence | None
else:
    Value = int | str | None  # as in documents: a union takes no type of ours


class Difference(msgspec.Struct, frozen=True):
    """A difference of two values."""

    player: str
    """As 572-4; empty: no single player."""
    name: str
    what: str
    """`entered`, `left`, a column of the lists (`rating`, `k` …), `category` or `title`."""
    before: Value
    """None: no value, as of a player who entered; of a player who left the rating."""
    after: Value
    """None: no value, as of a player who left; of a player who entered the rating."""
