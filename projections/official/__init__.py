"""The official track: what was published, list after list, kept ready to be asked.

    following   facts and standings, moved on by one event after the other; each closing proved
    stopping    where the replay of a pool stops, and why
    recalling   what closed lists rest on, read from the ledger again
    deviations  lists that fixed code computes otherwise than they were sealed
    holding     a list as it was sealed takes the place of the one that comes out
    record      the rows behind a list
    sheets      these rows in columns, cut into blocks, and the manifest that lists the blocks
    snapshot    the state that a closing leaves, in parts
    keeping     the database beside the ledger
    tables      what stands in it
    proving     what is kept, held to digests in the ledger
    furthest_head  the last event recorded here: what an older copy of the ledger lacks
    naming      the index of named players: the positions of the events about a player

What is kept between processes is proved by the ledger (see `proving`): a list is sealed from what
the ledger says, and from nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from time import sleep

import structlog
from sqlalchemy import Engine

from ledger.clock import local_day, today
from ledger.errors import LedgerError
from ledger.events.pool import PeriodClosed
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from projections.official.following import Following, Proved, StateDiffers, list_0_of
from projections.official.keeping import Keeping, MovedOn, beside
from projections.official.proving import Records, Wrong, state_kept
from projections.official.record import FORMAT, Record
from projections.official.stopping import ReplayStopped
from projections.replay import Replay
from projections.rulebooks import NAMES, rulebook

log = structlog.get_logger(__name__)

_TRIES = 500
"""How often other processes may be quicker: each time they moved what is kept on."""

_PAUSE_SECONDS = 0.02

Progress = Callable[[int, int], None]
"""Called with the events taken in and how many there are."""


def version() -> str:
    """Give the version of what is kept: a change of format or of any rulebook makes it anew."""
    code = "".join(rulebook(name).code_digest for name in NAMES)
    return f"{FORMAT}:{hashlib.sha256(code.encode()).hexdigest()[:16]}"


class Official(Following):
    """The official track of a ledger, kept ready. Call `catch_up` before asking anything."""

    _catching_up = False

    def __init__(self, ledger: Ledger, engine: Engine | None = None) -> None:
        """Open what is kept beside the ledger; it is made if it is not there."""
        super().__init__(ledger)
        self.keeping = Keeping(engine if engine is not None else beside(ledger), version())
        self._go_on()

    def replay(self, pool: str) -> Replay:
        """The replay of a pool; everything is made anew where the state kept is not proved."""
        if self._catching_up:  # which begins anew by itself
            return super().replay(pool)
        try:
            return super().replay(pool)
        except MovedOn:
            self._go_on()
            self.catch_up()
        except Wrong as wrong:
            self._name(wrong)
            self.rebuild()
        return super().replay(pool)

    def records(self, pool: str) -> Records:
        """The records of a pool's closings."""
        return Records(self.keeping, self.facts.pools[pool], self._remake)

    def catch_up(self, batch: int = 2_000, progress: Progress | None = None) -> None:
        """Take in what the ledger recorded since.

        Pools whose replay stops are in `stopped`. Raises ReplayStopped where all stop.
        """
        for _ in range(_TRIES):
            try:
                self._catch_up(batch, progress)
            except MovedOn:
                sleep(_PAUSE_SECONDS)
                self._go_on()  # from what the other process kept
                continue
            except Wrong as wrong:
                self._name(wrong)
                self.keeping.empty()
                self._go_on()
                continue
            except ReplayStopped:
                self._go_on()  # back before the event: who asks again is stopped again
                raise
            if not self.news:
                return
            self._go_on()  # back before the event at which a pool stopped
        raise LedgerError(
            "other programs keep making the projection anew: do two versions work on this ledger?"
        )

    def _go_on(self) -> None:
        """Take up the state kept, or begin before position 0."""
        try:
            self.go_on_from(state_kept(self.keeping, self.ledger.read))
        except MovedOn:
            self._go_on()  # while it was read, another process kept a later one
            return
        except Wrong as wrong:
            self._name(wrong)
            self.keeping.empty()
            self.go_on_from(None)
        self._kept = self.facts.position

    def _name(self, wrong: Wrong) -> None:
        log.warning("projection_is_wrong_and_is_made_anew", what=str(wrong))

    def _remake(self) -> None:
        """Make what is kept anew, by a replay of its own: what this one holds stays."""
        anew = Official(self.ledger, self.keeping.engine)
        with suppress(ReplayStopped):
            anew.rebuild()
        self._kept = self.keeping.position()

    def _catch_up(self, batch: int, progress: Progress | None) -> None:
        self._catching_up = True
        try:
            self._take_in_all(batch, progress)
        finally:
            self._catching_up = False

    def _take_in_all(self, batch: int, progress: Progress | None) -> None:
        end = self.ledger.read.head().next_position
        for chunk in self.ledger.read.chunks(self.facts.position + 1, end - 1, batch):
            self._take_in(chunk)
            if progress is not None:
                progress(self.facts.position + 1, end)

    def _take_in(self, chunk: Sequence[Recorded]) -> None:
        """Take in events; keep the records of closings, and the state after the last of them."""
        closings = [at for at, event in enumerate(chunk) if event.type == PeriodClosed.TYPE]
        last = closings[-1] + 1 if closings else 0
        proved: list[Proved] = []
        try:
            for event in chunk[:last]:
                found = self.take(event)
                proved += [found] if found is not None else []
        except ReplayStopped:
            self.keeping.keep(_records(proved))
            raise
        if last:
            self._keep(chunk[last - 1], proved)
        for event in chunk[last:]:
            self.take(event)

    def _keep(self, closing: Recorded, proved: Sequence[Proved]) -> None:
        records = _records(proved)
        try:  # of a pool that stopped the standings are not known, so there is no state
            state = None if self.stopped else self.prove_state(closing)
        except StateDiffers as differs:
            log.warning("state_is_not_kept", cause=str(differs))
            state = None
        if state is None:
            self.keeping.keep(records)
            return
        self.keeping.write(self._kept, records, closing.position, state)
        self._kept = closing.position

    def rebuild(self, batch: int = 2_000, progress: Progress | None = None) -> None:
        """Drop everything kept and take in the whole ledger anew."""
        self.keeping.empty()
        self._go_on()
        self.catch_up(batch, progress)

    def known_at(self, position: int) -> Following:
        """Return facts and standings as known at a position: earlier ones by a new replay."""
        if position >= self.facts.position:
            return self
        then = Following(self.ledger)
        for recorded in self.ledger.read.events(0, position):
            then.take(recorded)
        return then

    def day_of(self, position: int, zone: str) -> date:
        """Return the day in a zone of a position: today for the last, else of its event."""
        if position >= self.facts.position:
            return today(self.ledger.clock, zone)
        return local_day(self.ledger.read.true_instant(position), zone)

    def close(self) -> None:
        """Give the connections back; those that are the ledger's too stay with the ledger."""
        if self.keeping.engine.pool is not self.ledger.engine.pool:
            self.keeping.engine.dispose()


def _records(proved: Sequence[Proved]) -> dict[int, Record]:
    return {found.position: found.record for found in proved}


__all__ = [
    "Following",
    "Official",
    "Progress",
    "Proved",
    "StateDiffers",
    "list_0_of",
    "version",
]
