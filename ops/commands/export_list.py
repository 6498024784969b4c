"""A sealed rating list as a file: CSV, JSON, or as FIDE writes its lists.

Rows come from the sealed document, in the order of register numbers, a block at a time: a list of
any length is written in the memory of its numbers, one block and three columns of the register.

FIDE's two layouts know players by FIDE's numbers; who has none is left out, and counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, TextIO

from ledger.errors import Refused, Remedy
from ledger.wording import counted
from ops.answers.rating_lists import ListedPlayer, basis, listed_players, printed_columns
from ops.commands import list_layouts
from projections.queries import PoolQuery, RatingList

Form = Literal["csv", "json", "fide", "fide-xml"]

_FIDE_COLUMNS: Final = {"rating", "k", "period_games", "inactive"}
"""Columns a list must have to be written as FIDE writes its lists."""


@dataclass(slots=True)
class Count:
    """Numbers of rows written, left out and cut."""

    written: int = 0
    without_number: int = 0
    """Left out: FIDE's layouts know players by their numbers."""
    cut: int = 0
    """Written with a text cut to its columns."""

    def told(self) -> Iterator[str]:
        """Yield remarks on rows left out or cut."""
        if self.without_number:
            yield f"left out: {counted(self.without_number, 'player')} without a number"
        if self.cut:
            yield f"cut to their columns: names or titles of {counted(self.cut, 'player')}"


@dataclass(slots=True)
class ListFile:
    """A closed list to be written to a file."""

    pool: PoolQuery
    row: RatingList
    count: Count = field(default_factory=Count)

    def check(self, form: Form) -> None:
        """Refuse a pool without a closed list, and a form without the needed columns."""
        if self.row.number == 0:
            raise Refused(
                f"{self.pool.name}: no list is closed that could be written",
                code="no-list",
                field="period",
                remedy=Remedy("list close", (self.pool.name, "PERIOD")),
            )
        held = {row.name for row in printed_columns(self.pool)}
        if form in {"fide", "fide-xml"} and not held >= _FIDE_COLUMNS:
            raise Refused(
                f"{self.pool.name}: its lists have {', '.join(sorted(held))}, which FIDE's layout "
                "cannot show; write it as csv or json",
                code="layout-cannot-show",
                field="form",
                found=form,
                expected="csv or json",
            )

    def write(self, form: Form, out: TextIO) -> Count:
        """Write the list; return the numbers of rows written, left out and cut.

        Raises Refused as `check` does; Damaged where the document is not what was sealed.
        """
        self.check(form)
        for piece in self._laid_out(form):
            out.write(piece)
        return self.count

    def _laid_out(self, form: Form) -> Iterator[str]:
        match form:
            case "csv":
                names = [column.name for column in printed_columns(self.pool)]
                return list_layouts.as_csv(self._rows(), names)
            case "json":
                return list_layouts.as_json(self._rows(), basis(self.pool, self.row))
            case "fide":
                return list_layouts.as_fixed(self._fitting(), self.row.list_date)
            case "fide-xml":
                return list_layouts.as_xml(self._numbered())

    def _rows(self) -> Iterator[ListedPlayer]:
        for row in listed_players(self.pool, self.row):
            self.count.written += 1
            yield row

    def _numbered(self) -> Iterator[ListedPlayer]:
        """Yield the rows of players with a number; count the others."""
        for row in listed_players(self.pool, self.row):
            self.count.written += bool(row.number)
            self.count.without_number += not row.number
            if row.number:
                yield row

    def _fitting(self) -> Iterator[ListedPlayer]:
        for row in self._numbered():
            self.count.cut += list_layouts.is_cut(row)
            yield row
