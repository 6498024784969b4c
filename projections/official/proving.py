"""What is kept, held to the ledger: `period-closed` names the digest of each record and state.

A part that is not the one named is never used. It is named in one line on standard error, and made
anew from the ledger; the question goes on with what came out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import numpy as np
import structlog
from numpy.typing import NDArray

from ledger.errors import Damaged, LedgerError
from ledger.events.pool import PeriodClosed
from ledger.store.reading import Reader, Recorded
from projections.official import deviations, sheets, snapshot
from projections.official.keeping import Keeping, MovedOn
from projections.official.sheets import BLOCK_ROWS, Manifest, Sheet
from projections.state import Facts
from projections.state.pool import Closed, PoolFacts
from projections.steps.standings import Standings

log = structlog.get_logger(__name__)

_REMEMBERED: Final = 2_000
"""So many blocks and manifests stay in memory."""

_LATEST = "latest"
_POOL, _STANDINGS = "pool/", "standings/"


class Wrong(LedgerError):
    """A part of the state that is kept is not the one that the ledger names."""


class KeptState:
    """The state that a closing left; each part is checked when it is read.

    Raises Wrong; MovedOn where another process keeps the state of another closing since.
    """

    def __init__(self, keeping: Keeping, closing: Recorded, manifest: bytes) -> None:
        """Take the event of the closing, and the manifest that it proves."""
        self._keeping, self._closing = keeping, closing
        self._digests = snapshot.part_names(manifest)

    def facts(self) -> Facts:
        """Facts as they stood after the closing, with its list."""
        parts = self._parts([name for name in self._digests if not name.startswith(_STANDINGS)])
        facts_of_all = parts.pop(snapshot.FACTS)
        pools = {name.removeprefix(_POOL): data for name, data in parts.items()}
        facts = snapshot.read_facts(facts_of_all, pools)
        at, said = self._closing.position, self._closing.decoded().payload
        facts.position, facts.chain_hash = at, self._closing.chain_hash
        closed = facts.pools[said.pool].closed
        closed.append(Closed(len(closed) + 1, at, said))
        return facts

    def standings(self, pool: str) -> Standings | None:
        """The standings of a pool; None where it has closed no list."""
        name = _STANDINGS + pool
        if name not in self._digests:
            return None
        return snapshot.read_standings(self._parts([name])[name])

    def check(self) -> None:
        """Check every part. Raises Wrong."""
        self._parts(list(self._digests))

    def _parts(self, names: Sequence[str]) -> dict[str, bytes]:
        found = self._keeping.parts(names)
        for name in names:
            if sheets.digest_of(found.get(name, b"")) != self._digests[name]:
                if self._keeping.position() != self._closing.position:
                    raise MovedOn
                at = self._closing.position
                raise Wrong(f"{name} of the state after #{at} is changed or gone")
        return found


def state_kept(keeping: Keeping, read: Reader, *, drop: bool = True) -> KeptState | None:
    """The state to go on from; None where there is none that the ledger proves.

    What was kept of another ledger at this address, or by another version, is dropped, unless
    `drop` says to leave it.
    """
    kept = keeping.progress()
    if kept is None:
        return None
    if kept.version != keeping.version:
        log.info("projection_is_made_anew", found=kept.version, wanted=keeping.version)
        _empty(keeping, drop)
        return None
    closing = read.at([kept.position]).get(kept.position)
    is_closing = closing is not None and closing.type == PeriodClosed.TYPE
    digest = sheets.digest_of(kept.manifest)
    if closing and is_closing and deviations.names_state(read, closing, digest):
        return KeptState(keeping, closing, kept.manifest)
    log.warning("projection_of_another_history", position=kept.position)
    _empty(keeping, drop)
    return None


def _empty(keeping: Keeping, drop: bool) -> None:
    if drop:
        keeping.empty()


class Records:
    """The records of one pool's closings, each manifest and block held to its digest."""

    def __init__(self, keeping: Keeping, facts: PoolFacts, remake: Callable[[], None]) -> None:
        """Read for a pool; `remake` makes everything that is kept anew from the ledger."""
        self._keeping, self._facts, self._remake = keeping, facts, remake
        self._remembered: dict[str, Any] = {}

    def every(self, number: int, sheet: str) -> Sheet | None:
        """All rows of a sheet of list `number`; None where it has none."""
        return sheets.joined(self._blocks(self._manifest(number).every(sheet)))

    def about(self, number: int, sheet: str, keys: Iterable[int]) -> Sheet | None:
        """The rows of a sheet of list `number` about some keys; None where there are none."""
        wanted = np.array(sorted(set(keys)), dtype=np.int64)
        blocks = self._blocks(self._manifest(number).holding(sheet, wanted.tolist()))
        found = sheets.joined([block.having(wanted) for block in blocks])
        return found if found is not None and len(found) else None

    def latest(self, number: int, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """The last list up to `number` whose record has rows about each player; -1: none has."""
        manifest, pages = self._manifest(number), players // BLOCK_ROWS
        found = np.zeros(len(players), dtype=np.int64)
        for page in sorted(set(pages.tolist())):
            for block in self._blocks(manifest.starting(_LATEST, page * BLOCK_ROWS)):
                values = block.number(_LATEST)
                places = players % BLOCK_ROWS
                known = np.flatnonzero((pages == page) & (places < len(values)))
                found[known] = values[places[known]]
        return found - 1

    def _manifest(self, number: int) -> Manifest:
        closed = self._facts.closed[number - 1]
        digest = self._facts.record_digest(closed.event)
        if digest not in self._remembered:
            at = closed.position
            self._remember(digest, sheets.read(self._proved_manifest(at, digest)))
        manifest: Manifest = self._remembered[digest]
        return manifest

    def _proved_manifest(self, position: int, digest: str) -> bytes:
        for last_try in (False, True):
            data = self._keeping.manifest(position)
            if sheets.digest_of(data) == digest:
                return data
            self._wrong(f"the record of the closing at #{position}", last_try)
        raise AssertionError("the last try raises")

    def _blocks(self, digests: Sequence[str]) -> list[Sheet]:
        found = {each: self._remembered[each] for each in digests if each in self._remembered}
        missing = [digest for digest in digests if digest not in found]
        for digest, data in self._proved_blocks(missing).items() if missing else ():
            found[digest] = sheets.decoded(data)
            self._remember(digest, found[digest])
        return [found[digest] for digest in digests]

    def _proved_blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        for last_try in (False, True):
            found = self._keeping.blocks(digests)
            if all(sheets.digest_of(found.get(digest, b"")) == digest for digest in digests):
                return found
            self._wrong("a block of a closing's record", last_try)
        raise AssertionError("the last try raises")

    def _wrong(self, what: str, last_try: bool) -> None:
        """Make everything anew; the second time there is nothing left to try. Raises Damaged."""
        if last_try:
            raise Damaged(f"{what} is not the one sealed, nor does the ledger give it again")
        log.warning("projection_is_wrong_and_is_made_anew", what=what)
        self._remake()

    def _remember(self, digest: str, found: Manifest | Sheet) -> None:
        if len(self._remembered) >= _REMEMBERED:
            self._remembered.clear()
        self._remembered[digest] = found
