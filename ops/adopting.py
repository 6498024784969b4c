"""Adopting law: an edition becomes binding for a pool, and its bytes are kept as a document."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from ledger.errors import Refused
from ledger.events.pool import PoolOpened, RulebookAdopted
from ledger.store.ledger import Ledger
from ledger.store.requests import Document, NewEvent, Receipt, Request
from projections.adopted import document_of
from projections.rulebooks import numbers, rulebook


def adopt(
    ledger: Ledger, pool: str, edition: str, in_force_from: date | None, *, by: str = "local"
) -> tuple[RulebookAdopted, Receipt]:
    """Record that an edition of a pool's rulebook is in force from a day (default: its own).

    Raises Refused for an unknown pool or edition.
    """
    law = rulebook(opened(ledger, pool).rulebook)
    text = law.edition(edition)
    document = Document("edition", document_of(text))
    adopted = RulebookAdopted(
        pool=pool,
        edition=edition,
        numbers_digest=text.digest,
        in_force_from=in_force_from or date.fromisoformat(edition),
        document=document.digest,
    )
    bound = numbers.digest(text.numbers["stated"])  # of what counts too
    key = f"adopt:{pool}:{edition}:{adopted.in_force_from}:{bound[:16]}"
    request = Request(
        key=key,
        fingerprint=sha256(key.encode()).digest(),  # the same law, however its formulas are written
        events=(NewEvent(adopted),),
        recorded_by=by,
        documents=(document,),
    )
    return adopted, ledger.append(request)


def opened(ledger: Ledger, pool: str) -> PoolOpened:
    """Give how a pool was opened. Raises Refused where it was not."""
    events = ledger.read.stream(f"pool-{pool}")
    if not events:
        raise Refused(f"there is no pool {pool!r}: open it with `ledger pool open`")
    first: PoolOpened = events[0].decoded().payload
    return first
