"""The outbox: a row for each notice and recipient, derived from the events of the ledger.

A recipient gets notices of the events after the position at which the service first saw the name
(row `begun`). A restored ledger silences everything before its `ledger-restored` event, which
becomes a further `begun` row, until `resume` is called.

A notice is claimed before sending: of several services only one sends it. If this service ends
meanwhile, the claim expires and the notice is sent again. So a notice may be sent twice, but never
not at all; receivers recognise it by its id.
"""

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, func, insert, select, text, update

from ledger.events.opening import LedgerRestored
from ledger.events.pool import ListPublished, PeriodClosed
from ledger.store.schema import event, ledger_head, notice

TYPES: Final = (PeriodClosed.TYPE, ListPublished.TYPE)
"""The events of which notices are sent."""

ATTEMPTS: Final = 12
_MINUTE_US: Final = 60_000_000
_LONGEST_US: Final = 6 * 60 * _MINUTE_US
CLAIM_US: Final = 5 * _MINUTE_US
"""The time after which a claimed notice that was not settled is sent again."""
_PAGE: Final = 50

_MARKS: Final = ("begun", "resumed")


class Entry(NamedTuple):
    """A notice in the outbox, with the number of attempts begun."""

    position: int
    recipient: str
    attempts: int


def put(engine: Engine, names: Collection[str], now: int) -> int:
    """Add the missing notices of some recipients; return their number."""
    if not names:
        return 0
    with engine.begin() as connection:
        _lock(connection)
        return sum(_put(connection, name, now) for name in names)


def _lock(connection: Connection) -> None:
    """Let services fill the outbox in turn; SQLite needs no lock for this."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE notice IN SHARE ROW EXCLUSIVE MODE"))


def _put(connection: Connection, name: str, now: int) -> int:
    if _last_mark(connection, name, _MARKS) is None:
        head = connection.execute(select(ledger_head.c.next_position)).scalar_one()
        _mark(connection, name, head - 1, now)
    for restored in _restored_since(connection, name):
        _silence(connection, name, restored)
        _mark(connection, name, restored, now)
    since = _last_mark(connection, name, ("begun",))
    there = select(notice.c.position).where(notice.c.recipient == name)
    missing = select(event.c.position).where(
        event.c.type.in_(TYPES), event.c.position > since, event.c.position.not_in(there)
    )
    positions = connection.execute(missing).scalars().all()
    rows = [_row(position, name, "waiting", now) for position in positions]
    if rows:
        connection.execute(insert(notice), rows)
    return len(rows)


def _row(position: int, name: str, state: str, next_try: int) -> dict[str, Any]:
    row = {"position": position, "recipient": name, "state": state}
    return {**row, "attempts": 0, "next_try": next_try}


def _last_mark(connection: Connection, name: str, states: Collection[str]) -> int | None:
    wanted = (notice.c.recipient == name, notice.c.state.in_(states))
    return connection.execute(select(func.max(notice.c.position)).where(*wanted)).scalar()


def _mark(connection: Connection, name: str, position: int, now: int) -> None:
    connection.execute(insert(notice), [_row(position, name, "begun", now)])


def _restored_since(connection: Connection, name: str) -> list[int]:
    """Return the restorations after the last mark of a recipient."""
    last = _last_mark(connection, name, _MARKS)
    restored = select(event.c.position).where(
        event.c.type == LedgerRestored.TYPE, event.c.position > last
    )
    return list(connection.execute(restored.order_by(event.c.position)).scalars())


def _silence(connection: Connection, name: str, before: int) -> None:
    older = (notice.c.recipient == name, notice.c.position < before)
    waiting = update(notice).where(*older, notice.c.state == "waiting")
    connection.execute(waiting.values(state="silent"))


def resume(engine: Engine, now: int) -> int:
    """Let the notices silenced by a restoration be sent; return their number.

    Notices of events that were in no outbox yet are added by the next `put`.
    """
    restored = select(event.c.position).where(event.c.type == LedgerRestored.TYPE)
    with engine.begin() as connection:
        _lock(connection)
        marks = update(notice).where(notice.c.state == "begun", notice.c.position.in_(restored))
        connection.execute(marks.values(state="resumed"))
        silent = update(notice).where(notice.c.state == "silent")
        return connection.execute(silent.values(state="waiting", attempts=0, next_try=now)).rowcount


# ----------------------------------------------------------------------------------------- sending


def due(engine: Engine, names: Collection[str], now: int) -> list[Entry]:
    """Return the notices to be sent now, at most a page, oldest first."""
    asked = (
        select(notice.c.position, notice.c.recipient, notice.c.attempts)
        .where(notice.c.state == "waiting", notice.c.next_try <= now, notice.c.recipient.in_(names))
        .order_by(notice.c.position, notice.c.recipient)
        .limit(_PAGE)
    )
    with engine.connect().execution_options(reading=True) as connection:
        return [Entry(*row) for row in connection.execute(asked)]


def claim(engine: Engine, entry: Entry, now: int) -> Entry | None:
    """Claim a notice for sending; None if another service was quicker."""
    attempts = entry.attempts + 1
    changed = _settle(engine, entry, {"attempts": attempts, "next_try": now + CLAIM_US})
    return entry._replace(attempts=attempts) if changed else None


def sent(engine: Engine, entry: Entry, now: int) -> None:
    """Mark a claimed notice as sent."""
    _settle(engine, entry, {"state": "sent", "next_try": now})


def failed(engine: Engine, entry: Entry, now: int) -> bool:
    """Plan the next attempt of a claimed notice; return True after the last attempt."""
    if entry.attempts >= ATTEMPTS:
        return _settle(engine, entry, {"state": "given-up", "next_try": now})
    wait = min(_MINUTE_US << (entry.attempts - 1), _LONGEST_US)
    _settle(engine, entry, {"next_try": now + wait})
    return False


def _settle(engine: Engine, entry: Entry, values: dict[str, Any]) -> bool:
    """Change a waiting notice; return False after a claim by another service."""
    mine = update(notice).where(
        notice.c.position == entry.position,
        notice.c.recipient == entry.recipient,
        notice.c.state == "waiting",
        notice.c.attempts == entry.attempts,
    )
    with engine.begin() as connection:
        return connection.execute(mine.values(**values)).rowcount == 1
