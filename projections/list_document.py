"""Sealed lists: documents that `less` and `sha256sum` are enough to check.

One header line (canonical JSON), one line of hexadecimal digits for each block of rows (SHA-256),
then the rows: fixed-width ASCII in player order, no names. The list's digest is SHA-256 over
header and block lines, so one row can be shown with its block alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import canonical, columns
from ledger.errors import BadEvent
from ledger.store.requests import SealedList
from projections.rulebooks.engine.terms import ListColumn
from projections.rulebooks.engine.whole import stored

BLOCK_ROWS: Final = 1024

_WRITTEN_AT_ONCE: Final = 1 << 16
"""Rows, so that memory does not grow with the list."""

_SPACE, _NEWLINE, _ZERO = ord(" "), ord("\n"), ord("0")


Values = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a list, also input of the rows of the next list."""

    listed: NDArray[np.bool_]
    """By register number, who is on the list."""
    players: NDArray[np.int32]
    """Register numbers in row order."""
    shown: Mapping[str, Values]
    """By column but `player`, the values by register number."""
    data: NDArray[np.uint8]
    """The bytes of the rows; shape (rows, width)."""
    blocks: tuple[str, ...]
    """SHA-256 of each block of rows, in hex."""

    def within(self, document: SealedList) -> Rows:
        """Return the rows as bytes of their document, which are in memory once."""
        data = np.frombuffer(document.data, dtype=np.uint8, offset=document.head_bytes)
        return replace(self, data=data.reshape(self.data.shape))


def row_width(columns: Sequence[ListColumn]) -> int:
    """Return the bytes of a row: columns separated by spaces, a newline."""
    return sum(column.width for column in columns) + len(columns)


def render(
    columns: Sequence[ListColumn],
    values: Mapping[str, Any],
    listed: NDArray[np.bool_],
    before: Rows | None = None,
) -> Rows:
    """Write the rows of a list, copying unchanged rows and blocks of `before`.

    `values` holds, by register number, a whole number for each list column but `player`.
    Raises BadEvent where a value does not fit its column, NotWhole for a fraction.
    """
    players = np.flatnonzero(listed).astype(np.int32)
    shown = {
        c.name: stored(values[c.name], _narrow(c.width), c.name).copy()
        for c in columns
        if c.name != "player"
    }
    data = np.empty((len(players), row_width(columns)), dtype=np.uint8)
    changed = np.arange(len(players), dtype=np.int32)
    if before is not None:
        changed = _take_over(players, shown, listed, data, before)
    for at in range(0, len(changed), _WRITTEN_AT_ONCE):
        some = changed[at : at + _WRITTEN_AT_ONCE]
        _write(columns, shown, players[some], some, data)
    blocks = _hash(data, changed, _first_shifted(players, before), before)
    return Rows(listed, players, shown, data, blocks)


def _narrow(width: int) -> type[np.signedinteger[Any]]:
    """Return a kind of number for a column of some digits."""
    return np.int8 if width <= 2 else np.int16 if width <= 4 else np.int32  # noqa: PLR2004 - digits


def _take_over(
    players: NDArray[np.int32],
    shown: Mapping[str, Values],
    listed: NDArray[np.bool_],
    data: NDArray[np.uint8],
    before: Rows,
) -> NDArray[np.int32]:
    """Copy the rows of players listed before; return the indices of changed rows."""
    size = len(before.listed)
    changed = listed.copy()
    changed[:size] &= ~before.listed
    for name, values in shown.items():
        changed[:size] |= values[:size] != before.shown[name]
    if len(players) == len(before.players) and np.array_equal(players, before.players):
        data[:] = before.data
    else:
        stayed = np.zeros(len(listed), dtype=bool)
        stayed[:size] = before.listed & listed[:size]
        rows, kept = (
            data.view(f"V{data.shape[1]}")[:, 0],
            before.data.view(f"V{data.shape[1]}")[:, 0],
        )
        rows[stayed[players]] = kept[stayed[before.players]]
    return np.flatnonzero(changed[players]).astype(np.int32)


def _write(
    columns: Sequence[ListColumn],
    shown: Mapping[str, Values],
    players: NDArray[np.int32],
    rows: NDArray[np.int32],
    data: NDArray[np.uint8],
) -> None:
    text = np.full((len(players), data.shape[1]), _SPACE, dtype=np.uint8)
    at = 0
    for column in columns:
        values = players if column.name == "player" else shown[column.name][players]
        text[:, at : at + column.width] = _text(column, values)
        at += column.width + 1
    text[:, -1] = _NEWLINE
    data[rows] = text


def _first_shifted(players: NDArray[np.int32], before: Rows | None) -> int:
    """Return the first row with another index than before; the number of shared rows if none."""
    if before is None:
        return 0
    shared = min(len(players), len(before.players))
    differ = players[:shared] != before.players[:shared]
    return int(differ.argmax()) if differ.any() else shared


