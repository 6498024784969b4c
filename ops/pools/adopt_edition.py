"""Adopting law: an edition becomes binding for a pool, and the bytes are kept as a document."""

from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from ledger.errors import Refused
from ledger.events.pool import RulebookAdopted
from ledger.expected import or_later
from ledger.sentences import Remedy, Sentence
from ledger.store.reading import Reader, Recorded
from ledger.store.requests import Document, NewEvent, Request
from ops.commands.composed import Composed
from ops.house import House
from ops.pools.recordings import AdoptEdition
from projections.rulebooks import rulebook
from projections.rulebooks.engine import numbers
from projections.state.law import document_of


@dataclass(frozen=True, slots=True)
class Adoption:
    """An adopted edition."""

    event: RulebookAdopted
    replaces: int | None
    """Position of the adoption with another day, which ends; None: the first adoption."""


def adopted(house: House, asked: AdoptEdition) -> Composed[Adoption]:
    """Compose an edition of a pool's rulebook as in force from a day (default: its first day).

    The later of two adoptions of an edition holds, so that a wrong day can be corrected. The same
    day again gives the first receipt. Raises Refused: unknown pool or edition, day needed, day
    before that of the edition, order of the editions changed.
    """
    pool, edition, in_force_from = asked.pool, asked.edition, asked.in_force_from
    law = rulebook(house.pool_opened(pool).rulebook)
    text = law.edition(edition)
    if in_force_from is None and edition in law.undated_editions:
        remedy = Remedy("adopt-edition", pool=pool, edition=edition, in_force_from=None)
        raise Refused(
            Sentence(
                "no text tells the first day of {rulebook} {edition}: say the one that was set "
                "({adopt})",
                rulebook=law.name,
                edition=edition,
                adopt=remedy,
            ),
            code="day-needed",
            field="in-force-from",
            expected=Sentence("a day"),
            remedy=remedy,
        )
    day = in_force_from or date.fromisoformat(edition)
    document = Document("edition", document_of(text))
    event = RulebookAdopted(
        pool=pool,
        edition=edition,
        numbers_digest=text.digest,
        in_force_from=day,
        document=document.digest,
    )
    version = house.read.stream_version(event.stream())
    adoptions = house.read.stream(event.stream(), RulebookAdopted.TYPE)
    _refuse_disorder(edition, day, adoptions)
    same = [stored for stored in adoptions if stored.decoded().payload.edition == edition]
    last = same[-1] if same else None
    bound = numbers.digest(text.numbers["stated"])  # of the numbers that decide on counting too
    key = _key(house.read, f"adopt:{pool}:{edition}:{day}:{bound[:16]}", last)
    request = Request(
        key=key,
        fingerprint=sha256(key.encode()).digest(),  # the same law, whatever its layout
        events=(NewEvent(event),),
        expected={event.stream(): version},
        documents=(document,),
    )
    return Composed(request, Adoption(event, last.position if last else None))


def _key(read: Reader, key: str, last: Recorded | None) -> str:
    """Return the key of an adoption; after an adoption with another day, with the position.

    The first day adopted once more is no repetition of the first request.
    """
    same = read.requests(key)
    if last is None or not same or same[-1].last_position == last.position:
        return same[-1].key if same else key
    return f"{key}:{last.position}"


def _refuse_disorder(edition: str, day: date, adoptions: list[Recorded]) -> None:
    wrong = Sentence("edition {edition} cannot hold from {day}", edition=edition, day=day)
    if day.isoformat() < edition:
        raise Refused(
            Sentence(
                "{wrong}: that is before its own first day; adopt the edition of that day",
                wrong=wrong,
            ),
            code="edition-too-early",
            field="in-force-from",
            found=day,
            expected=or_later(edition),
        )
    events: list[RulebookAdopted] = [stored.decoded().payload for stored in adoptions]
    days = {event.edition: event.in_force_from for event in events}
    for other, since in days.items():
        if other != edition and (other < edition) != (since < day):
            raise Refused(
                Sentence(
                    "{wrong}: {other} is adopted from {since}, and an older text does not follow a "
                    "newer one; give a day between its neighbours",
                    wrong=wrong,
                    other=other,
                    since=since,
                ),
                code="editions-out-of-order",
                field="in-force-from",
                found=day,
                expected=Sentence("a day between its neighbours"),
            )
