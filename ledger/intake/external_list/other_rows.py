"""The rows of another body's list that were of nobody when the list was recorded.

They are kept as one document, so that a player who is registered later finds the row. Layout: a
line of JSON (scheme, width of a number, names of the columns, rows), the numbers, growing, filled
up with NUL to that width, then each column, 4 digits a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger import canonical, columns
from ledger.columns import Integers


@dataclass(frozen=True, slots=True)
class OtherRows:
    """Rows by number: `numbers` grow, shape (rows,); `values` are columns by name."""

    scheme: str
    numbers: NDArray[np.bytes_]
    values: Mapping[str, Integers]

    def rows_of(self, numbers: Sequence[str]) -> Iterator[tuple[str, dict[str, int]]]:
        """Give the rows of some numbers, as they are found."""
        if not len(self.numbers):
            return
        sought = np.array([number.encode() for number in numbers])
        places = np.minimum(np.searchsorted(self.numbers, sought), len(self.numbers) - 1)
        for number, place in zip(numbers, places.tolist(), strict=True):
            if self.numbers[place] == number.encode():
                yield number, {name: int(column[place]) for name, column in self.values.items()}

    def as_document(self) -> bytes:
        """Give them as they are kept."""
        width = self.numbers.dtype.itemsize
        head = {
            "columns": list(self.values),
            "rows": len(self.numbers),
            "scheme": self.scheme,
            "width": width,
        }
        told = [columns.write(column.tolist(), columns.NUMBER) for column in self.values.values()]
        return canonical.encode(head) + b"\n" + self.numbers.tobytes() + "".join(told).encode()


def in_order(scheme: str, numbers: Sequence[str], values: Mapping[str, NDArray[Any]]) -> OtherRows:
    """Give rows in the order of their numbers."""
    encoded = np.array([number.encode() for number in numbers], dtype=np.bytes_)
    order = np.argsort(encoded, kind="stable")
    return OtherRows(scheme, encoded[order], {name: told[order] for name, told in values.items()})


def from_document(data: bytes) -> OtherRows:
    """Read what `as_document` wrote; nothing of a document that was emptied."""
    if not data:
        return OtherRows("", np.zeros(0, dtype="S1"), {})
    head, _, body = data.partition(b"\n")
    said = canonical.decode(head)
    rows, width = said["rows"], said["width"]
    numbers = np.frombuffer(body[: rows * width], dtype=f"S{width}")
    values = {}
    for at, name in enumerate(said["columns"]):
        first = rows * width + at * rows * columns.NUMBER
        values[name] = columns.read(body[first : first + rows * columns.NUMBER], columns.NUMBER)
    return OtherRows(said["scheme"], numbers, values)
