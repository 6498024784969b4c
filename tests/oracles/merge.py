"""A merge of two players in an invented history, for the slow calculations of all systems."""

from collections.abc import Iterable
from dataclasses import dataclass

NEVER = 1 << 30


@dataclass(frozen=True)
class Merge:
    """From before closing `recorded` on, `merged` leads to `kept`, until before `separated`."""

    kept: int
    merged: int
    recorded: int
    separated: int = NEVER


def names_at(merges: Iterable[Merge], index: int) -> dict[int, int]:
    """Return the merged numbers before a closing, with the players to whom they lead."""
    in_force = (merge for merge in merges if merge.recorded <= index < merge.separated)
    return {merge.merged: merge.kept for merge in in_force}
