"""Rate limits: how many requests a key or an address may make in a window of time.

The counts stand in a table of the ledger, so that all worker processes share them. While a long
append holds the lock of a SQLite file, requests are counted in this process and added afterwards.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Final

from ledger.clock import Clock
from ledger.errors import Refused, Unavailable
from ledger.store.ledger import Ledger
from ledger.store.rate_windows import RateWindows, Window

_SECOND_US: Final = 1_000_000
_FORGET_US: Final = 3_600 * _SECOND_US
"""Windows are deleted about an hour after they began: addresses are personal data."""

_NETWORK_BITS: Final = 64
"""An IPv6 network of this length counts as one address."""


class TooManyRequests(Refused):
    """A key or an address made more requests than allowed in a window of time."""

    def __init__(self, limit: int, window_seconds: int, retry_after_seconds: int) -> None:
        self.retry_after_seconds = retry_after_seconds
        super().__init__(
            f"more than {limit} requests in {window_seconds} seconds: try again in "
            f"{retry_after_seconds} seconds",
            found=f"more than {limit}",
            expected=f"at most {limit} in {window_seconds} seconds",
        )


def of_key(key_id: str) -> str:
    """Return the subject of a key."""
    return f"key:{key_id}"


def of_address(address: str) -> str:
    """Return the subject of an address; IPv6 addresses of a network share a subject."""
    try:
        found = ip_address(address)
    except ValueError:
        return "address:unknown"
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or IPv6Address(int(found) >> _NETWORK_BITS << _NETWORK_BITS)
    return f"address:{found}"


@dataclass(frozen=True, slots=True)
class Allowance:
    """At most `limit` requests in each window of `window_seconds`."""

    limit: int
    window_seconds: int = 60


class RateLimit:
    """Counter of the requests of each subject, for a process."""

    def __init__(self, ledger: Ledger, clock: Clock | None = None) -> None:
        """Count in the table of a ledger."""
        self._windows, self._clock = RateWindows(ledger.engine), clock or ledger.clock
        self._waiting: Counter[str] = Counter()
        """Requests that the table does not count yet."""
        self._last: dict[str, Window] = {}
        """The windows as the table had them last."""
        self._forgotten = 0
        self._lock = Lock()

    def count(self, subject: str, allowance: Allowance) -> int:
        """Count a request; return how many more the window allows. Raises TooManyRequests."""
        now, length = self._clock(), allowance.window_seconds * _SECOND_US
        self._forget(now)
        window = self._last.get(subject)
        if window is None or window.start + length <= now or window.requests <= allowance.limit:
            window = self._counted(subject, now - now % length)
        if window.requests > allowance.limit:
            left = max(window.start + length - now, _SECOND_US)
            seconds = -(-left // _SECOND_US)
            raise TooManyRequests(allowance.limit, allowance.window_seconds, seconds)
        return allowance.limit - window.requests

    def settle(self) -> None:
        """Add the requests missing in the table, as at the end of a process."""
        now = self._clock()
        with self._lock:
            waiting, self._waiting = self._waiting, Counter()
        for subject, new in waiting.items():
            with suppress(Unavailable, Refused):
                start = self._last[subject].start if subject in self._last else now
                self._windows.count(subject, start, new)

    def _counted(self, subject: str, start: int) -> Window:
        with self._lock:
            new = self._waiting.pop(subject, 0) + 1
        try:
            window = self._windows.count(subject, start, new)
        except (Unavailable, Refused):
            return self._counted_here(subject, start, new)
        with self._lock:
            self._last[subject] = window
        return window

    def _counted_here(self, subject: str, start: int, new: int) -> Window:
        """Count in this process until the table can be written to."""
        with self._lock:
            self._waiting[subject] += new
            last = self._last.get(subject, Window(start, 0))
            before = last.requests if last.start == start else 0
            return Window(start, before + self._waiting[subject])

    def _forget(self, now: int) -> None:
        """Delete old windows, about once an hour."""
        if now - self._forgotten < _FORGET_US:
            return
        before, self._forgotten = now - _FORGET_US, now
        with self._lock:
            self._last = {key: last for key, last in self._last.items() if last.start >= before}
        with suppress(Unavailable, Refused):
            self._windows.forget(before)
