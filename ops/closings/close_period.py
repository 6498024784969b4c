"""Closing a period: the next list of a pool is computed, sealed and recorded, once and in order."""

from collections.abc import Mapping

from ledger.clock import instant_text
from ledger.errors import Refused
from ledger.sentences import Position, Remedy, Sentence
from ops.closings.next_list import WrongPeriod, next_days, next_period, opens_at
from ops.closings.recordings import CloseList
from ops.closings.sealing import Sealed, compose, key_of, taken_until
from ops.commands.composed import Composed
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


def closed(house: House, asked: CloseList) -> Composed[Sealed]:
    """Compose the closing of a list, with the events derived by rules.

    While the list is computed and sealed nobody else can append: the state named by the event is
    that of the events before it. The same inputs give the first receipt. Raises
    PeriodAlreadyClosed, WrongPeriod, TooEarly, OutOfOrder, OutsideRulebook.
    """
    pool, period, through = asked.pool, asked.period, asked.through
    house.pool_opened(pool)
    official = house.catch_up()
    facts = official.facts.pools[pool]
    before = facts.closing(period) if period else None
    if before is not None:
        first = printings_of(facts, before)[0]
        _check_same_inputs(pool, first, through)
        receipt = house.read.request(key_of(first.event))
        assert receipt is not None
        return Composed(receipt, Sealed(first.event))
    replay = official.replay(pool).fork()
    due = _due(house, facts, period)
    end = taken_until(house, facts.closed_through(), through)
    _check_order(official, pool, due, end)
    return compose(official, replay, due, Horizon.at(end))


def _check_same_inputs(pool: str, first: Closed, through: int | None) -> None:
    closed_with = first.event.through_position
    if through is not None and through != closed_with:
        raise PeriodAlreadyClosed(
            Sentence(
                "{pool} {list} is closed ({closed}) with everything up to {taken}, not {asked}; "
                "what came later is on the next list",
                pool=pool,
                list=first.event.period,
                closed=Position(first.position),
                taken=Position(closed_with),
                asked=Position(through),
            ),
            field="through",
            found=f"#{through}",
            expected=f"#{closed_with}",
        )


def _due(house: House, facts: PoolFacts, period: str | None) -> Due:
    """Return the days of the next list. Raises WrongPeriod, TooEarly."""
    pool, following = facts.opened.pool, next_period(facts)
    if facts.carried and not facts.carried[-1].last_part:
        remedy = Remedy("carry-over", pool=pool, file=None, on=None, source=None)
        raise WrongPeriod(
            Sentence(
                "{pool}: ratings are carried over in part only; repeat the carry-over ({again})",
                pool=pool,
                again=remedy,
            ),
            field="pool",
            found=Sentence("a part of the ratings carried over"),
            expected=Sentence("all ratings carried over"),
            remedy=remedy,
        )
    if period is not None and period != following:
        problem = Sentence(
            "{pool}: the next list to close is {next}, not {list}",
            pool=pool,
            next=following,
            list=period,
        )
        remedy = Remedy("close-list", pool=pool, period=following)
        raise WrongPeriod(problem, field="period", found=period, expected=following, remedy=remedy)
    due = next_days(facts)
    opens = opens_at(facts, due)
    if house.ledger.clock() < opens:
        raise TooEarly(
            Sentence(
                "{pool} {list}: not before {day} has ended in {zone} ({opens}), for until then "
                "something may still arrive",
                pool=pool,
                list=following,
                day=due.closes_after,
                zone=facts.opened.zone,
                opens=instant_text(opens),
            ),
            field="period",
            found=following,
            expected=Sentence("closed from {opens} on", opens=instant_text(opens)),
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
