"""Pairing systems, as announcements name them in several languages.

What no word here tells is another system; nothing told is none.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.engine.columns import Values

ROUND_ROBINS: Final = (
    "round robin",
    "round-robin",
    "roundrobin",
    "all-play-all",
    "all play all",
    "berger",
    "girone",
    "italiana",
)
DOUBLE: Final = ("double", "doppi", "andata e ritorno")


def says(texts: Values, words: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return a mask of the texts with one of some words."""
    return np.array([any(word in text.lower() for word in words) for text in texts], dtype=bool)


def says_another(texts: Values, words: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return a mask of the nonempty texts without any of some words."""
    return np.array([bool(text) for text in texts], dtype=bool) & ~says(texts, words)
