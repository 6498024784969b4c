"""The trails of a tournament and of a pool: everything recorded in their streams, in order."""

from collections.abc import Mapping
from typing import Final

import msgspec

from ledger.events.games import sheets_of
from ledger.sentences import Position
from ledger.store.reading import Wanted
from ledger.store.reading_events import Heading
from ops.answers.abouts import Known
from ops.answers.answer import Answer, out_of_range, unknown_tournament
from ops.answers.background_work import Verification, last_verification
from ops.answers.clocks import known_position, position_of
from ops.answers.hidden_events import hidden_events
from ops.answers.trail_entries import TrailEntry
from ops.answers.trail_page import TrailPage
from ops.answers.trail_positions import TrailPositions
from ops.house import House
from projections.official.stopping import ReplayStopped
from projections.queries import NotCovered, PoolQuery

MOST: Final = 200
"""The most events of a page."""


class StreamPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a trail as typed."""

    known_at: str | None = None
    first: str = "#0"
    """Position of the first event."""
    limit: int = 50


class AboutStreamTrail(Known, frozen=True, kw_only=True):
    """A page of the trail of a tournament or of a pool."""

    tournament: str = ""
    tournament_name: str = ""
    pool: str = ""
    verification: Verification | None = None
    """The last one; None: not verified in the background yet."""
    next: Position | None = None
    """The first event of the next page; None: there is none."""


def tournament_trail(
    house: House, tournament: str, page: StreamPage
) -> Answer[TrailEntry, AboutStreamTrail]:
    """Return a page of everything recorded about a tournament, with its single games and sheets.

    Raises Refused for an unknown tournament, and for a limit out of range.
    """
    stream, read = f"tournament-{tournament}", house.read
    if read.stream_version(stream) < 0:
        raise unknown_tournament(tournament)
    known = _known(house, page, house.zone)
    streams = (stream, *(name for name, _ in read.streams(sheets_of(tournament))))
    announcement = house.official.facts.announcements.get(tournament)
    pools = _pools(house, announcement.pools if announcement else (), known)
    about = AboutStreamTrail(
        known_to=Position(known),
        tournament=tournament,
        tournament_name=announcement.name if announcement else "",
    )
    return _page(house, streams, pools, about, page)


def pool_trail(house: House, pool: str, page: StreamPage) -> Answer[TrailEntry, AboutStreamTrail]:
    """Return a page of everything recorded about a pool: its law, its lists, its decisions.

    Raises UnknownPool, and Refused for a limit out of range.
    """
    known = _known(house, page, house.pool_opened(pool).zone)
    about = AboutStreamTrail(known_to=Position(known), pool=pool)
    return _page(house, (f"pool-{pool}",), {}, about, page)


def _page(
    house: House,
    streams: tuple[str, ...],
    pools: Mapping[str, PoolQuery],
    about: AboutStreamTrail,
    asked: StreamPage,
) -> Answer[TrailEntry, AboutStreamTrail]:
    first = position_of(asked.first)
    wanted = Wanted(first, about.known_to, streams, without=hidden_events(house))
    events = house.read.page(wanted, asked.limit + 1)
    page, following = events[: asked.limit], events[asked.limit :]
    shown = [Heading(one.position, one.stream, one.type, one.valid_on) for one in page]
    whole = house.read.headings("stream", streams) if about.tournament else shown
    positions = TrailPositions(whole, frozenset(), {})
    rows = tuple(TrailPage(house, (), pools, positions, {}).entries(shown))
    about = msgspec.structs.replace(
        about,
        verification=last_verification(house),
        next=Position(following[0].position) if following else None,
    )
    return Answer(about, rows)


def _known(house: House, asked: StreamPage, zone: str) -> int:
    """Return the position known. Raises Refused for a limit out of range."""
    if not 1 <= asked.limit <= MOST:
        raise out_of_range("limit", asked.limit, 1, MOST)
    known = known_position(house.ledger, asked.known_at, zone)
    return house.official.facts.position if known is None else known


def _pools(house: House, names: tuple[str, ...], known: int) -> dict[str, PoolQuery]:
    """Return the pools of a tournament that had begun, without those whose replay stopped."""
    found = {}
    for name in sorted(house.official.facts.pools.keys() & set(names)):
        try:
            found[name] = house.pool(name, known)
            found[name].lists()
        except (NotCovered, ReplayStopped):
            found.pop(name, None)
    return found
