"""Single values of a worksheet, as they are written."""

from __future__ import annotations

import re
from fractions import Fraction

from ops.cli.output import decimal
from projections.explain.sheets import Cell


def cell_line(cells: dict[str, Cell], name: str) -> str:
    """Return a value on a line of its own, with its clause or the description of its column."""
    cell = cells[name]
    says = cell.why or f"{cell.article}: {cell.says}"
    return f"  {title(name):<30}{value(cells, name):>10}   {says}"


def title(name: str) -> str:
    """Return a column's name in words, without the parts of a point it is computed in."""
    return re.sub("(_half)?_(hundredths|tenths)$", "", name).replace("_", " ")


def value(cells: dict[str, Cell], name: str) -> str:
    """Write a value as decimals."""
    return decimal(Fraction(cells[name].value))


def signed(cell: Cell) -> str:
    """Write a value with its sign."""
    return decimal(Fraction(cell.value), sign=True)
