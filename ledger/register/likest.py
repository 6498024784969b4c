"""The names of an index likest to a text, found without a comparison with every name.

The letters of a name tell the greatest likeness that it can have to a text. The names are compared
in that order, until no later one can be among the likest.
"""

import heapq
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.fuzz import ratio, token_set_ratio

from ledger.register.likeness import LIKE, PART_OF, SAME, UNLIKE, key_likeness
from ledger.register.name_index import Letters, NameIndex
from ledger.store import name_pages

CUT_SHORT: Final = 96
"""Likeness of a name to a text of two words or more that are its words, some of them cut short:
`Ros. M.`, `M. Rossi`, `Rossi Mar` for `Rossi, Mario`. Above a slip of the pen in a short name."""

CUT_SHORT_ALONE: Final = 80
"""The same of a single word that is cut short, as `Ross`: below the whole word (LIKE)."""

FEWEST_LETTERS: Final = 2
"""Letters of the longest word of a text that is cut short: initials alone say too little."""

_TOGETHER: Final = 1_000
"""Names compared at once."""
_FIRST: Final = 100
"""The same of the likeliest names: they tell how like later ones must be."""
_ROUNDED: Final = 0.51
"""Before the fraction is dropped: a little above a half, so that no rounding gives more."""


class Best:
    """The likest players found so far, at most so many; of equals those registered first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._ranks: list[tuple[int, int]] = []
        """Likeness and negative register number, the worst one first."""

    def would_take(self, alike: int, player: int) -> bool:
        """Return whether a player of this likeness would be among the best."""
        if len(self._ranks) < self._most:
            return True
        return bool(self._ranks) and self._ranks[0] < (alike, -player)

    @property
    def least(self) -> int:
        """The likeness that a player needs to be among the best."""
        return self._ranks[0][0] if len(self._ranks) >= self._most else UNLIKE

    def take(self, found: Iterable[tuple[int, int]]) -> None:
        """Add players with their likeness."""
        for alike, player in found:
            if self.would_take(alike, player):
                heapq.heappush(self._ranks, (alike, -player))
                if len(self._ranks) > self._most:
                    heapq.heappop(self._ranks)

    def in_order(self) -> dict[int, int]:
        """Return likeness by player, the likest first."""
        return {-negative: alike for alike, negative in sorted(self._ranks, reverse=True)}


def take_likest(best: Best, index: NameIndex, key: str, at_most: NDArray[np.uint8]) -> None:
    """Compare the names with a key, the likeliest first, until no other can be among the best."""
    players, bounds = likeliest_first(at_most, UNLIKE)
    start, together = 0, _FIRST
    while start < len(players) and best.would_take(int(bounds[start]), int(players[start])):
        of_some = slice(start, start + together)
        some = players[of_some][bounds[of_some] >= best.least]
        keys, cutoff = index.keys(some), best.least - 1
        # below CUT_SHORT_ALONE none has the words of the key: the letters alone tell
        compared = _fitting if bounds[start] >= CUT_SHORT_ALONE else _alike_by_letters
        best.take((alike, int(some[at])) for at, alike in compared(key, keys, cutoff))
        start, together = start + together, _TOGETHER


def _alike_by_letters(key: str, keys: Sequence[str], cutoff: int) -> Iterator[tuple[int, int]]:
    """Yield index and likeness of the names possibly meant, as `_fitting`, by their letters."""
    shared = process.cdist([key], keys, scorer=ratio, score_cutoff=cutoff, dtype=np.float64)[0]
    close = np.flatnonzero(shared)
    meant = np.flatnonzero(_share_words(key, [keys[at] for at in close.tolist()], cutoff))
    for at in close[meant].tolist():
        alike = round(shared[at])
        if alike >= UNLIKE:
            yield at, alike


def _share_words(key: str, keys: Sequence[str], cutoff: int) -> NDArray[np.float32]:
    """Return how like names are to a key whatever the order of words; 0: below a cutoff."""
    least = max(cutoff, UNLIKE)
    found: NDArray[np.float32] = process.cdist(
        [key], keys, scorer=token_set_ratio, score_cutoff=least, dtype=np.float32
    )[0]
    return found


def likeness_at_most(index: NameIndex, key: str, *, cut_short: bool) -> NDArray[np.uint8]:
    """Return the greatest likeness that each name can have to a key, by register number.

    Of all letters in common, none is out of order; of whole words, those with the same letters.
    With `cut_short` the words of the key may be beginnings of words of the name. A likeness below
    UNLIKE is left out (0).
    """
    most = np.zeros(len(index.lengths), dtype=np.uint8)
    letters = Letters(key)
    shared = letters.shared(index)
    enough = np.flatnonzero(shared >= _fewest_shared(len(key))[index.lengths])
    lengths = len(key) + index.lengths[enough].astype(np.float64)
    most[enough] = np.minimum(SAME, 200 * shared[enough] / lengths + _ROUNDED)
    words = [*dict.fromkeys(key.split())]
    if words and cut_short:
        for players, alike in _with_words(index, key, words):
            most[players] = np.maximum(most[players], alike)
    if " " in key:
        near = index.with_initials_among(letters.initials)
        for word in words:
            part = Letters(word).among(index, near)
            most[part] = np.maximum(most[part], PART_OF)
    return most


def _with_words(
    index: NameIndex, key: str, words: Sequence[str]
) -> Iterator[tuple[NDArray[np.int64], int]]:
    """Yield the players with the words of a key, whole and then cut short, and their likeness."""
    yield index.words.players_with(words, cut_short=False), LIKE
    if max(map(len, words)) >= FEWEST_LETTERS:
        alike = CUT_SHORT if " " in key else CUT_SHORT_ALONE
        yield index.words.players_with(words, cut_short=True), alike


def _fewest_shared(length: int) -> NDArray[np.uint16]:
    """Return the fewest shared letters of a name like a key, by the length of the name."""
    lengths = np.arange(name_pages.LONGEST + 1)
    fewest = np.ceil((UNLIKE - _ROUNDED) * (length + lengths) / 200).astype(np.uint16)
    fewest[0] = np.iinfo(np.uint16).max  # no name
    return fewest


def likeliest_first(
    at_most: NDArray[np.uint8], least: int
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return players and greatest likeness, of those with at least so much; equals by number."""
    players = np.flatnonzero(at_most >= least)
    order = np.argsort(SAME - at_most[players], kind="stable")
    return players[order], at_most[players[order]]


