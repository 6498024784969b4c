"""Results in memory, by key, within a limit of bytes: the last used stay. For several threads."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, Generic, TypeVar

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
