"""A player's trail: every event, list, tournament, correction and decision, in order of time."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from msgspec import structs

from ledger.actors.roles import facts, roles_on, stream_of
from ledger.clock import local_day
from ledger.register import identities
from ledger.register.merges import kept_player, merges
from ledger.store.reading import Reader, Recorded
from ledger.store.reading_events import Heading
from ops.answers import categories
from ops.answers.answer import Answer, Position, wrong_value
from ops.answers.carried_in import BASIS, NotKnownHere, StatedList, stated_list, stated_row
from ops.answers.categories import CategoryChange
from ops.answers.causes import ChangeCause, causes_between
from ops.answers.clocks import BeforeTheLedger, known_position, position_of
from ops.answers.rating_lists import basis, chosen
from ops.answers.recorded_events import naming
from ops.answers.trail_entries import (
    RevisedOnList,
    TrailEntry,
    carried_in_entry,
    event_entries,
    others_named,
)
from ops.answers.trail_lists import list_entries
from ops.answers.trail_positions import (
    ListAbout,
    TrailPositions,
    announced_pools,
    late_for,
    tournament_in,
    trail_positions,
)
from ops.house import House
from projections.official.stopping import ReplayStopped
from projections.queries import NotCovered, PoolQuery
from projections.queries.recompute.rows import changes_decided
from projections.rulebooks.engine.terms import Books

MOST: Final = 200
"""The most events of a page: each list among them is computed again."""


@dataclass(frozen=True, slots=True)
class TrailAsked:
    """A page of a trail as typed."""

    player: str
    pool: str | None = None
    """None: all pools."""
    as_of: date | None = None
    """Only what is valid on or before this day."""
    known_at: str | None = None
    first: str = "#0"
    """Position of the first event."""
    limit: int = 50
    """At most so many events; what a list booked comes with its closing."""
    revised: bool = False
    """Whether each list has the rating on the revised track; that track is computed for it."""


def player_trail(house: House, asked: TrailAsked) -> Answer[TrailEntry]:
    """Return a page of a player's trail, in order of recording.

    `about` holds the position known, the basis in each pool, and the position of the next page.
    Events that name a player are found by an index; lists of other bodies are left out. Raises
    Refused for an unknown player or pool, and for a limit out of range.
    """
    if not 1 <= asked.limit <= MOST:
        expected = f"1 to {MOST}"
        raise wrong_value("--limit", asked.limit, f"write a number from {expected}", expected)
    try:
        known = _known(house, asked)
    except BeforeTheLedger as before:
        return _carried_in(house, asked, before)
    players = _numbers(house.read, asked.player, known)
    pools, stopped = _pools(house, asked.pool, known)
    revised = {name: house.pool(name, known, "revised") for name in pools if asked.revised}
    both = (*pools.values(), *revised.values())
    found = trail_positions(house, players, both, known, of_pool=asked.pool is not None)
    first, until = position_of(asked.first), (asked.as_of or date.max).isoformat()
    ahead = [one for one in found.headings if one.position >= first and one.valid_on <= until]
    page, following = ahead[: asked.limit], ahead[asked.limit :]
    rows = tuple(_Trail(house, players, pools, found, revised).entries(page))
    about: dict[str, Any] = {
        "player": identities.show(players[0]),
        "name": identities.names(house.read, players[:1]).get(players[0], ""),
        "track": "official and revised" if asked.revised else "official",
        "known_to": Position(known),
        "pools": tuple(_basis(pool, asked.as_of) for pool in pools.values()),
    }
    if len(players) > 1:
        about["merged"] = [identities.show(player) for player in players[1:]]
    if asked.as_of is not None:
        about["as_of"] = asked.as_of
    if stopped:
        about["replay_stopped"] = stopped
    if following:
        about["next"] = Position(following[0].position)
    return Answer(about, rows)


def _carried_in(house: House, asked: TrailAsked, before: BeforeTheLedger) -> Answer[TrailEntry]:
    """Return the ratings on the newest lists with a stated day, from before the ledger.

    Raises NotKnownHere where no list of any pool states one.
    """
    player = identities.registered(house.read, asked.player)
    names = [asked.pool] if asked.pool else sorted(one.pool for one in house.pools_opened())
    found: list[tuple[StatedList, dict[str, int]]] = []
    refused: list[NotKnownHere] = []
    for name in names:
        try:
            stated = stated_list(house, name, before, asked.as_of)
            found.append((stated, stated_row(house.read, stated, player)))
        except NotKnownHere as error:
            refused.append(error)
    if not found:
        raise refused[0] if refused else before
    events = house.read.at([stated.position for stated, _ in found])
    about = {
        "player": identities.show(player),
        "name": identities.names(house.read, [player]).get(player, ""),
        "track": "official",
        "basis": BASIS,
        "pools": tuple(stated.about() for stated, _ in found),
        "says": "not known to this ledger: single games, tournaments, decisions and reasons "
        "before it began",
    }
    rows = (carried_in_entry(events[stated.position], player, stated, row) for stated, row in found)
    return Answer(about, tuple(rows))


def _known(house: House, asked: TrailAsked) -> int:
    """Return the position known; a day ends in the zone of the pool, or else of the ledger."""
    zone = house.zone if asked.pool is None else house.pool_opened(asked.pool).zone
    known = known_position(house.ledger, asked.known_at, zone)
    return house.official.facts.position if known is None else known


def _numbers(read: Reader, text: str, known: int) -> list[int]:
    """Return the player meant, then the numbers merged into the player as known at a position."""
    merged = merges(read, known)
    player = kept_player(merged, identities.registered(read, text))
    return [player, *sorted(one.merged for one in merged.values() if one.kept == player)]


def _pools(house: House, name: str | None, known: int) -> tuple[dict[str, PoolQuery], list[str]]:
    """Return the pool asked for, or all that had begun; and the pools whose replay stopped."""
    names = [name] if name else sorted(opened.pool for opened in house.pools_opened())
    found: dict[str, PoolQuery] = {}
    stopped: list[str] = []
    for one in names:
        try:
            pool = house.pool(one, known)
            pool.lists()
        except NotCovered:
            continue
        except ReplayStopped:
            stopped.append(one)
        else:
            found[one] = pool
    return found, stopped


def _basis(pool: PoolQuery, as_of: date | None) -> dict[str, Any]:
    try:
        return basis(pool, chosen(pool, None, as_of), as_of)
    except NotCovered:
        return {"pool": pool.name}


class _Trail:
    """What the entries of a page are made from."""

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
        """Yield the entries of some events; of a closing also what the list booked."""
        events = self._events([one.position for one in page])
        ids = [recorded.event_id for recorded in events]
        notes = self.read.notes(ids) | self.read.notes(ids, "reason")
        roles = _roles_then(self.read, events, self.zone)
        named = {player for one in events for player in others_named(one).values()}
        names = identities.names(self.read, sorted(named))
        changes = self._category_changes(events)
        tournaments = {tournament_in(one.stream) for one in page}
        announced = announced_pools(self.read, self.found.headings, tournaments)
        self._read_ahead(events)
        for recorded in events:
            note = notes.get(recorded.event_id, "")
            at = recorded.position
            entries = [*event_entries(recorded, self.players, roles[at], note, names)]
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
            pool.read_ahead(positions)

    def _revised(self, listed: ListAbout, official: int | None) -> RevisedOnList | None:
        """Return the rating on the revised track, with the causes that act on a list."""
        if listed.pool.name not in self.revised or listed.pool is not self.pools[listed.pool.name]:
            return None  # the revised track has one list for each number
        pool, number = self.revised[listed.pool.name], listed.row.number
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
        """Return the events at some positions, without those that the index names wrongly."""
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
