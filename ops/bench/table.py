"""The lines of the report: target, ratio, met or missed, and the numbers behind."""

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Line:
    """A measurement compared with another."""

    target: str
    what: str
    against: str
    ratio: float | None
    """The measured time divided by the time of the comparison; None without a comparison."""
    numbers: str
    at_least: float | None = None
    at_most: float | None = None
    too_small: bool = False
    """Whether the world is smaller than the one that the target is stated for."""

    @property
    def wanted(self) -> str:
        """The target as text."""
        if self.at_least is not None:
            return f"≥ {self.at_least:g}×"
        return f"≤ {self.at_most:g}×" if self.at_most is not None else ""

    @property
    def verdict(self) -> str:
        """Whether the target is met; empty without a target, `small` in too small a world."""
        if self.ratio is None:
            return "absent"
        if self.at_least is None and self.at_most is None:
            return ""
        if self.too_small:
            return "small"
        too_low = self.at_least is not None and self.ratio < self.at_least
        too_high = self.at_most is not None and self.ratio > self.at_most
        return "MISSED" if too_low or too_high else "met"


def show(title: str, lines: list[Line], console: Console) -> None:
    """Print the report."""
    table = Table(title=title, title_justify="left")
    for heading in ("", "measured", "against", "target", "ratio", "", "numbers"):
        table.add_column(heading, justify="right" if heading in ("target", "ratio") else "left")
    for line in lines:
        ratio = "–" if line.ratio is None else f"{line.ratio:.2f}×"
        table.add_row(
            line.target, line.what, line.against, line.wanted, ratio, line.verdict, line.numbers
        )
    console.print(table)


def millions(per_second: float) -> str:
    """Write games a second."""
    return f"{per_second / 1e6:.2f} Mg/s"


def microseconds(seconds: float) -> str:
    """Write a short time."""
    return f"{seconds * 1e6:.1f} µs"
