"""Closing a period: the next list of a pool is computed, sealed and recorded, once and in order."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ledger.clock import instant_text
from ledger.errors import Refused
from ledger.sentences import Position, Remedy, Sentence
from ops.commands.composed import Composed, LockedUseCase, P, proposable
from ops.commands.next_list import WrongPeriod, next_days, next_period, opens_at
from ops.commands.sealing import Sealed, compose, key_of, taken_until
from ops.house import House
from projections.official.track import Track
from projections.rating.other_pools import pools_before
from projections.rulebooks.engine.calendars import Due
from projections.state.closed_list import Closed, Horizon
from projections.state.pool import PoolFacts
from projections.state.printings import printings_of


class PeriodAlreadyClosed(Refused):
    """The period was closed with other inputs."""


class OutOfOrder(Refused):
    """Another pool closes a list of this date first."""


class TooEarly(Refused):
    """The last day of the period has not ended."""


def close(house: House, pool: str, period: str | None = None, through: int | None = None) -> Sealed:
    """Close a pool's next period with everything recorded up to position `through` (None: all).

    While the list is computed and sealed nobody else can append: the state named by the event is
    that of the events before it. The same inputs give the first result. Raises
    PeriodAlreadyClosed, WrongPeriod, TooEarly, OutOfOrder, OutsideRulebook.
    """
    house.catch_up()  # slow, so before the lock
    done = close_list(house, pool, period, through)
    receipt = done.receipt
    return replace(
        done.result, position=receipt.last_position, replayed=receipt.replayed, receipt=receipt
    )


def preview(
    house: House, pool: str, period: str | None = None, through: int | None = None
) -> Sealed:
    """Return the list as `close` would seal or sealed before; raises Refused as `close`."""
    return close_list.compose(house, pool, period, through).result


class _Closing(LockedUseCase[P, Sealed]):
    """A closing; proposed, it states the list and the last position that it takes in."""

    def fixed(self, result: Sealed) -> Mapping[str, Any]:
        """Return list and position."""
        return {"period": result.period, "through": result.event.through_position}


@proposable
@_Closing
def close_list(
    house: House, pool: str, period: str | None, through: int | None
) -> Composed[Sealed]:
    """Compose the closing of a period, with the events derived by rules."""
    house.pool_opened(pool)
    official = house.catch_up()
    facts = official.facts.pools[pool]
    closed = facts.closing(period) if period else None
    if closed is not None:
        first = printings_of(facts, closed)[0]
        _check_same_inputs(pool, first, through)
        receipt = house.read.request(key_of(first.event))
        assert receipt is not None
        return Composed(receipt, Sealed(first.event, first.position, replayed=True))
    replay = official.replay(pool).fork()
    due = _due(house, facts, period)
    end = taken_until(house, facts.closed_through(), through)
    _check_order(official, pool, due, end)
    return compose(official, replay, due, Horizon.at(end))


def _check_same_inputs(pool: str, first: Closed, through: int | None) -> None:
    closed_with = first.event.through_position
    if through is not None and through != closed_with:
        raise PeriodAlreadyClosed(
            f"{pool} {first.event.period} is closed (#{first.position}) with everything up to "
            f"#{closed_with}, not #{through}; what came later is on the next list",
            field="through",
            found=f"#{through}",
            expected=f"#{closed_with}",
        )


def _due(house: House, facts: PoolFacts, period: str | None) -> Due:
    """Return the days of the next list. Raises WrongPeriod, TooEarly."""
    pool, following = facts.opened.pool, next_period(facts)
    if facts.carried and not facts.carried[-1].last_part:
        raise WrongPeriod(
            f"{pool}: ratings are carried over in part only; repeat the carry-over",
            field="pool",
            found="a part of the ratings carried over",
            expected="all of them",
            remedy=Remedy("carry-over", pool=pool, file=None, on=None, source=None),
        )
    if period is not None and period != following:
        problem = f"{pool}: the next list to close is {following}, not {period}"
        remedy = Remedy("close-list", pool=pool, period=following)
        raise WrongPeriod(problem, field="period", found=period, expected=following, remedy=remedy)
    due = next_days(facts)
    opens = opens_at(facts, due)
    if house.ledger.clock() < opens:
        raise TooEarly(
            f"{pool} {following}: not before {due.closes_after} has ended in {facts.opened.zone} "
            f"({instant_text(opens)}), for until then something may still arrive",
            field="period",
            found=following,
            expected=f"closed from {instant_text(opens)} on",
        )
    return due


def _check_order(official: Track, pool: str, due: Due, through: int) -> None:
    """Refuse to close before other pools due first. Raises OutOfOrder, ReplayStopped."""
    pools = official.facts.pools
    for name in pools_before(pools, pool, due, through):
        official.check(name)  # a closed list of it may not come out as it was sealed
    refused = out_of_order(pools, pool, due, through)
    if refused is not None:
        raise refused


def out_of_order(
    pools: Mapping[str, PoolFacts], pool: str, due: Due, through: int
) -> OutOfOrder | None:
    """Return the refusal of a list before other pools due first; None: the list may be closed."""
    first = list(pools_before(pools, pool, due, through))
    if not first:
        return None
    remedy = Remedy("close-list", pool=first[0], period=next_period(pools[first[0]]))
    return OutOfOrder(
        Sentence(
            "{pool} {list}: {first} closes its list of {day} first, and by {last} it has not: "
            "{close}",
            "{pool} {list}: {first} close their lists of {day} first, and by {last} they have not: "
            "{close}",
            number=len(first),
            pool=pool,
            list=due.period,
            first=first,
            day=due.list_date,
            last=Position(through),
            close=remedy,
        ),
        field="pool",
        found=pool,
        expected=", ".join(first),
    )


__all__ = [
    "OutOfOrder",
    "PeriodAlreadyClosed",
    "Sealed",
    "TooEarly",
    "close",
    "close_list",
    "out_of_order",
    "preview",
]
