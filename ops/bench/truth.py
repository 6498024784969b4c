"""T2: from the bytes on the disk to ratings, every leaf and the chain computed again."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

from ledger import hashing
from ledger.events.pool import PeriodClosed
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from ops.bench import engine
from projections.official import Following
from projections.state import Facts


def chained(ledger: Ledger) -> Iterator[Recorded]:
    """Fetch all events; compute leaf and chain of each again, and compare."""
    chain = hashing.CHAIN_START
    for recorded in ledger.read.events():
        digest = hashing.body_digest(recorded.body)
        leaf = hashing.leaf_hash(
            recorded.position, recorded.recorded_at, recorded.stream_version, digest
        )
        chain = hashing.chain_hash(chain, leaf)
        assert leaf == recorded.leaf_hash
        assert chain == recorded.chain_hash
        yield recorded


def fetch_and_chain(ledger: Ledger, _pool: str) -> str:
    """Fetch and chain only: the least work of any replay from the truth."""
    for _ in chained(ledger):
        pass
    return ""


def rated(ledger: Ledger, pool: str) -> str:
    """Replay to the last list without writing lists; give the digest of ratings."""
    facts, replay = Facts(), None
    for recorded in chained(ledger):
        facts.apply(recorded)
        if recorded.type == PeriodClosed.TYPE:
            event: PeriodClosed = recorded.decoded().payload
            if replay is None:
                replay = engine.begin(facts, pool, ledger.read)
            replay.birth_year = facts.birth_year
            engine.rate(replay, recorded.position, event)
    assert replay is not None
    return engine.digest_of(replay.begun())


def proved(ledger: Ledger, pool: str) -> str:
    """Replay and prove every sealed list, as a rebuild does; give the digest of ratings."""
    following = Following(ledger)
    for recorded in chained(ledger):
        following.take(recorded)
    return engine.digest_of(following.replay(pool).begun())


def timed(
    ledger: Ledger, pool: str, runs: int
) -> tuple[dict[Callable[[Ledger, str], str], float], set[str]]:
    """Return the median seconds of each, run in turn, and the resulting digests."""
    took: dict[Callable[[Ledger, str], str], list[float]] = {}
    digests: set[str] = set()
    for _ in range(runs):
        for replay in (fetch_and_chain, rated, proved):
            gc.collect()
            start = perf_counter()
            digests.add(replay(ledger, pool))
            took.setdefault(replay, []).append(perf_counter() - start)
    return {replay: median(each) for replay, each in took.items()}, digests - {""}
