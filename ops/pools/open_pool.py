"""Opening a pool with its editions; correcting an unknown time zone."""

from dataclasses import dataclass

from ledger import plausible
from ledger.clock import UnknownZone, utc_day, zone_of
from ledger.errors import Refused
from ledger.events.pool import PoolOpened, PoolZoneCorrected
from ledger.expected import one_of
from ledger.sentences import Input, Position, Sentence, plain
from ledger.store.requests import NO_STREAM, NewEvent, Request
from ops.commands.composed import Composed, Recorded
from ops.house import House
from ops.pools.adopt_edition import Adoption
from ops.pools.recordings import AdoptEdition, CorrectZone, OpenPool
from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import WrongDays
from projections.rulebooks.engine.rulebook import Rulebook


def opened(house: House, asked: OpenPool) -> Composed[PoolOpened]:
    """Compose the opening of a pool; a pool open in the same way gives the first receipt.

    By default the rulebook has the name of the pool, and the zone is the ledger's. Raises
    UnknownZone; Refused: open in another way, no text for the first list, first list far ahead,
    other pool unclear or missing.
    """
    book, first = rulebook(asked.rulebook or asked.pool), asked.first_period
    try:
        book.calendar.check(first)
    except WrongDays as error:
        raise Refused(
            error.words, code="period-wrong", field="first-period", found=first
        ) from error
    event = PoolOpened(
        pool=asked.pool,
        rulebook=book.name,
        zone=asked.zone or house.zone,
        first_period=first,
        beside=asked.beside,
    )
    if not _is_open(house, event):
        zone_of(event.zone)
        _check_first_period(house, book, first)
        _check_beside(house, book, event)
    expected = {event.stream(): NO_STREAM}
    request = Request(f"pool-opened:{asked.pool}", (NewEvent(event),), expected=expected)
    return Composed(request, event)


def _is_open(house: House, opened: PoolOpened) -> bool:
    """Whether a pool is open already. Raises Refused for other terms."""
    first = house.read.first_in_stream(opened.stream())
    if first and first.decoded().payload != opened:
        problem = Sentence(
            "pool {pool} is open already, in another way ({opened})",
            pool=opened.pool,
            opened=Position(first.position),
        )
        raise Refused(problem, code="open-already", field="pool", found=opened.pool)
    return first is not None


def _check_beside(house: House, law: Rulebook, opened: PoolOpened) -> None:
    wanted = set(law.other_pools.rulebooks.values())
    pools = [other.pool for other in house.pools_opened() if other.rulebook in wanted]
    if opened.beside is None and len(pools) > 1:
        problem = Sentence(
            "{pool} looks at one of {pools}: name it ({beside})",
            pool=opened.pool,
            pools=pools,
            beside=Input("beside"),
        )
        raise Refused(problem, code="option-needed", field="beside", expected=one_of(pools))
    if opened.beside is not None and opened.beside not in pools:
        asked = plain(", ".join(sorted(wanted))) or Sentence("none: it looks at no other pool")
        raise Refused(
            Sentence(
                "{input} {pool}: {rulebook} asks for an open pool of rulebook {asked}",
                input=Input("beside"),
                pool=opened.beside,
                rulebook=law.name,
                asked=asked,
            ),
            code="pool-not-fitting",
            field="beside",
            found=opened.beside,
            expected=asked,
        )


def _check_first_period(house: House, law: Rulebook, first_period: str) -> None:
    """Refuse a first list before the first text, or, unless confirmed, far in the future.

    Raises Implausible for the latter.
    """
    latest, since = law.calendar.latest(first_period), law.editions[0].name
    if latest is None:
        return
    if latest.isoformat() < since:
        raise Refused(
            Sentence(
                "{input} {list}: {rulebook} is covered from {since} on, and that list is issued by "
                "{latest}; begin with a later one",
                input=Input("first_period"),
                list=first_period,
                rulebook=law.name,
                since=since,
                latest=latest,
            ),
            code="period-not-covered",
            field="first-period",
            found=first_period,
            expected=Sentence("a list of {since} or later", since=since),
        )
    if not house.ledger.values_are_right:
        plausible.check_day(latest, "first-period", lambda: utc_day(house.ledger.clock()))


@dataclass(frozen=True, slots=True)
class Begun:
    """An opened pool, with the editions adopted."""

    opened: PoolOpened
    adopted: tuple[Recorded[Adoption], ...]


def begun(house: House, asked: OpenPool, opened: Recorded[PoolOpened]) -> Recorded[Begun]:
    """Adopt every edition with a day in its text for an opened pool, if so wanted.

    Each step repeated gives its first receipt. Raises Refused as the adoption of an edition.
    """
    book = rulebook(opened.result.rulebook)
    dated = [one.name for one in book.editions if one.name not in book.undated_editions]
    adoptions = [AdoptEdition(pool=asked.pool, edition=name) for name in dated]
    adopted = tuple(one.record(house) for one in adoptions) if asked.adopt else ()
    return Recorded(opened.receipt, Begun(opened.result, adopted))


def zone_corrected(house: House, asked: CorrectZone) -> Composed[PoolZoneCorrected]:
    """Compose the time zone of a pool with an unknown zone; again gives the first receipt.

    Raises UnknownZone for the new zone, Refused if the present zone exists.
    """
    pool, zone = asked.pool, asked.zone
    zone_of(zone)
    correction = PoolZoneCorrected(pool=pool, zone=zone)
    key = f"pool-zone-corrected:{pool}:{zone}"
    first = house.read.request(key)
    if first is not None:
        return Composed(first, correction)
    version = house.read.stream_version(correction.stream())
    present = _present_zone(house, pool)
    if _exists(present):
        problem = Sentence(
            "the time zone of {pool}, {zone}, exists: there is nothing to correct",
            pool=pool,
            zone=present,
        )
        raise Refused(problem, code="nothing-differs", field="pool", found=pool)
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
