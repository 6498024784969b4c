"""Named roundings of integers and fractions, exact; the name states the treatment of a half."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[Any]


def half_away_from_zero(numerator: Whole, denominator: int) -> Whole:
    """Round numerator / denominator to the nearest whole; a half grows in magnitude."""
    return np.sign(numerator) * half_up(np.abs(numerator), denominator)


def half_down(numerator: Whole, denominator: Any) -> Whole:
    """Round numerator / denominator to the nearest whole; a half goes down, to minus infinity."""
    return -half_up(-numerator, denominator)


def half_up(numerator: Whole, denominator: Any) -> Whole:
    """Round numerator / denominator to the nearest whole; a half goes up, towards plus infinity."""
    return (2 * numerator + denominator) // (2 * denominator)