def _fitting(key: str, keys: Sequence[str], cutoff: int) -> Iterator[tuple[int, int]]:
    """Yield index and likeness of the names possibly meant by a text, above a cutoff.

    No likeness is above the one of the words, but of those that are cut short.
    """
    shared = _share_words(key, keys, cutoff)
    cut_short = dict.fromkeys(_cut_short(key, keys), CUT_SHORT if " " in key else CUT_SHORT_ALONE)
    for at in sorted({*cut_short, *np.flatnonzero(shared).tolist()}):
        has_all_words = set(key.split()) <= set(keys[at].split())  # `rossi` finds every Rossi
        part = LIKE if has_all_words else 0
        alike = max(key_likeness(key, keys[at]), part, cut_short.get(at, 0))
        if alike >= UNLIKE:
            yield at, alike


def _cut_short(key: str, keys: Sequence[str]) -> Iterator[int]:
    """Yield the indices of the names with a different word for each word of a text.

    Each word of the name begins with the word of the text. Initials alone find nobody.
    """
    words = sorted(key.split(), key=len, reverse=True)
    if not words or len(words[0]) < FEWEST_LETTERS:
        return
    has_them_all = re.compile("".join(rf"(?=.*\b{re.escape(word)})" for word in words)).match
    for at, own in enumerate(keys):
        if has_them_all(own) and _each_has_its_own(words, own.split()):
            yield at


def _each_has_its_own(words: Sequence[str], own: list[str]) -> bool:
    """Return whether different words of a name begin with the words of a text, longest first."""
    for word in words:
        longer = next((of_name for of_name in own if of_name.startswith(word)), None)
        if longer is None:
            return False
        own.remove(longer)
    return True
