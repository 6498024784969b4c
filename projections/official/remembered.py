"""Results in memory, by key, within a limit of bytes: the last used stay. For several threads."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """Results by key; beyond `most_bytes` those not used for longest are dropped."""

    def __init__(self, most_bytes: int, beneath: Remembered[T] | None = None) -> None:
        """Begin empty; 0 bytes: nothing is remembered. Results of `beneath` are found too."""
        self.most_bytes, self.size_bytes, self._beneath = most_bytes, 0, beneath
        self._results: OrderedDict[Any, tuple[T, int]] = OrderedDict()
        self._lock = Lock()
        self.computing = Lock()
        """Held by who computes a result that other threads need too: it is computed once."""

    def get(self, key: Any) -> T | None:
        """Return a result, or None."""
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key][0]
        return None if self._beneath is None else self._beneath.get(key)

    def put(self, key: Any, result: T, size_bytes: int) -> None:
        """Remember a result of a size; one larger than the limit is not remembered."""
        if not self.most_bytes or size_bytes > self.most_bytes:
            return
        with self._lock:
            if key in self._results:
                self.size_bytes -= self._results.pop(key)[1]
            self._results[key] = result, size_bytes
            self.size_bytes += size_bytes
            while self.size_bytes > self.most_bytes:
                _, (_, dropped) = self._results.popitem(last=False)
                self.size_bytes -= dropped

    def __len__(self) -> int:
        return len(self._results)


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
    answers: Remembered[Any] = field(default_factory=lambda: Remembered(256 * _MIB))
    """Categories by everything they depend on; details and names of persons with the version of the
    stream `register`, which changes with each correction or erasure."""
    people: Remembered[Any] = field(default_factory=lambda: Remembered(32 * _MIB))
    """Details of all players, by the position of the last event about such details."""
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
    return Memory(Remembered(0), Remembered(0), Remembered(0), Remembered(0), Remembered(0))
