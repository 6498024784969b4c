"""The events of one pool folded: carried-over ratings, decisions, parameters, list schedules.

`state` itself folds the opening of a pool and its law, replay the closings.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Final

import msgspec

from ledger import columns
from ledger.events import pool as pool_events
from ledger.events.deviations import DeviationRecorded
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.store.reading import Recorded
from ledger.tournaments.current_report import EventPart
from projections.rulebooks.engine.calendars import Announced
from projections.state.adjustments import AS_LISTED, Adjustment, DecidedBonus, Decision
from projections.state.pool import (
    RATED,
    TOLD,
    CarriedOver,
    CategoryDecision,
    Parameter,
    PoolFacts,
    Published,
    printed,
)
from projections.state.reports import NEVER

_lean_carried: Final = msgspec.json.Decoder(EventPart[dict[str, Any]])


def take(pool: PoolFacts, recorded: Recorded) -> None:
    """Fold the next event of the stream of a pool."""
    fold = _FOLDS.get(recorded.type)
    if fold is not None:
        fold(pool, recorded)
    pool.version = recorded.stream_version


def _zone_corrected(pool: PoolFacts, recorded: Recorded) -> None:
    fact: pool_events.PoolZoneCorrected = recorded.decoded().payload
    pool.opened = msgspec.structs.replace(pool.opened, zone=fact.zone)


def _carried_over(pool: PoolFacts, recorded: Recorded) -> None:
    fact = _lean_carried.decode(recorded.body).payload
    rows = {name: fact[name] for name in RATED} | {n: fact[n] for n in TOLD if fact.get(n)}
    carried = CarriedOver.of(
        date.fromisoformat(fact["on"]),
        rows,
        fact.get("newcomers", {}),
        recorded.position,
        last_part=fact.get("last_part", True),
    )
    pool.carried.append(carried)


def _adjusted(pool: PoolFacts, recorded: Recorded) -> None:
    fact: pool_events.RatingsAdjusted = recorded.decoded().payload
    rows = zip(
        columns.read(fact.player, columns.PLAYER).tolist(),
        columns.read(fact.before, columns.RATING).tolist(),
        columns.read(fact.after, columns.RATING).tolist(),
        strict=True,
    )
    pool.adjustments.extend(Adjustment(recorded.position, *row) for row in rows)


def _annulled(pool: PoolFacts, recorded: Recorded) -> None:
    fact: pool_events.RatingsAnnulled = recorded.decoded().payload
    if fact.ground == "rule":  # a derived event: replay computes it
        return
    players = columns.read(fact.player, columns.PLAYER).tolist()
    pool.adjustments.extend(
        Adjustment(recorded.position, player, AS_LISTED, 0) for player in players
    )


def _withdrawn(pool: PoolFacts, recorded: Recorded) -> None:
    fact: pool_events.AdjustmentWithdrawn = recorded.decoded().payload
    players = columns.read(fact.player, columns.PLAYER).tolist()
    had = dict(zip(players, columns.read(fact.before, columns.RATING).tolist(), strict=True))
    at, mark = fact.withdraws, recorded.position
    pool.adjustments = [
        msgspec.structs.replace(one, withdrawn=mark, had=had[one.player])
        if one.position == at and one.player in had and one.withdrawn == NEVER
        else one
        for one in pool.adjustments
    ]


def _bonus_decided(pool: PoolFacts, recorded: Recorded) -> None:
    fact: BonusGranted | BonusWithdrawn = recorded.decoded().payload
    if fact.ground == "rule":  # a derived event: replay computes it
        return
    withdraws = fact.withdraws if isinstance(fact, BonusWithdrawn) else None
    sign = 1 if withdraws is None else -1
    players = columns.read(fact.player, columns.PLAYER).tolist()
    points = columns.read(fact.points, columns.NUMBER).tolist()
    pool.bonuses.extend(
        DecidedBonus(recorded.position, player, sign * some, withdraws)
        for player, some in zip(players, points, strict=True)
    )


def _entry_decided(pool: PoolFacts, recorded: Recorded) -> None:
    fact: pool_events.EntryCapitalDecided = recorded.decoded().payload
    players = columns.read(fact.player, columns.PLAYER).tolist()
    ratings = columns.read(fact.rating, columns.RATING).tolist()
    pool.decisions.extend(
        Decision(recorded.position, *row) for row in zip(players, ratings, strict=True)
    )


def _parameter_set(pool: PoolFacts, recorded: Recorded) -> None:
    fact: pool_events.ParameterSet = recorded.decoded().payload
    (what,) = (form for form in (fact.value, fact.word, fact.rows) if form is not None)
    set_at = (recorded.position, fact.in_force_from, fact.name)
    pool.parameters.append(Parameter(*set_at, what, fact.by, fact.article or ""))


def _category_decided(pool: PoolFacts, recorded: Recorded) -> None:
    fact: pool_events.CategoryDecided = recorded.decoded().payload
    withdrawn = isinstance(fact, pool_events.CategoryWithdrawn)
    decided = (fact.category, withdrawn, fact.article or "")
    pool.category_decisions.extend(
        CategoryDecision(recorded.position, fact.on, player, *decided)
        for player in columns.read(fact.player, columns.PLAYER).tolist()
    )


def _list_scheduled(pool: PoolFacts, recorded: Recorded) -> None:
    fact: pool_events.ListScheduled = recorded.decoded().payload
    pool.announced[fact.period] = Announced(fact.issue_day, fact.cut_off)


def _list_published(pool: PoolFacts, recorded: Recorded) -> None:
    fact: pool_events.ListPublished = recorded.decoded().payload
    days = pool.published.setdefault(fact.period, [])
    days.append(Published(recorded.position, fact.published_on, fact.printing))


def _deviation_recorded(pool: PoolFacts, recorded: Recorded) -> None:
    fact: DeviationRecorded = recorded.decoded().payload
    name = printed(fact.period, fact.printing)
    if fact.last_part and fact.record_digest is not None:
        pool.recorded_anew[name] = fact.record_digest
    elif fact.last_part and not fact.is_of_state_only():
        pool.recorded_anew.pop(name, None)


_FOLDS: Final[dict[str, Callable[[PoolFacts, Recorded], None]]] = {
    "pool-zone-corrected.v1": _zone_corrected,
    "ratings-carried-over.v1": _carried_over,
    "ratings-adjusted.v1": _adjusted,
    "ratings-annulled.v1": _annulled,
    "adjustment-withdrawn.v1": _withdrawn,
    "bonus-granted.v1": _bonus_decided,
    "bonus-withdrawn.v1": _bonus_decided,
    "entry-capital-decided.v1": _entry_decided,
    "parameter-set.v1": _parameter_set,
    "category-awarded.v1": _category_decided,
    "category-withdrawn.v1": _category_decided,
    "list-scheduled.v1": _list_scheduled,
    "list-published.v1": _list_published,
    "deviation-recorded.v1": _deviation_recorded,
}
"""What each event does to its pool."""