def _hash(
    data: NDArray[np.uint8], changed: NDArray[np.int32], shifted: int, before: Rows | None
) -> tuple[str, ...]:
    """Return the digests of all blocks, hashing only blocks with a changed or shifted row."""
    count = -(-len(data) // BLOCK_ROWS)
    anew = np.zeros(count, dtype=bool)
    anew[changed // BLOCK_ROWS] = True
    same_length = before is not None and len(before.data) == len(data)
    if shifted < len(data) or not same_length:
        anew[shifted // BLOCK_ROWS :] = True
    kept = before.blocks if before is not None else ()
    return tuple(
        sha256(data[at * BLOCK_ROWS : (at + 1) * BLOCK_ROWS].data).hexdigest()
        if anew[at]
        else kept[at]
        for at in range(count)
    )


def _text(column: ListColumn, values: Values) -> NDArray[np.uint8]:
    if column.letters:
        letters = np.frombuffer(column.letters.encode("ascii"), dtype=np.uint8)
        return letters.take(values)[:, None]
    if values.size and (values.min() < 0 or values.max() >= 10**column.width):
        raise BadEvent(
            f"column {column.name!r} of the list has {column.width} digits: {values.max()}"
        )
    digits = np.empty((len(values), column.width), dtype=np.uint8)
    for place in range(column.width - 1, -1, -1):
        values, digits[:, place] = np.divmod(values, 10)
    return digits + np.uint8(_ZERO)


def seal(columns: Sequence[ListColumn], rows: Rows, about: Mapping[str, Any]) -> SealedList:
    """Return the document; `about` has pool, period, printing, list date and layout."""
    header = {
        **about,
        "block_rows": BLOCK_ROWS,
        "columns": [[column.name, column.width, column.letters] for column in columns],
        "row_width": row_width(columns),
        "rows": len(rows.data),
    }
    lines = "".join(f"{block}\n" for block in rows.blocks).encode()
    head = canonical.encode(header) + b"\n" + lines
    return SealedList("list", b"".join([head, rows.data.data]), len(head))


@dataclass(frozen=True, slots=True)
class ReadList:
    """A sealed list: the header, and a column of whole numbers for each list column."""

    header: Mapping[str, Any]
    values: Mapping[str, NDArray[np.int64]]
    _kept: dict[str, NDArray[np.int32]] = field(default_factory=dict, repr=False)

    @property
    def size_bytes(self) -> int:
        """Bytes in memory, with two orders and the ratings before."""
        return sum(column.nbytes for column in self.values.values()) + 12 * len(
            self.values["player"]
        )

    def kept(self, name: str, values: Callable[[], NDArray[np.int32]]) -> NDArray[np.int32]:
        """Return a column made of the list: computed once, and kept under its name."""
        if name not in self._kept:
            self._kept[name] = values()
        return self._kept[name]

    def order(self, name: str, values: Callable[[], NDArray[np.int64]]) -> NDArray[np.int32]:
        """Return the rows by values, the highest first, equal values in player order."""
        return self.kept(name, lambda: np.argsort(-values(), kind="stable").astype(np.int32))

    def row(self, player: int) -> dict[str, int] | None:
        """Return a player's row; None for a player not on the list."""
        at = int(np.searchsorted(self.values["player"], player))
        if at == len(self.values["player"]) or self.values["player"][at] != player:
            return None
        return {name: int(values[at]) for name, values in self.values.items()}


def read(data: bytes, only: Sequence[str] = ()) -> ReadList:
    """Read a checked list; with `only` these columns alone."""
    head, _, rest = data.partition(b"\n")
    header = canonical.decode(head)
    columns = [ListColumn(*values_of) for values_of in header["columns"]]
    skip = _digests_length(header)
    cells = np.frombuffer(rest, dtype=np.uint8, offset=skip).reshape(-1, header["row_width"])
    values, at = {}, 0
    for column in columns:
        if not only or column.name in only:
            values[column.name] = _numbers(column, cells[:, at : at + column.width])
        at += column.width + 1
    return ReadList(header, values)


def columns_of(document: SealedList, rows: Rows) -> ReadList:
    """Return a list just written as `read` does, without reading its text."""
    header = canonical.decode(document.data[: document.data.index(b"\n")])
    values = {
        name: rows.shown[name][rows.players].astype(np.int64)
        for name, *_ in header["columns"]
        if name != "player"
    }
    values = {"player": rows.players.astype(np.int64), **values}
    return ReadList(header, values)


def texts(data: bytes) -> dict[int, str]:
    """Return the rows of a sealed list by register number, without line ends."""
    head, _, rest = data.partition(b"\n")
    header = canonical.decode(head)
    skip, width = _digests_length(header), header["row_width"]
    rows = [rest[at : at + width - 1].decode("ascii") for at in range(skip, len(rest), width)]
    return {int(row[: columns.PLAYER]): row for row in rows}


def document(data: bytes) -> SealedList:
    """Return the document of a sealed list."""
    header = canonical.decode(data.partition(b"\n")[0])
    return SealedList("list", data, data.index(b"\n") + 1 + _digests_length(header))


def _digests_length(header: Mapping[str, Any]) -> int:
    """Return the bytes of the block digests after the header: 64 characters and a line end each."""
    blocks = -(-header["rows"] // header["block_rows"])
    return 65 * blocks


def _numbers(column: ListColumn, cells: NDArray[np.uint8]) -> NDArray[np.int64]:
    if column.letters:
        places = np.zeros(256, dtype=np.int64)
        places[list(column.letters.encode("ascii"))] = np.arange(len(column.letters))
        return places.take(cells[:, 0])
    numbers = np.zeros(len(cells), dtype=np.int64)
    for place in range(column.width):
        numbers *= 10
        numbers += cells[:, place]
        numbers -= _ZERO
    return numbers


def first_difference(sealed: bytes, computed: bytes) -> str:
    """Return the first difference of two lists in a line: header, or row in player order."""
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
