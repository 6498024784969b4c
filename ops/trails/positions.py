"""The positions of a player's trail: events that name the player, tournaments, closed lists.

Only headings of events are read; `player_trail` reads the events of a page.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise, product
from operator import attrgetter
from typing import Final, NamedTuple

from ledger.events.appeals import AppealFiled
from ledger.events.base import TournamentFact
from ledger.events.catalogue import DEFINITIONS
from ledger.events.games import tournament_in
from ledger.events.pool import ListPublished, PeriodClosed
from ledger.events.report import ReportReplaced
from ledger.events.tournament import TournamentDetailsCorrected, TournamentRegistered
from ledger.store.reading import Reader
from ledger.store.reading_events import Heading
from ops.events.hidden import hidden_events
from ops.house import House
from projections.queries import PoolQuery, RatingList
from projections.queries.printed import may_see, printings

_EVERY: Final = 1 << 40

_OF_PARTS: Final = frozenset(("player", "game", "entrant", "entrants", "white"))
"""Fields of events about a part of a tournament."""

_OF_WHOLE_TOURNAMENT: Final = frozenset(
    name
    for name, definition in DEFINITIONS.items()
    if issubclass(definition, TournamentFact)
    and (
        definition is ReportReplaced  # it may leave a player out
        or _OF_PARTS.isdisjoint(definition.__struct_fields__)
    )
)
"""Types of events about a whole tournament, which name no player."""

_APPEAL: Final = "appeal-"
"""Begin of the streams of appeals; all events of an appeal about the player are on the trail."""

_WITH_POOLS: Final = (TournamentRegistered.TYPE, TournamentDetailsCorrected.TYPE)


class ListAbout(NamedTuple):
    """A closed list with rows about a register number."""

    pool: PoolQuery
    row: RatingList
    player: int


class TrailPositions(NamedTuple):
    """The events of a trail in order, by heading."""

    headings: list[Heading]
    named: frozenset[int]
    """Positions of the events that name the player, by the index."""
    lists: Mapping[int, list[ListAbout]]
    """The closed lists by the positions of their closings."""


def trail_positions(
    house: House,
    players: Sequence[int],
    pools: Sequence[PoolQuery],
    known: int,
    *,
    of_pool: bool,
) -> TrailPositions:
    """Return the events of a player's trail up to a position.

    `pools` are those of the official track, and those of the revised one where lists count on which
    the player changed on it alone. `players` are the register numbers of the player: more than one
    after a merge. With `of_pool` only events of the given pools, and those of the register.
    """
    read = house.read
    with house.named_players() as named:
        positions = named.positions(players, 0, known, _EVERY)
    naming = read.headings("position", positions)
    streams = {one.stream for one in naming}
    tournaments = {tournament_in(stream) for stream in streams} - {""}
    whole = {stream for stream in streams if stream.startswith(_APPEAL)}
    whole |= {f"tournament-{tournament}" for tournament in tournaments}
    of_streams = [
        one
        for one in read.headings("stream", sorted(whole))
        if one.position <= known
        and (one.type in _OF_WHOLE_TOURNAMENT or one.stream.startswith(_APPEAL))
    ]
    found = {one.position: one for one in (*naming, *of_streams)}
    if of_pool:
        found = _of_pools(read, found, {pool.name for pool in pools})
    official = {pool.name: pool for pool in pools if pool.track == "official"}
    lists: dict[int, list[ListAbout]] = {}
    for pool, player in product(pools, players):
        for number in pool.touched(player, pool.lists()[-1].number):
            about = ListAbout(official[pool.name], official[pool.name].lists()[number], player)
            on_list = lists.setdefault(about.row.position, []) if number else [about]
            if about not in on_list:
                on_list.append(about)
                found |= {heading.position: heading for heading in _of_list(*about[:2])}
    for (pool, number), player in product(_earlier_printings(official.values()), players):
        if number in pool.touched(player, number):
            about = ListAbout(pool, pool.lists()[number], player)
            lists.setdefault(about.row.position, []).append(about)
            found |= {heading.position: heading for heading in _of_list(*about[:2])}
    hidden = hidden_events(house)
    shown = (heading for position, heading in found.items() if position not in hidden)
    in_order = sorted(shown, key=attrgetter("position"))
    return TrailPositions(in_order, frozenset(positions), lists)


def _earlier_printings(pools: Iterable[PoolQuery]) -> Iterator[tuple[PoolQuery, int]]:
    """Yield each list with a later printing, as known just before the later printing was sealed."""
    for pool in pools:
        for row in pool.lists()[1:]:
            for printed, following in pairwise(printings(pool, row)):
                if may_see(pool, printed):
                    yield pool.as_known(following.position - 1), row.number


def _of_list(pool: PoolQuery, row: RatingList) -> Iterator[Heading]:
    stream = f"pool-{pool.name}"
    yield Heading(row.position, stream, PeriodClosed.TYPE, row.list_date.isoformat())
    for published in pool.facts.published.get(row.period, ()):
        if published.position <= pool.known:
            day = published.on.isoformat()
            yield Heading(published.position, stream, ListPublished.TYPE, day)


def _of_pools(
    read: Reader, found: Mapping[int, Heading], pools: Collection[str]
) -> dict[int, Heading]:
    """Return the events of the register, of some pools, and of their tournaments and appeals."""
    tournaments = {tournament_in(one.stream) for one in found.values()}
    announced = announced_pools(read, found.values(), tournaments)
    counted = {name for name, of in announced.items() if of & set(pools)}
    streams = {f"pool-{name}" for name in pools} | _appeals_in(read, found.values(), pools)
    return {
        position: one
        for position, one in found.items()
        if one.stream in streams
        or tournament_in(one.stream) in counted
        or not (one.stream.startswith(("pool-", _APPEAL)) or tournament_in(one.stream))
    }


def _appeals_in(read: Reader, headings: Iterable[Heading], pools: Collection[str]) -> set[str]:
    """Return the streams of the appeals against acts of some pools."""
    filed = [one.position for one in headings if one.type == AppealFiled.TYPE]
    events = (recorded.decoded().payload for _, recorded in read.found_at(filed))
    return {one.stream() for one in events if one.pool in pools}


def announced_pools(
    read: Reader, headings: Iterable[Heading], tournaments: Collection[str]
) -> dict[str, set[str]]:
    """Return the pools for which some tournaments count or once counted, from their headings."""
    wanted = [
        one.position
        for one in headings
        if one.type in _WITH_POOLS and tournament_in(one.stream) in tournaments
    ]
    found: dict[str, set[str]] = {}
    for _, recorded in read.found_at(wanted):
        payload = recorded.decoded().payload
        details = payload if isinstance(payload, TournamentRegistered) else payload.details
        found.setdefault(payload.tournament, set()).update(details.pools or ())
    return found


def late_for(pools: Iterable[PoolQuery], position: int, days: Mapping[str, date]) -> list[str]:
    """Return the lists, as POOL LIST, due to take a report but closed before the report came.

    `days` are the day that decides in each pool: the last day of play, or that of receipt.
    """
    return [
        f"{pool.name} {row.period}"
        for pool in pools
        if pool.name in days and (row := _missed(pool, position, days[pool.name])) is not None
    ]


def _missed(pool: PoolQuery, position: int, day: date) -> RatingList | None:
    rows: Sequence[RatingList] = pool.lists()[1:]
    events = (pool.facts.closed[row.number - 1].event for row in rows)
    taking = (row for row, event in zip(rows, events, strict=True) if event.cut_off >= day)
    first = next(taking, None)
    return first if first is not None and first.position < position else None
