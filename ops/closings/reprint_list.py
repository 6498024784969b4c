"""A new printing of the last closed list of a pool, with everything known now."""

from dataclasses import replace
from datetime import date

from ledger.errors import Refused
from ledger.expected import or_later
from ledger.sentences import Position, Remedy, Sentence, Value
from ledger.store.requests import Request
from ops.closings import sealing
from ops.closings.recordings import ReprintList
from ops.closings.sealing import NewPrinting, Sealed
from ops.commands.composed import Composed
from ops.commands.refusals import check_reason, day_contradicts, of_player
from ops.house import House
from projections import list_document
from projections.official.advance import reopened
from projections.official.track import Track
from projections.replay import Replay
from projections.state.adjustments import AS_LISTED, BY_POINTS
from projections.state.closed_list import Closed, Horizon
from projections.state.law import due_of
from projections.state.pool import PoolFacts
from projections.state.printings import printings_of
from projections.state.reports import NEVER


class NothingChanges(Refused):
    """The new printing would have the rows of the last one."""


class NotTheLast(Refused):
    """A later list is closed: corrections of this list come on the next one."""


class AdjustmentWaits(Refused):
    """A decision states a rating of the last printing, and waits for the next list."""


def printed_again(house: House, asked: ReprintList) -> Composed[Sealed]:
    """Compose a new printing of the last closed list, with the events derived by rules.

    Raises NotTheLast, NothingChanges, AdjustmentWaits; Refused without a reason, or for an
    impossible day.
    """
    pool, period, in_force_from = asked.pool, asked.period, asked.in_force_from
    house.pool_opened(pool)
    official = house.catch_up()
    official.check(pool)
    facts = official.facts.pools[pool]
    last = _last(facts, period)
    why = Sentence("why {pool} {list} is printed again", pool=pool, list=period)
    check_reason(house, why)
    end = sealing.taken_until(house, last.event.through_position, asked.through)
    _check_in_force(facts, last, in_force_from)
    first = printings_of(facts, last)[0]
    horizon = Horizon.at(end, first.event.through_position)
    replay = reopened(official, pool)
    _check_adjustments(replay, last, end)
    new = NewPrinting(last.event.printing + 1, in_force_from)
    composed = sealing.compose(official, replay, due_of(replay.facts, last.event), horizon, new)
    changed = _changed_rows(official, last, composed)
    if not changed:
        return _repeated(house, last, in_force_from)
    return replace(composed, result=replace(composed.result, changed=changed))


def _repeated(house: House, last: Closed, in_force_from: date | None) -> Composed[Sealed]:
    """Return the last new printing, recorded before, alone or with the decision of an appeal.

    Raises NothingChanges if there is none.
    """
    event = last.event
    if event.printing > 1 and event.in_force_from == in_force_from:
        receipt = house.read.request_at(last.position)
        return Composed(receipt, Sealed(event))
    raise NothingChanges(
        Sentence(
            "{pool} {list}: nothing would change; with all that is known now it has the rows of "
            "printing {printing} ({sealed})",
            pool=event.pool,
            list=event.period,
            printing=event.printing,
            sealed=Position(last.position),
        ),
        field="period",
        found=event.period,
        expected=Sentence("a list that comes out otherwise now"),
    )


def _last(facts: PoolFacts, period: str) -> Closed:
    """Return the last closed list. Raises NotTheLast for another one."""
    pool, last = facts.opened.pool, facts.last_closed()
    if last is None or last.event.period != period:
        closed = last.event.period if last else Sentence("none")
        why = (
            Sentence("corrections of {list} come on the next list", list=period)
            if facts.closing(period)
            else Sentence("{list} is not closed", list=period)
        )
        raise NotTheLast(
            Sentence(
                "{pool}: only the last closed list can be printed again ({closed}): {why}",
                pool=pool,
                closed=closed,
                why=why,
            ),
            field="period",
            found=period,
            expected=closed,
            remedy=Remedy("close-list", pool=pool),
        )
    return last


def _check_in_force(facts: PoolFacts, last: Closed, day: date | None) -> None:
    """Refuse a first day in force that is before the list, or of a list not published yet."""
    if day is None:
        return
    of: dict[str, Value] = {"pool": facts.opened.pool, "list": last.event.period}
    events = [one.event for one in printings_of(facts, last)]
    published = [event for event in events if facts.printed_on(event, NEVER)]
    if not published:
        raise Refused(
            Sentence(
                "{pool} {list} is not published, so the new printing takes its place from the "
                "first day of the list on: leave the day out",
                **of,
            ),
            code="not-published",
            field="in-force-from",
            found=day,
        )
    event = published[-1]
    since = event.in_force_from or event.list_date
    if day < since:
        problem = Sentence(
            "{pool} {list}: {day} is before {since}, the first day of printing {printing}",
            day=day,
            since=since,
            printing=event.printing,
            **of,
        )
        raise day_contradicts(problem, "in-force-from", day, or_later(since))


def _check_adjustments(replay: Replay, last: Closed, end: int) -> None:
    """Refuse a printing before which a decision about a rating would have no effect."""
    listed = replay.begun().state["rating"]
    for one in replay.facts.adjustments:
        fixed = one.before not in (AS_LISTED, BY_POINTS)
        waits = fixed and one.is_due(last.event.through_position, end)
        if waits and one.before != int(listed[one.player]):
            raise of_player(
                one.player,
                Sentence(
                    "decision {decision} starts from {rating}, the rating on printing {printing}; "
                    "a new printing would leave it without effect: withdraw it first, or let the "
                    "next list take the corrections",
                    decision=Position(one.position),
                    rating=one.before,
                    printing=last.event.printing,
                ),
                code=AdjustmentWaits.CODE,
            )


def _changed_rows(official: Track, last: Closed, composed: Composed[Sealed]) -> int:
    """Return the number of rows changed since the last printing."""
    assert isinstance(composed.request, Request)
    (document,) = composed.request.documents
    was = list_document.texts(official.sealed(last.event))
    now = list_document.texts(document.data)
    return sum(was.get(player) != now.get(player) for player in was.keys() | now.keys())
