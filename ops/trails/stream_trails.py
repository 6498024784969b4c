"""The trails of a tournament and of a pool: everything recorded about them, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

import msgspec

from ledger import limits
from ledger.events.appeals import AppealFiled
from ledger.events.games import sheets_of
from ledger.events.pool import PeriodClosed
from ledger.sentences import ListName, Position, Sentence
from ledger.store.reading import Reader, Wanted
from ledger.store.reading_events import Heading
from ops.answers.abouts import Known
from ops.answers.answer import Answer, out_of_range, unknown_tournament
from ops.answers.clocks import known_position, position_of
from ops.doors.fields import moment
from ops.events.hidden import hidden_events
from ops.house import House
from ops.trails.entries import TrailEntry
from ops.trails.page import TrailPage
from ops.trails.positions import TrailPositions
from ops.upkeep.background_work import Verification, last_verification
from projections.official.stopping import ReplayStopped
from projections.queries import NotCovered, PoolQuery
from projections.queries.tournaments import lists_correcting

if TYPE_CHECKING:
    from ops.trails.questions import OfTrail, ShowPoolTrail, ShowTournamentTrail

_AT_ONCE = 500
"""Appeals looked at in one statement."""


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
    house: House, asked: ShowTournamentTrail
) -> Answer[TrailEntry, AboutStreamTrail]:
    """Return a page of everything recorded about a tournament.

    With its single games and sheets, the closings of the lists that counted it or booked its
    corrections, and the appeals against its acts. Raises Refused for an unknown tournament, and for
    a limit out of range.
    """
    name, read = asked.tournament, house.read
    stream = f"tournament-{name}"
    if read.stream_version(stream) < 0:
        raise unknown_tournament(name)
    known = _known(house, asked, house.zone)
    streams = (stream, *(sheet for sheet, _ in read.streams(sheets_of(name))))
    announcement = house.official.facts.announcements.get(name)
    pools = _pools(house, announcement.pools if announcement else (), known)
    own = read.headings("stream", streams)
    lists = dict(_lists(pools, name))
    beside = [*_appeals(read, own), *(closing for closing, _ in lists.values())]
    found = sorted((*own, *beside), key=attrgetter("position"))
    hidden = hidden_events(house)
    shown = [one for one in found if one.position <= known and one.position not in hidden]
    about = AboutStreamTrail(
        known_to=Position(known),
        tournament=name,
        tournament_name=announcement.name if announcement else "",
    )
    ahead = [one for one in shown if one.position >= position_of(asked.first)]
    answer = _answer(house, ahead[: asked.limit + 1], own, pools, about, asked)
    rows = (_of_list(row, name, lists) for row in answer.rows)
    return Answer(answer.about, tuple(rows))


def _appeals(read: Reader, own: Sequence[Heading]) -> list[Heading]:
    """Return the events of the appeals against some events."""
    contested = {one.position for one in own}
    filed: list[Heading] = []
    before = read.head().next_position
    while page := read.last_of_types([AppealFiled.TYPE], min(contested), before, _AT_ONCE):
        filed += page
        before = page[-1].position
    events = read.at([one.position for one in filed]).values()
    streams = (one.stream for one in events if one.decoded().payload.contested in contested)
    return read.headings("stream", sorted(streams))


def _lists(
    pools: Mapping[str, PoolQuery], tournament: str
) -> Iterator[tuple[int, tuple[Heading, Sentence]]]:
    """Yield the closing of each list about a tournament, with what the list did, by position."""
    counted = Sentence("Counted on list {list:of} of {pool}")
    corrected = Sentence("Corrections booked on list {list:of} of {pool}")
    for name, pool in pools.items():
        rows = pool.lists()
        booked = {one.number for one in pool.bookings_of(tournament)}
        for number in sorted({*booked, *lists_correcting(pool, tournament)}):
            row = rows[number]
            says = counted if number in booked else corrected
            closing = Heading(
                row.position, f"pool-{name}", PeriodClosed.TYPE, row.list_date.isoformat()
            )
            yield row.position, (closing, says.about(list=ListName(row.period), pool=name))


def _of_list(
    row: TrailEntry, tournament: str, lists: Mapping[int, tuple[Heading, Sentence]]
) -> TrailEntry:
    """Return an entry; a closing with what its list did with the tournament."""
    if row.position not in lists:
        return row
    return msgspec.structs.replace(row, tournament=tournament, says=lists[row.position][1])


def pool_trail(house: House, asked: ShowPoolTrail) -> Answer[TrailEntry, AboutStreamTrail]:
    """Return a page of everything recorded about a pool: its law, its lists, its decisions.

    Raises UnknownPool, and Refused for a limit out of range.
    """
    known = _known(house, asked, house.pool_opened(asked.pool).zone)
    about = AboutStreamTrail(known_to=Position(known), pool=asked.pool)
    streams = (f"pool-{asked.pool}",)
    wanted = Wanted(position_of(asked.first), known, streams, without=hidden_events(house))
    page = [
        Heading(one.position, one.stream, one.type, one.valid_on)
        for one in house.read.page(wanted, asked.limit + 1)
    ]
    return _answer(house, page, page, {}, about, asked)


def _answer(
    house: House,
    page: Sequence[Heading],
    whole: Sequence[Heading],
    pools: Mapping[str, PoolQuery],
    about: AboutStreamTrail,
    asked: OfTrail,
) -> Answer[TrailEntry, AboutStreamTrail]:
    """Return the entries of a page, which has one event more if another page follows.

    `whole` are the events that say for which pools the tournament counts.
    """
    shown, following = page[: asked.limit], page[asked.limit :]
    positions = TrailPositions([*whole], frozenset(), {})
    rows = tuple(TrailPage(house, (), pools, positions, {}).entries(shown))
    about = msgspec.structs.replace(
        about,
        verification=last_verification(house),
        next=Position(following[0].position) if following else None,
    )
    return Answer(about, rows)


def _known(house: House, asked: OfTrail, zone: str) -> int:
    """Return the position known. Raises Refused for a limit out of range."""
    if not 1 <= asked.limit <= limits.PAGE_EVENTS:
        raise out_of_range("limit", asked.limit, 1, limits.PAGE_EVENTS)
    known = known_position(house.ledger, moment(asked.known_at), zone)
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
