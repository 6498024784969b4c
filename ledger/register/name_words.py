"""The words of names, by their first bytes: who has a word that begins so, without reading a key.

Words are compared as numbers, all at once. They follow from the pages of the index of names.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.store.name_pages import PLAYERS, SIGNS, NamePage

COMPARED: Final = 16
"""Bytes of a word that are compared; longer words are equal as far as these tell."""
_HALF: Final = "<u8"
_SPACE: Final = ord(" ")


class Words(NamedTuple):
    """The words of names."""

    first: NDArray[np.uint64]
    """Bytes of each word as a number: the first eight, 0 after its end."""
    second: NDArray[np.uint64]
    """The same of the next eight."""
    players: NDArray[np.int64]
    """Register number of the player of each word, ascending."""

    @property
    def size_bytes(self) -> int:
        """Bytes in memory."""
        return sum(column.nbytes for column in self)

    def players_with(self, words: Iterable[str], *, cut_short: bool) -> NDArray[np.int64]:
        """Return the players with each of some words (at least one), ascending.

        `cut_short`: or with longer words that begin so. Of words of more than COMPARED bytes the
        others may be different.
        """
        found = (self._with_word(word.encode()[:COMPARED], cut_short) for word in words)
        return reduce(np.intersect1d, found)

    def _with_word(self, word: bytes, cut_short: bool) -> NDArray[np.int64]:
        told = len(word) if cut_short else COMPARED
        masks, wanted = (
            np.frombuffer(text.ljust(COMPARED, b"\0"), dtype=_HALF)
            for text in (b"\xff" * told, word)
        )
        at = np.flatnonzero((self.first & masks[0]) == wanted[0])
        return np.unique(self.players[at[(self.second[at] & masks[1]) == wanted[1]]])


def words_of(number: int, page: NamePage) -> Words:
    """Return the words of a page of the index, by its number."""
    ends = np.frombuffer(page.signs, dtype=SIGNS)["end"].astype(np.int64)
    begins = np.concatenate([[0], ends[:-1]])
    keys = np.frombuffer(page.keys + bytes(COMPARED), dtype=np.uint8)
    spaces, named = np.flatnonzero(keys == _SPACE), ends > begins
    starts = np.sort(np.concatenate([begins[named], spaces + 1]))
    after = np.sort(np.concatenate([ends[named], spaces]))
    of_word = np.arange(COMPARED)
    letters = keys[np.minimum(starts[:, None] + of_word, len(keys) - 1)]
    letters[of_word >= (after - starts)[:, None]] = 0
    first, second = letters.view(_HALF).T
    rows = np.searchsorted(ends, starts, side="right")
    return Words(first.copy(), second.copy(), number * PLAYERS + rows)


def joined(words: Sequence[Words]) -> Words:
    """Return the words of pages as one, in the order of the pages."""
    return Words(*(np.concatenate(columns) for columns in zip(*words, strict=True)))
