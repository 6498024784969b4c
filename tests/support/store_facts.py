"""Small events, requests and a clock for tests of the store."""

from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any

from ledger.clock import microseconds
from ledger.events.pool import ListScheduled
from ledger.store.requests import NewEvent, Request
from ledger.store.slips import Slip

START = microseconds(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))


class SetClock:
    """A clock set by tests."""

    def __init__(self, now: int = START) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def scheduled(period: str = "2026-02", pool: str = "fide-standard", **said: Any) -> ListScheduled:
    """A small event in the stream `pool-…`."""
    days = {"issue_day": date(2026, 2, 1), "cut_off": date(2026, 1, 25)}
    return ListScheduled(**{"pool": pool, "period": period, **days, **said})


def event(period: str = "2026-02", pool: str = "fide-standard", **said: Any) -> NewEvent:
    """A small event, new."""
    return NewEvent(scheduled(period, pool), **said)


def request(key: str = "a", *events: NewEvent, **said: Any) -> Request:
    """Return a request; without events, with a small event named by the key."""
    return Request(key, events or (event(f"p-{key}"),), **said)


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal digits."""
    return sha256(data).hexdigest()


SLIP = Slip(START, "open.trf", digest(b"open"), "refused", words='[{"line":3}]')
