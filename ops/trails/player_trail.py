"""A player's trail: every event, list, tournament, correction and decision, in order of time."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ledger import limits
from ledger.register import identities
from ledger.register.merges import kept_player, merges
from ledger.sentences import Position, Sentence
from ledger.store.reading import Reader
from ops.answers.abouts import About, AboutCarriedIn, AboutList
from ops.answers.answer import Answer, out_of_range
from ops.answers.clocks import BeforeTheLedger, known_position, position_of
from ops.answers.rating_lists import basis, chosen
from ops.answers.stated_lists import (
    BASIS,
    NotKnownHere,
    StatedList,
    stated_games,
    stated_list,
    stated_row,
)
from ops.doors.fields import moment
from ops.events.links import links
from ops.house import House, TrackName
from ops.trails.days import happened_until
from ops.trails.entries import TrailEntry, carried_in_entry
from ops.trails.page import TrailPage
from ops.trails.positions import trail_positions
from ops.upkeep.background_work import Verification, last_verification
from projections.official.stopping import ReplayStopped
from projections.queries import NotCovered, PoolQuery

if TYPE_CHECKING:
    from ops.trails.questions import ShowTrail


class AboutTrail(About, frozen=True, kw_only=True):
    """A page of a trail."""

    player: str
    """As 572-4."""
    name: str
    track: str
    """`official`, or `official and revised`."""
    known_to: Position
    """The last event known."""
    pools: tuple[AboutList, ...]
    """The list in force in each pool."""
    without_list: tuple[str, ...] = ()
    """Pools that had no list on the day."""
    merged: tuple[str, ...] = ()
    """Numbers merged into the player."""
    as_of: date | None = None
    """The day asked about."""
    verification: Verification | None = None
    """The last one; None: not verified in the background yet."""
    replay_stopped: tuple[str, ...] = ()
    """Pools left out: their replay stopped."""
    next: Position | None = None
    """The first event of the next page; None: there is none."""


class AboutCarriedInTrail(About, frozen=True, kw_only=True):
    """A trail that ends before the ledger began."""

    player: str
    """As 572-4."""
    name: str
    track: str
    basis: str
    """`carried in`."""
    pools: tuple[AboutCarriedIn, ...]
    """The newest list of each pool that states a day."""
    says: Sentence
    as_of: date | None = None
    """The day asked about."""


def player_trail(
    house: House, asked: ShowTrail
) -> Answer[TrailEntry, AboutTrail | AboutCarriedInTrail]:
    """Return a page of a player's trail, in order of recording.

    `about` holds the position known, the basis in each pool, and the position of the next page.
    Events that name a player are found by an index; lists of other bodies are left out. Raises
    Refused for an unknown player or pool, and for a limit out of range.
    """
    if not 1 <= asked.limit <= limits.PAGE_EVENTS:
        raise out_of_range("limit", asked.limit, 1, limits.PAGE_EVENTS)
    try:
        known = _known(house, asked)
    except BeforeTheLedger as before:
        return _carried_in(house, asked, before)
    players = _numbers(house.read, asked.player, known)
    pools, stopped = _pools(house, asked.pool, known)
    revised = {name: house.pool(name, known, "revised") for name in pools if asked.revised}
    both = (*pools.values(), *revised.values())
    found = trail_positions(house, players, both, known, of_pool=asked.pool is not None)
    first, headings = position_of(asked.first), found.headings
    happened = headings if asked.as_of is None else happened_until(house, headings, asked.as_of)
    ahead = [one for one in happened if one.position >= first]
    page, following = ahead[: asked.limit], ahead[asked.limit :]
    rows = tuple(TrailPage(house, players, pools, found, revised).entries(page))
    lists = {name: _list_of(pool, asked.as_of) for name, pool in pools.items()}
    about = AboutTrail(
        player=identities.show(players[0]),
        name=identities.names(house.read, players[:1]).get(players[0], ""),
        track="official and revised" if asked.revised else "official",
        known_to=Position(known),
        pools=tuple(one for one in lists.values() if one is not None),
        without_list=tuple(name for name, one in lists.items() if one is None),
        merged=tuple(map(identities.show, players[1:])),
        as_of=asked.as_of,
        verification=last_verification(house),
        replay_stopped=tuple(stopped),
        next=Position(following[0].position) if following else None,
    )
    return Answer(about, rows)


def _carried_in(
    house: House, asked: ShowTrail, before: BeforeTheLedger
) -> Answer[TrailEntry, AboutCarriedInTrail]:
    """Return the ratings on the newest lists with a stated day, from before the ledger.

    Raises NotKnownHere where no list of any pool states one, and for the revised track.
    """
    player = identities.registered(house.read, asked.player)
    names = [asked.pool] if asked.pool else sorted(one.pool for one in house.pools_opened())
    track: TrackName = "revised" if asked.revised else "official"
    found: list[tuple[StatedList, dict[str, int]]] = []
    refused: list[NotKnownHere] = []
    for name in names:
        try:
            stated = stated_list(house, name, before, asked.as_of, track)
            found.append((stated, stated_row(stated, player)))
        except NotKnownHere as error:
            refused.append(error)
    if not found:
        raise refused[0] if refused else before
    events = house.read.at([stated.position for stated, _ in found])
    about = AboutCarriedInTrail(
        player=identities.show(player),
        name=identities.names(house.read, [player]).get(player, ""),
        track="official",
        basis=BASIS,
        pools=tuple(stated.about() for stated, _ in found),
        says=Sentence(
            "not known to this ledger: single games, tournaments, decisions and reasons before it "
            "began"
        ),
        as_of=asked.as_of,
    )
    linked = links(house.read, events.values())
    rows = (
        replace(
            carried_in_entry(
                events[stated.position],
                player,
                stated,
                row,
                stated_games(house, stated, player, row),
            ),
            link=linked[stated.position],
        )
        for stated, row in found
    )
    return Answer(about, tuple(rows))


def _known(house: House, asked: ShowTrail) -> int:
    """Return the position known; a day ends in the zone of the pool, or else of the ledger."""
    zone = house.zone if asked.pool is None else house.pool_opened(asked.pool).zone
    known = known_position(house.ledger, moment(asked.known_at), zone)
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


def _list_of(pool: PoolQuery, as_of: date | None) -> AboutList | None:
    """Return the list in force in a pool on a day; None: there was none."""
    try:
        return basis(*chosen(pool, None, as_of), as_of)
    except NotCovered:
        return None
