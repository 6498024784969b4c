"""The revised track continued: from the first list that the events since can change.

Reports and their corrections change the lists from the one that books the tournament on, the day of
publication of a list those that book later tournaments. A game of a sheet, a parameter, a change of
a person's details and an external list count from their day on. What is decided about ratings acts
on lists to come, and no list rests on appeals, roles, policies, suspensions or deaths. Any other
event may change every list: then the track is computed from the beginning.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

from msgspec import structs
from sqlalchemy.exc import SQLAlchemyError

from ledger.errors import LedgerError
from ledger.events.appeals import AppealRulesSet
from ledger.events.approval import ApprovalPolicySet
from ledger.events.external import (
    ExternalListCompleted,
    ExternalListRecorded,
    ExternalListSearched,
)
from ledger.events.games import GamePlayed
from ledger.events.opening import LedgerRestored
from ledger.events.persons import (
    PlayerDeathWithdrawn,
    PlayerDied,
    PlayerSuspended,
    PlayerSuspensionLifted,
)
from ledger.events.pool import (
    AdjustmentWithdrawn,
    ClosingPolicySet,
    ListPublished,
    ParameterSet,
    PeriodClosed,
    RatingsAdjusted,
)
from ledger.events.publication import PublicationPolicySet
from ledger.events.register import PersonalDataErased, PlayerDetailsChanged, PlayersRegistered
from ledger.logs import Logger
from ledger.store.reading import Recorded
from ledger.time_limit import within
from projections.official.advance import Advance
from projections.official.earlier import ComputedTracks
from projections.official.proving import Results
from projections.official.results import Computed
from projections.official.store import ProjectionStore
from projections.official.track import Track
from projections.replay import Replay
from projections.replay.derived_events import NAMES
from projections.state.closed_list import Closed
from projections.state.history import tournament_history
from projections.state.law import due_of
from projections.tracks.marks import Gone, Keep, LoadedState
from projections.tracks.revised import (
    RevisedTrack,
    computed_beside,
    fold,
    in_order,
    revised,
    with_lists_from,
)
from projections.tracks.stored import StoredResults, stored_track
from projections.tracks.storing import in_store, leave_unstored, store_track

log = Logger(__name__)

_LATER: Final = frozenset(
    (
        *(AdjustmentWithdrawn.TYPE, PeriodClosed.TYPE, PlayersRegistered.TYPE),
        *(RatingsAdjusted.TYPE, *NAMES),
    )
)
"""Events that change no list closed before; those derived from a closing among them."""

_BESIDE_LISTS: Final = frozenset(
    (
        *(AppealRulesSet.TYPE, ApprovalPolicySet.TYPE, ClosingPolicySet.TYPE),
        *(PlayerSuspended.TYPE, PlayerSuspensionLifted.TYPE),
        *(PlayerDied.TYPE, PlayerDeathWithdrawn.TYPE, PersonalDataErased.TYPE),
        *(LedgerRestored.TYPE, PublicationPolicySet.TYPE),
    )
)
"""Events that no list rests on."""

_FROM_A_DAY: Final = frozenset(
    (
        *(ExternalListRecorded.TYPE, GamePlayed.TYPE),
        *(ParameterSet.TYPE, PlayerDetailsChanged.TYPE),
    )
)
"""Events that count from the day for which they are valid."""

_LATER_ROWS: Final = frozenset((ExternalListCompleted.TYPE, ExternalListSearched.TYPE))
"""Events that count from the day of the external list to which they add rows."""

_TOURNAMENT: Final = "tournament-"

_STREAMS_BESIDE_LISTS: Final = ("actor-", "appeal-", "key-", "proposal-", "rulebook-")
"""Streams that no list rests on."""

MOST_FORETOLD_BYTES: Final = 64 << 20
"""Of the track of the last preview."""

_CHANGES_NOTHING: Final = _LATER | _BESIDE_LISTS


def continued(
    earlier: RevisedTrack, official: Track, keep: Keep | None = None
) -> RevisedTrack | None:
    """Return the revised track beside an official one with further events.

    None where it has to be computed from the beginning, also because a stored state is gone. `keep`
    keeps states before some lists; None: in memory.
    """
    track = earlier.track
    if track.stopped or official.stopped:
        return None
    try:
        order, known = in_order(track.facts), track.facts.position
        first = _first_changed(order, track, official, known)
        if first is None:
            return None
        if first == len(order):
            state = LoadedState(track.facts, track.standings())
            return _from_state(earlier, first, state, official, keep)
        marks = [mark for mark in earlier.marks if mark.first <= first]
        if not marks:
            return None
        return _from_state(earlier, marks[-1].first, marks[-1].state, official, keep)
    except Gone as error:
        log.info("revised_track_is_computed_anew", why=str(error))
        return None


def _from_state(
    earlier: RevisedTrack, first: int, state: LoadedState, official: Track, keep: Keep | None
) -> RevisedTrack:
    """Take the lists before a state, and compute the others; `first` is the index of the first."""
    advance = Advance(_begun(earlier.track, first, state, official))
    known = official.facts.position
    for pool in advance.track.facts.pools.values():
        pool.closed = [structs.replace(one, known=known) for one in pool.closed]
    fold(advance, official, state.facts.position + 1)
    marks = [one for one in earlier.marks if one.first <= first]
    return with_lists_from(first, advance, official, marks, keep)


def _begun(earlier: Track, first: int, state: LoadedState, official: Track) -> Track:
    """Return the track before a list, from the state there, beside an official one.

    Layers of results do not grow.
    """
    computed, (facts, standings) = earlier.results, state
    assert isinstance(computed, Computed)
    digests = {closed.event.list_digest for closed in in_order(earlier.facts)[:first]}
    beneath = _beneath(computed, official)
    results = Computed(beneath, dict(computed.records), computed.documents.having(digests))
    pools = facts.pools
    replays = {
        name: Replay(pools[name], facts.birth_year, one.shared()) for name, one in standings.items()
    }
    track = computed_beside(official, "revised", results)
    return replace(track, facts=facts, replays=replays)


def _beneath(computed: Computed, official: Track) -> Results | None:
    """Return the results beneath computed ones: the stored track, else the official track.

    The official results are those of who asks, because the connection of a request ends with it.
    """
    stored = isinstance(computed.beneath, StoredResults)
    return computed.beneath if stored else official.results


def _first_changed(
    order: Sequence[Closed], track: Track, official: Track, known: int
) -> int | None:
    """Return the index of the first list that events after a position can change; None: any."""
    tournaments, lists, days = set[str](), set[str](), list[date]()
    for event in official.ledger.read.events(known + 1, official.facts.position):
        if _is_of_new_printing(event):
            return None
        if event.stream.startswith(_TOURNAMENT):
            tournaments.add(event.stream)
        elif event.type == ListPublished.TYPE:
            days += _published(track, event.decoded().payload)
        elif event.type in _FROM_A_DAY:
            days.append(date.fromisoformat(event.valid_on))
        elif event.type in _LATER_ROWS:
            lists.add(event.stream)
        elif event.type not in _CHANGES_NOTHING and not event.stream.startswith(
            _STREAMS_BESIDE_LISTS
        ):
            return None
    days += [day for name in sorted(tournaments) for day in _days(official, name, known)]
    firsts = map(official.ledger.read.first_in_stream, sorted(lists))
    days += [date.fromisoformat(one.valid_on) for one in firsts if one is not None]
    if not days:
        return len(order)
    reaching = (at for at, closed in enumerate(order) if _reaches(track, closed, min(days)))
    return next(reaching, len(order))


def _is_of_new_printing(event: Recorded) -> bool:
    """Return whether an event seals or publishes a new printing of a list."""
    if event.type not in (PeriodClosed.TYPE, ListPublished.TYPE):
        return False
    fact: PeriodClosed | ListPublished = event.decoded().payload
    return fact.printing > 1


def _published(track: Track, fact: ListPublished) -> list[date]:
    """Return the days from which a list is in force, or was: no tournament before uses it."""
    before = track.facts.pools[fact.pool].published.get(fact.period, ())
    return [fact.published_on, *(one.on for one in before)]


def _days(official: Track, stream: str, known: int) -> Iterator[date]:
    """Yield the last days of the reports of a tournament, as known before and now."""
    events: list[Recorded] = official.ledger.read.stream(stream)
    for through in (known, official.facts.position):
        if events and events[0].position <= through:
            yield from (one.end for one in tournament_history(events, through).current.values())


def _reaches(track: Track, closed: Closed, day: date) -> bool:
    due = due_of(track.facts.pools[closed.event.pool], closed.event)
    return max(due.list_date, due.cut_off, due.last_official_day) >= day


class Foretold:
    """The revised track of a preview, for the recording of exactly the events previewed."""

    def __init__(self, begun: Track, events: Sequence[Recorded], made: RevisedTrack) -> None:
        """Take the official track before the events, and the track with them."""
        self._before = begun.facts.position, begun.facts.chain_hash
        self._bodies = tuple(one.body for one in events)
        self.end = begun.facts.position + len(events)
        """Position of the last of the events."""
        self._facts, self._results = made.track.facts, made.track.results
        self._standings = {name: one.shared() for name, one in made.track.standings().items()}
        self._marks, self._computed_lists = made.marks, made.computed_lists

    @property
    def size_bytes(self) -> int:
        """About how much memory the lists, records, standings and marks take."""
        assert isinstance(self._results, Computed)
        arrays = (
            values.nbytes
            for one in self._standings.values()
            for values in (*one.state.values(), *one.ratings.values(), *one.recalled.values())
        )
        marks = (mark.size_bytes for mark in self._marks)
        return self._results.size_bytes + sum(arrays) + sum(marks)

    def as_recorded(self, official: Track) -> RevisedTrack | None:
        """Return the track beside an official one; None unless exactly these events came."""
        position, chain_hash = self._before
        if official.facts.position != self.end:
            return None
        before, *events = official.ledger.read.events(position, self.end)
        bodies = tuple(one.body for one in events)
        if before.chain_hash != chain_hash or bodies != self._bodies:
            return None
        assert isinstance(self._results, Computed)
        track = computed_beside(official, "revised", self._results)
        facts = replace(self._facts, chain_hash=official.facts.chain_hash)
        facts.read_from(official.ledger.read)
        replays = {
            name: Replay(facts.pools[name], facts.birth_year, one)
            for name, one in self._standings.items()
        }
        track = replace(track, facts=facts, replays=replays)
        return RevisedTrack(track, self._marks, self._computed_lists)


class RevisedTracks(ComputedTracks[RevisedTrack]):
    """The revised tracks at the positions asked last."""

    most_kept = 2

    def __init__(self) -> None:
        """Begin empty."""
        super().__init__()
        self._foretold: Foretold | None = None

    def foretell(self, foretold: Foretold) -> None:
        """Keep the track of the last preview, unless it takes too much memory."""
        self._foretold = foretold if foretold.size_bytes <= MOST_FORETOLD_BYTES else None

    def _recorded(self, official: Track) -> RevisedTrack | None:
        """Return the track of the last preview, if its events are the last ones recorded."""
        foretold = self._foretold
        if foretold is None or official.facts.position < foretold.end:
            return None
        self._foretold = None
        return foretold.as_recorded(official)

    def at(self, official: Track) -> RevisedTrack:
        """Return the revised track at the position of an official one, for one thread.

        Raises EarlierPositionsBusy.
        """
        position = official.facts.position
        found = self.kept_or_computed(official.ledger, position, lambda: self._finished(official))
        results = found.track.results
        assert isinstance(results, Computed)
        beneath = _beneath(results, official)
        if isinstance(beneath, StoredResults):
            beneath = replace(beneath, anew=partial(_put_anew, results, official))
        results = replace(results, beneath=beneath)
        shown = found.track.read_through(official.ledger, results)
        return replace(found, track=replace(shown, beside=official))

    def _finished(self, official: Track) -> RevisedTrack:
        """Compute a track without a limit of time, because all later questions use it."""
        with within(None):
            return self._made(official)

    def _made(self, official: Track) -> RevisedTrack:
        """Compute a track, from an earlier track in memory, otherwise from the stored track.

        It is stored if lists were computed for it, if no pool of it stopped, and if it is at the
        position of the ledger. The track of a preview is not stored: the next track is.
        """
        previewed = self._recorded(official)
        if previewed is not None:
            return previewed
        earlier = [one for one in self.kept() if _is_before(one.track, official)]
        latest = max(earlier, key=lambda one: one.track.facts.position, default=None)
        store = None if official.stopped else official.store
        if latest is None and store is not None:
            latest = stored_track(store, official)
        made = None
        if latest is not None:
            made = continued(latest, official, in_store(store, anew=False))
        if made is None:
            made = revised(official, keep=in_store(store, anew=True))
        if store is not None and made.computed_lists:
            _store(store, made)
        return made


def _put_anew(results: Computed, official: Track) -> None:
    """Compute a track from the beginning, for lists and records that are not stored any more."""
    anew = revised(official, apart=True).track.results
    assert isinstance(anew, Computed)
    results.records.update(anew.records)
    results.documents.take(anew.documents)


def _store(store: ProjectionStore, made: RevisedTrack) -> None:
    """Store a track, if possible; otherwise the next process computes it again."""
    try:
        if made.track.stopped:
            leave_unstored(store)
        else:
            store_track(store, made)
    except (LedgerError, SQLAlchemyError) as error:
        log.warning("revised_track_is_not_stored", cause=str(error))


def _is_before(track: Track, official: Track) -> bool:
    """Return whether a track is at an earlier position of the same history."""
    position = track.facts.position
    if position >= official.facts.position:
        return False
    return official.ledger.read.at([position])[position].chain_hash == track.facts.chain_hash
