"""Leaves and chain: the hashed bytes, written out by hand."""

from hashlib import sha256

import pytest

from ledger import hashing

BODY = b'{"a":1}'


def test_a_leaf_is_54_bytes_in_a_fixed_order():
    """Prefix 0, format 1, position, instant, stream version, digest of the body: big-endian."""
    by_hand = (
        b"\x00"
        + b"\x01"
        + bytes.fromhex("0000000000000002")
        + bytes.fromhex("00063f5a1b2c3d4e")
        + bytes.fromhex("00000005")
        + sha256(BODY).digest()
    )
    assert len(by_hand) == 1 + 53
    leaf = hashing.leaf_hash(2, 0x00063F5A1B2C3D4E, 5, hashing.body_digest(BODY))
    assert leaf == sha256(by_hand).digest()


def test_the_chain_hashes_the_chain_before_and_the_leaf():
    """The chain begins with 32 zero bytes and a prefix."""
    leaf = bytes(range(32))
    start = hashing.CHAIN_START
    assert start == bytes(32)
    assert hashing.chain_hash(start, leaf) == sha256(b"\x02" + bytes(32) + leaf).digest()


@pytest.mark.parametrize(
    ("position", "recorded_at", "version"),
    [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (1 << 64, 0, 0), (0, 1 << 64, 0), (0, 0, 1 << 32)],
)
def test_numbers_that_fit_no_leaf_are_refused(position, recorded_at, version):
    """A damaged row can hold any number; no number may pass for another."""
    with pytest.raises(OverflowError):
        hashing.leaf_hash(position, recorded_at, version, bytes(32))
