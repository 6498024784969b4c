"""The bytes of computed lists in memory, by digest.

The last lists stay uncompressed, since a preview reads them once or twice; older lists are
compressed.
"""

import zlib
from collections.abc import Collection
from typing import Final

_MOST_RECENT_BYTES: Final = 64 << 20


class ListDocuments:
    """Lists that the ledger does not have."""

    def __init__(self) -> None:
        """Begin without lists."""
        self._recent: dict[str, bytes] = {}
        self._older: dict[str, bytes] = {}
        self._recent_bytes = 0

    def put(self, digest: str, data: bytes) -> None:
        """Keep a list."""
        if digest in self.digests():
            return
        self._recent[digest] = data
        self._recent_bytes += len(data)
        while self._recent_bytes > _MOST_RECENT_BYTES:
            oldest = next(iter(self._recent))
            of_oldest = self._recent.pop(oldest)
            self._older[oldest] = zlib.compress(of_oldest, level=1)
            self._recent_bytes -= len(of_oldest)

    def get(self, digest: str) -> bytes | None:
        """Return a list, or None."""
        if digest in self._older:
            return zlib.decompress(self._older[digest])
        return self._recent.get(digest)

    def take(self, others: "ListDocuments") -> None:
        """Keep the lists of another object too."""
        for digest in others.digests() - self.digests():
            self.put(digest, others.get(digest) or b"")

    @property
    def size_bytes(self) -> int:
        """How many bytes are kept."""
        return self._recent_bytes + sum(map(len, self._older.values()))

    def digests(self) -> set[str]:
        """Return the digests of all lists."""
        return self._recent.keys() | self._older.keys()

    def having(self, digests: Collection[str]) -> "ListDocuments":
        """Return some of the lists, independent of this object."""
        some = ListDocuments()
        some._older = {one: data for one, data in self._older.items() if one in digests}
        some._recent = {one: data for one, data in self._recent.items() if one in digests}
        some._recent_bytes = sum(map(len, some._recent.values()))
        return some
