"""Rate limits: how much a key or an address may ask for in a minute, counted in memory.

A request counts once, and once more for each twentieth of a second of processor time spent on it;
one whose answer the client has already (304) counts for its processor time alone.
Each process counts by itself and allows its share; exact limits belong to the proxy.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from typing import Final

from ledger.errors import Refused
from ledger.sentences import Count, Sentence

MINUTE: Final = 60

SECONDS_OF_A_REQUEST: Final = 0.05
"""Processor time that counts as a further request."""

_NETWORK_BITS: Final = 64
"""An IPv6 network of this length counts as one address."""


class TooManyRequests(Refused):
    """A key or an address asked for more than it may in a minute."""

    def __init__(self, limit: int, retry_after_seconds: int) -> None:
        self.retry_after_seconds = retry_after_seconds
        super().__init__(
            Sentence(
                "more than {limit} requests in a minute, of which a long one counts several times: "
                "try again in {seconds}",
                limit=limit,
                seconds=Count(retry_after_seconds, "second"),
            ),
            found=f"more than {limit}",
            expected=Sentence("at most {limit} in a minute", limit=limit),
        )


def of_key(key_id: str) -> str:
    """Return the subject of a key."""
    return f"key:{key_id}"


def of_actor(actor: str) -> str:
    """Return the subject of an actor who has signed in."""
    return f"actor:{actor}"


def of_address(address: str) -> str:
    """Return the subject of an address; IPv6 addresses of a network share a subject."""
    try:
        found = ip_address(address)
    except ValueError:
        return "address:unknown"
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or IPv6Address(int(found) >> _NETWORK_BITS << _NETWORK_BITS)
    return f"address:{found}"


@dataclass(slots=True)
class Account:
    """What a key or an address asked for in a minute, in requests."""

    requests: float = 0.0

    def uncount(self) -> None:
        """Take back the request itself; the work for it stays."""
        self.requests -= 1

    def charge(self, processor_seconds: float) -> None:
        """Add the work for a request, also after the end of the minute: to that minute."""
        self.requests += processor_seconds / SECONDS_OF_A_REQUEST


class RateLimit:
    """The accounts of the present minute, for the threads of a process."""

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        """Begin; `steady` is a clock that nobody sets, in seconds."""
        self._steady, self._minute = steady, -1
        self._accounts: dict[str, Account] = {}
        self._lock = Lock()

    def count(self, subject: str, limit: int) -> Account:
        """Count a request, and return the account of its minute. Raises TooManyRequests."""
        now = self._steady()
        with self._lock:
            if self._minute != now // MINUTE:
                self._minute, self._accounts = int(now // MINUTE), {}
            account = self._accounts.setdefault(subject, Account())
            if account.requests < limit:
                account.requests += 1
                return account
        raise TooManyRequests(limit, ceil(MINUTE - now % MINUTE))
