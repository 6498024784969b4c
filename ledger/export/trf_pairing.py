"""Records for pairing programs: first colour, points for each result.

TRF26 has records for them (152, 162). In TRF16 they stand in records that the pairing program
JaVaFo added and that others read too (XXC, XXS).
Source: TRF26, records 152 and 162; JaVaFo, Advanced User Manual, TRF(x).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.export.trf_lines import points_text, record
from ledger.intake.formats.scoring import DOUBLED
from ledger.tournaments import counting

_SCORED_WIDTH: Final = 9
"""Columns from one symbol of record 162 to the next."""

_JAVAFO: Final = (
    ("W", "1", 2),
    ("D", "=", 1),
    ("WL", "0", 0),
    ("BL", "0", 0),
    ("ZPB", "Z", 0),
    ("FL", "-", 0),
    ("PAB", "U", 2),
)
"""Codes of record XXS: the result that each stands for, and its half points where nothing is said.

W is every win (forfeits and full-point byes too), D every draw and half-point bye.
"""


def points(scoring: str, way: counting.Values) -> Iterator[str]:
    """Write record 162: letters and points of `scoring` in their columns, or the record as read.

    A report without the record in which a win counts 2 gets one.
    """
    if not scoring and way == counting.values("", 2):
        scoring = DOUBLED
    pairs = [pair.group() for pair in counting.PAIR.finditer(scoring)]
    if pairs and not counting.PAIR.sub("", scoring).strip():
        yield f"162  {''.join(pair.ljust(_SCORED_WIDTH) for pair in pairs)}".rstrip()
    elif scoring:
        yield record("162", scoring)


def points_for_javafo(way: counting.Values) -> Iterator[str]:
    """Write record XXS: the results with unusual points."""
    other = [
        f"{code}={points_text(way[result])}"
        for code, result, usual in _JAVAFO
        if way[result] != usual
    ]
    if other:
        yield record("XXS", " ".join(other))


def initial_colour(colour: str, *, javafo: bool) -> str:
    """Write the colour (w or b) of the highest ranked player in the first round."""
    if javafo:
        return record("XXC", {"w": "white1", "b": "black1"}[colour])
    return record("152", colour.upper())
