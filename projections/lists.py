"""Sealed lists: documents that `less` and `sha256sum` are enough to check.

One header line (canonical JSON), one line of hexadecimal digits for each block of rows (SHA-256),
then the rows: fixed-width ASCII in player order, no names. The list's digest is SHA-256 over
header and block lines, so one row can be shown with its block alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import canonical
from ledger.store.requests import SealedList
from projections.rulebooks.rulebook import ListColumn

BLOCK_ROWS: Final = 1024

_SPACE, _NEWLINE, _ZERO = ord(" "), ord("\n"), ord("0")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a list: whose, their values, and their bytes (rows x width)."""

    values: Mapping[str, NDArray[np.int64]]
    data: NDArray[np.uint8]


def row_width(columns: Sequence[ListColumn]) -> int:
    """Give the bytes of one row: the columns, a space between them, a newline."""
    return sum(column.width for column in columns) + len(columns)


def render(
    columns: Sequence[ListColumn], values: Mapping[str, Any], before: Rows | None = None
) -> Rows:
    """Write rows; those that stand unchanged in `before` are taken from there.

    `values` holds a column of whole numbers for each list column, `player` growing strictly.
    Raises ValueError where a value does not fit its column.
    """
    values = {column.name: np.asarray(values[column.name], dtype=np.int64) for column in columns}
    data = np.empty((len(values["player"]), row_width(columns)), dtype=np.uint8)
    changed = _reuse(columns, values, data, before)
    at = 0
    for column in columns:
        data[changed, at : at + column.width] = _text(column, values[column.name][changed])
        at += column.width
        data[changed, at] = _SPACE
        at += 1
    data[changed, at - 1] = _NEWLINE
    return Rows(values, data)


def _reuse(
    columns: Sequence[ListColumn],
    values: Mapping[str, NDArray[np.int64]],
    data: NDArray[np.uint8],
    before: Rows | None,
) -> NDArray[np.intp]:
    """Copy rows that did not change; give the indices of the others."""
    players = values["player"]
    if before is None or not len(before.data):
        return np.arange(len(players))
    old = np.minimum(np.searchsorted(before.values["player"], players), len(before.data) - 1)
    same = np.ones(len(players), dtype=bool)
    for column in columns:
        same &= before.values[column.name].take(old) == values[column.name]
    data[same] = before.data[old[same]]
    return np.flatnonzero(~same)


def _text(column: ListColumn, values: NDArray[np.int64]) -> NDArray[np.uint8]:
    if column.letters:
        letters = np.frombuffer(column.letters.encode("ascii"), dtype=np.uint8)
        return letters.take(values)[:, None]
    if values.size and (values.min() < 0 or values.max() >= 10**column.width):
        raise ValueError(
            f"column {column.name!r} of the list has {column.width} digits: {values.max()}"
        )
    powers = 10 ** np.arange(column.width - 1, -1, -1, dtype=np.int64)
    return (values[:, None] // powers % 10 + _ZERO).astype(np.uint8)


def seal(columns: Sequence[ListColumn], rows: Rows, about: Mapping[str, Any]) -> SealedList:
    """Make the document: `about` says pool, period, printing, list date and layout."""
    header = {
        **about,
        "block_rows": BLOCK_ROWS,
        "columns": [[column.name, column.width, column.letters] for column in columns],
        "row_width": row_width(columns),
        "rows": len(rows.data),
    }
    blocks = [
        sha256(rows.data[at : at + BLOCK_ROWS].data).hexdigest().encode() + b"\n"
        for at in range(0, len(rows.data), BLOCK_ROWS)
    ]
    head = canonical.encode(header) + b"\n" + b"".join(blocks)
    return SealedList("list", head + rows.data.tobytes(), len(head))


@dataclass(frozen=True, slots=True)
class ReadList:
    """A sealed list read back: its header, and a column of whole numbers for each list column."""

    header: Mapping[str, Any]
    values: Mapping[str, NDArray[np.int64]]

    def row(self, player: int) -> dict[str, int] | None:
        """Give a player's row; None where he is not on the list."""
        at = int(np.searchsorted(self.values["player"], player))
        if at == len(self.values["player"]) or self.values["player"][at] != player:
            return None
        return {name: int(values[at]) for name, values in self.values.items()}


def read(data: bytes) -> ReadList:
    """Read a sealed list whose digest was checked."""
    head, _, rest = data.partition(b"\n")
    header = canonical.decode(head)
    columns = [ListColumn(*said) for said in header["columns"]]
    skip = 65 * -(-header["rows"] // header["block_rows"])
    cells = np.frombuffer(rest, dtype=np.uint8, offset=skip).reshape(-1, header["row_width"])
    values, at = {}, 0
    for column in columns:
        values[column.name] = _numbers(column, cells[:, at : at + column.width])
        at += column.width + 1
    return ReadList(header, values)


def _numbers(column: ListColumn, cells: NDArray[np.uint8]) -> NDArray[np.int64]:
    if column.letters:
        places = np.zeros(256, dtype=np.int64)
        places[list(column.letters.encode("ascii"))] = np.arange(len(column.letters))
        return places.take(cells[:, 0])
    powers = 10 ** np.arange(column.width - 1, -1, -1, dtype=np.int64)
    return (cells.astype(np.int64) - _ZERO) @ powers


def first_difference(sealed: bytes, computed: bytes) -> str:
    """Say in one line where two lists first differ: header, or row by row in player order."""
    one, two = read(sealed), read(computed)
    if one.header != two.header:
        differing = [
            key for key in two.header if one.header.get(key) != two.header[key] and key != "rows"
        ]
        if differing:
            return f"header: {', '.join(differing)}"
    for player in np.union1d(one.values["player"], two.values["player"]).tolist():
        old, new = one.row(player), two.row(player)
        if old != new:
            return f"player {player}: sealed {_row(old)}, recomputed {_row(new)}"
    return "nothing: the documents agree"


def _row(row: Mapping[str, int] | None) -> str:
    if row is None:
        return "not on the list"
    return " ".join(f"{name} {value}" for name, value in row.items() if name != "player")
