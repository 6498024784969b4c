"""Sheets: rows in columns, cut into blocks; and the manifest of the blocks of a closing.

A block is MessagePack of plain columns, without code, under the SHA-256 of its bytes. The manifest
is text, one line a block in the form that `sha256sum` prints:

    record of a closing, format 21
    9f86d081884c7d65…  history 1
    60303ae22b998861…  history 1031

A line names the sheet and the first key of its block. `period-closed` records the SHA-256 of the
manifest, so that one block and the manifest are enough to prove a row, or its absence.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

BLOCK_ROWS: Final = 1_024
_DIGEST: Final = 64
"""Letters of a digest."""

_RANGES: Final = tuple(
    (np.dtype(kind), (int(np.iinfo(kind).min), int(np.iinfo(kind).max)))
    for kind in ("<i1", "<i2", "<i4", "<i8")
)
"""Kinds of whole number, narrowest first, each with its least and its greatest."""

Numbers = NDArray[np.int64]
Column = Numbers | list[Any]
"""Whole numbers; or texts, or bytes."""


class _Numbers(msgspec.Struct, array_like=True, frozen=True, tag="n"):
    """A column of whole numbers, in the narrowest sufficient width."""

    kind: str
    shape: tuple[int, ...]
    data: bytes


class _Texts(msgspec.Struct, array_like=True, frozen=True, tag="t"):
    values: list[str]


class _Bytes(msgspec.Struct, array_like=True, frozen=True, tag="b"):
    values: list[bytes]


_Coded = _Numbers | _Texts | _Bytes
_decoder = msgspec.msgpack.Decoder(dict[str, _Coded])


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows in columns; the first column is the key, ascending."""

    columns: Mapping[str, Column]

    @property
    def keys(self) -> Numbers:
        """The first column, ascending; shape (rows,)."""
        keys = next(iter(self.columns.values()))
        assert isinstance(keys, np.ndarray)
        return keys

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.keys)

    def number(self, name: str) -> Numbers:
        """Return a column of whole numbers; shape (rows,) or (rows, width)."""
        values = self.columns[name]
        assert isinstance(values, np.ndarray)
        return values

    def between(self, start: int, end: int) -> Sheet:
        """Return the rows start … end - 1."""
        return Sheet({name: values[start:end] for name, values in self.columns.items()})

    def at(self, rows: Numbers) -> Sheet:
        """Return the rows with some indices."""
        return Sheet({name: _at(values, rows) for name, values in self.columns.items()})

    def having(self, keys: Numbers) -> Sheet:
        """Return the rows of some keys, which grow."""
        own = self.keys
        first, end = own.searchsorted(keys).tolist(), own.searchsorted(keys, "right").tolist()
        spans = [span for span in zip(first, end, strict=True) if span[0] < span[1]]
        if len(spans) == 1:
            return self.between(*spans[0])
        rows = [row for span in spans for row in range(*span)]
        return self.at(np.array(rows, dtype=np.intp))

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield a tuple for each row, in the order of the columns."""
        lists = (v.tolist() if isinstance(v, np.ndarray) else v for v in self.columns.values())
        return zip(*lists, strict=True)

    def encoded(self) -> bytes:
        """Return the bytes of a block; equal rows give equal bytes everywhere."""
        return msgspec.msgpack.encode({name: _coded(v) for name, v in self.columns.items()})


def decoded(data: bytes) -> Sheet:
    """Read a checked block."""
    return Sheet({name: _decoded(coded) for name, coded in _decoder.decode(data).items()})


def joined(blocks: Sequence[Sheet]) -> Sheet | None:
    """Join the blocks of a sheet, in order; None without blocks."""
    if len(blocks) < 2:  # noqa: PLR2004 - nothing to join
        return blocks[0] if blocks else None
    parts = {name: [block.columns[name] for block in blocks] for name in blocks[0].columns}
    return Sheet({name: _joined_column(columns) for name, columns in parts.items()})


def from_rows(names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> Sheet:
    """Return a sheet of rows; the first value of a row is the key."""
    ordered = sorted(rows)
    values = zip(*ordered, strict=True) if ordered else ((),) * len(names)
    return Sheet({name: _column(list(some)) for name, some in zip(names, values, strict=True)})


def cut(sheet: Sheet) -> Iterator[Sheet]:
    """Cut a sheet into blocks; all rows of a key are in one block."""
    keys, start = sheet.keys, 0
    while start < len(keys):
        end = min(start + BLOCK_ROWS, len(keys))
        end = int(np.searchsorted(keys, keys[end - 1], side="right"))
        yield sheet.between(start, end)
        start = end


class Line(NamedTuple):
    """A block in a manifest."""

    sheet: str
    first: int
    """The first key in the block."""
    digest: str
    """SHA-256 of the block's bytes, in hex."""


