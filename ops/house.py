"""A ledger as opened by every door: events, official track, clock and zone.

Commands and answers take a `House`; doors build it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Final, Literal, NamedTuple, Protocol

from sqlalchemy.exc import SQLAlchemyError

from ledger.actors.bodies import KnownNames, Names, Naming
from ledger.actors.persons import Persons
from ledger.clock import Clock, today
from ledger.errors import LedgerError, Refused, Unavailable
from ledger.events.pool import PoolOpened
from ledger.intake.recording import append_composed
from ledger.sentences import Remedy, Sentence
from ledger.store import drivers, name_pages
from ledger.store.ledger import Ledger
from ledger.store.one_reading import OneReading
from ledger.store.reading import Reader
from ledger.store.requests import Receipt, Request
from ledger.store.tentative import Tentative
from ledger.store.tentative_ledger import TentativeLedger
from ops.access.actors import Actor
from ops.access.admission import admission, admission_of_local
from ops.access.seeing import visible, visible_revised
from ops.access.two_persons import Approval
from ops.words import say_bodies_as, say_terms_of
from projections.official import Official, Progress, furthest_head
from projections.official.named_players import NamedPlayers
from projections.official.remembered import Memory
from projections.official.shared import SharedOfficial
from projections.official.tentative import caught_up, in_memory
from projections.official.track import Track
from projections.queries import PoolQuery, UnknownPool
from projections.queries.printed import visible_to
from projections.tracks.continued import Foretold, RevisedTracks, continued
from projections.tracks.revised import RevisedTrack, revised

TrackName = Literal["official", "revised"]  # as published; every fact known in time
_TRIES: Final = 20
"""Attempts to read the ledger at the very position of the track."""


class Source(Protocol):
    """Where a house has its official track from."""

    @property
    def track(self) -> Track:
        """The track so far."""

    def catch_up(self, *, progress: Progress | None = None) -> Track:
        """Apply the events recorded since. Raises ReplayStopped."""


class House:
    """An open ledger with the official track, opened on first use. Use `with`."""

    def __init__(
        self,
        ledger: Ledger,
        source: Source | None = None,
        by: str = "local",
        shared: SharedOfficial | None = None,
    ) -> None:
        """Wrap an open ledger; the source of the track given here is closed by the caller.

        `by` is the opaque id of the person or program that records, and may record everything;
        `act_as` limits the house to the roles of an actor. `shared` is the track of a service.
        """
        self.ledger, self._source, self._shared = ledger, source, shared
        self.actor = Actor(by, everything=True)
        self._approval: Approval | None = None
        if ledger.admit is None:
            self.ledger = ledger.acting(admission_of_local(ledger, self.moved_by))
        self._own: Official | None = None
        self._revised = shared.others(RevisedTracks) if shared else RevisedTracks()
        self._names = shared.others(KnownNames) if shared else KnownNames()

    writes_beside = True
    """Whether use cases write rows beside events, such as import slips: not in a preview."""

    progress: Progress | None = None
    """To be told of steps done, and of all steps, while a file is read; None: nobody looks."""

    previewed_to: int | None = None
    """Last position known to the preview that is recorded exactly as shown."""

    @property
    def by(self) -> str:
        """Opaque id of the person or program that records."""
        return self.actor.id

    @property
    def article(self) -> str | None:
        """Article or act stated as a ground of what is recorded; None: not stated."""
        return self.ledger.grounds.article if self.ledger.grounds else None

    @property
    def persons(self) -> Persons:
        """The persons behind the actors."""
        return Persons(self.ledger)

    @property
    def approver(self) -> str | None:
        """Who approves what is recorded as proposed; None: nothing is approved now."""
        return self._approval.approver.id if self._approval else None

    @property
    def read(self) -> Reader:
        """Reader of the ledger."""
        return self.ledger.read

    @property
    def official(self) -> Track:
        """Official track, caught up when first used. Raises ReplayStopped."""
        return self._source.track if self._source else self.catch_up()

    def catch_up(self, progress: Progress | None = None) -> Track:
        """Apply the events recorded since and return the official track. Raises ReplayStopped."""
        if self._source is None:
            self._source = self._own = Official(self.ledger)
        return self._source.catch_up(progress=progress)

    def rebuild(self, batch: int, progress: Progress | None = None) -> Track:
        """Drop the projection and rebuild from the ledger, `batch` events at a time.

        The index of names is made anew too, where the ledger may be written to.
        """
        if not drivers.unwritable(self.ledger.engine):
            with self.ledger.engine.begin() as connection:
                name_pages.make_anew(connection)
        if self._source is None:
            self._source = self._own = Official(self.ledger)
        assert isinstance(self._source, Official)  # what a service follows is not made anew
        return self._source.rebuild(batch, progress)

    def pool(self, name: str, known: int | None = None, track: TrackName = "official") -> PoolQuery:
        """Return a pool as known at a position, with the lists that the actor may see.

        None: all that `catch_up` has applied. On the revised track, which rests on facts of no
        public list yet: what the actor may see as a reader of an outlook, or by the policy of the
        pool; as known before the first list that the actor may not see was sealed. Raises
        UnknownPool, NotApplied, ReplayStopped, NotAllowed.
        """
        pools = self.official.facts.pools
        today = self.today(pools[name].opened.zone if name in pools else self.zone)
        pool = PoolQuery(self.official, name, known, visible(self.actor, name, today))
        say_terms_of(pool.law.terms)
        if track == "revised":
            seen = visible_revised(self.read, self.actor, name, pool.known)
            hidden = pool.hides()
            known = hidden[0].position - 1 if hidden else pool.known
            return PoolQuery(self.revised(known), name, visible=seen)
        return visible_to(pool)

    def revised(self, known: int) -> Track:
        """Return the revised track as known at a position. Raises EarlierPositionsBusy."""
        return self.revised_beside(self.official.known_at(known)).track

    def revised_beside(self, official: Track) -> RevisedTrack:
        """Return the revised track at the position of an official one."""
        return self._revised.at(official)

    def foretell(self, foretold: Foretold) -> None:
        """Keep the revised track of a preview, for the recording that may follow."""
        self._revised.foretell(foretold)

    @property
    def body_names(self) -> Names:
        """The public names of all bodies, as recorded up to now."""
        return self._names.at(self.read)

    def name_bodies(self) -> None:
        """Say bodies in the present answer by their public names, and by no others."""
        names = self.body_names
        say_bodies_as(Naming(names, self.today()) if names else None)

    def pool_opened(self, pool: str) -> PoolOpened:
        """Return the opening event of a pool. Raises UnknownPool."""
        recorded = self.read.first_in_stream(f"pool-{pool}")
        if recorded is None:
            known = [other.pool for other in self.pools_opened()]
            raise UnknownPool(pool, known, Remedy("open-pool", pool=pool, first_period=None))
        opened: PoolOpened = recorded.decoded().payload
        return opened

    def pools_opened(self) -> list[PoolOpened]:
        """Return the opening events of all pools, in order."""
        return [recorded.decoded().payload for recorded in self.read.of_type(PoolOpened.TYPE)]

    @cached_property
    def zone(self) -> str:
        """Time zone of the ledger's days."""
        return self.ledger.zone()

    def zone_of(self, pools: Collection[str]) -> str:
        """Return the time zone of some pools; the ledger's zone if the pools have several."""
        zones = {opened.zone for opened in self.pools_opened() if opened.pool in pools}
        return zones.pop() if len(zones) == 1 else self.zone

    def today(self, zone: str = "") -> date:
        """Return the present day in a zone, by default the ledger's."""
        return today(self.ledger.clock, zone or self.zone)

    @contextmanager
    def named_players(self) -> Iterator[NamedPlayers]:
        """Yield the index of named players, caught up."""
        if self._shared is not None:
            yield self._shared.named_players()
            return
        with closing(NamedPlayers(self.ledger)) as named:
            named.catch_up()
            yield named

    def carry_along(self) -> None:
        """Bring up what questions read beside the official track, so that no question is the first.

        Where one of them cannot be brought up, the question that needs it says why: what was
        recorded before stays a success.
        """
        with suppress(LedgerError, SQLAlchemyError), self.named_players():
            pass
        with suppress(LedgerError, SQLAlchemyError):
            self.revised_beside(self.official)

    def append(
        self, compose: Callable[[], Request | Receipt], *, under_lock: bool = False
    ) -> Receipt:
        """Append a composed request as recorded by `by`; composed again if the ledger changed.

        With `under_lock` all other programs wait while it is composed. A receipt from `compose`
        stands for a request recorded before.
        """

        def request() -> Request | Receipt:
            composed = compose()
            if isinstance(composed, Request):
                composed = replace(composed, recorded_by=self.by)
                return self._approval.given_to(composed) if self._approval else composed
            return composed

        if under_lock:
            return self.ledger.with_these_grounds(self.ledger.append_under_lock(request))
        return append_composed(self.ledger, request)

    def append_plainly(self, compose: Callable[[], Request]) -> Receipt:
        """Append a request to which no stated grounds and no client's key belong."""
        return append_composed(self.ledger.plain(), lambda: replace(compose(), recorded_by=self.by))

    @contextmanager
    def tentatively(self) -> Iterator[TentativeHouse]:
        """Yield a house like this one, in which everything is recorded in memory alone."""
        with OneReading(self.ledger.engine) as reading:
            yield TentativeHouse(self, self._official_at(reading), reading)

    def _official_at(self, reading: OneReading) -> Track:
        """Return the official track at the head that a reading sees, read anew if necessary."""
        for _ in range(_TRIES):
            official = self.official
            if official.is_at(self.ledger.within(reading).read.head()):
                return official
            reading.close()
            self.catch_up()
        raise Unavailable(Sentence("other programs record without a pause"))

    def act_as(self, actor: Actor, approval: Approval | None = None) -> None:
        """Record as an actor from now on: the store checks each request.

        With an approval the actor is the proposer of the approved request.
        """
        self.actor, self._approval = actor, approval
        admit = admission(self.ledger, actor, self.zone, approval, moved=self.moved_by)
        self.ledger = self.ledger.acting(admit)

    def moved_by(self, request: Request, pools: Collection[str]) -> Collection[str]:
        """Return those of some pools in which a request moves a rating on a list to come."""
        from projections.queries.next_lists import pools_moved

        with self.tentatively() as tentative:
            tentative.read.add(request, self.ledger.clock)
            try:
                official = tentative.catch_up()
            except Refused:  # with the request the replay would stop
                return pools
            return pools_moved([tentative.recorded, official], request, pools, self.today())

    def close(self) -> None:
        """Close the official track opened here; the ledger is closed by the opener."""
        if self._own is not None:
            self._own.close()
            self._source = self._own = None

    def __enter__(self) -> House:
        """Use as a context."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()


class TentativeHouse(House):
    """A house in which everything is recorded in memory alone, for previews."""

    writes_beside = False

    ledger: TentativeLedger

    def __init__(
        self, house: House, official: Track, reading: OneReading, memory: Memory | None = None
    ) -> None:
        """Begin like a house, whose official track is at the head that a reading sees.

        `memory` is that of another house of the same preview.
        """
        ledger = TentativeLedger(house.ledger, reading)
        memory = memory or official.memory.for_a_preview()
        self.recorded = in_memory(official, house.ledger.within(reading), memory)
        """The track without anything tentative."""
        super().__init__(ledger, _Tentative(official, ledger, memory), house.by)
        self.actor = house.actor
        self.ledger = ledger.acting(admission(ledger, house.actor, house.zone, tentative=True))
        self._begun = house, official, reading

    @contextmanager
    def named_players(self) -> Iterator[NamedPlayers]:
        """Yield the index of named players in recorded events: it is stored."""
        house, *_ = self._begun
        with house.named_players() as named:
            yield named

    def as_begun(self) -> TentativeHouse:
        """Return a house of the same position without anything tentative."""
        return TentativeHouse(*self._begun, self.official.memory)

    def revised(self, known: int) -> Track:
        """Return the revised track as known at a position; tentative tracks do not stay."""
        house, official, _ = self._begun
        if known <= official.facts.position:
            return house.revised_beside(official.known_at(known)).track
        return self.revised_with(self.official.known_at(known))

    def revised_with(self, official: Track) -> Track:
        """Return the revised track beside the recorded official one, or a tentative one."""
        house, begun, _ = self._begun
        earlier = house.revised_beside(begun)
        made = continued(earlier, official) or revised(official)
        at_end = self.read.tentative and official.is_at(self.read.head())
        if at_end and not made.track.stopped:
            house.foretell(Foretold(begun, self.read.tentative, made))
        return made.track

    @property
    def read(self) -> Tentative:
        """Reader of the ledger."""
        return self.ledger.read


class _Tentative:
    """The track of a tentative house."""

    def __init__(self, official: Track, ledger: TentativeLedger, memory: Memory) -> None:
        """Begin from the official track at the true head of a tentative ledger."""
        self.track, self._recorded = in_memory(official, ledger, memory), official

    def catch_up(self, *, progress: Progress | None = None) -> Track:  # noqa: ARG002 - of few
        """Take the tentative events since. Raises Refused where the replay of a pool would stop."""
        self.track = caught_up(self.track, self._recorded)
        return self.track


class Fixed(NamedTuple):
    """The track of a question, which stays at its position."""

    track: Track

    def catch_up(self, *, progress: Progress | None = None) -> Track:  # noqa: ARG002 - it stays
        """Return the track."""
        return self.track


class _Latest:
    """The track of a request that records, moved on by all threads together."""

    def __init__(self, shared: SharedOfficial, ledger: Ledger) -> None:
        """Begin with the latest track; `ledger` is the one to record in. Raises ReplayStopped."""
        self._shared, self._ledger = shared, ledger
        self.track = shared.latest(ledger)

    def catch_up(self, *, progress: Progress | None = None) -> Track:  # noqa: ARG002 - of few
        """Return the track of the last recorded event, which other threads may have made."""
        self.track = self._shared.latest(self._ledger)
        return self.track


@contextmanager
def reading(shared: SharedOfficial, by: str = "local") -> Iterator[House]:
    """Yield the house of a question: all its answers are of one position.

    Everything is read in one transaction; later recordings are invisible. For one thread at a time:
    recordings take a house of their own. Raises ReplayStopped.
    """
    with shared.at_one_position() as track:
        house = House(track.ledger, Fixed(track), by, shared)
        house.name_bodies()
        yield house


def recording(shared: SharedOfficial, ledger: Ledger, by: str) -> House:
    """Return the house of a request that records in a ledger; its track moves on with `catch_up`.

    Raises ReplayStopped.
    """
    house = House(ledger, _Latest(shared, ledger), by, shared)
    house.name_bodies()
    return house


@contextmanager
def open_house(
    address: str, clock: Clock | None = None, *, guarded: bool = True, by: str = "local"
) -> Iterator[House]:
    """Open a ledger for questions; `guarded=False` also opens a ledger without guards."""
    with Ledger.open(address, clock, guarded=guarded) as ledger, House(ledger, by=by) as house:
        with suppress(LedgerError, SQLAlchemyError):  # a damaged ledger is opened to be verified
            house.name_bodies()
        yield house


@contextmanager
def open_to_record(
    address: str,
    clock: Clock | None = None,
    *,
    guarded: bool = True,
    by: str = "local",
) -> Iterator[House]:
    """Open a ledger for recording; at the end the head is kept beside as the furthest.

    Raises OlderLedger unless the ledger holds the furthest head kept.
    """
    with open_house(address, clock, guarded=guarded, by=by) as house:
        before = furthest_head.refuse_older(house.ledger)
        try:
            yield house
        finally:
            with suppress(LedgerError, SQLAlchemyError):  # they would hide an earlier error
                if house.read.head() != before:
                    furthest_head.keep(house.ledger)
