"""Errors at which the replay of a pool stops, or its state is not stored.

A stopped pool answers no question. No state after the event is stored: each process meets the event
again, and passes it once a later event, for example a deviation, explains it.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from ledger.errors import Damaged, LedgerError, words_of
from ledger.events.pool import PeriodClosed
from ledger.sentences import Position, Sentence
from ledger.store.reading import Recorded
from projections.official import deviations
from projections.state.law import LawChanged


class ReplayStopped(LedgerError):
    """Replay cannot continue past an event; earlier events stay valid."""

    def __init__(
        self, position: int, cause: Sentence, pool: str | None = None, seen: int = 0
    ) -> None:
        """Take the event, the cause and the stopped pool (None: all pools).

        `seen` is the end of the ledger at that moment: later events are news.
        """
        self.position, self.cause, self.pool, self.seen = position, cause, pool, seen
        stopped = Sentence("replay stopped at event {position}: {cause}")
        if pool:
            stopped = Sentence("replay of {pool} stopped at event {position}: {cause}", pool=pool)
        super().__init__(stopped.about(position=Position(position), cause=cause))


class ListDiffers(ReplayStopped):
    """A list computed again differs from the sealed list."""

    def __init__(
        self,
        position: int,
        sealed: PeriodClosed,
        difference: str,
        rows: deviations.Rows | None,
        digests: Mapping[str, str | None],
    ) -> None:
        """Take the list and the first difference.

        `rows` are all differing rows, None for differing headers; `digests` those of the record
        behind the list and of the state after it, as computed now.
        """
        self.sealed, self.difference, self.rows = sealed, difference, rows
        self.digests = digests
        cause = Sentence(
            "list {period} of {pool} does not reproduce: {difference}",
            period=sealed.period,
            pool=sealed.pool,
            difference=difference,
        )
        super().__init__(position, cause, sealed.pool)


class StateDiffers(LedgerError):
    """The computed state after a closing differs from the recorded state."""

    def __init__(self, position: int, sealed: PeriodClosed, state_digest: str) -> None:
        """Take the closing, and the digest of the state as computed now."""
        self.position, self.sealed, self.state_digest = position, sealed, state_digest
        super().__init__(
            Sentence(
                "the state after list {period} of {pool} ({event}) is {found}, recorded is "
                "{recorded}",
                period=sealed.period,
                pool=sealed.pool,
                event=Position(position),
                found=state_digest,
                recorded=sealed.state_digest,
            )
        )


def check_numbers(position: int, event: PeriodClosed, digests: Mapping[str, str]) -> None:
    """Raise ReplayStopped where a list was sealed with other numbers than those of the editions."""
    if event.numbers_digests != digests:
        raise ReplayStopped(
            position,
            Sentence(
                "list {period} of {pool} was sealed with numbers {sealed}, the editions now have "
                "{digests}",
                period=event.period,
                pool=event.pool,
                sealed=str(event.numbers_digests),
                digests=str(digests),
            ),
            event.pool,
        )


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
"""Errors of an event that cannot be applied."""


def pool_of(recorded: Recorded) -> str | None:
    """Return the pool of an event; None for events of the register and of tournaments."""
    kind, _, pool = recorded.stream.partition("-")
    return pool if kind == "pool" else None


def stopped_by(error: Exception, pool: str, position: int, seen: int) -> ReplayStopped:
    """Return the stop of a pool at an event; a stop of another pool becomes the cause."""
    if isinstance(error, ReplayStopped) and error.pool == pool:
        error.seen = seen
        return error
    return ReplayStopped(position, words_of(error), pool, seen)
