"""Rows of a list matched with the register: what it says of the players we know."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ledger import register
from ledger.intake.lists.rows import ExternalRow
from ledger.intake.problems import Place, Problems


@dataclass
class Matched:
    """What a list says of registered players, as columns that grow row by row."""

    known: Mapping[str, int]
    """Players of the register by their numbers."""
    player: array[int] = field(default_factory=lambda: array("q"))
    values: dict[str, array[int]] = field(default_factory=dict)
    _lines: dict[int, int] = field(default_factory=dict)

    def take(self, rows: Iterable[ExternalRow], problems: Problems) -> None:
        """Take in the rows of registered players; who stands twice goes to `problems`.

        The columns are those of the whole list: one on which no registered player has a number
        proves that none has.
        """
        for row in rows:
            if not self.values.keys() >= row.values.keys():
                self._add_columns(row.values)
            player = self.known.get(row.number)
            if player is None:
                continue
            first = self._lines.setdefault(player, row.line)
            if first != row.line:
                refuse_twice(player, row, first, problems)
            self._append(player, row.values)

    def _add_columns(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.values:
                self.values[name] = array("i", bytes(4 * len(self.player)))

    def _append(self, player: int, values: Mapping[str, int]) -> None:
        self.player.append(player)
        for name, column in self.values.items():
            column.append(values.get(name, 0))

    def in_order(
        self, without: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], dict[str, NDArray[np.int32]]]:
        """Give players, growing, but some, and their values by column."""
        players = np.array(self.player, np.int64)
        order = np.argsort(players, kind="stable")
        order = order[~np.isin(players[order], without)]
        columns = {name: np.array(column, np.int32) for name, column in self.values.items()}
        return players[order], {name: column[order] for name, column in columns.items()}


def refuse_twice(player: int, row: ExternalRow, first: int, problems: Problems) -> None:
    """Refuse a second row of one player, under another number of his or the same."""
    expected = f"each player once (line {first} is the same one, {register.show(player)})"
    remedy = "the list contradicts itself, or the register takes two persons for one"
    problems.refuse(Place("number", row.line), row.number, expected, remedy)
