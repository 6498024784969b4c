"""Correcting a pool's time zone, if no such zone exists."""

from __future__ import annotations

from ledger.clock import zone_of
from ledger.clock_errors import UnknownZone
from ledger.errors import Refused
from ledger.events.pool import PoolZoneCorrected
from ledger.store.requests import NewEvent, Request
from ops.commands.composed import Composed, UseCase
from ops.house import House


@UseCase
def correct_pool_zone(house: House, pool: str, zone: str) -> Composed[PoolZoneCorrected]:
    """Record the time zone of a pool with an unknown zone; again gives the first receipt.

    Raises UnknownZone for the new zone, Refused if the present zone exists.
    """
    zone_of(zone)
    correction = PoolZoneCorrected(pool=pool, zone=zone)
    key = f"pool-zone-corrected:{pool}:{zone}"
    first = house.read.request(key)
    if first is not None:
        return Composed(first, correction)
    version = house.read.stream_version(correction.stream())
    present = _present_zone(house, pool)
    if _exists(present):
        raise Refused(
            f"the time zone of {pool}, {present}, exists: there is nothing to correct",
            code="nothing-differs",
            field="pool",
            found=pool,
        )
    expected = {correction.stream(): version}
    return Composed(Request(key, (NewEvent(correction),), expected=expected), correction)


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
