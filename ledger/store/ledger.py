"""The entry to the store: open a ledger, append, read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Final, Self

from sqlalchemy import Engine

from ledger import hashing, limits, plausible
from ledger.clock import Clock, MachineClock, utc_day, zone_of
from ledger.errors import Damaged, Refused
from ledger.events.opening import LedgerOpened
from ledger.plausible import Implausible
from ledger.sentences import Sentence
from ledger.store import drivers
from ledger.store.appending import append_many, append_under_lock, append_within
from ledger.store.grounds import StatedGrounds
from ledger.store.one_reading import OneReading
from ledger.store.preparing import prepare
from ledger.store.reading import Reader
from ledger.store.reading_events import Head
from ledger.store.remembered import Remembered
from ledger.store.requests import Admit, NewEvent, Receipt, Request
from ledger.store.tables import (
    check_tables,
    in_new_tables,
    insert_head,
    revision_of,
)

_MEMORY_BYTES: Final = 256 << 20


class Ledger:
    """An open ledger. Use `Ledger.open` or `Ledger.create`, and `with` to close."""

    def __init__(self, engine: Engine, address: str, clock: Clock) -> None:
        self.engine, self.address, self.clock = engine, address, clock
        self.memory = Remembered[Any](_MEMORY_BYTES)
        """Results that a process keeps between questions, for all readers of the ledger."""
        self.read = Reader(engine, memory=self.memory)
        self.values_are_right = False
        """Whether values are recorded also where they are not plausible: somebody has said so."""
        self.grounds: StatedGrounds | None = None
        """The grounds stated for everything that is recorded from now on."""
        self.admit: Admit | None = None
        """The check whether the actor may record a request; None: everything may be recorded."""
        self.recheck: Callable[[Request], None] | None = None
        """A check of each new request under the lock of all appends; raises the refusal."""
        self._zone = ""

    @classmethod
    def open(
        cls,
        address: str,
        clock: Clock | None = None,
        *,
        guarded: bool = True,
        read_only: bool = False,
    ) -> Self:
        """Open an existing ledger by path or URL; without a clock, with this machine's.

        `read_only` leaves a SQLite file as it is.

        Raises NotALedger where there is none, Damaged where a guard is missing or a strange trigger
        stands (not `guarded`: such a ledger is opened too, to be verified), Unavailable where the
        server does not answer.
        """
        engine = drivers.engine(address, read_only=read_only)
        with drivers.reaching(engine):
            check_tables(engine, address, guarded=guarded)
        return cls(engine, address, clock or MachineClock())

    @classmethod
    def create(
        cls,
        address: str,
        origin: str,
        zone: str,
        clock: Clock | None = None,
        by: str = "local",
        clock_limit_days: int = limits.CLOCK_LIMIT_DAYS,
    ) -> Ledger:
        """Make a new ledger and record its first event: both or nothing.

        Raises NotALedger where the address already holds one, UnknownZone, BadEvent for a limit
        out of bounds, ClockDiffers where the server's clock shows another time.
        """
        zone_of(zone)
        clock = clock or MachineClock()
        opened = LedgerOpened(
            origin=origin, zone=zone, format=hashing.FORMAT, clock_limit_days=clock_limit_days
        )
        first = Request("ledger-opened", (NewEvent(opened),), recorded_by=by)
        prepared = prepare(first, clock)
        engine = drivers.engine(address)
        with drivers.reaching(engine), in_new_tables(engine, address) as connection:
            insert_head(connection, Head(origin))
            _receipt(append_within(connection.connection.cursor(), engine, clock, [prepared])[0])
        return cls(engine, address, clock)

    def revision(self) -> str:
        """Return the step of the migrations at which the tables are now."""
        with self.engine.connect().execution_options(reading=True) as connection:
            return revision_of(connection)

    def append(self, request: Request) -> Receipt:
        """Append a request. Raises the refusal."""
        if self.recheck is not None:
            return self.append_under_lock(lambda: request)
        return _receipt(self.append_many([request])[0])

    def append_under_lock(self, compose: Callable[[], Request | Receipt]) -> Receipt:
        """Append the request returned by `compose`, while all others wait. Raises the refusal.

        See `appending.append_under_lock`.
        """

        def checked() -> Request | Receipt:
            composed = compose()
            if isinstance(composed, Receipt):
                return composed
            if refusal := self._implausible(composed):
                raise refusal
            admitted = self.admitted(composed)
            if self.recheck is not None and self.read.request(admitted.key) is None:
                self.recheck(admitted)
            return admitted

        return _receipt(append_under_lock(self.engine, self.clock, checked))

    def append_many(self, requests: Sequence[Request]) -> list[Receipt | Refused]:
        """Append requests in a transaction; see `appending.append_many`."""
        checked = [self._implausible(request) or self._admitted(request) for request in requests]
        taken = [one for one in checked if isinstance(one, Request)]
        answers = iter(append_many(self.engine, self.clock, taken))
        return [one if isinstance(one, Refused) else next(answers) for one in checked]

    def acting(self, admit: Admit | None) -> Self:
        """Return the same open ledger for another actor; closed by the opener of this one."""
        other = copy(self)
        other.admit = admit
        return other

    def plain(self) -> Self:
        """Return the same open ledger without stated grounds and without a recheck."""
        other = copy(self)
        other.grounds = other.recheck = None
        return other

    def vouch_for_clock(self) -> None:
        """Record without checks of the machine's clock: a person vouches for the clock."""
        if isinstance(self.clock, MachineClock):
            self.clock = self.clock.vouched()

    def admitted(self, request: Request) -> Request:
        """Return a request that the actor may record, with the stated grounds.

        Raises the refusal of `admit`.
        """
        stated = request if self.grounds is None else self.grounds.of(request)
        return self.admit(stated) if self.admit else stated

    def with_these_grounds(self, receipt: Receipt) -> Receipt:
        """Return a receipt. Raises GroundsDiffer if it was recorded before on other grounds."""
        if self.grounds is not None and receipt.replayed:
            self.grounds.check_first(self.read, receipt)
        return receipt

    def _admitted(self, request: Request) -> Request | Refused:
        try:
            return self.admitted(request)
        except Refused as refusal:
            return refusal

    def _implausible(self, request: Request) -> Implausible | None:
        """Return the refusal of implausible values; None for a repetition."""
        try:
            if not self.values_are_right:
                for new in request.events:
                    plausible.check(new.fact, lambda: utc_day(self.clock()))
        except Implausible as refusal:
            return None if self.read.request(request.key) else refusal
        return None

    def within(self, reading: OneReading) -> Ledger:
        """Return this ledger for the questions of a request, all read through one connection."""
        fixed = copy(self)
        fixed.read = Reader(self.engine, within=reading, memory=self.memory)
        return fixed

    def zone(self) -> str:
        """Return the time zone of the ledger's days. Raises Damaged without a first event."""
        self._zone = self._zone or self._zone_opened()
        return self._zone

    def _zone_opened(self) -> str:
        for first in self.read.events(0, 0):
            opened = first.decoded().payload
            if isinstance(opened, LedgerOpened):
                return opened.zone
        raise Damaged(Sentence("position 0 does not hold {type}", type=LedgerOpened.TYPE))

    def close(self) -> None:
        """Return the connections back."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _receipt(answer: Receipt | Refused) -> Receipt:
    if isinstance(answer, Refused):
        raise answer
    return answer
