"""The revised track continued: from the first list that the events since can change.

Reports and their corrections change the lists from the one that books the tournament on, the day of
publication of a list those that book later tournaments. What is decided about ratings acts on lists
to come, and no list rests on appeals, roles, policies, suspensions or deaths. Any other event may
change every list: then the track is computed from the beginning.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final, Protocol

from msgspec import structs
from sqlalchemy.exc import SQLAlchemyError

from ledger.errors import LedgerError
from ledger.events.appeals import AppealRulesSet
from ledger.events.approval import ApprovalPolicySet
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
    PeriodClosed,
    RatingsAdjusted,
)
from ledger.events.publication import PublicationPolicySet
from ledger.events.register import PersonalDataErased, PlayersRegistered
from ledger.logs import Logger
from ledger.store.reading import Recorded
from ledger.time_limit import within
from projections.official import Following
from projections.official.earlier import ComputedTracks
from projections.official.recalling import ratings_of_lists
from projections.official.stopping import ReplayStopped
from projections.official.store import ProjectionStore
from projections.rating.standings import Standings
from projections.replay import Replay
from projections.replay.derived_events import NAMES
from projections.state import Facts
from projections.state.closed_list import Closed
from projections.state.forking import fork
from projections.state.history import tournament_history
from projections.state.law import due_of
from projections.tracks.documents import ListDocuments
from projections.tracks.marks import LoadedState, Mark
from projections.tracks.revised import Revised, ShownRevised, in_order
from projections.tracks.sandbox import ComputedRecords
from projections.tracks.stored import Gone, stored_track
from projections.tracks.storing import store_track

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

_TOURNAMENT: Final = "tournament-"

_STREAMS_BESIDE_LISTS: Final = ("actor-", "appeal-", "key-", "proposal-", "rulebook-")
"""Streams that no list rests on."""

_CHANGES_NOTHING: Final = _LATER | _BESIDE_LISTS


class Earlier(Protocol):
    """A track at an earlier position, in memory or stored."""

    marks: list[Mark]
    documents: ListDocuments
    store: ComputedRecords

    @property
    def stopped(self) -> Mapping[str, ReplayStopped]:
        """By pool, the error at which its replay stopped."""

    @property
    def facts(self) -> Facts:
        """Everything known at its position."""

    def standings(self) -> Mapping[str, Standings]:
        """Return the standings of the pools after their last lists."""


class Continued(Revised):
    """The revised track beside an official one, from a mark of an earlier track on."""

    def __init__(self, track: Earlier, mark: Mark, official: Following) -> None:
        """Take the lists before the mark, and compute the others. Raises Gone."""
        super(Revised, self).__init__(official)
        self.marks = [one for one in (*track.marks, mark) if one.first <= mark.first]
        self.store.computed |= track.store.computed
        self.store.stored = track.store.stored
        self._begin(mark.state, official.facts.position)
        self._fold(mark.state.facts.position + 1)
        self.documents = track.documents.having(_digests_before(mark.first, track))
        self._compute_from(mark.first)

    def _begin(self, state: LoadedState, known: int) -> None:
        facts = fork(state.facts)
        facts.recall, facts.document = self.facts.recall, self.facts.document
        self.facts = facts
        for pool in facts.pools.values():
            pool.closed = [structs.replace(one, known=known) for one in pool.closed]
        for name, standings in state.standings.items():
            replay = Replay(facts.pools[name], facts.birth_year, standings.shared())
            replay.begun().recall = ratings_of_lists(self, name)
            self._replays[name] = replay
            self._shared.add(name)


def _digests_before(first: int, track: Earlier) -> set[str]:
    """Return the digests of the lists of a track before the list with an index."""
    return {closed.event.list_digest for closed in in_order(track.facts)[:first]}


def continued(track: Earlier, official: Following) -> Revised | None:
    """Return the revised track beside an official one with further events.

    None where it has to be computed from the beginning, also because a stored state is gone.
    """
    if track.stopped or official.stopped:
        return None
    try:
        order, known = in_order(track.facts), track.facts.position
        first = _first_changed(order, track, official, known)
        if first is None:
            return None
        if first == len(order):
            end = LoadedState(track.facts, track.standings())
            return Continued(track, Mark(first, lambda: end), official)
        marks = [mark for mark in track.marks if mark.first <= first]
        return Continued(track, marks[-1], official) if marks else None
    except Gone as error:
        log.info("revised_track_is_computed_anew", why=str(error))
        return None


def _first_changed(
    order: Sequence[Closed], track: Earlier, official: Following, known: int
) -> int | None:
    """Return the index of the first list that events after a position can change; None: any."""
    tournaments, days = set[str](), list[date]()
    for event in official.ledger.read.events(known + 1, official.facts.position):
        if _is_of_new_printing(event):
            return None
        if event.stream.startswith(_TOURNAMENT):
            tournaments.add(event.stream)
        elif event.type == ListPublished.TYPE:
            days += _published(track, event.decoded().payload)
        elif event.type not in _CHANGES_NOTHING and not event.stream.startswith(
            _STREAMS_BESIDE_LISTS
        ):
            return None
    days += [day for name in sorted(tournaments) for day in _days(official, name, known)]
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


def _published(track: Earlier, fact: ListPublished) -> list[date]:
    """Return the days from which a list is in force, or was: no tournament before uses it."""
    before = track.facts.pools[fact.pool].published.get(fact.period, ())
    return [fact.published_on, *(one.on for one in before)]


def _days(official: Following, stream: str, known: int) -> Iterator[date]:
    """Yield the last days of the reports of a tournament, as known before and now."""
    events: list[Recorded] = official.ledger.read.stream(stream)
    for through in (known, official.facts.position):
        if events and events[0].position <= through:
            yield from (one.end for one in tournament_history(events, through).current.values())


def _reaches(track: Earlier, closed: Closed, day: date) -> bool:
    due = due_of(track.facts.pools[closed.event.pool], closed.event)
    return max(due.cut_off, due.last_official_day) >= day


class RevisedTracks(ComputedTracks[Revised]):
    """The revised tracks at the positions asked last."""

    most_kept = 2

    def at(self, official: Following) -> Revised:
        """Return the revised track at the position of an official one, for one thread.

        Raises EarlierPositionsBusy.
        """
        position = official.facts.position
        track = self.computed(official.ledger, position, lambda: self._finished(official))
        return ShownRevised(track, official)

    def _finished(self, official: Following) -> Revised:
        """Compute a track without a limit of time, because all later questions use it."""
        with within(None):
            return self._track(official)

    def _track(self, official: Following) -> Revised:
        """Compute a track, from an earlier track in memory, otherwise from the stored track.

        It is stored if lists were computed for it, and if it is at the position of the ledger.
        """
        earlier = [one for one in self.kept() if _is_before(one, official)]
        latest: Earlier | None = max(earlier, key=lambda one: one.facts.position, default=None)
        store = official.to_store_in()
        if latest is None and store is not None:
            latest = stored_track(store, official)
        made = None if latest is None else continued(latest, official)
        track = Revised(official) if made is None else made
        if store is not None and track.computed_lists and not track.stopped:
            _store(store, track)
        return track


def _store(store: ProjectionStore, track: Revised) -> None:
    """Store a track, if possible; otherwise the next process computes it again."""
    try:
        store_track(store, track)
    except (LedgerError, SQLAlchemyError) as error:
        log.warning("revised_track_is_not_stored", cause=str(error))


def _is_before(track: Revised, official: Following) -> bool:
    """Return whether a track is at an earlier position of the same history."""
    position = track.facts.position
    if position >= official.facts.position:
        return False
    return official.ledger.read.at([position])[position].chain_hash == track.facts.chain_hash