class Manifest:
    """The blocks of a closing, by sheet, in order of their first keys; see `written`.

    Lines are looked for where they are asked for: a large register has thousands.
    """

    def __init__(self, data: bytes) -> None:
        """Take a checked manifest."""
        self._data = data
        self._of_sheets: dict[str, tuple[list[int], list[str]]] = {}

    def starting(self, sheet: str, first: int) -> list[str]:
        """Return the digest of the block of a sheet with a first key, if any."""
        at = self._data.find(f"  {sheet} {first}\n".encode("ascii"))
        return [self._data[at - _DIGEST : at].decode("ascii")] if at >= 0 else []

    def every(self, sheet: str) -> list[str]:
        """Return the digests of all blocks of a sheet, in order."""
        return self._of(sheet)[1]

    def with_keys(self, sheet: str, keys: Iterable[int]) -> dict[str, list[int]]:
        """Return the digests of the blocks of a sheet for some keys, each with its keys."""
        firsts, digests = self._of(sheet)
        found: dict[str, list[int]] = {}
        for key in keys:
            place = bisect_right(firsts, key) - 1
            if place >= 0:
                found.setdefault(digests[place], []).append(key)
        return found

    @property
    def lines(self) -> Iterator[Line]:
        """All lines, in order."""
        for line in self._data.decode("ascii").splitlines()[1:]:
            digest, sheet, first = line.split()
            yield Line(sheet, int(first), digest)

    def _of(self, sheet: str) -> tuple[list[int], list[str]]:
        """Return the first keys of the blocks of a sheet, and their digests."""
        if sheet not in self._of_sheets:
            name = f"  {sheet} ".encode("ascii")
            first, last = self._data.find(name), self._data.rfind(name)
            end = self._data.find(b"\n", last)
            words = self._data[first - _DIGEST : end].decode("ascii").split() if first >= 0 else []
            self._of_sheets[sheet] = [*map(int, words[2::3])], words[::3]
        return self._of_sheets[sheet]


def written(title: str, lines: Iterable[Line]) -> bytes:
    """Return a manifest: a title, then a line for each block, those of a sheet together."""
    text = [f"{line.digest}  {line.sheet} {line.first}\n" for line in lines]
    return f"{title}\n{''.join(text)}".encode("ascii")


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a block or a manifest, in hex."""
    return sha256(data).hexdigest()


def _column(values: list[Any]) -> Column:
    if values and isinstance(values[0], str | bytes):
        return values
    return np.array(values, dtype=np.int64)


def _at(values: Column, rows: Numbers) -> Column:
    if isinstance(values, np.ndarray):
        return values[rows]
    return [values[row] for row in rows.tolist()]


def _joined_column(parts: Sequence[Column]) -> Column:
    if isinstance(parts[0], np.ndarray):
        return np.concatenate(parts)
    return [value for part in parts for value in part]


def _coded(values: Column) -> _Coded:
    if isinstance(values, np.ndarray):
        kind = narrowest(values)
        return _Numbers(kind.str, values.shape, values.astype(kind).tobytes())
    if values and isinstance(values[0], bytes):
        return _Bytes(values)
    return _Texts(values)


def narrowest(values: NDArray[Any]) -> np.dtype[Any]:
    """Return the narrowest kind of whole number for some values."""
    low, high = (int(values.min()), int(values.max())) if values.size else (0, 0)
    return next(kind for kind, (least, most) in _RANGES if least <= low and high <= most)


def _decoded(coded: _Coded) -> Column:
    if isinstance(coded, _Numbers):
        return np.frombuffer(coded.data, coded.kind).reshape(coded.shape).astype(np.int64)
    return coded.values
