"""The request to seal a list: a first printing of the next list, or a new one of the last list."""

from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final

from ledger.errors import Refused
from ledger.events.approval import PROPOSALS
from ledger.events.pool import PeriodClosed
from ledger.expected import from_to
from ledger.sentences import Position, Sentence
from ledger.store.requests import NewEvent, Request
from ops.commands.composed import Composed
from ops.house import House
from projections.official.comparing import state_to_come
from projections.official.record import Record, list_0_of, record_of
from projections.official.snapshot import State
from projections.official.track import Ahead, Track
from projections.replay import Replay, derived_events
from projections.replay.closing import Closing
from projections.rulebooks.engine.calendars import Due
from projections.state.closed_list import Horizon


@dataclass(frozen=True, slots=True)
class Sealed:
    """A closed list."""

    event: PeriodClosed
    closing: Closing | None = None
    """The computed period; None: closed before."""
    changed: int = 0
    """Rows of a new printing that differ from those of the printing before."""

    @property
    def pool(self) -> str:
        """Name of the pool."""
        return self.event.pool

    @property
    def period(self) -> str:
        """Name of the list."""
        return self.event.period

    @property
    def tournaments(self) -> int:
        """Number of reports that the list books."""
        return len(self.closing.booked.reports) if self.closing else 0

    @property
    def outside(self) -> int:
        """Of these, the reports outside the rulebook, or counted in another pool."""
        return self.tournaments - len(self.closing.booked.rated()) if self.closing else 0


@dataclass(frozen=True, slots=True)
class NewPrinting:
    """A printing of a list, with the stated first day in force, if any."""

    printing: int
    in_force_from: date | None = None

    def inputs(self) -> str:
        """Return the stated values as part of the inputs of a request; none for first printings."""
        return "" if self == FIRST else f"\n{self.printing}\n{self.in_force_from}"


FIRST: Final = NewPrinting(1)


def compose(
    official: Track,
    replay: Replay,
    due: Due,
    horizon: Horizon,
    new: NewPrinting = FIRST,
) -> Composed[Sealed]:
    """Compose the request to seal the next list of a replay, and move the replay to this list."""
    facts, through = replay.facts, horizon.facts
    pool, list_0 = facts.opened.pool, list_0_of(replay, through)
    closing = replay.close(due, horizon, printing=new.printing)
    list_record = record_of(closing, replay.begun(), list_0)
    derived = list(derived_events.of_closing(closing, pool))
    events = len(derived) + 1
    if new.printing == 1:
        official.ahead[pool] = Ahead(
            official.facts.chain_hash, events, closing, list_record, replay.begun()
        )
    state = state_to_come(official, replay, closing, list_record, events)
    event = _event(pool, closing, horizon, list_record, state, new)
    inputs = f"{pool}\n{event.period}\n{through}{new.inputs()}"
    request = Request(
        key_of(event),
        (*map(NewEvent, derived), NewEvent(event)),
        sha256(inputs.encode()).digest(),
        {event.stream(): official.facts.pools[pool].version},
        documents=(closing.document,),
    )
    return Composed(request, Sealed(event, closing=closing))


def _event(
    pool: str,
    closing: Closing,
    horizon: Horizon,
    list_record: Record,
    state: State | None,
    new: NewPrinting,
) -> PeriodClosed:
    law = closing.booked.law
    return PeriodClosed(
        pool=pool,
        period=closing.due.period,
        printing=new.printing,
        list_date=closing.due.list_date,
        cut_off=closing.due.cut_off,
        through_position=horizon.facts,
        layout=law.layout,
        list_digest=closing.document.digest,
        record_digest=list_record.digest,
        state_digest=state.digest if state else None,
        rows=closing.rows,
        numbers_digests=closing.numbers_digests,
        code_digest=law.code_digest,
        lists_through=None if new is FIRST else horizon.lists,
        in_force_from=new.in_force_from,
    )


def key_of(event: PeriodClosed) -> str:
    """Return the key of the request that seals a printing of a list."""
    return f"close:{event.pool}:{event.period}:{event.printing}"


def taken_until(house: House, first: int, through: int | None) -> int:
    """Return the last position taken in by a closing; by default the last of all events.

    Recorded as previewed, by default of the events that the preview knew. Proposals at the end are
    left out: the same closing, proposed once more, is the same. Raises Refused for a position
    before `first`, or not recorded yet.
    """
    last = house.official.facts.position
    known = last if house.previewed_to is None else house.previewed_to
    end = _before_proposals(house, first, min(last, known)) if through is None else through
    if not first <= end <= last:
        raise Refused(
            Sentence(
                "position {end} is not between {first} and {last}",
                end=Position(end),
                first=Position(first),
                last=Position(last),
            ),
            code="number-out-of-range",
            field="through",
            found=f"#{end}",
            expected=from_to(Position(first), Position(last)),
        )
    return end


def _before_proposals(house: House, first: int, last: int) -> int:
    """Return the last position, from `first` to `last`, that is not an event of a proposal."""
    proposals = {recorded.position for recorded in house.read.of_types(PROPOSALS, first + 1)}
    while last in proposals:
        last -= 1
    return max(first, last)
