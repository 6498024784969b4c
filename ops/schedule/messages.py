"""The bytes and the signature of a notice, without personal data."""

import hmac
from typing import Final

from ledger import canonical
from ledger.clock import instant_text
from ledger.events.pool import ListPublished, PeriodClosed
from ledger.store.reading import Recorded

TIME: Final = "Ledger-Time"
"""Header with the second of sending, since 1970."""
SIGNATURE: Final = "Ledger-Signature"
"""Header with `sha256=` and the HMAC of time, a full stop and body, in hex."""

VERSION: Final = 1

_NAMES: Final = {PeriodClosed.TYPE: "list-closed", ListPublished.TYPE: "list-published"}


def message(recorded: Recorded, origin: str) -> bytes:
    """Return the notice of an event as canonical JSON."""
    body = recorded.decoded()
    fact: PeriodClosed | ListPublished = body.payload
    content: dict[str, object] = {
        "version": VERSION,
        "id": body.event_id,
        "notice": _NAMES[recorded.type],
        "origin": origin,
        "position": recorded.position,
        "recorded_at": instant_text(recorded.recorded_at),
        "pool": fact.pool,
        "period": fact.period,
        "printing": fact.printing,
    }
    if isinstance(fact, PeriodClosed):
        of_list = {"list_date": fact.list_date.isoformat(), "list_digest": fact.list_digest}
        return canonical.encode({**content, **of_list, "rows": fact.rows})
    return canonical.encode({**content, "published_on": fact.published_on.isoformat()})


def signed(body: bytes, secret: str, now: int) -> dict[str, str]:
    """Return the headers of a message sent at an instant (µs)."""
    time = str(now // 1_000_000)
    digest = hmac.digest(secret.encode(), time.encode() + b"." + body, "sha256")
    return {TIME: time, SIGNATURE: f"sha256={digest.hex()}"}
