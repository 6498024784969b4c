"""New ledgers for tests: the result of `Ledger.create` is made once, and copied from
then on.

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


def nothing(_: Ledger) -> None:
    """Record nothing more."""


def begun(
    address: str,
    origin: str,
    zone: str,
    clock: Callable[[], int],
    filled: Callable[[Ledger], None] = nothing,
) -> Ledger:
    """Yield a ledger with a first event, as made by `Ledger.create`; in PostgreSQL, by the same
    function.

    `filled` records what comes next.
    """
    if "://" in address:
        made = Ledger.create(address, origin, zone, clock, clock_limit_days=LIMIT_DAYS)
        filled(made)
        return made
    path = Path(address)
    path.touch(mode=0o600, exist_ok=False)
    path.write_bytes(_made(origin, zone, clock(), filled))
    return Ledger.open(address, clock)


@cache
def _made(origin: str, zone: str, instant: int, filled: Callable[[Ledger], None]) -> bytes:
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "ledger")
        with Ledger.create(
            path, origin, zone, lambda: instant, clock_limit_days=LIMIT_DAYS
        ) as made:
            filled(made)
        return Path(path).read_bytes()
