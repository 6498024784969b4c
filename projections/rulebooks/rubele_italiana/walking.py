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
    walk = _walk(bands)
    band = np.searchsorted(walk.starts[1:], capital, side="right")
    height = capital * walk.slopes.take(band) + walk.bases.take(band)
    height += half_hundredths.astype(np.int64) * walk.multiple
    band = np.searchsorted(walk.heights[1:], height, side="right")
    return np.asarray(height * walk.coefficients.take(band) + walk.returns.take(band))


def walk_denominator(bands: Bands) -> int:
    """Give the denominator of what is walked."""
    return _walk(bands).multiple * HUNDREDTHS * HALVES


class _Walk(NamedTuple):
    """The bands as numbers to walk by: where each starts, and the height of phi there.

    In a band phi is `capital * slope + base`; back from a height leads `height * coefficient +
    return`.
    """

    multiple: int
    starts: Values
    heights: Values
    slopes: Values
    bases: Values
    coefficients: Values
    returns: Values


@cache
def _walk(bands: Bands) -> _Walk:
    multiple = math.lcm(*(s for _, s in bands))
    starts, coefficients = np.array(bands, dtype=np.int64).T.copy()
    slopes = multiple // coefficients * (HUNDREDTHS * HALVES)
    heights = np.concatenate([[0], np.cumsum(np.diff(starts) * slopes[:-1])])
    bases = heights - starts * slopes
    returns = starts * (multiple * HUNDREDTHS * HALVES) - heights * coefficients
    return _Walk(multiple, starts, heights, slopes, bases, coefficients, returns)
