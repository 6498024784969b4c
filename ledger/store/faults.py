"""A fault: a contradiction inside a ledger."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """A contradiction and its place."""

    place: str
    found: str
    expected: str
    beside: bool = False
    """It lies beside the log, in documents or words: the events themselves can be replayed."""

    def __str__(self) -> str:
        """Return the fault on a line."""
        return f"{self.place}: found {self.found}, expected {self.expected}"


def beside(place: str, found: str, expected: str) -> Fault:
    """Return a fault outside the log."""
    return Fault(place, found, expected, beside=True)
