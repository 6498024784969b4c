"""Records added to TRF16 by the pairing program JaVaFo, also written by others.

Read are the points for a result (XXS) and the first colour (XXC); the number of rounds (XXR) is
read with record 142.
Source: JaVaFo, Advanced User Manual, TRF(x).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.text import Line
from ledger.tournaments.counting import half_points

_BY_SYMBOL: Final = {
    "W": ("WW", "BW", "FW", "FPB"),
    "D": ("WD", "BD", "HPB"),
    "L": ("WL", "BL"),
    "A": ("ZPB", "FL"),
    "P": ("PAB",),
}
"""The codes of XXS that one symbol of record 162 covers; W, D and L are codes of XXS as well."""

_USUAL: Final = {"W": 2, "D": 1, "L": 0, "A": 0, "P": 2}
"""Half points by symbol, unless set by XXS."""

_ENTRY: Final = re.compile("([A-Z]{1,3})=([0-9]{1,3}(?:[.,][05])?)")

_COLOURS: Final = {"white1": "w", "black1": "b"}


def initial_colour(lines: Iterable[Line], problems: Problems) -> str:
    """Read records XXC: w or b, the colour of the highest ranked player in round 1, or "".

    Other words of the record are for a pairing program alone and are not read, with a warning.
    """
    colour = ""
    for line in lines:
        for word in line.value.split():
            colour = _COLOURS.get(word, colour)
            if word not in _COLOURS:
                expected, remedy = "white1 or black1", "it was not read"
                place = Place("record", line.number, 1, 3)
                problems.warn_once(place, f"XXC {word}", expected, remedy)
    return colour


def points_for_results(lines: Iterable[Line], problems: Problems) -> dict[str, int]:
    """Read records XXS: half points by symbol of record 162; {} without XXS.

    XXS can give one symbol several values (a win with White and one with Black); record 162 and
    the ledger cannot: such records are not read, with a warning.
    """
    halves = {code: _USUAL[symbol] for symbol, codes in _BY_SYMBOL.items() for code in codes}
    first: Line | None = None
    for line in lines:
        first = first or line
        for word in line.value.split():
            if not _take(word, halves):
                return _not_read(line, word, problems)
    by_symbol = {symbol: {halves[code] for code in codes} for symbol, codes in _BY_SYMBOL.items()}
    if first and any(len(values) > 1 for values in by_symbol.values()):
        return _not_read(first, first.value, problems)
    return {symbol: values.pop() for symbol, values in by_symbol.items()} if first else {}


def _take(word: str, halves: dict[str, int]) -> bool:
    """Read the points of one CODE=POINTS into `halves`; return whether readable."""
    match = _ENTRY.fullmatch(word)
    if match is None:
        return False
    code = match[1]
    codes = (code,) if code in halves else _BY_SYMBOL[code] if code in ("W", "D", "L") else ()
    halves |= dict.fromkeys(codes, half_points(match[2]) or 0)
    return bool(codes)


def _not_read(line: Line, found: str, problems: Problems) -> dict[str, int]:
    expected = "points like W=2.0 D=1.0, the same for White and Black"
    remedy = "it was not read; say how results count: --set points=2-1-0 or points=ignore"
    problems.warn(Place("points for a result (XXS)", line.number), found, expected, remedy)
    return {}


def as_record_162(by_symbol: Mapping[str, int]) -> str:
    """Write half points by symbol as record 162 prints them, blanks joined.

    Absence and the bye allocated by the pairing stand only where they differ from what the
    format assumes: nothing, and a win.
    """
    assumed = {"A": 0, "P": by_symbol["W"]}
    return " ".join(
        f"{symbol} {halves // 2}.{5 * (halves % 2)}"
        for symbol, halves in by_symbol.items()
        if assumed.get(symbol) != halves
    )
