"""A track moved on: event by event, each closing proved; or by lists that are computed.

Where a list, or the record behind it, differs from the sealed one, the replay of the pool stops
there with the cause (`stopping`); the other pools continue.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ledger.errors import words_of
from ledger.events.pool import PeriodClosed, RatingsCarriedOver, RulebookAdopted
from ledger.events.register import PlayerDetailsCorrected
from ledger.logs import Logger
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from projections.official.comparing import OtherRecord, as_sealed
from projections.official.computing import as_computed, compute_list, not_sealed, remember_columns
from projections.official.proving import NotProved, ProvedState
from projections.official.record import Record, list_0_of
from projections.official.remembered import Memory, nothing
from projections.official.reopened import before, check_follows, reopened_from
from projections.official.results import Computed
from projections.official.stopping import (
    STOPPING,
    ReplayStopped,
    check_numbers,
    pool_of,
    stopped_by,
)
from projections.official.store import MovedOn
from projections.official.track import Before, Track
from projections.rating.external_lists import Lists
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.rulebooks.engine.calendars import Due
from projections.state import Facts
from projections.state.closed_list import Closed, Horizon, RevisedList, horizon_of
from projections.state.forking import fork
from projections.state.law import due_of

log = Logger(__name__)


@dataclass(frozen=True, slots=True)
class Proved:
    """A closing computed as sealed, or as stated in a deviation."""

    pool: str
    position: int
    """Of the closing event."""
    closing: Closing
    record: Record


class Advance:
    """Moves a track on. It begins as a copy: the track at the beginning is unchanged.

    Standings are copied before a list changes them.
    """

    def __init__(self, track: Track, *, accepts: list[OtherRecord] | None = None) -> None:
        """Begin from a track.

        `accepts` takes the lists behind which another record comes out, and goes on from them;
        without it their pool stops.
        """
        if track.shows is not None:
            track.load()  # it shows no pool that is opened later
        facts = fork(track.facts)
        facts.read_from(track.ledger.read)
        self.track = replace(
            track,
            facts=facts,
            results=track.results.fork(),
            stopped=dict(track.stopped),
            before=dict(track.before),
            past=None,  # a state that is not stored as it was is met by who moves it on
            shows=None,
            replays={name: one.shared(facts.pools[name]) for name, one in track.replays.items()},
            derived={},
            ahead={},
        )
        """The track so far, for this object alone; `reached` returns it after the last step."""
        self.news = False
        """Whether a stopped pool has events recorded after it stopped."""
        self._past, self._accepts = track.past, accepts
        self._begun_at, self._computed_ahead = (facts.position, facts.chain_hash), track.ahead
        self._shared = set(track.replays)
        """The pools whose standings are also those of the track at the beginning."""

    def reached(self) -> Track:
        """Return the track reached, after the last step."""
        return replace(self.track, past=self._past)

    # ---------------------------------------------------------------------------------- events

    def take_all(self, events: Iterable[Recorded]) -> Track:
        """Apply the next events; return the track reached."""
        for recorded in events:
            self.take(recorded)
        return self.reached()

    def take(self, recorded: Recorded) -> Proved | None:
        """Apply the next event; return the proved closing, if any.

        An event that cannot be applied stops its pool, whose later events are left out. Raises
        ReplayStopped for an event of no pool, which stops all.
        """
        pool, stopped = pool_of(recorded), self.track.stopped
        if pool in stopped:
            self.news |= recorded.position >= stopped[pool].seen
            self.track.facts.pass_by(recorded)
            return None
        try:
            self.fold(recorded)
            return self._prove(recorded) if recorded.type == PeriodClosed.TYPE else None
        except STOPPING as error:
            if pool is None:
                raise ReplayStopped(recorded.position, words_of(error)) from error
            self._stop(pool, recorded, error)
            return None

    def fold(self, recorded: Recorded) -> None:
        """Apply the next event to the facts; of a closing the list is not among them yet."""
        facts = self.track.facts
        facts.apply(recorded)
        match recorded.type:
            case RatingsCarriedOver.TYPE:
                pool = pool_of(recorded) or ""
                if facts.pools[pool].closed:
                    raise ValueError("ratings carried over after the first list was closed")
                self.track.replays.pop(pool, None)
            case RulebookAdopted.TYPE:
                self._drop_printed(pool_of(recorded) or "")
            case PlayerDetailsCorrected.TYPE:
                for name in facts.pools:
                    self._drop_printed(name)

    def _drop_printed(self, pool: str) -> None:
        """Drop standings of a pool without lists, after a change of law or of a year of birth."""
        if not self.track.facts.pools[pool].closed:
            self.track.replays.pop(pool, None)

    def _stop(self, pool: str, recorded: Recorded, error: Exception) -> None:
        """Stop a pool at an event and drop its standings, which may be incomplete."""
        facts, seen = self.track.facts, self.track.ledger.read.head().next_position
        self.track.stopped[pool] = stopped_by(error, pool, recorded.position, seen)
        self.track.replays.pop(pool, None)
        if facts.position < recorded.position:
            facts.pass_by(recorded)
        log.warning("replay_stopped", pool=pool, position=recorded.position, cause=str(error))

    # ------------------------------------------------------------------------------- proved lists

    def _prove(self, recorded: Recorded) -> Proved:
        event: PeriodClosed = recorded.decoded().payload
        closing, record = self._ahead(recorded, event) or self._closed(recorded, event)
        replay = self.track.replay(event.pool)
        replay.begun().touched = record.touched
        self.track.facts.book(event.pool, closing.booked.reports, event.cut_off)
        replay.facts.closed.append(Closed(closing.number, recorded.position, event))
        return Proved(event.pool, recorded.position, closing, record)

    def _closed(self, recorded: Recorded, event: PeriodClosed) -> tuple[Closing, Record]:
        """Compute the list of a closing, and compare it with the sealed one."""
        replay = self._before_closing(recorded.position, event)
        list_0 = list_0_of(replay, event.through_position)
        due, horizon = due_of(replay.facts, event), horizon_of(event)
        closing = replay.close(due, horizon, event.layout, event.printing)
        return as_sealed(self.track, recorded.position, event, closing, list_0, self._accepts)

    def _ahead(self, recorded: Recorded, event: PeriodClosed) -> tuple[Closing, Record] | None:
        """Take the list of a closing as it was computed to be sealed by this very process.

        None where there is none, or where anything else was recorded meanwhile.
        """
        pool, (position, chain_hash) = event.pool, self._begun_at
        ahead = self._computed_ahead.get(pool)
        if ahead is None or chain_hash != ahead.chain_hash or event.printing > 1:
            return None
        sealed = ahead.closing.document.digest, ahead.record.digest
        follows = recorded.position == position + ahead.events
        if not follows or sealed != (event.list_digest, event.record_digest):
            return None
        track = self.track
        del self._computed_ahead[pool]
        check_numbers(recorded.position, event, ahead.closing.numbers_digests)
        track.before[pool] = before(track, pool, recorded.position, moves_on=False)
        replay = track.loaded(pool)
        replay.standings = ahead.standings
        replay.facts.settle(ahead.closing.booked.reports, horizon_of(event).facts)
        self._shared.discard(pool)
        return ahead.closing, ahead.record

    def _before_closing(self, position: int, event: PeriodClosed) -> Replay:
        """Return the replay from which a list is computed, and keep its state."""
        pool, track = event.pool, self.track
        if event.printing > 1:
            check_follows(track.facts.pools[pool], event)
            replay = reopened(track, pool)
            track.facts.pools[pool], track.replays[pool] = replay.facts, replay
            self._shared.discard(pool)
            return track.replay(pool)
        track.before[pool] = before(track, pool, position)
        return self._own(pool)

    def _own(self, pool: str) -> Replay:
        """Return a replay with standings of this track alone."""
        if pool in self._shared:
            replay = self.track.loaded(pool)
            replay.standings = replay.begun().fork()
            self._shared.remove(pool)
        return self.track.replay(pool)

    # ----------------------------------------------------------------------------- computed lists

    def compute(self, official: Closed, horizon: Horizon) -> None:
        """Compute a list of the official track anew, from what is recorded up to a horizon.

        Where this is impossible the pool stops there.
        """
        pool, track = official.event.pool, self.track
        if pool in track.stopped:
            return
        try:
            self._compute(official, due_of(track.facts.pools[pool], official.event), horizon)
        except STOPPING as error:
            seen = track.facts.position + 1
            track.stopped[pool] = stopped_by(error, pool, official.position, seen)
            track.replays.pop(pool, None)

    def close_next(self, pool: str, due: Due) -> None:
        """Compute the next list of a pool on given days, with everything known.

        No event can be taken after it. Raises OutsideRulebook where no adopted edition covers the
        list, LawChanged.
        """
        track = self.track
        law, through = track.loaded(pool).law.rulebook, track.facts.position
        track.facts.position += 1
        event = not_sealed(pool, due, through, law)
        number = len(track.facts.pools[pool].closed) + 1
        self._compute(Closed(number, track.facts.position, event), due, Horizon.at(through))

    def _compute(self, official: Closed, due: Due, horizon: Horizon) -> None:
        event, track = official.event, self.track
        replay = self._own(event.pool)
        closing, record = compute_list(replay, due, horizon, event.layout)
        track.facts.book(event.pool, closing.booked.reports, event.cut_off)
        digest = closing.document.digest
        if digest != event.list_digest:
            self.computed.documents.put(digest, closing.document.data)
            remember_columns(track, replay, closing)
        self.computed.keep(official.position, record)
        computed = official.number, official.position, as_computed(event, closing, record)
        revised = track.name == "revised"
        replay.facts.closed.append(
            RevisedList(*computed, track.facts.position) if revised else Closed(*computed)
        )

    @property
    def computed(self) -> Computed:
        """Where the results of computed lists are kept: they are not stored."""
        assert isinstance(self.track.results, Computed)
        return self.track.results


def beginning(ledger: Ledger, memory: Memory | None = None) -> Track:
    """Return the official track before position 0, in memory alone."""
    return Track(ledger, Facts(), Lists(ledger.read), Computed(), memory or nothing())


def resumed(track: Track, state: ProvedState | None) -> Track:
    """Return a track at a stored state; None: before position 0."""
    facts = Facts() if state is None else state.facts()
    facts.read_from(track.ledger.read)
    return replace(
        track,
        facts=facts,
        kept=state,
        stopped={},
        before={},
        shows=None,
        replays={},
        derived={},
    )


def computed_at(track: Track, position: int) -> Track:
    """Compute a track at an earlier position, with the standings of all pools not stopped.

    It begins from the last stored state before it.
    """
    begun = replace(track, moment="earlier", store=None, past=None)
    try:
        begun = resumed(begun, track.results.state(track.ledger.read, position))
        begun.load()
    except MovedOn:
        return computed_at(track, position)
    except NotProved as error:
        log.warning("earlier_state_is_wrong", what=str(error))
        begun = resumed(begun, None)
    advance = Advance(begun)
    then = advance.take_all(track.ledger.read.events(begun.facts.position + 1, position))
    then.load()
    return replace(then, past=track.past)


def reopened(track: Track, pool: str) -> Replay:
    """Return the replay of a pool as if its last list had not been closed, with all facts since.

    The facts name the printings so far as superseded. The track itself stays as it is.
    """
    return reopened_from(track, pool, lambda closing: state_before(track, pool, closing))


def state_before(track: Track, pool: str, closing: int) -> Before:
    """Return the state of a pool before a closing, from memory or computed."""
    state = track.before.get(pool)
    if state is not None and state.closing == closing:
        return state
    then = computed_at(track, closing - 1)
    then.check(pool)
    return before(then, pool, closing)
