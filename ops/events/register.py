"""Recorded events, selected by player, tournament, type, recorder and days of recording."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from msgspec import structs

from ledger.actors.bodies import decider
from ledger.clock import ClockWasWrong, end_of_day
from ledger.errors import Refused
from ledger.events.base import Grounds
from ledger.events.catalogue import DEFINITIONS
from ledger.events.games import sheets_of
from ledger.expected import or_later
from ledger.register import identities
from ledger.register.merges import merges
from ledger.sentences import Input, Position, Remedy, Sentence
from ledger.store.reading import Reader, Recorded, Wanted
from ledger.tournaments.naming import namings
from ledger.visible import in_json
from ops.answers.abouts import AboutEvents
from ops.answers.answer import (
    Answer,
    Instant,
    check_days,
    check_limit,
    known_to,
    unknown_tournament,
)
from ops.events.hidden import hidden_events
from ops.events.links import Link, links
from ops.events.questions import Between, ListEvents
from ops.events.rows import RecordedEvent, RecordedEventWithBody
from ops.events.values import ground_of
from ops.house import House

_ALL: Final = 1 << 40
EVERYTHING: Final = Wanted()

_AT_ONCE: Final = 100
"""Events that name a player, read at once."""


def recorded_events(house: House, asked: ListEvents) -> Answer[RecordedEvent, AboutEvents]:
    """Return the selected events in order, without those that show hidden lists.

    `about` holds the last position of the ledger, and that of the next page, if any.

    Raises Refused for a player, a tournament or a type that is not known, and for days of which the
    last comes before the first.
    """
    check_limit(asked.limit)
    check_days(asked.since, asked.until)
    wanted, most = _wanted(house, asked), asked.limit or _ALL
    if asked.player is None:
        found = house.read.page(wanted, most + 1)
    else:
        found = _of_player(house, identities.find(house.read, asked.player), wanted, most + 1)
    following = Position(found[most].position) if len(found) > most else None
    about = AboutEvents(known_to=known_to(house.read), next=following)
    return Answer(about, tuple(_rows(house.read, found[:most])))


def recorded_event(house: House, position: int) -> Answer[RecordedEventWithBody, AboutEvents]:
    """Return an event with its body. Raises Refused for a position without one."""
    wanted = Wanted(position, position, without=hidden_events(house))
    found = house.read.page(wanted, 1)
    if not found:
        raise Refused(
            Sentence("there is no event {event}", event=Position(position)),
            code="unknown-event",
            field="position",
            found=position,
        )
    (row,) = _rows(house.read, found)
    with_body = RecordedEventWithBody(**structs.asdict(row), body=found[0].body.decode())
    return Answer(AboutEvents(known_to=known_to(house.read)), (with_body,))


def event_lines(read: Reader, asked: Between) -> Iterator[str]:
    """Yield events as JSON Lines, with the body as recorded; the last position is included.

    Raises Refused where the last position comes before the first.
    """
    check_in_order(asked)
    return map(_line, read.events(asked.first, asked.last))


def check_in_order(asked: Between) -> None:
    """Raise Refused where the last position comes before the first."""
    if asked.last is not None and asked.last < asked.first:
        raise Refused(
            Sentence(
                "the last position asked for, {last}, comes before the first, {first}",
                last=Position(asked.last),
                first=Position(asked.first),
            ),
            code="positions-out-of-order",
            found=f"#{asked.last}",
            expected=or_later(Position(asked.first)),
        )


def _line(event: Recorded) -> str:
    around = f'{{"position":{event.position},"recorded_at":{event.recorded_at},'
    rest = f'"stream_version":{event.stream_version},"body":{event.body.decode()}}}\n'
    return in_json(around + rest)


def _wanted(house: House, asked: ListEvents) -> Wanted:
    check_in_order(asked)
    first, last = asked.first, asked.last
    streams = _streams(house.read, asked)
    hidden = hidden_events(house)
    wanted = Wanted(first, last, streams, _type(asked.type), asked.recorded_by, hidden)
    since, until = recorded_between(house, asked.since, asked.until)
    ends = [end for end in (last, until if asked.until else None) if end is not None]
    return replace(wanted, first=max(first, since), last=min(ends, default=None))


def recorded_between(house: House, since: date | None, until: date | None) -> tuple[int, int]:
    """Return the first and the last position recorded on some days of the ledger's zone."""
    read, zone = house.read, house.zone if since or until else ""
    first, last = 0, read.head().next_position - 1
    if since and since > date.min:
        first = _known_after(read, since - timedelta(days=1), zone, late=False) + 1
    if until:
        last = _known_after(read, until, zone, late=True)
    return first, last


