"""Opening pools, and what is settled then: the first list, the other pool a new one looks at."""

from __future__ import annotations

from ledger.errors import Refused
from ledger.events.pool import PoolOpened
from ledger.store.ledger import Ledger
from ledger.store.requests import NO_STREAM, NewEvent, Receipt, Request
from projections.rulebooks import rulebook
from projections.rulebooks.rulebook import Rulebook


def open_pool(ledger: Ledger, opened: PoolOpened, by: str) -> Receipt:
    """Open a pool; of one that is open, in the same way, give the first receipt.

    Raises Refused where it is open in another way, where no text covers its first list, or where
    the pool it looks at cannot be, or is unclear.
    """
    request = Request(
        f"pool-opened:{opened.pool}",
        (NewEvent(opened),),
        expected={opened.stream(): NO_STREAM},
        recorded_by=by,
    )
    if not _is_open(ledger, opened):
        _check_covered(rulebook(opened.rulebook), opened.first_period)
        _check_beside(ledger, opened)
    return ledger.append(request)


def _is_open(ledger: Ledger, opened: PoolOpened) -> bool:
    """Tell whether a pool is open already. Raises Refused where it is, in another way."""
    events = ledger.read.stream(opened.stream())
    if events and events[0].decoded().payload != opened:
        raise Refused(f"pool {opened.pool} is open already, in another way (#{events[0].position})")
    return bool(events)


def _check_beside(ledger: Ledger, opened: PoolOpened) -> None:
    """Check the pool that a new one looks at. Raises Refused where it cannot be, or is unclear."""
    law = rulebook(opened.rulebook)
    wanted = set(law.looks_at.values())
    there = [each for each in _opened(ledger) if each.rulebook in wanted]
    if opened.beside is None and len(there) > 1:
        names = ", ".join(each.pool for each in there)
        raise Refused(f"{opened.pool} looks at one of {names}: say which with --beside")
    if opened.beside is not None and opened.beside not in {each.pool for each in there}:
        asked = ", ".join(sorted(wanted)) or "none: it looks at no other pool"
        raise Refused(
            f"--beside {opened.beside}: {law.name} asks for an open pool of rulebook {asked}"
        )


def _check_covered(law: Rulebook, first_period: str) -> None:
    """Check that a text covers the first list. Raises Refused where none can: it would be stuck."""
    latest, since = law.calendar.latest(first_period), law.editions[0].name
    if latest is not None and latest.isoformat() < since:
        raise Refused(
            f"--first-period {first_period}: {law.name} is covered from {since} on, and that list "
            f"is issued by {latest}; begin with a later one"
        )


def _opened(ledger: Ledger) -> list[PoolOpened]:
    """Give how every pool was opened, in the order they were."""
    return [each.decoded().payload for each in ledger.read.of_type(PoolOpened.TYPE)]
