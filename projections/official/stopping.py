"""Where replay stops: the event that cannot be taken in, and the pool that it belongs to.

A pool that stopped answers no question. No state is kept after that event, so each process comes to
it again, and passes it once something is recorded that explains it (a deviation, say).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from ledger.errors import Damaged, LedgerError
from ledger.events.pool import PeriodClosed
from ledger.store.reading import Recorded
from projections.official import deviations
from projections.state.law import LawChanged

_POOL: Final = "pool-"


class ReplayStopped(LedgerError):
    """Replay cannot go on past an event; everything before it stands."""

    def __init__(self, position: int, cause: str, pool: str | None = None, seen: int = 0) -> None:
        """Name the event, the cause and the pool that stopped (None: all of them).

        `seen` is the end of the ledger at that moment: what is recorded from there on is news.
        """
        self.position, self.cause, self.pool, self.seen = position, cause, pool, seen
        of = f" of {pool}" if pool else ""
        super().__init__(f"replay{of} stopped at event {position}: {cause}")


class ListDiffers(ReplayStopped):
    """A sealed list comes out otherwise when it is computed again."""

    def __init__(
        self,
        position: int,
        sealed: PeriodClosed,
        difference: str,
        rows: deviations.Rows | None,
        digests: Mapping[str, str | None],
    ) -> None:
        """Name the list and the first row that differs.

        `rows` are all rows that differ, None where more than rows does; `digests` are those of the
        record behind the list and of the state after it, as they come out now.
        """
        self.sealed, self.difference, self.rows = sealed, difference, rows
        self.digests = digests
        cause = f"list {sealed.period} of {sealed.pool} does not reproduce: {difference}"
        super().__init__(position, cause, sealed.pool)


STOPPING: Final = (
    LookupError,
    ValueError,
    ArithmeticError,
    TypeError,
    msgspec.MsgspecError,
    LawChanged,
    Damaged,
    ReplayStopped,
)
"""What an event may raise that cannot be taken in."""


def pool_of(recorded: Recorded) -> str | None:
    """Return the pool whose stream an event is in; None for the register and tournaments."""
    in_pool = recorded.stream.startswith(_POOL)
    return recorded.stream.removeprefix(_POOL) if in_pool else None


def stopped_by(error: Exception, pool: str, position: int, seen: int) -> ReplayStopped:
    """Return what stops a pool at an event; another pool's stop, if it rests on that one."""
    if isinstance(error, ReplayStopped) and error.pool == pool:
        error.seen = seen
        return error
    return ReplayStopped(position, str(error), pool, seen)