def _known_after(read: Reader, day: date, zone: str, *, late: bool) -> int:
    """Return the last position recorded by the end of a day; -1 before the first event.

    A wrong clock may leave it uncertain: the highest possible position if `late`, else the lowest.
    """
    try:
        return read.position_at(end_of_day(day, zone))
    except ClockWasWrong as wrong:
        return wrong.last if late else wrong.known
    except OverflowError:
        return read.head().next_position - 1 if late else -1


def _streams(read: Reader, asked: ListEvents) -> tuple[str, ...]:
    """Return the selected streams; a tournament has a stream, and another for each sheet."""
    if asked.tournament is None:
        return () if asked.stream is None else (asked.stream,)
    stream = f"tournament-{asked.tournament}"
    if asked.stream is not None:
        raise Refused(
            Sentence(
                "{stream} and {tournament}: ask for one of them",
                stream=Input("stream"),
                tournament=Input("tournament"),
            ),
            code="options-contradict",
            field="stream",
            found=asked.stream,
        )
    if read.stream_version(stream) < 0:
        raise unknown_tournament(asked.tournament)
    return stream, *(name for name, _ in read.streams(sheets_of(asked.tournament)))


def _type(text: str | None) -> str | None:
    """Return the stored name of an event type, typed with or without version."""
    if text is None or text in DEFINITIONS:
        return text
    versions = [name for name in DEFINITIONS if name.partition(".")[0] == text]
    if not versions:
        raise Refused(
            Sentence(
                "{input} {found}: there is no such type of events; {schema} names them",
                input=Input("type"),
                found=text,
                schema=Remedy("list-event-types"),
            ),
            code="unknown-type",
            field="type",
            found=text,
        )
    return max(versions)


def _of_player(house: House, player: int, wanted: Wanted, most: int) -> list[Recorded]:
    """Return the events about a player, and about the numbers merged into the player."""
    merged = merges(house.read).values()
    numbers = {player, *(merge.merged for merge in merged if merge.kept == player)}
    found: list[Recorded] = []
    with house.named_players() as named:
        first = wanted.first
        while len(found) < most:
            positions = named.positions(numbers, first, wanted.last, _AT_ONCE)
            found += naming(house.read, numbers, positions, wanted)
            if len(positions) < _AT_ONCE:
                break
            first = positions[-1] + 1
    return found[:most]


def naming(
    read: Reader,
    players: Collection[int],
    positions: Sequence[int],
    wanted: Wanted = EVERYTHING,
) -> Iterator[Recorded]:
    """Yield in order the wanted events at some positions, if really about one of some players."""
    events = read.at(positions)
    selected = [events[at] for at in positions if at in events and wanted.takes(events[at])]
    sure = set(namings(read, selected, players)[:, 1].tolist())
    return (recorded for recorded in selected if recorded.position in sure)


ERASED: Final = "erased"


class Beside:
    """The stated reasons and the attachments of some events."""

    def __init__(self, read: Reader, events: Sequence[Recorded]) -> None:
        """Read them at once."""
        grounds = [recorded.decoded().grounds for recorded in events]
        stated = [at for at, of in enumerate(grounds) if of and of.reason]
        self._reasons = read.notes([events[at].event_id for at in stated], "reason")
        self._sizes = read.attachment_sizes(
            sorted({digest for of in grounds if of for digest in of.attachments})
        )

    def reason(self, event_id: str, grounds: Grounds | None) -> str:
        """Return the stated reason of an event; "": none was stated."""
        if grounds is None or grounds.reason is None:
            return ""
        return self._reasons.get(event_id, ERASED)

    def erased(self, attachments: tuple[str, ...]) -> tuple[str, ...]:
        """Return the attachments of which no bytes are left."""
        return tuple(digest for digest in attachments if not self._sizes.get(digest))


def _rows(read: Reader, events: Sequence[Recorded]) -> Iterator[RecordedEvent]:
    beside, linked = Beside(read, events), links(read, events)
    return (_event(beside, one, linked[one.position]) for one in events)


def _event(beside: Beside, recorded: Recorded, link: Link) -> RecordedEvent:
    decoded = recorded.decoded()
    payload, stated = decoded.payload, decoded.grounds
    attached = stated.attachments if stated else ()
    return RecordedEvent(
        position=Position(recorded.position),
        recorded_at=Instant(recorded.recorded_at),
        recorded_by=recorded.recorded_by,
        approved_by=decoded.approved_by or "",
        stream=recorded.stream,
        version=recorded.stream_version,
        type=recorded.type,
        valid_on=decoded.valid_on,
        decided_by=str(getattr(payload, "by", "") or ""),
        decided_by_name=decider(recorded),
        article=decoded.article,
        ground=ground_of(payload),
        stated_reason=beside.reason(recorded.event_id, stated),
        decided_on=stated.decided_on if stated else None,
        attachments=attached,
        erased_attachments=beside.erased(attached),
        link=link,
    )
