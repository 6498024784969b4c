"""Hashes of events: leaves, and the chain over the leaves.

A leaf binds where and when an event was recorded to the bytes it says. The leaf hash is that of
RFC 6962 section 2.1 (prefix 0x00), so a Merkle tree can stand over the same leaves; the chain has
a prefix of its own (0x02) and is never mixed with tree proofs.
"""

from hashlib import sha256
from struct import Struct, error
from typing import Final

FORMAT: Final = 1
"""Format byte of every leaf written by this version; old formats verify for ever."""

CHAIN_START: Final = bytes(32)
"""The chain before position 0."""

_leaf: Final = Struct(">BBQQI32s")
_PREFIX: Final = 0x00
_CHAIN_PREFIX: Final = b"\x02"


def body_digest(body: bytes) -> bytes:
    """Return the SHA-256 of an event body (32 bytes)."""
    return sha256(body).digest()


def leaf_hash(position: int, recorded_at: int, stream_version: int, body_sha256: bytes) -> bytes:
    """Return the hash of a leaf (32 bytes).

    The leaf data are 53 bytes after the prefix, big-endian: format 1, position 8, recorded_at 8
    (microseconds since 1970, UTC), stream_version 4, SHA-256 of the body 32. Raises OverflowError
    for numbers that do not fit.
    """
    try:
        leaf = _leaf.pack(_PREFIX, FORMAT, position, recorded_at, stream_version, body_sha256)
    except error as overflow:
        raise OverflowError(f"position {position}, {recorded_at} µs: no leaf") from overflow
    return sha256(leaf).digest()


def chain_hash(previous: bytes, leaf: bytes) -> bytes:
    """Return the chain after a leaf: SHA-256(0x02, previous chain, leaf hash), 32 bytes."""
    return sha256(_CHAIN_PREFIX + previous + leaf).digest()
