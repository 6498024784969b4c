"""The events of a ledger recorded again in another: the same requests, or every fact in time."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import structs
from sqlalchemy import text

from ledger import columns
from ledger.clock import Clock
from ledger.events.base import Fact
from ledger.events.deviations import DeviationRecorded
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.events.pool import (
    AdjustmentWithdrawn,
    EntryCapitalDecided,
    PeriodClosed,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from ledger.store.requests import NewEvent, Request
from ops.closings.recordings import CloseList
from ops.house import House, open_house
from projections.official.track import Track
from projections.rating.official_lists import LEAST
from projections.replay.derived_events import NAMES
from tests.support.tampering import unguarded

REFERENCES = ("report", "replaces", "lifts", "withdraws", "merge", "suspension", "death")
"""Fields of events that hold the position of another event."""


def requests_of(ledger: Ledger) -> Iterator[Request]:
    """Yield the requests of a ledger after the first, ready to be made again."""
    head = ledger.read.head()
    position = 1
    while position < head.next_position:
        receipt = ledger.read.request_at(position)
        assert receipt is not None
        events = ledger.read.events(receipt.first_position, receipt.last_position)
        new = []
        for recorded in events:
            body = recorded.decoded()
            beside = (body.approved_by, body.causation, body.supersedes)
            new.append(NewEvent(body.payload, body.valid_on, *beside))
        yield Request(receipt.key, tuple(new))
        position = receipt.last_position + 1


def emptied(source: Path, target: Path, clock: Clock | None = None) -> str:
    """Copy a ledger, and leave only the first event; the documents stay."""
    shutil.copy(source, target)
    with open_house(str(target), clock) as house, unguarded(house.ledger.engine) as connection:
        connection.execute(text("DELETE FROM append_request WHERE first_position > 0"))
        connection.execute(text("DELETE FROM event WHERE position > 0"))
        connection.execute(
            text(
                "UPDATE ledger_head SET next_position = 1, chain_hash = event.chain_hash,"
                " recorded_at = event.recorded_at FROM event"
            )
        )
    return str(target)


@contextmanager
def in_time(source: Path, target: Path, clock: Clock | None = None) -> Iterator[Track]:
    """The official track of a new ledger in which every fact of another was recorded in time.

    All facts come first. Then list after list is closed, with the decisions about ratings that it
    took; a corrected rating starts from the rating that the player has here, and an entry rating is
    decided before the first list on which its player could enter. Values are those accepted there.
    """
    address = emptied(source, target, clock)
    with open_house(str(source), clock) as before, open_house(address, clock) as house:
        house.ledger.values_are_right = True
        _Again(before, house).run()
        yield house.catch_up()


class _Again:
    """The events of a house, recorded in another."""

    def __init__(self, before: House, house: House) -> None:
        self._before, self._house = before, house
        self._positions = {0: 0}
        """Here, by position there."""

    def run(self) -> None:
        events = list(self._before.read.events(1))
        decisions, closings = list[Recorded](), list[Recorded]()
        for event in events:
            if event.type == PeriodClosed.TYPE:
                closings.append(event)
            elif _is_decision(event):
                decisions.append(event)
            elif not _is_derived(event):
                self._record(event, event.decoded().payload)
        for closing in closings:
            self._close(closing.decoded().payload, decisions)

    def _taken_by(self, decision: Recorded, event: PeriodClosed) -> bool:
        """Return whether a list takes a decision at the latest.

        An entry rating is in time for the first list on which its players could enter: the one
        after the last list, closed before the decision, that has one of them. It is then known
        for an entry by a report that came to an earlier list (reading `decided_entry`).
        """
        if decision.position <= event.through_position:
            return True
        if decision.type != EntryCapitalDecided.TYPE:
            return False
        official = self._before.official
        standings = official.replay(event.pool).begun()
        closed = official.facts.pools[event.pool].closed
        (own,) = (one for one in closed if one.event.period == event.period)
        players = columns.read(decision.decoded().payload.player, columns.PLAYER)
        since = [one for one in closed[own.number - 1 :] if one.position < decision.position]
        return not any(standings.ratings_of(one.number, players).any() for one in since)

    def _record(self, event: Recorded, payload: Any) -> None:
        fields = {name: getattr(payload, name, None) for name in REFERENCES}
        known = {name: self._positions[at] for name, at in fields.items() if isinstance(at, int)}
        new = NewEvent(structs.replace(payload, **known), event.decoded().valid_on)
        receipt = self._house.ledger.append(Request(f"again {event.position}", (new,)))
        self._positions[event.position] = receipt.first_position

    def _close(self, event: PeriodClosed, decisions: list[Recorded]) -> None:
        due = [
            decision
            for decision in decisions
            if getattr(decision.decoded().payload, "pool", "") == event.pool
            if self._taken_by(decision, event)
        ]
        for decision in due:
            decisions.remove(decision)
            payload = decision.decoded().payload
            if isinstance(payload, RatingsAdjusted):
                payload = self._adjusted(payload, event)
            if isinstance(payload, AdjustmentWithdrawn):
                payload = self._withdrawn(payload)
            if payload is not None:
                self._record(decision, payload)
        CloseList(pool=event.pool, period=event.period).record(self._house)

    def _withdrawn(self, payload: AdjustmentWithdrawn) -> AdjustmentWithdrawn | None:
        """Name the ratings of the players here; nothing where the decision is missing here."""
        if payload.withdraws not in self._positions:
            return None
        (event,) = self._house.read.at([self._positions[payload.withdraws]]).values()
        said = event.decoded().payload
        had = said.before if isinstance(said, RatingsAdjusted) else payload.before
        return structs.replace(payload, player=said.player, before=had)

    def _adjusted(self, payload: RatingsAdjusted, event: PeriodClosed) -> RatingsAdjusted | None:
        """Return the start from the rating here; nothing where the decision had no effect."""
        here, there = self._house.catch_up(), self._before.official
        number = len(here.facts.pools[event.pool].closed)
        read = (columns.read(text, width) for text, width in (
            (payload.player, columns.PLAYER),
            (payload.before, columns.RATING),
            (payload.after, columns.RATING),
        ))  # fmt: skip
        rows = []
        for player, start, end in zip(*(values.tolist() for values in read), strict=True):
            held = there.replay(event.pool).begun().rating_of(number, player)
            rating = here.replay(event.pool).begun().rating_of(number, player)
            if held == start and bool(rating) == bool(start):
                moved = max(rating + end - start, LEAST) if start and end else end
                rows.append((player, rating, moved))
        if not rows:
            return None
        players, starts, ends = zip(*rows, strict=True)
        return structs.replace(
            payload,
            player=columns.write(players, columns.PLAYER),
            before=columns.write(starts, columns.RATING),
            after=columns.write(ends, columns.RATING),
        )


def _is_decision(event: Recorded) -> bool:
    kinds: tuple[type[Fact], ...] = (
        *(AdjustmentWithdrawn, BonusGranted, BonusWithdrawn),
        *(EntryCapitalDecided, RatingsAdjusted, RatingsAnnulled),
    )
    return event.type in {kind.TYPE for kind in kinds} and not _is_derived(event)


def _is_derived(event: Recorded) -> bool:
    if event.type == DeviationRecorded.TYPE:
        return True
    return event.type in NAMES and event.decoded().payload.ground == "rule"
