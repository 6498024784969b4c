"""Rows of a list matched with the register: registered players, and all others.

The other rows are kept as one document, so that the row of a player registered later is found.
Layout: a line of JSON (scheme, width of a number, names of the columns, rows); the numbers,
ascending, filled up with NUL to that width; then each column, 4 digits a row.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger import canonical, columns
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rating_list.rows import ExternalRow
from ledger.register import identities
from ledger.sentences import Sentence


class FirstRows:
    """The first row of each registered player on a list.

    A player under two numbers is refused. The same number on two rows is refused with the file
    (`ListFile`), also of players who are not registered.
    """

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._first: dict[int, tuple[str, int]] = {}

    def includes(self, player: int, row: ExternalRow) -> bool:
        """Return whether a row is the first one of a player."""
        number, line = self._first.setdefault(player, (row.number, row.line))
        if number != row.number:
            who = identities.show(player)
            expected = Sentence(
                "each player once (line {line} is the same player, {who})", line=line, who=who
            )
            remedy = Sentence(
                "the list contradicts itself, or the register takes two persons for one"
            )
            self._problems.refuse(Place("number", row.line), row.number, expected, remedy)
        return line == row.line


@dataclass
class Matched:
    """Rows of a list with their registered players, 0 for all others."""

    known: Mapping[str, int]
    """Players of the register by their numbers."""
    _players: array[int] = field(default_factory=lambda: array("q"))
    _numbers: list[str] = field(default_factory=list)
    _values: dict[str, array[int]] = field(default_factory=dict)

    def take(self, rows: Iterable[ExternalRow], problems: Problems) -> None:
        """Take all rows, with all columns; a registered player under two numbers is refused."""
        first_rows = FirstRows(problems)
        for row in rows:
            for name in row.values:
                if name not in self._values:
                    self._values[name] = array("i", bytes(4 * len(self._players)))
            for name, column in self._values.items():
                column.append(row.values.get(name, 0))
            player = self.known.get(row.number, 0)
            self._players.append(player)
            self._numbers.append(row.number)
            if player:
                first_rows.includes(player, row)

    def in_order(
        self, without: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], dict[str, NDArray[np.int32]]]:
        """Return ascending players (except `without`) and their values by column."""
        players = np.array(self._players, np.int64)
        order = np.argsort(players, kind="stable")
        order = order[(players[order] > 0) & ~np.isin(players[order], without)]
        return players[order], self._rows(order)

    def others(self, scheme: str) -> OtherRows:
        """Return the rows of unregistered players."""
        rows = np.flatnonzero(np.array(self._players, np.int64) == 0)
        return rows_in_order(scheme, [self._numbers[row] for row in rows], self._rows(rows))

    def _rows(self, rows: NDArray[np.int64]) -> dict[str, NDArray[np.int32]]:
        return {name: np.array(column, np.int32)[rows] for name, column in self._values.items()}


@dataclass(frozen=True, slots=True)
class OtherRows:
    """Rows by number: ascending `numbers`, shape (rows,); `values` are columns by name."""

    scheme: str
    numbers: NDArray[np.bytes_]
    values: Mapping[str, NDArray[Any]]
    """Integers, or 4 digits each as read from a document."""

    @property
    def size_bytes(self) -> int:
        """Bytes in memory."""
        return self.numbers.nbytes + sum(column.nbytes for column in self.values.values())

    def rows_of(self, numbers: Sequence[str]) -> Iterator[tuple[str, dict[str, int]]]:
        """Yield the rows found for some numbers."""
        if not len(self.numbers):
            return
        sought = np.array([number.encode() for number in numbers], dtype=self.numbers.dtype)
        places = np.minimum(np.searchsorted(self.numbers, sought), len(self.numbers) - 1)
        for number, place in zip(numbers, places.tolist(), strict=True):
            if self.numbers[place] == number.encode():
                yield number, {name: int(column[place]) for name, column in self.values.items()}

    def as_document(self) -> bytes:
        """Return the rows as the bytes of a document."""
        names, width = list(self.values), self.numbers.dtype.itemsize
        head = {"columns": names, "rows": len(self.numbers), "scheme": self.scheme, "width": width}
        texts = [columns.write(column.tolist(), columns.NUMBER) for column in self.values.values()]
        return canonical.encode(head) + b"\n" + self.numbers.tobytes() + "".join(texts).encode()


def rows_in_order(
    scheme: str, numbers: Sequence[str], values: Mapping[str, NDArray[Any]]
) -> OtherRows:
    """Return rows ordered by number."""
    encoded = np.array([number.encode() for number in numbers], dtype=np.bytes_)
    order = np.argsort(encoded, kind="stable")
    return OtherRows(
        scheme, encoded[order], {name: column[order] for name, column in values.items()}
    )


def from_document(data: bytes) -> OtherRows:
    """Read the bytes of `as_document`; no rows from an emptied document.

    Nothing is copied or decoded: a few rows are looked for among half a million.
    """
    if not data:
        return OtherRows("", np.zeros(0, dtype="S1"), {})
    first = data.index(b"\n") + 1
    head = canonical.decode(data[:first])
    rows, width = head["rows"], head["width"]
    numbers = np.frombuffer(data, f"S{width}", rows, first)
    first += rows * width
    digits, size = f"S{columns.NUMBER}", rows * columns.NUMBER
    values = {
        name: np.frombuffer(data, digits, rows, first + at * size)
        for at, name in enumerate(head["columns"])
    }
    return OtherRows(head["scheme"], numbers, values)
