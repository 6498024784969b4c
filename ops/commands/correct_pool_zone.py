"""Mending a pool that was opened in a time zone that does not exist."""

from __future__ import annotations

from hashlib import sha256

from ledger.clock import zone_of
from ledger.clock_errors import UnknownZone
from ledger.errors import Refused
from ledger.events.pool import PoolZoneCorrected
from ledger.store.requests import NewEvent, Receipt, Request
from ops.house import House


def correct_pool_zone(house: House, pool: str, zone: str, *, by: str = "local") -> Receipt:
    """Record the time zone of a pool whose own does not exist; again gives the first receipt.

    Raises UnknownZone where the new one does not exist either, Refused where the pool's own does,
    and StreamMoved where somebody wrote to the pool meanwhile.
    """
    zone_of(zone)
    said = PoolZoneCorrected(pool=pool, zone=zone)
    key = f"pool-zone-corrected:{pool}:{zone}"
    fingerprint = sha256(key.encode()).digest()
    version = house.read.stream_version(said.stream())
    known = house.read.request(key)
    if not known and _exists(present := pool_zone(house, pool)):
        raise Refused(
            f"the time zone of {pool}, {present}, exists: there is nothing to correct",
            code="nothing-differs",
            field="pool",
            found=pool,
        )
    expected = {} if known else {said.stream(): version}
    return house.ledger.append(Request(key, (NewEvent(said),), fingerprint, expected, by))


def pool_zone(house: House, pool: str) -> str:
    """Return the time zone of a pool's days, as corrected last. Raises Refused for no pool."""
    corrected = house.read.last_in_stream(f"pool-{pool}", PoolZoneCorrected.TYPE)
    if corrected is None:
        return house.pool_opened(pool).zone
    said: PoolZoneCorrected = corrected.decoded().payload
    return said.zone


def _exists(zone: str) -> bool:
    try:
        zone_of(zone)
    except UnknownZone:
        return False
    return True
