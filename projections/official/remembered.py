"""Results of the official track that a process keeps between answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from ledger.store.remembered import Remembered

_MIB: Final = 1 << 20


@dataclass(frozen=True)
class Memory:
    """Results kept by a process between answers; each result is proved before it enters.

    A closed list is kept by its digest, as numbers: names of persons are corrected and erased.
    """

    blocks: Remembered[Any] = field(default_factory=lambda: Remembered(64 * _MIB))
    """Manifests and blocks of the records of closings, by digest."""
    lists: Remembered[Any] = field(default_factory=lambda: Remembered(256 * _MIB))
    """Closed lists as columns, by digest."""
    answers: Remembered[Any] = field(default_factory=lambda: Remembered(64 * _MIB))
    """Categories, by everything they depend on."""
    without_lists: Remembered[Any] = field(default_factory=lambda: Remembered(256 * _MIB))
    """States of pools without their last lists, by the pool and the first of these closings."""

    def for_a_preview(self) -> Memory:
        """Return a memory over this one, in which results of tentative events stay apart.

        Only what is found by a digest is looked up in this one.
        """
        blocks, lists = Remembered(64 * _MIB, self.blocks), Remembered(256 * _MIB, self.lists)
        return Memory(blocks, lists, Remembered(0), without_lists=Remembered(0))


def nothing() -> Memory:
    """Return a memory in which nothing stays."""
    return Memory(Remembered(0), Remembered(0), Remembered(0), Remembered(0))
