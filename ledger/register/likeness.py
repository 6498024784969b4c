"""How like two names are: accents, order of first and last name, and slips of the pen forgiven.

Likeness runs from 0 to 100. It never says who somebody is: it finds whom a person should look at,
and tells when a number and a name contradict each other.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Indel
from rapidfuzz.fuzz import ratio

from ledger.spelling import folded

LIKE: Final = 85
"""From here on two names may be one person's: in `Rossi, Maria` one letter is wrong (91), in
`Rossi Ferri, Maria Teresa` three (93)."""

UNLIKE: Final = 60
"""Below, two names cannot well be one person's: `Rossi, Maria` and `Bianchi, Luca` have 26."""

PART_OF: Final = 90
"""Likeness of a name to a fuller one, `Rossi, Maria` to `Rossi, Maria Teresa`, and of
`Rossi, M.` to `Rossi, Maria`."""

FEWEST_WORDS: Final = 2
"""Words a name must have to be taken for a part of another: a last name alone says little."""

SAME: Final = 100


def likeness(one: str, other: str) -> int:
    """Return how like two names are, 0 to 100; 0 where either is empty."""
    return key_likeness(folded(one), folded(other))


def key_likeness(one: str, other: str) -> int:
    """Return how like two names are by their keys: shared letters in order, of all, in percent.

    Where every word of the shorter is a word of the longer, or its first letter, PART_OF at least.
    """
    if not (one and other):
        return 0
    letters = round(ratio(one, other))
    return max(letters, PART_OF) if one != other and _is_part(one, other) else letters


def _is_part(one: str, other: str) -> bool:
    """Return whether the shorter name's words are all found in the longer, whole or as initials."""
    few, many = sorted((one.split(), other.split()), key=lambda words: (len(words), words))
    if len(few) < FEWEST_WORDS:
        return False
    rest = list(many)
    initials = [word for word in few if word not in many]
    for word in (word for word in few if word in many):
        if word not in rest:
            return False
        rest.remove(word)
    return len(initials) < len(few) and all(_takes(word, rest) for word in initials)


def _takes(word: str, rest: list[str]) -> bool:
    """Remove the word abbreviated by an initial, or the initial of the word."""
    for other in rest:
        if 1 in (len(word), len(other)) and word[0] == other[0]:
            rest.remove(other)
            return True
    return False


def near(queries: Sequence[str], keys: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield (query, key, likeness) of the pairs of keys with LIKE or more, by their indices.

    One comparison of letters a pair, in compiled code (about 60 million a second); a fuller name
    is found where at least UNLIKE letters in a hundred are shared.
    """
    shared = process.cdist(
        queries,
        keys,
        scorer=Indel.normalized_similarity,
        score_cutoff=UNLIKE / 100,
        dtype=np.float32,
    )
    for query, key in zip(*(axis.tolist() for axis in np.nonzero(shared)), strict=True):
        found = key_likeness(queries[query], keys[key])
        if found >= LIKE:
            yield query, key, found
