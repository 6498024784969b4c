"""The official track: what was published, list after list, followed event by event.

Each closing is proved when it is met: where a list comes out other than it was sealed, the replay
of its pool stops there and says so (`stopping`); nothing is skipped, and the other pools go on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from time import sleep

import numpy as np
import structlog
from numpy.typing import NDArray
from sqlalchemy import Engine

from ledger.errors import Damaged, LedgerError
from ledger.events.pool import PeriodClosed, RatingsCarriedOver, RulebookAdopted
from ledger.events.register import PlayerDetailsCorrected
from ledger.store import kept
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from projections import lists
from projections.closed_lists import due_of
from projections.closed_lists.counted_beside import counted_years
from projections.facts import Facts
from projections.facts.pool import Closed
from projections.official import deviations, rows
from projections.official.holding import hold
from projections.official.keeping import Keeping, MovedOn, Proved, beside
from projections.official.recalling import Recalling
from projections.official.stopping import (
    NOTHING_STOPPED,
    STOPPING,
    ListDiffers,
    ReplayStopped,
    pool_of,
    stopped_by,
)
from projections.rating.consulting import Lists
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.rulebooks import NAMES, rulebook
from projections.steps.beside import Around
from projections.steps.standings import Standings

log = structlog.get_logger(__name__)

_TRIES = 1_000
"""How often other processes may be quicker: each time they moved what is kept on."""

_PAUSE_SECONDS = 0.02

FORMAT = "16"
"""Of what is kept: a change makes it anew."""

Progress = Callable[[int, int], None]
"""Called with the events taken in and how many there are."""


def version() -> str:
    """Give the version of what is kept: a change of format or of any rulebook makes it anew."""
    code = "".join(rulebook(name).code_digest for name in NAMES)
    return f"{FORMAT}:{hashlib.sha256(code.encode()).hexdigest()[:16]}"


class Following:
    """Facts and standings, moved on by one event after the other; nothing is kept."""

    def __init__(self, ledger: Ledger) -> None:
        """Begin before position 0."""
        self.ledger = ledger
        self.facts = Facts(recall=ledger.read.stream, document=ledger.read.document)
        self.lists = Lists(ledger.read)
        self.stopped: dict[str, ReplayStopped] = {}
        """The pools whose replay stopped, and where."""
        self.news = False
        """Whether a stopped pool got an event that was not known when it stopped."""
        self._replays: dict[str, Replay] = {}

    def check(self, pool: str) -> None:
        """Raise ReplayStopped for a pool whose replay stopped: nothing is answered about it."""
        if pool in self.stopped:
            raise self.stopped[pool]

    def replay(self, pool: str) -> Replay:
        """Give the replay of a pool. Raises KeyError for an unknown one, ReplayStopped."""
        self.check(pool)
        if pool not in self._replays:
            self._replays[pool] = Replay(self.facts.pools[pool], self.facts.birth_year)
        replay = self._replays[pool]
        replay.around = self._around(pool)
        replay.birth_year = self.facts.birth_year
        replay.years_corrected = self.facts.years_corrected
        replay.recall = Recalling(self, pool)
        return replay

    def _around(self, pool: str) -> Around:
        """Give the pools around one."""
        return Around(
            self.facts,
            pool,
            lambda other: self.replay(other).begun(),
            self.lists,
            self.counted_in,
        )

    def counted_in(self, pool: str, years: range, through: int) -> NDArray[np.int64]:
        """Give in which of some years players had a valid event in a pool, as known."""
        self.check(pool)
        facts = self.facts.pools[pool]
        return counted_years(facts, Recalling(self, pool), years, through, self.facts.players)

    def take(self, recorded: Recorded) -> Proved | None:
        """Take in the next event; return the closing that it proves, if it is one.

        Where an event of a pool cannot be taken in, that pool stops (`stopped`); its later events
        are left out. Raises ReplayStopped for an event of no pool: there all pools stop.
        """
        pool = pool_of(recorded)
        if pool in self.stopped:
            self.news |= recorded.position >= self.stopped[pool].seen
            self.facts.pass_by(recorded)
            return None
        try:
            return self._take(recorded)
        except STOPPING as error:
            if pool is None:
                raise ReplayStopped(recorded.position, str(error)) from error
            self._stop(pool, recorded, error)
            return None

    def _take(self, recorded: Recorded) -> Proved | None:
        self.facts.apply(recorded)
        if recorded.type == RatingsCarriedOver.TYPE:
            self._begin_again(recorded.stream.removeprefix("pool-"))
        if recorded.type == RulebookAdopted.TYPE:
            self._print_again(recorded.stream.removeprefix("pool-"))
        if recorded.type == PlayerDetailsCorrected.TYPE:
            for pool in self.facts.pools:
                self._print_again(pool)
        return self._prove(recorded) if recorded.type == PeriodClosed.TYPE else None

    def _stop(self, pool: str, recorded: Recorded, error: Exception) -> None:
        """Stop a pool at an event: its standings, which may be half moved, are forgotten."""
        seen = self.ledger.read.head().next_position
        self.stopped[pool] = stopped_by(error, pool, recorded.position, seen)
        self._replays.pop(pool, None)
        if self.facts.position < recorded.position:
            self.facts.pass_by(recorded)
        log.warning("replay_stopped", pool=pool, position=recorded.position, cause=str(error))

    def standings(self) -> dict[str, Standings]:
        """Give the standings of the pools that have begun."""
        begun = {pool: each.standings for pool, each in self._replays.items()}
        return {pool: each for pool, each in begun.items() if each is not None}

    def resume(
        self,
        facts: Facts,
        standings: dict[str, Standings],
        stopped: Mapping[str, ReplayStopped] = NOTHING_STOPPED,
    ) -> None:
        """Go on from a state kept."""
        self.facts, self.stopped, self.news = facts, dict(stopped), False
        self.facts.recall = self.ledger.read.stream
        self.facts.document = self.ledger.read.document
        self._replays = {
            pool: Replay(facts.pools[pool], facts.birth_year, each)
            for pool, each in standings.items()
        }
        for pool, each in standings.items():
            self._let_recall(pool, each)

    def _begin_again(self, pool: str) -> None:
        """Forget standings that were begun before all ratings were carried over."""
        if self.facts.pools[pool].closed:
            raise ValueError("ratings carried over after the first list was closed")
        self._replays.pop(pool, None)

    def _print_again(self, pool: str) -> None:
        """Forget standings whose K rests on other law, or years of birth, than hold now."""
        if not self.facts.pools[pool].closed:
            self._replays.pop(pool, None)

    def _prove(self, recorded: Recorded) -> Proved:
        """Compute the list a closing sealed, and compare."""
        event: PeriodClosed = recorded.decoded().payload
        replay = self.replay(event.pool)
        standings = replay.begun(event.through_position)
        first = len(standings.since) == 1
        carried = rows.of_carried(0, standings) if first else []
        closing = replay.close(due_of(replay.facts, event), event.through_position, event.layout)
        closing = self._compare(recorded.position, event, closing)
        replay.facts.closed.append(Closed(closing.number, recorded.position, event))
        self._let_recall(event.pool, replay.begun())
        return Proved(event.pool, recorded.position, event.through_position, closing, carried)

    def _compare(self, position: int, event: PeriodClosed, closing: Closing) -> Closing:
        """Give the closing that was sealed: the one computed, or one that a deviation explains."""
        if event.numbers_digests != closing.numbers_digests:
            raise ReplayStopped(
                position,
                f"list {event.period} of {event.pool} was sealed with numbers "
                f"{event.numbers_digests}, the editions now have {closing.numbers_digests}",
                event.pool,
            )
        if closing.document.digest == event.list_digest:
            return closing
        sealed = self.sealed(event)
        rows = deviations.between(sealed, closing.document.data)
        if rows and rows == deviations.recorded(self.ledger.read, event, position).rows:
            return hold(self.replay(event.pool), closing, lists.document(sealed), rows)
        told = lists.first_difference(sealed, closing.document.data)
        raise ListDiffers(position, event, told, rows)

    def sealed(self, event: PeriodClosed) -> bytes:
        """Give the bytes of a sealed list. Raises Damaged where they are not those sealed."""
        data = self.ledger.read.document(event.list_digest) or b""
        if kept.list_digest(data) != event.list_digest:
            raise Damaged(f"list {event.period} of {event.pool} is not kept as it was sealed")
        return data

    def _let_recall(self, pool: str, standings: Standings) -> None:
        """Let standings read the ratings of an older list from its sealed document."""

        def recall(number: int) -> NDArray[np.int16]:
            event = self.facts.pools[pool].closed[number - 1].event
            sealed = lists.read(self.sealed(event))
            ratings = np.zeros(len(self.facts.birth_year), dtype=np.int16)
            ratings[sealed.values["player"]] = sealed.values["rating"]
            return ratings

        standings.recall = recall


class Official(Following):
    """The official track of a ledger, kept ready. Call `catch_up` before asking anything."""

    def __init__(self, ledger: Ledger, engine: Engine | None = None) -> None:
        """Open what is kept beside the ledger; it is made if it is not there."""
        super().__init__(ledger)
        self.keeping = Keeping(engine if engine is not None else beside(ledger), version())
        self._go_on()

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
            except ReplayStopped:
                self._go_on()  # back before the event: who asks again is stopped again
                raise
            if not self.news:
                return
            self._try_again()
        raise LedgerError(
            "other programs keep making the projection anew: do two versions work on this ledger?"
        )

    def _go_on(self) -> None:
        """Take up the state kept, or begin before position 0."""
        self.resume(*(self.keeping.restore(self.ledger.read) or (Facts(), {}, {})))
        self._kept = self.facts.position

    def _try_again(self) -> None:
        """Go back before the event at which a pool stopped."""
        self._go_on()
        if self.stopped:
            self.keeping.empty()
            self._go_on()

    def _catch_up(self, batch: int, progress: Progress | None) -> None:
        end = self.ledger.read.head().next_position
        for chunk in self.ledger.read.chunks(self.facts.position + 1, end - 1, batch):
            proved = [found for each in chunk if (found := self.take(each)) is not None]
            if proved:
                self.keeping.write(self._kept, proved, (self.facts, self.standings(), self.stopped))
                self._kept = self.facts.position
            if progress is not None:
                progress(self.facts.position + 1, end)

    def rebuild(self, batch: int = 2_000, progress: Progress | None = None) -> None:
        """Drop everything kept and take in the whole ledger anew."""
        self.keeping.empty()
        self._go_on()
        self.catch_up(batch, progress)

    def close(self) -> None:
        """Give the connections back; those that are the ledger's too stay with the ledger."""
        if self.keeping.engine.pool is not self.ledger.engine.pool:
            self.keeping.engine.dispose()
