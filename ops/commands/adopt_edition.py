"""Adopting law: an edition becomes binding for a pool, and its bytes are kept as a document."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from ledger.errors import Refused, Remedy
from ledger.events.pool import PoolOpened, RulebookAdopted
from ledger.store.reading import Recorded
from ledger.store.requests import Document, NewEvent, Receipt, Request
from ops.house import House
from projections.rulebooks import rulebook
from projections.rulebooks.engine import numbers
from projections.state.adopted import document_of


def adopt(
    house: House, pool: str, edition: str, in_force_from: date | None, *, by: str = "local"
) -> tuple[RulebookAdopted, Receipt]:
    """Record that an edition of a pool's rulebook is in force from a day (default: its own).

    Of two adoptions of one edition the later holds: so a wrong day is put right. What holds
    already is not recorded again.
    Raises Refused for an unknown pool or edition, where the day must be said, and where a text
    would hold before its own day, or an older one after a newer.
    """
    law = rulebook(house.pool_opened(pool).rulebook)
    text = law.edition(edition)
    if in_force_from is None and edition in law.undated_editions:
        raise Refused(
            f"no text tells the first day of {law.name} {edition}: "
            f"say the one that was set, `ledger pool adopt {pool} {edition} --in-force-from DAY`",
            code="day-needed",
            field="in-force-from",
            expected="a day",
            remedy=Remedy("pool adopt", (pool, edition, "--in-force-from", "DAY")),
        )
    day = in_force_from or date.fromisoformat(edition)
    document = Document("edition", document_of(text))
    adopted = RulebookAdopted(
        pool=pool,
        edition=edition,
        numbers_digest=text.digest,
        in_force_from=day,
        document=document.digest,
    )
    bound = numbers.digest(text.numbers["stated"])  # of what counts too
    said = f"adopt:{pool}:{edition}:{day}:{bound[:16]}"

    def compose() -> Request:
        version = house.read.stream_version(adopted.stream())
        _refuse_disorder(house, pool, edition, day)
        key = said + _overtaken(house, pool, edition, said)
        return Request(
            key=key,
            fingerprint=sha256(key.encode()).digest(),  # the same law, however it is written
            events=(NewEvent(adopted),),
            expected={adopted.stream(): version},
            recorded_by=by,
            documents=(document,),
        )

    return adopted, house.append(compose)


def adopted_before(house: House, pool: str, edition: str) -> Recorded | None:
    """Give the adoption of an edition that was recorded last."""
    return max(_adoptions(house, pool, edition), key=lambda each: each.position, default=None)


def _overtaken(house: House, pool: str, edition: str, said: str) -> str:
    """Give the end of an adoption's key: where another overtook the same one, its position.

    Said again after another day was adopted, it is no repetition of the first, and holds.
    """
    same = house.read.requests(said)
    last = adopted_before(house, pool, edition)
    if last is None or not same or same[-1].last_position == last.position:
        return same[-1].key.removeprefix(said) if same else ""
    return f":{last.position}"


def _refuse_disorder(house: House, pool: str, edition: str, day: date) -> None:
    """Raise Refused unless the editions adopted follow each other as their texts do."""
    if day.isoformat() < edition:
        raise Refused(
            f"edition {edition} cannot hold from {day}: that is before its own first day; "
            "adopt the edition of that day",
            code="edition-too-early",
            field="in-force-from",
            found=day,
            expected=f"{edition} or later",
        )
    for other, since in _days_adopted(house, pool).items():
        if other != edition and (other < edition) != (since < day):
            raise Refused(
                f"edition {edition} cannot hold from {day}: {other} is adopted from {since}, and "
                "an older text does not follow a newer one; give a day between its neighbours",
                code="editions-out-of-order",
                field="in-force-from",
                found=day,
                expected="a day between its neighbours",
            )


def _days_adopted(house: House, pool: str) -> dict[str, date]:
    """Give by edition the day from which it holds, as adopted last."""
    said = [each.decoded().payload for each in _adoptions(house, pool)]
    return {each.edition: each.in_force_from for each in said}


def _adoptions(house: House, pool: str, edition: str | None = None) -> list[Recorded]:
    """Give what adopts an edition for a pool, or any, in order."""
    adoptions = [
        each for each in house.read.stream(f"pool-{pool}") if each.type == RulebookAdopted.TYPE
    ]
    return [each for each in adoptions if edition in (None, each.decoded().payload.edition)]


def opened(house: House, pool: str) -> PoolOpened:
    """Give how a pool was opened. Raises Refused where it was not."""
    events = house.read.stream(f"pool-{pool}")
    if not events:
        raise Refused(
            f"there is no pool {pool!r}: open it with `ledger pool open`",
            code="unknown-pool",
            field="pool",
            found=pool,
            remedy=Remedy("pool open", (pool, "--first-period", "PERIOD")),
        )
    first: PoolOpened = events[0].decoded().payload
    return first
