"""Elo-Rubele, the walk over thresholds in closed form (VI.10, tables 14 and 16, 17)."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from projections.rulebooks.grammar import Values

HUNDREDTHS = 100
HALVES = 2

Bands = tuple[tuple[int, int], ...]
"""By band of the capital, where it starts and its coefficient."""


def walked(capital: Values, half_hundredths: Values, bands: Bands) -> Values:
    """Walk capitals by half hundredths of D. Gives numerators over `walk_denominator(bands)`.

    Phi is the integral of 1/S, here in whole numbers (times the least common multiple of the
    coefficients and 200); the end is phi^-1(phi(capital) + D).
    """
    walk, capital = _walk(bands), capital.astype(np.int64)
    band = np.searchsorted(walk.starts, capital, side="right") - 1
    height = (capital - walk.starts.take(band)) * walk.slopes.take(band)
    height += walk.heights.take(band)
    height += half_hundredths.astype(np.int64) * walk.multiple
    band = np.maximum(np.searchsorted(walk.heights, height, side="right") - 1, 0)
    exact = (height - walk.heights.take(band)) * walk.coefficients.take(band)
    return exact + walk.starts.take(band) * walk_denominator(bands)


def walk_denominator(bands: Bands) -> int:
    """Give the denominator of what is walked."""
    return _walk(bands).multiple * HUNDREDTHS * HALVES


class _Walk(NamedTuple):
    """The bands as numbers to walk by: where each starts, and the height of phi there."""

    multiple: int
    starts: Values
    coefficients: Values
    slopes: Values
    heights: Values


@cache
def _walk(bands: Bands) -> _Walk:
    multiple = math.lcm(*(s for _, s in bands))
    starts, coefficients = np.array(bands, dtype=np.int64).T.copy()
    slopes = multiple // coefficients * (HUNDREDTHS * HALVES)
    heights = np.concatenate([[0], np.cumsum(np.diff(starts) * slopes[:-1])])
    return _Walk(multiple, starts, coefficients, slopes, heights)
