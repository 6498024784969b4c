"""A fault: one thing in a ledger that does not agree with the rest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that does not agree, and where."""

    place: str
    found: str
    expected: str
    beside: bool = False
    """It lies beside the log, in documents or words: the events themselves can be replayed."""

    def __str__(self) -> str:
        """Give the fault in one line."""
        return f"{self.place}: found {self.found}, expected {self.expected}"


def beside(place: str, found: str, expected: str) -> Fault:
    """Give a fault that lies beside the log."""
    return Fault(place, found, expected, beside=True)
