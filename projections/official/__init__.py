"""The official track: the published lists, with the results of the replay stored for questions.

    track            what is known at a moment: facts, standings and lists, for who asks
    advance          a track moved on event by event, each closing checked; or by computed lists
    results          records of closings and lists: stored, or in memory
    documents        the bytes of computed lists in memory
    stopping         the event at which the replay of a pool stops, and the cause
    deviations       recorded differences between a list as sealed and as computed now
    sealed_ratings   sealed ratings in place of computed ones
    record           the rows behind a list
    sheets           rows in columns, cut into blocks, and the manifest of the blocks
    snapshot         the state after a closing, in parts
    earlier          the track as known at an earlier position
    shown            the track with the printings of an earlier position, or without some lists
    lists_left_out   lists that a reader may not see, and the events that show them
    reopened         a pool without its last lists: to print again, or for who may not see them
    computing        a list computed in memory
    tentative        the track as if some requests had been recorded
    shared           the tracks of a process whose threads answer at once
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
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import sleep

from sqlalchemy import Engine

from ledger.errors import LedgerError
from ledger.events.pool import PeriodClosed
from ledger.logs import Logger
from ledger.sentences import Sentence
from ledger.store import drivers
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from projections import rulebooks
from projections.official import snapshot, tables
from projections.official.advance import Advance, Proved, beginning, resumed
from projections.official.comparing import prove_state
from projections.official.earlier import STATES_APART, EarlierTracks
from projections.official.proving import NotProved, proved_state
from projections.official.record import FORMAT, Record, list_0_of
from projections.official.remembered import Memory
from projections.official.results import Stored
from projections.official.stopping import ReplayStopped, StateDiffers
from projections.official.store import MovedOn, ProjectionStore, engine_beside
from projections.official.track import Track

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
    return f"{FORMAT}.{snapshot.FORMAT}.{tables.FORMAT}:{digest.hexdigest()[:16]}"


class Official:
    """Follows a ledger and stores the proved results. Call `catch_up` before any question."""

    def __init__(
        self, ledger: Ledger, engine: Engine | None = None, memory: Memory | None = None
    ) -> None:
        """Open the projection database beside the ledger, created if missing."""
        self.store = ProjectionStore(engine or engine_beside(ledger), version())
        writable = not drivers.unwritable(ledger.engine)
        self._begun = replace(
            beginning(ledger, memory),
            results=Stored(self.store, self.remake),
            store=self.store if writable else None,
            past=EarlierTracks(),
        )
        self.track = self._begun
        """The official track so far."""
        self._resume()

    def catch_up(self, batch: int = 2_000, progress: Progress | None = None) -> Track:
        """Apply the events recorded since; return the track at the head.

        Its `stopped` has the pools whose replay stops. Raises ReplayStopped where all stop.
        """
        for _ in range(_TRIES):
            try:
                news = self._catch_up(batch, progress)
            except MovedOn:
                sleep(_PAUSE_SECONDS)
                self._resume()
                continue
            except NotProved as error:
                self._empty(error)
                self._resume()
                continue
            except ReplayStopped:
                self._resume()  # before the event, for the next question
                raise
            if not news:
                return self.track
            self._resume()  # before the event at which a pool stopped
        raise LedgerError(
            Sentence(
                "other programs keep making the projection anew: do two versions work on this "
                "ledger?"
            )
        )

    def rebuild(self, batch: int = 2_000, progress: Progress | None = None) -> Track:
        """Drop everything stored and apply the whole ledger again."""
        self.store.empty()
        self._resume()
        return self.catch_up(batch, progress)

    def remake(self) -> None:
        """Make everything stored anew by a separate replay; the track stays as it is."""
        anew = Official(self._begun.ledger, self.store.engine)
        with suppress(ReplayStopped):
            anew.rebuild()
        self._stored_at = self.store.position()

    def close(self) -> None:
        """Release the connections, except those shared with the ledger."""
        self.store.close(self._begun.ledger)

    def _resume(self) -> None:
        """Go back to the stored state."""
        try:
            state = proved_state(self.store, self._begun.ledger.read)
            self.track = resumed(self._begun, state)
        except MovedOn:
            self._resume()  # another process stored a later state meanwhile
            return
        except NotProved as error:
            self._empty(error)
            self.track = resumed(self._begun, None)
        self._stored_at = self.track.facts.position

    def _empty(self, error: NotProved) -> None:
        log.warning("projection_is_wrong_and_is_made_anew", what=str(error))
        self.store.empty()

    def _catch_up(self, batch: int, progress: Progress | None) -> bool:
        """Move the track to the head; return whether a stopped pool has news."""
        read, since = self.track.ledger.read, self.track.facts.position + 1
        end = read.head().next_position
        if since >= end:
            return False
        advance = self._advance()
        for chunk in read.chunks(since, end - 1, batch):
            self._apply(advance, chunk)
            if progress is not None:
                progress(advance.track.facts.position + 1, end)
        self.track = advance.reached()
        return advance.news

    def _advance(self) -> Advance:
        """Begin from the track; the cache of folded tournaments goes on with the newest one."""
        advance = Advance(self.track)
        before, now = self.track.facts, advance.track.facts
        now.folded, before.folded = before.folded, now.folded
        return advance

    def _apply(self, advance: Advance, chunk: Sequence[Recorded]) -> None:
        """Apply events; store the records of closings, and the state after the last closing.

        States kept for good are among them: the end of a chunk does not decide whether they are
        stored.
        """
        closings = [at for at, event in enumerate(chunk) if event.type == PeriodClosed.TYPE]
        last = closings[-1] + 1 if closings else 0
        records: dict[int, Record] = {}
        try:
            for event in chunk[:last]:
                proved = advance.take(event)
                if proved is not None:
                    records[proved.position] = proved.record
                    if _stays(advance.track):
                        self._store(advance.track, event, records)
                        records = {}
        except ReplayStopped:
            self.store.add(records)
            raise
        if records:
            self._store(advance.track, chunk[last - 1], records)
        for event in chunk[last:]:
            advance.take(event)

    def _store(self, track: Track, closing: Recorded, records: Mapping[int, Record]) -> None:
        try:  # without the standings of a stopped pool there is no state
            state = None if track.stopped else prove_state(track, closing)
        except StateDiffers as differs:
            log.warning("state_is_not_kept", cause=str(differs))
            state = None
        if state is None:
            self.store.add(records)
            return
        at, for_good = closing.position, _stays(track)
        self.store.write(self._stored_at, records, at, state, for_good=for_good)
        self._stored_at = closing.position


def _stays(track: Track) -> bool:
    """Return whether the state after the last closing is stored for good."""
    lists = sum(len(pool.closed) for pool in track.facts.pools.values())
    return lists % STATES_APART == 0


__all__ = ["Official", "Progress", "Proved", "StateDiffers", "list_0_of", "version"]
