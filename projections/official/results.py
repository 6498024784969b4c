"""The results of a track: stored beside the ledger, or computed and kept in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from ledger.store.reading import Reader
from projections.official.documents import ListDocuments
from projections.official.proving import ProvedState, Results, earlier_state
from projections.official.record import Record
from projections.official.store import ProjectionStore


@dataclass(frozen=True)
class Stored:
    """The results of the official track, in the projection database."""

    store: ProjectionStore
    anew: Callable[[], None]
    """Makes everything stored anew by a separate replay."""

    def manifest(self, position: int) -> bytes:
        """Return the manifest of a closing's record; empty if missing."""
        return self.store.manifest(position)

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Return blocks of records, by digest."""
        return self.store.blocks(digests)

    def document(self, digest: str) -> None:
        """Return None."""

    def state(self, read: Reader, until: int) -> ProvedState | None:
        """Return the last state stored up to a position. Raises NotProved."""
        return earlier_state(self.store, read, until)

    def remake(self) -> None:
        """Make everything stored anew."""
        self.anew()

    def fork(self) -> Self:
        """Return this object: `Official` alone stores results."""
        return self


@dataclass(frozen=True, eq=False)
class Computed:
    """Computed results in memory; other results of the track are read from `beneath`."""

    beneath: Results | None = None
    records: dict[int, Record] = field(default_factory=dict)
    """By position of the closing."""
    documents: ListDocuments = field(default_factory=ListDocuments)

    def keep(self, position: int, record: Record) -> None:
        """Keep the record of a list, unless what is beneath has the same one."""
        self.records.pop(position, None)
        if self.beneath is None or self.beneath.manifest(position) != record.manifest:
            self.records[position] = record

    @property
    def size_bytes(self) -> int:
        """How many bytes the lists and records in memory have."""
        blocks = (len(data) for one in self.records.values() for data in one.blocks.values())
        return self.documents.size_bytes + sum(blocks)

    def manifest(self, position: int) -> bytes:
        """Return the manifest of a closing's record; empty if missing."""
        if position in self.records:
            return self.records[position].manifest
        return self.beneath.manifest(position) if self.beneath else b""

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Return blocks of records, by digest."""
        wanted, found = set(digests), dict[str, bytes]()
        for record in self.records.values():
            found |= {digest: record.blocks[digest] for digest in record.blocks.keys() & wanted}
        missing = sorted(wanted - found.keys())
        return found | self.beneath.blocks(missing) if self.beneath and missing else found

    def document(self, digest: str) -> bytes | None:
        """Return a list that the ledger does not have, or None."""
        data = self.documents.get(digest)
        return self.beneath.document(digest) if data is None and self.beneath else data

    def state(self, read: Reader, until: int) -> ProvedState | None:
        """Return the last official state stored up to a position. Raises NotProved."""
        return self.beneath.state(read, until) if self.beneath else None

    def remake(self) -> None:
        """Make the stored results beneath anew; results in memory are unchanged."""
        if self.beneath:
            self.beneath.remake()

    def fork(self) -> Self:
        """Return an independent copy for the results of another track."""
        documents = self.documents.having(self.documents.digests())
        return replace(self, records=dict(self.records), documents=documents)
