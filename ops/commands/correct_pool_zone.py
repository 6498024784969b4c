"""Correcting a pool's time zone, if no such zone exists."""

from __future__ import annotations

from hashlib import sha256

from ledger.clock import zone_of
from ledger.clock_errors import UnknownZone
from ledger.errors import Refused
from ledger.events.pool import PoolZoneCorrected
from ledger.store.requests import NewEvent, Receipt, Request
from ops.house import House


def correct_pool_zone(house: House, pool: str, zone: str, *, by: str = "local") -> Receipt:
    """Record the time zone of a pool with an unknown zone; again gives the first receipt.

    Raises UnknownZone for the new zone, Refused if the present zone exists, StreamMoved if
    somebody wrote to the pool meanwhile.
    """
    zone_of(zone)
    correction = PoolZoneCorrected(pool=pool, zone=zone)
    key = f"pool-zone-corrected:{pool}:{zone}"
    fingerprint = sha256(key.encode()).digest()
    version = house.read.stream_version(correction.stream())
    is_repetition = house.read.request(key) is not None
    if not is_repetition and _exists(present := _present_zone(house, pool)):
        raise Refused(
            f"the time zone of {pool}, {present}, exists: there is nothing to correct",
            code="nothing-differs",
            field="pool",
            found=pool,
        )
    expected = {} if is_repetition else {correction.stream(): version}
    return house.ledger.append(Request(key, (NewEvent(correction),), fingerprint, expected, by))


def _present_zone(house: House, pool: str) -> str:
    corrected = house.read.last_in_stream(f"pool-{pool}", PoolZoneCorrected.TYPE)
    if corrected is None:
        return house.pool_opened(pool).zone
    correction: PoolZoneCorrected = corrected.decoded().payload
    return correction.zone


def _exists(zone: str) -> bool:
    try:
        zone_of(zone)
    except UnknownZone:
        return False
    return True
