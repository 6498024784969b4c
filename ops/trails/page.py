"""The entries of a page of a player's trail: events, lists with their tournaments, and causes."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from msgspec import structs

from ledger.actors.roles import facts, roles_on, stream_of
from ledger.clock import local_day
from ledger.events.base import Fact
from ledger.events.games import tournament_in
from ledger.events.pool import AdjustmentWithdrawn
from ledger.register import identities
from ledger.store.reading import Reader, Recorded
from ledger.store.reading_events import Heading
from ops.answers import categories
from ops.answers.categories import CategoryChange
from ops.answers.causes import ChangeCause, causes_between
from ops.answers.corrected_games import Corrected, corrected_in, words_of
from ops.events.links import links
from ops.events.register import naming
from ops.house import House
from ops.trails.entries import (
    RevisedOnList,
    TrailEntry,
    arbiters_in,
    event_entries,
    others_named,
    values_carried,
)
from ops.trails.lists import list_entries
from ops.trails.positions import (
    ListAbout,
    TrailPositions,
    announced_pools,
    late_for,
)
from projections.queries import PoolQuery
from projections.queries.games_so_far import games_carried_over
from projections.queries.recompute.rows import changes_decided
from projections.rulebooks.engine.terms import Books


class TrailPage:
    """A page of a trail, with the pools and positions behind the entries."""

    def __init__(
        self,
        house: House,
        players: Sequence[int],
        pools: Mapping[str, PoolQuery],
        found: TrailPositions,
        revised: Mapping[str, PoolQuery],
    ) -> None:
        self.read, self.zone, self.players = house.read, house.zone, players
        self.pools, self.found, self.revised = pools, found, revised
        self._causes: dict[tuple[str, int], tuple[ChangeCause, ...]] = {}

    def entries(self, page: Sequence[Heading]) -> Iterator[TrailEntry]:
        """Yield the entries of some events; of a closing also the tournaments on the list."""
        events = self._events([one.position for one in page])
        ids = [recorded.event_id for recorded in events]
        reasons, officials = self.read.notes(ids, "reason"), self.read.notes(ids)
        roles = _roles_then(self.read, events, self.zone)
        named = {player for one in events for player in others_named(one).values()}
        names = identities.names(self.read, sorted(named))
        changes = self._category_changes(events)
        tournaments = {tournament_in(one.stream) for one in page}
        announced = announced_pools(self.read, self.found.headings, tournaments)
        self._read_ahead(events)
        withdrawn = _withdrawn(self.read, events)
        corrected, linked = corrected_in(self.read, events), links(self.read, events)
        for recorded in events:
            at, event_id = recorded.position, recorded.event_id
            found = event_entries(recorded, self.players, roles[at], names, withdrawn.get(at))
            note, arbiters = reasons.get(event_id, ""), arbiters_in(officials.get(event_id))
            entries = [
                self._with_games_carried(
                    structs.replace(entry, note=note, arbiters=arbiters, link=linked[at])
                )
                for entry in _with_correction(found, recorded, corrected.get(at))
            ]
            lists = self.found.lists.get(at, ())
            for listed in lists:
                first, *others = list_entries(*listed, entries[0], changes.get(listed, ()))
                yield structs.replace(first, revised=self._revised(listed, first.rating))
                yield from others
            for entry in () if lists else entries:
                yield self._with_pools(entry, announced.get(entry.tournament, set()))

    def _read_ahead(self, events: Sequence[Recorded]) -> None:
        """Read the reports and decisions on the lists of a page at once."""
        wanted = defaultdict[PoolQuery, set[int]](set)
        lists = (one for event in events for one in self.found.lists.get(event.position, ()))
        for pool, row, player in lists:
            wanted[pool].update(booked.position for booked in pool.bookings(row.number, player))
            for change in changes_decided(pool, player, row).values():
                wanted[pool].update(change.positions)
        for pool, positions in wanted.items():
            pool.events.read_ahead(positions)

    def _revised(self, listed: ListAbout, official: int | None) -> RevisedOnList | None:
        """Return the rating on the revised track, with the causes that act on a list."""
        if listed.pool.name not in self.revised or listed.pool is not self.pools[listed.pool.name]:
            return None  # the revised track has one list for each number
        pool, number = self.revised[listed.pool.name], listed.row.number
        if not pool.visible.of_day(listed.row.list_date):
            return None
        rating = pool.state(listed.player, number).rating or None
        difference = rating - official if rating and official else None
        causes = self._causes_of(listed.pool, pool, listed.player)
        on_list = tuple(cause for cause in causes if cause.list == listed.row.period)
        return RevisedOnList(rating, difference, on_list)

    def _causes_of(
        self, official: PoolQuery, revised: PoolQuery, player: int
    ) -> tuple[ChangeCause, ...]:
        """Return the causes of all differences of a player between the tracks."""
        key = official.name, player
        if key not in self._causes:
            one, other = ((pool, pool.lists()[-1]) for pool in (official, revised))
            self._causes[key] = causes_between(one, other, player)
        return self._causes[key]

    def _events(self, positions: Sequence[int]) -> list[Recorded]:
        """Return the events at some positions, without wrong positions of the index."""
        named = [at for at in positions if at in self.found.named]
        events = {one.position: one for one in naming(self.read, self.players, named)}
        events |= self.read.at([at for at in positions if at not in self.found.named])
        return [events[at] for at in positions if at in events]

    def _category_changes(
        self, events: Sequence[Recorded]
    ) -> dict[ListAbout, list[CategoryChange]]:
        """Return the changes of category by the lists among some events."""
        lists = [one for event in events for one in self.found.lists.get(event.position, ())]
        caused = {
            asked: categories.changes_by_lists(*asked)
            for asked in {(one.pool, one.player) for one in lists}
        }
        return {
            one: [
                change for change in caused[one.pool, one.player] if change.list == one.row.period
            ]
            for one in lists
        }

    def _with_games_carried(self, entry: TrailEntry) -> TrailEntry:
        """Return an entry; of a rating carried over with the games that it states or implies."""
        if entry.kind != "carried over" or entry.pool not in self.pools:
            return entry
        player = identities.parse(entry.player)
        games = games_carried_over(self.pools[entry.pool], player)
        return structs.replace(entry, values=values_carried(entry.values, games))

    def _with_pools(self, entry: TrailEntry, announced: Collection[str]) -> TrailEntry:
        """Return an entry with the pools of its tournament; a late report is marked."""
        if not announced:
            return entry
        entry = structs.replace(entry, pool=" ".join(sorted(announced)))
        if entry.kind != "report":
            return entry
        rating = [pool for name, pool in self.pools.items() if name in announced]
        days = {pool.name: entry.values[_DECIDES[pool.law.booking.counts_when]] for pool in rating}
        missed = late_for(rating, entry.position, days)
        if not missed:
            return entry
        return structs.replace(
            entry, kind="late report", values={**entry.values, "late_for": "; ".join(missed)}
        )


def _with_correction(
    entries: Iterator[TrailEntry], recorded: Recorded, corrected: Corrected | None
) -> Iterator[TrailEntry]:
    """Yield the entries of an event with the game or the entrant that it is about."""
    if corrected is None:
        yield from entries
        return
    says = words_of(recorded.decoded().payload, corrected)
    for entry in entries:
        yield structs.replace(entry, says=says, corrected=corrected)


def _withdrawn(read: Reader, events: Sequence[Recorded]) -> dict[int, Fact]:
    """Return the decisions withdrawn by some events, by position of the withdrawal."""
    facts = [(event.position, event.decoded().payload) for event in events]
    by = {at: fact.withdraws for at, fact in facts if isinstance(fact, AdjustmentWithdrawn)}
    decisions = read.at(sorted(by.values()))
    return {at: decisions[decided].decoded().payload for at, decided in by.items()}


_DECIDES: Final = {Books.ENDED: "end", Books.RECEIVED: "received_on"}
"""The day of a report by which a list takes it."""


def _roles_then(read: Reader, events: Sequence[Recorded], zone: str) -> dict[int, tuple[str, ...]]:
    """Return the roles of the recorders of some events on the days of recording, by position."""
    granted = {
        recorder: facts(read.stream(stream_of(recorder)))
        for recorder in {recorded.recorded_by for recorded in events}
    }
    found: dict[int, tuple[str, ...]] = {}
    for recorded in events:
        known = granted[recorded.recorded_by]
        held = roles_on(known, local_day(recorded.recorded_at, zone)) if known else ()
        found[recorded.position] = tuple(sorted({role.role for role in held}))
    return found
