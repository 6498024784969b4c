"""The place of an event in the chain of hashes."""

from collections.abc import Collection

import msgspec

from ledger.store.reading import Reader, Recorded


class Link(msgspec.Struct, frozen=True):
    """The place of an event in the chain of hashes: SHA-256 each, as hexadecimal digits.

    `chain_hash` is that of the byte 2, `chain_hash_before` and `leaf_hash`.
    """

    leaf_hash: str
    """Of position, instant, version and body of the event."""
    chain_hash: str
    chain_hash_before: str
    """The chain hash of the event before; zeros before the first."""


def links(read: Reader, events: Collection[Recorded]) -> dict[int, Link]:
    """Return the links of some events by position."""
    before = read.chains_before([recorded.position for recorded in events])
    return {
        one.position: Link(one.leaf_hash.hex(), one.chain_hash.hex(), before[one.position].hex())
        for one in events
    }
