"""New ledgers for tests: what `Ledger.create` leaves is made once, and copied from then on.

To make the tables takes longer than most tests. The same origin, zone and first instant give the
same file; how one is made is tested where `Ledger.create` is (tests/ledger/store).

They begin long before the day on which tests run, and commands record by the clock of the machine:
their limit of the clock is the largest there is.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.limits import CLOCK_LIMIT_MOST_DAYS as LIMIT_DAYS
from ledger.store.ledger import Ledger


def begun(address: str, origin: str, zone: str, clock: Callable[[], int]) -> Ledger:
    """Give a ledger with its first event, as `Ledger.create` makes it; in PostgreSQL, by it."""
    if "://" in address:
        return Ledger.create(address, origin, zone, clock, clock_limit_days=LIMIT_DAYS)
    path = Path(address)
    path.touch(mode=0o600, exist_ok=False)
    path.write_bytes(_made(origin, zone, clock()))
    return Ledger.open(address, clock)


@cache
def _made(origin: str, zone: str, instant: int) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "ledger"
        Ledger.create(str(path), origin, zone, lambda: instant, clock_limit_days=LIMIT_DAYS).close()
        return path.read_bytes()
