"""Elo-Rubele, the walk over thresholds in closed form (VI.10, tables 14 and 16, 17)."""

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.terms import Leg

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
    band = walk.starts.searchsorted(capital, side="right")
    height = capital * walk.slopes.take(band) + walk.bases.take(band)
    height += half_hundredths.astype(np.int64) * walk.multiple
    band = walk.heights.searchsorted(height, side="right")
    found: Values = height * walk.coefficients.take(band) + walk.returns.take(band)
    return found


def walk_denominator(bands: Bands) -> int:
    """Denominator of the walk."""
    return _walk(bands).multiple * HUNDREDTHS * HALVES


def legs(numbers: Mapping[str, Any], capital: int, exact: int) -> list[Leg]:
    """VI.10, tables 14 and 16, 17. Stretches between thresholds, in the order of the walk."""
    end = Fraction(exact, walk_denominator(numbers["bands"]))
    inner = [Fraction(start) for start, _ in numbers["bands"][1:]]
    found = []
    bands = zip(numbers["bands"], [None, *inner], [*inner, None], strict=True)
    for (_, coefficient), bottom, top in bands:
        one, two = (
            _within(capital_there, bottom, top) for capital_there in (Fraction(capital), end)
        )
        if one != two:
            found.append(Leg(one, two, coefficient))
    return found if end > capital else found[::-1]


def _within(value: Fraction, bottom: Fraction | None, top: Fraction | None) -> Fraction:
    raised = value if bottom is None else max(value, bottom)
    return raised if top is None else min(raised, top)


class _Walk(NamedTuple):
    """The bands as arrays: starts of all bands but the first, and heights of phi at the starts.

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
    return _Walk(multiple, starts[1:], heights[1:], slopes, bases, coefficients, returns)
