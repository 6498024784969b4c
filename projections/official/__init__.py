"""The official track: the published lists, with the results of the replay stored for questions.

    following        facts and standings, advanced event by event; each closing is checked
    stopping         the event at which the replay of a pool stops, and the cause
    recalling        the reports behind closed lists, read from the ledger again
    deviations       recorded differences between a list as sealed and as computed now
    sealed_ratings   sealed ratings in place of computed ones
    record           the rows behind a list
    sheets           rows in columns, cut into blocks, and the manifest of the blocks
    snapshot         the state after a closing, in parts
    earlier          the track as known at an earlier position
    as_known         the same, with the records of its lists; the track without some lists
    lists_left_out   lists that a reader may not see, and the events that show them
    reopened         a pool without its last lists: to print again, or for who may not see them
    computing        a list computed in memory
    tentative        the track as if some requests had been recorded
    shared           versions of the track that no longer change, for several threads
    remembered       results in memory between questions, within limits of bytes
    store            the projection database beside the ledger
    tables           its tables
    comparing        a closing compared with the sealed list and state, and recorded deviations
    proving          stored parts, checked against digests in the ledger
    furthest_head    the last event recorded here: it shows that a ledger is an older copy
    named_players    an index of the events about each player

Everything stored between processes is proved by the ledger (see `proving`): a list is sealed from
the ledger alone.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from datetime import date
from functools import cache
from pathlib import Path
from time import sleep

from sqlalchemy import Engine

from ledger.clock import local_day, today
from ledger.errors import LedgerError
from ledger.events.pool import PeriodClosed
from ledger.logs import Logger
from ledger.sentences import Sentence
from ledger.store import drivers
from ledger.store.ledger import Ledger
from ledger.store.reading import Head, Recorded
from projections import rulebooks
from projections.official import tables
from projections.official.comparing import prove_state
from projections.official.earlier import STATES_APART, EarlierTracks, computed_at
from projections.official.following import Following, Proved
from projections.official.proving import (
    NotProved,
    ProvedState,
    Records,
    earlier_state,
    proved_state,
)
from projections.official.recalling import ratings_of_lists
from projections.official.record import FORMAT, Record, list_0_of
from projections.official.stopping import ReplayStopped, StateDiffers
from projections.official.store import MovedOn, ProjectionStore, engine_beside
from projections.replay import Replay
from projections.state.forking import fork

log = Logger(__name__)

_TRIES = 500
"""Attempts while other processes store later states."""

_PAUSE_SECONDS = 0.02

Progress = Callable[[int, int], None]
"""Called with the number of events applied and of all events."""


@cache
def version() -> str:
    """Return the version of everything stored, from the formats and all rulebooks.

    The files are read as bytes: a rulebook that no pool follows need not be loaded.
    """
    digest, folder = hashlib.sha256(), Path(str(rulebooks.__file__)).parent
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".toml"):
            name = path.relative_to(folder).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{FORMAT}.{tables.FORMAT}:{digest.hexdigest()[:16]}"


class Official(Following):
    """The official track of a ledger. Call `catch_up` before any question."""

    _catching_up = False

    def __init__(self, ledger: Ledger, engine: Engine | None = None) -> None:
        """Open the projection database beside the ledger, created if missing."""
        super().__init__(ledger)
        self.store = ProjectionStore(engine or engine_beside(ledger), version())
        self.earlier = EarlierTracks()
        """The track as known at the earlier positions asked last."""
        self._resume()

    def replay(self, pool: str) -> Replay:
        """Return the replay of a pool at the position of the track, computed if it is not stored.

        Another process may have stored a later state; a state that is not proved is made anew.
        """
        if self._catching_up:  # it starts anew by itself
            return super().replay(pool)
        try:
            return super().replay(pool)
        except MovedOn:
            pass
        except NotProved as error:
            self._warn(error)
            self._remake()
        self._stay()
        return super().replay(pool)

    def _stay(self) -> None:
        """Compute facts and standings at the position of the track, which may not move on."""
        then = computed_at(self, self.facts.position)
        self.facts, self.stopped, self.before = then.facts, then.stopped, then.before
        self._kept_state, self._replays, self._shared = None, dict(then.replays), set()
        for pool, replay in self._replays.items():
            if replay.facts.closed:
                replay.begun().recall = ratings_of_lists(self, pool)

    def stored_before(self, position: int) -> ProvedState | None:
        """Return the last stored state before a position; None without any that is proved."""
        try:
            return earlier_state(self.store, self.ledger.read, position - 1)
        except NotProved as error:
            self._warn(error)
            return None

    def records(self, pool: str) -> Records:
        """Return the records of a pool's closings."""
        return Records(self.store, self.facts.pools[pool], self._remake, self.memory.blocks)

    def moved_on(self) -> "Official":
        """Return a copy to continue in place of this track, with the cache of tournaments."""
        forked = self.fork()
        forked.facts.folded, self.facts.folded = self.facts.folded, forked.facts.folded
        return forked

    def fork(self) -> "Official":
        """Return a copy for further events; this track stays as it is."""
        forked = copy(self)
        forked.facts, forked.stopped = fork(self.facts), dict(self.stopped)
        forked._replays, forked._shared, forked.before = {}, set(self._replays), dict(self.before)
        for pool, replay in self._replays.items():
            forked._replays[pool] = replay.shared(forked.facts.pools[pool])
            if replay.facts.closed:
                forked._replays[pool].begun().recall = ratings_of_lists(forked, pool)
        return forked

    def is_at(self, head: Head) -> bool:
        """Return whether the head is that of the last applied event."""
        facts = self.facts
        return (facts.position, facts.chain_hash) == (head.next_position - 1, head.chain_hash)

    def load(self) -> None:
        """Load the standings of all pools that have not stopped: the store moves on."""
        for pool in self.facts.pools.keys() - self.stopped.keys():
            self.replay(pool).begun()

    def catch_up(self, batch: int = 2_000, progress: Progress | None = None) -> None:
        """Apply the events recorded since; `stopped` has the pools whose replay stops.

        Raises ReplayStopped where all stop.
        """
        for _ in range(_TRIES):
            try:
                self._catch_up(batch, progress)
            except MovedOn:
                sleep(_PAUSE_SECONDS)
                self._resume()
                continue
            except NotProved as error:
                self._warn(error)
                self.store.empty()
                self._resume()
                continue
            except ReplayStopped:
                self._resume()  # before the event, for the next question
                raise
            if not self.news:
                return
            self._resume()  # before the event at which a pool stopped
        raise LedgerError(
            Sentence(
                "other programs keep making the projection anew: do two versions work on this "
                "ledger?"
            )
        )

    def _resume(self) -> None:
        try:
            self.resume_from(proved_state(self.store, self.ledger.read))
        except MovedOn:
            self._resume()  # another process stored a later state meanwhile
            return
        except NotProved as error:
            self._warn(error)
            self.store.empty()
            self.resume_from(None)
        self._stored_at = self.facts.position

    def _warn(self, error: NotProved) -> None:
        log.warning("projection_is_wrong_and_is_made_anew", what=str(error))

    def _remake(self) -> None:
        """Make everything stored anew by a separate replay, without a change here."""
        anew = Official(self.ledger, self.store.engine)
        with suppress(ReplayStopped):
            anew.rebuild()
        self._stored_at = self.store.position()

    def _catch_up(self, batch: int, progress: Progress | None) -> None:
        self._catching_up = True
        try:
            end = self.ledger.read.head().next_position
            for chunk in self.ledger.read.chunks(self.facts.position + 1, end - 1, batch):
                self._apply(chunk)
                if progress is not None:
                    progress(self.facts.position + 1, end)
        finally:
            self._catching_up = False

    def _apply(self, chunk: Sequence[Recorded]) -> None:
        """Apply events; store the records of closings, and the state after the last closing.

        States kept for good are among them: the end of a chunk does not decide whether they are
        stored.
        """
        closings = [at for at, event in enumerate(chunk) if event.type == PeriodClosed.TYPE]
        last = closings[-1] + 1 if closings else 0
        records: dict[int, Record] = {}
        try:
            for event in chunk[:last]:
                proved = self.take(event)
                if proved is not None:
                    records[proved.position] = proved.record
                    if self._stays():
                        self._store(event, records)
                        records = {}
        except ReplayStopped:
            self.store.add(records)
            raise
        if records:
            self._store(chunk[last - 1], records)
        for event in chunk[last:]:
            self.take(event)

    def _stays(self) -> bool:
        """Return whether the state after the last closing is stored for good."""
        lists = sum(len(pool.closed) for pool in self.facts.pools.values())
        return lists % STATES_APART == 0

    def _store(self, closing: Recorded, records: Mapping[int, Record]) -> None:
        try:  # without the standings of a stopped pool there is no state
            state = None if self.stopped else prove_state(self, closing)
        except StateDiffers as differs:
            log.warning("state_is_not_kept", cause=str(differs))
            state = None
        if state is None:
            self.store.add(records)
            return
        at, for_good = closing.position, self._stays()
        self.store.write(self._stored_at, records, at, state, for_good=for_good)
        self._stored_at = closing.position

    def rebuild(self, batch: int = 2_000, progress: Progress | None = None) -> None:
        """Drop everything stored and apply the whole ledger again."""
        self.store.empty()
        self._resume()
        self.catch_up(batch, progress)

    def known_at(self, position: int) -> Following:
        """Return facts and standings as known at a position; they may not be moved on."""
        return self if position >= self.facts.position else self.earlier.at(self, position)

    def day_of(self, position: int, zone: str) -> date:
        """Return the day of a position in a zone: today for the last, else of the event."""
        if position >= self.facts.position:
            return today(self.ledger.clock, zone)
        return local_day(self.ledger.read.true_instant(position), zone)

    def to_store_in(self) -> ProjectionStore | None:
        """Return the projection database; None if nothing stored there would stay."""
        return None if drivers.unwritable(self.ledger.engine) else self.store.apart()

    def close(self) -> None:
        """Release the connections, except those shared with the ledger."""
        self.store.close(self.ledger)


__all__ = ["Following", "Official", "Progress", "Proved", "StateDiffers", "list_0_of", "version"]
