"""Columns of numbers as fixed-width decimal text: readable on paper, decoded in six lines.

A column of player ids of width 8 is `"0000001200000031…"`: no separator, one width for all, so
the row number is the offset divided by the width. A value that is absent is all zeros.
"""

from collections.abc import Iterable
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger.errors import BadEvent

PLAYER = 8
NUMBER = 4
RATING = 4
YEAR = 4
MONTH = 6
FLAG = 1
FEDERATION = 3
COMMITMENT = 64

_FOUR = 4
"""Digits that fit a 32-bit word."""

Integers = NDArray[np.int32]
"""A column as it is read."""

Players = NDArray[np.int64]
"""Register numbers, growing."""

Wide = NDArray[np.int64]
"""Integers wider than any column: sums, differences, sets of years."""


def write(values: Iterable[Any], width: int) -> str:
    """Write whole numbers as fixed-width decimals. Raises BadEvent for a fraction, or too wide."""
    try:
        texts = [f"{index(value):0{width}d}" for value in values]
    except TypeError as error:
        raise BadEvent(f"a column of {width} digits holds whole numbers alone: {error}") from error
    for text in texts:
        if len(text) != width or text[0] == "-":
            raise BadEvent(f"{text} does not fit a column of {width} digits")
    return "".join(texts)


def read(text: str | bytes, width: int) -> Integers:
    """Read a column of fixed-width decimals; shape (rows,), int32. The digits are trusted."""
    data = text.encode("ascii") if isinstance(text, str) else text
    if width == 2 * _FOUR:
        return _read_eights(data)
    if width % _FOUR == 0:
        return _read_by_fours(data, width // _FOUR)
    digits = np.frombuffer(data, dtype=np.uint8).reshape(-1, width)
    values = digits[:, 0].astype(np.int32) - 48
    for place in range(1, width):
        values *= 10
        values += digits[:, place]
        values -= 48
    return values


def _read_eights(data: bytes) -> Integers:
    """Read eight digits at a time: join neighbours within a 64-bit word, pairs, then fours."""
    ones = np.frombuffer(data, dtype="<u8") & 0x0F0F0F0F0F0F0F0F
    tens = ones * (10 << 8 | 1) >> 8 & 0x00FF00FF00FF00FF
    hundreds = tens * (100 << 16 | 1) >> 16 & 0x0000FFFF0000FFFF
    return (hundreds * (10_000 << 32 | 1) >> 32).astype(np.int32)


def _read_by_fours(data: bytes, fours: int) -> Integers:
    """Read four digits at a time: join neighbours within a 32-bit word, then the pairs."""
    ones = np.frombuffer(data, dtype="<u4") & 0x0F0F0F0F
    tens = ones * (10 << 8 | 1) >> 8 & 0x00FF00FF
    values = (tens * (100 << 16 | 1) >> 16).astype(np.int32)
    if fours == 1:
        return values
    parts = values.reshape(-1, fours)
    joined = parts[:, 0]
    for part in range(1, fours):
        joined = joined * 10_000 + parts[:, part]
    return joined


def codes(text: str) -> NDArray[np.uint8]:
    """Read a column of single ASCII letters; shape (rows,), uint8."""
    return np.frombuffer(text.encode("ascii"), dtype=np.uint8)


def row_count(columns: dict[str, tuple[str, int]]) -> int:
    """Check columns (name: (text, width)) for digits and equal length; return the rows."""
    counts = {name: _rows(name, text, width) for name, (text, width) in columns.items()}
    if len(set(counts.values())) > 1:
        raise BadEvent(f"columns differ in length: {counts}")
    return next(iter(counts.values()))


def _rows(name: str, text: str, width: int) -> int:
    if text and not (text.isascii() and text.isdigit()):
        raise BadEvent(f"column {name!r} holds something that is not a digit")
    rows, rest = divmod(len(text), width)
    if rest:
        raise BadEvent(f"column {name!r} is not a whole number of {width}-digit values")
    return rows


def increasing(values: NDArray[Any]) -> bool:
    """Return whether values grow strictly."""
    return bool(np.all(values[1:] > values[:-1]))
