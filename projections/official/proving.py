"""Proof of everything stored: `period-closed` has the digest of each record and state.

A part with another digest is never used. It is named in one line on standard error and made anew
from the ledger; the question continues with the new one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Any, Final, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from ledger.errors import Damaged, LedgerError
from ledger.events.pool import PeriodClosed
from ledger.logs import Logger
from ledger.sentences import Position, Sentence
from ledger.store.reading import Reader, Recorded
from ledger.store.remembered import Remembered
from projections.official import deviations, sheets, snapshot
from projections.official.sheets import BLOCK_ROWS, Manifest, Sheet
from projections.official.store import MovedOn, ProjectionStore
from projections.rating.standings import Standings
from projections.state import Facts
from projections.state.closed_list import Closed
from projections.state.pool import PoolFacts
from projections.state.printings import closed_under

log = Logger(__name__)

_OF_ONE_POOL_BYTES: Final = 64 << 20
"""Memory for the blocks and manifests of a pool, where no other is given."""
_IN_MEMORY: Final = 8
"""Bytes in memory for each stored byte of a block or a manifest, about."""

_LATEST = "latest"


class NotProved(LedgerError):
    """A stored part of the state has a digest unknown to the ledger."""


class ProvedState:
    """The state after a closing; each part is checked when read.

    Raises NotProved; MovedOn if another process has stored a later state in place of this one.
    """

    def __init__(
        self, store: ProjectionStore, closing: Recorded, manifest: bytes, *, for_good: bool = False
    ) -> None:
        """Take the closing event, and the manifest proved by it; `for_good`: it stays stored."""
        self._store, self._closing, self._for_good = store, closing, for_good
        self._digests = snapshot.part_names(manifest)
        self.digest = sheets.digest_of(manifest)
        """SHA-256 of the manifest, as in `period-closed`."""

    def facts(self) -> Facts:
        """Return the facts after the closing, with the closed list."""
        facts = snapshot.read_facts(self._parts(snapshot.of_facts))
        position, closing = self._closing.position, self._closing.decoded().payload
        facts.position, facts.chain_hash = position, self._closing.chain_hash
        closed = facts.pools[closing.pool].closed
        closed.append(Closed(len(closed) + 1, position, closing))
        return facts

    def standings(self, pool: str) -> Standings | None:
        """Return the standings of a pool; None without a closed list."""
        parts = self._parts(partial(snapshot.of_standings, pool))
        return snapshot.read_standings(pool, parts) if parts else None

    def check(self) -> None:
        """Check every part."""
        for name in self._digests:
            self._parts(name.__eq__)

    def _parts(self, wanted: Callable[[str], bool]) -> dict[str, bytes]:
        """Return parts by name. Raises NotProved, MovedOn."""
        at = self._closing.position
        digests = {name: digest for name, digest in self._digests.items() if wanted(name)}
        stored = self._store.parts(set(digests.values()))
        for name, digest in digests.items():
            if sheets.digest_of(stored.get(digest, b"")) != digest:
                if not self._for_good and self._store.position() != at:
                    raise MovedOn
                raise NotProved(
                    Sentence(
                        "{part} of the state after {event} is changed or gone",
                        part=name,
                        event=Position(at),
                    )
                )
        return {name: stored[digest] for name, digest in digests.items()}


def proved_state(store: ProjectionStore, read: Reader, *, drop: bool = True) -> ProvedState | None:
    """Return the stored state, if proved by the ledger.

    With `drop`, a state of another ledger at this address or of another version is deleted.
    """
    progress = store.progress()
    if progress is None:
        return None
    if progress.version == store.version:
        closing = _named_by(read, progress.position, progress.manifest)
        if closing is not None:
            return ProvedState(store, closing, progress.manifest)
        log.warning("projection_of_another_history", position=progress.position)
    else:
        log.info("projection_is_made_anew", found=progress.version, wanted=store.version)
    if drop:
        store.empty()
    return None


def earlier_state(store: ProjectionStore, read: Reader, until: int) -> ProvedState | None:
    """Return the last stored state up to a position; None without any, as of another version.

    Raises NotProved where the ledger does not name it.
    """
    progress = store.progress()
    if progress is None or progress.version != store.version:
        return None
    if progress.position <= until:
        return _state(store, read, progress.position, progress.manifest)
    stored = store.earlier_state(until)
    return None if stored is None else _state(store, read, *stored, for_good=True)


def states_for_good(store: ProjectionStore, read: Reader) -> Iterator[tuple[int, bool]]:
    """Yield the positions of the states that stay, last first, and whether each is proved."""
    until = store.position()
    while (stored := store.earlier_state(until)) is not None:
        proved = True
        try:
            _state(store, read, *stored, for_good=True).check()
        except NotProved:
            proved = False
        yield stored[0], proved
        until = stored[0] - 1


def _state(
    store: ProjectionStore, read: Reader, position: int, manifest: bytes, *, for_good: bool = False
) -> ProvedState:
    closing = _named_by(read, position, manifest)
    if closing is None:
        raise NotProved(
            Sentence(
                "the state after {event} is not one that this ledger names",
                event=Position(position),
            )
        )
    return ProvedState(store, closing, manifest, for_good=for_good)


def _named_by(read: Reader, position: int, manifest: bytes) -> Recorded | None:
    """Return the closing at a position if it, or a later deviation, names a state."""
    closing = read.at([position]).get(position)
    if closing is None or closing.type != PeriodClosed.TYPE:
        return None
    digest = sheets.digest_of(manifest)
    return closing if deviations.names_state(read, closing, digest) else None


class Results(Protocol):
    """The results of a track: records of closings, lists, states. They are not checked here."""

    def manifest(self, position: int) -> bytes:
        """Return the manifest of a closing's record; empty if missing."""

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Return blocks of records, by digest."""

    def document(self, digest: str) -> bytes | None:
        """Return a list that the ledger does not have, or None."""

    def state(self, read: Reader, until: int) -> ProvedState | None:
        """Return the last official state stored up to a position. Raises NotProved."""

    def remake(self) -> None:
        """Make anew, from the ledger, what is stored."""

    def fork(self) -> Self:
        """Return the results of a track that begins from this one."""


class Records:
    """The records of a pool's closings; each manifest and block is checked when read.

    A closing is named by the number of its list, an earlier printing by its key.
    """

    def __init__(self, results: Results, facts: PoolFacts, memory: Remembered[Any]) -> None:
        """Read for a pool."""
        self._results, self._facts = results, facts
        self._memory = memory if memory.most_bytes else Remembered(_OF_ONE_POOL_BYTES)

    def every(self, number: int, sheet: str) -> Sheet | None:
        """Return all rows of a sheet of list `number`; None without rows."""
        return sheets.joined(self._blocks(self._manifest(number).every(sheet)))

    def about(self, number: int, sheet: str, keys: Iterable[int]) -> Sheet | None:
        """Return the rows of a sheet of list `number` with some keys; None without rows."""
        found = sheets.joined([*self._about(number, sheet, keys)])
        return found if found is not None and len(found) else None

    def rows_about(self, number: int, sheet: str, keys: Iterable[int]) -> Iterator[tuple[Any, ...]]:
        """Yield the same rows as tuples."""
        return chain.from_iterable(rows.rows() for rows in self._about(number, sheet, keys))

    def _about(self, number: int, sheet: str, keys: Iterable[int]) -> Iterator[Sheet]:
        """Yield the rows with some keys of each block, in order."""
        of_blocks = self._manifest(number).with_keys(sheet, sorted(set(keys)))
        blocks = self._blocks([*of_blocks])  # read together
        for block, some in zip(blocks, of_blocks.values(), strict=True):
            yield block.having(np.array(some, dtype=np.int64))

    def read_ahead(self, sheet: str, keys: Mapping[int, Sequence[int]]) -> None:
        """Read the blocks of a sheet for some keys of several lists at once, into memory."""
        wanted = (self._manifest(at).with_keys(sheet, some) for at, some in keys.items())
        self._blocks([digest for of_list in wanted for digest in of_list])

    def latest(self, number: int, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the last list up to `number` with rows about each player, or -1; players grow."""
        manifest, found = self._manifest(number), np.zeros(len(players), dtype=np.int64)
        pages = players // BLOCK_ROWS
        firsts = np.flatnonzero(np.diff(pages, prepend=-1))
        spans = pairwise([*firsts.tolist(), len(players)])
        starting = [
            (slice(*span), digest)
            for page, span in zip(pages[firsts].tolist(), spans, strict=True)
            for digest in manifest.starting(_LATEST, page * BLOCK_ROWS)
        ]
        blocks = self._blocks([digest for _, digest in starting])  # read together
        for (of_page, _), block in zip(starting, blocks, strict=True):
            values, places = block.number(_LATEST), players[of_page] % BLOCK_ROWS
            known = places[places < len(values)]
            found[of_page][: len(known)] = values[known]
        return found - 1

    def _manifest(self, number: int) -> Manifest:
        closed = closed_under(self._facts, number)
        digest = self._facts.record_digest(closed.event)
        known = self._memory.get(digest)
        if known is None:
            at = closed.position
            data = self._proved(
                f"the record of the closing at #{at}",
                lambda: {digest: self._results.manifest(at)},
                [digest],
            )
            known = Manifest(data[digest])
            self._memory.put(digest, known, _IN_MEMORY * len(data[digest]))
        manifest: Manifest = known
        return manifest

    def _blocks(self, digests: Sequence[str]) -> list[Sheet]:
        known = {digest: self._memory.get(digest) for digest in digests}
        found = {digest: block for digest, block in known.items() if block is not None}
        missing = [digest for digest in known if digest not in found]
        if missing:
            name = "a block of a closing's record"
            blocks = self._proved(name, lambda: self._results.blocks(missing), missing)
            for digest, data in blocks.items():
                found[digest] = sheets.decoded(data)
                self._memory.put(digest, found[digest], _IN_MEMORY * len(data))
        return [found[digest] for digest in digests]

    def _proved(
        self, name: str, load: Callable[[], Mapping[str, bytes]], digests: Sequence[str]
    ) -> Mapping[str, bytes]:
        """Return loaded parts with their digests, if need be after making everything anew.

        Raises Damaged where the ledger does not give them either.
        """
        found = load()
        if not _have_digests(found, digests):
            log.warning("projection_is_wrong_and_is_made_anew", what=name)
            self._results.remake()
            found = load()
        if _have_digests(found, digests):
            return found
        raise Damaged(
            Sentence("{what} is not the one sealed, nor does the ledger give it again", what=name)
        )


def _have_digests(parts: Mapping[str, bytes], digests: Sequence[str]) -> bool:
    return all(sheets.digest_of(parts.get(digest, b"")) == digest for digest in digests)
