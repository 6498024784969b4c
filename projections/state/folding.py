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
    said: pool_events.PoolZoneCorrected = recorded.decoded().payload
    pool.opened = msgspec.structs.replace(pool.opened, zone=said.zone)


def _carried_over(pool: PoolFacts, recorded: Recorded) -> None:
    said = _lean_carried.decode(recorded.body).payload
    rows = {name: said[name] for name in RATED} | {n: said[n] for n in TOLD if said.get(n)}
    carried = CarriedOver(
        date.fromisoformat(said["on"]),
        rows,
        said.get("newcomers", {}),
        recorded.position,
        said.get("last_part", True),
    )
    pool.carried.append(carried)


def _adjusted(pool: PoolFacts, recorded: Recorded) -> None:
    said: pool_events.RatingsAdjusted = recorded.decoded().payload
    rows = zip(
        columns.read(said.player, columns.PLAYER).tolist(),
        columns.read(said.before, columns.RATING).tolist(),
        columns.read(said.after, columns.RATING).tolist(),
        strict=True,
    )
    pool.adjustments.extend(Adjustment(recorded.position, *row) for row in rows)


def _annulled(pool: PoolFacts, recorded: Recorded) -> None:
    said: pool_events.RatingsAnnulled = recorded.decoded().payload
    if said.ground == "rule":  # a derived event: replay computes it
        return
    players = columns.read(said.player, columns.PLAYER).tolist()
    pool.adjustments.extend(
        Adjustment(recorded.position, player, AS_LISTED, 0) for player in players
    )


def _withdrawn(pool: PoolFacts, recorded: Recorded) -> None:
    said: pool_events.AdjustmentWithdrawn = recorded.decoded().payload
    players = columns.read(said.player, columns.PLAYER).tolist()
    had = dict(zip(players, columns.read(said.before, columns.RATING).tolist(), strict=True))
    at, mark = said.withdraws, recorded.position
    pool.adjustments = [
        msgspec.structs.replace(one, withdrawn=mark, had=had[one.player])
        if one.position == at and one.player in had and one.withdrawn == NEVER
        else one
        for one in pool.adjustments
    ]


def _bonus_decided(pool: PoolFacts, recorded: Recorded) -> None:
    said: BonusGranted | BonusWithdrawn = recorded.decoded().payload
    if said.ground == "rule":  # a derived event: replay computes it
        return
    withdraws = said.withdraws if isinstance(said, BonusWithdrawn) else None
    sign = 1 if withdraws is None else -1
    players = columns.read(said.player, columns.PLAYER).tolist()
    points = columns.read(said.points, columns.NUMBER).tolist()
    pool.bonuses.extend(
        DecidedBonus(recorded.position, player, sign * some, withdraws)
        for player, some in zip(players, points, strict=True)
    )


def _entry_decided(pool: PoolFacts, recorded: Recorded) -> None:
    said: pool_events.EntryCapitalDecided = recorded.decoded().payload
    players = columns.read(said.player, columns.PLAYER).tolist()
    ratings = columns.read(said.rating, columns.RATING).tolist()
    pool.decisions.extend(
        Decision(recorded.position, *row) for row in zip(players, ratings, strict=True)
    )


def _parameter_set(pool: PoolFacts, recorded: Recorded) -> None:
    said: pool_events.ParameterSet = recorded.decoded().payload
    (what,) = (form for form in (said.value, said.word, said.rows) if form is not None)
    set_at = (recorded.position, said.in_force_from, said.name)
    pool.parameters.append(Parameter(*set_at, what, said.by, said.article or ""))


def _category_decided(pool: PoolFacts, recorded: Recorded) -> None:
    said: pool_events.CategoryDecided = recorded.decoded().payload
    withdrawn = isinstance(said, pool_events.CategoryWithdrawn)
    decided = (said.category, withdrawn, said.article or "")
    pool.category_decisions.extend(
        CategoryDecision(recorded.position, said.on, player, *decided)
        for player in columns.read(said.player, columns.PLAYER).tolist()
    )


def _list_scheduled(pool: PoolFacts, recorded: Recorded) -> None:
    said: pool_events.ListScheduled = recorded.decoded().payload
    pool.announced[said.period] = Announced(said.issue_day, said.cut_off)


def _list_published(pool: PoolFacts, recorded: Recorded) -> None:
    said: pool_events.ListPublished = recorded.decoded().payload
    days = pool.published.setdefault(said.period, [])
    days.append(Published(recorded.position, said.published_on, said.printing))


def _deviation_recorded(pool: PoolFacts, recorded: Recorded) -> None:
    said: DeviationRecorded = recorded.decoded().payload
    name = printed(said.period, said.printing)
    if said.last_part and said.record_digest is not None:
        pool.recorded_anew[name] = said.record_digest
    elif said.last_part and not said.is_of_state_only():
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
